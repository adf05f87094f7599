package samples

import (
	"embed"
	"fmt"
	"strings"
)

// The tables hold the words of the generated catalogs. A line "== name" begins
// a group; a row is cells between bars; an indented line belongs to the row
// above it. In fields, ! means required and a colon gives the type or choices.
//
//go:embed tables
var tables embed.FS

// A row is one row of a table with its group and the indented lines under it.
type row struct {
	group string
	cells []string
	under [][]string
}

// readTable reads an embedded table. The tables are part of the program, so a
// row with another number of cells is a mistake in it and panics.
func readTable(name string, cells int) []row {
	text, err := tables.ReadFile("tables/" + name)
	if err != nil {
		panic(err)
	}
	var rows []row
	var group string
	for line := range strings.Lines(string(text)) {
		line = strings.TrimRight(line, "\n")
		found := strings.Split(line, "|")
		for i, cell := range found {
			found[i] = strings.TrimSpace(cell)
		}
		switch heading, isHeading := strings.CutPrefix(line, "== "); {
		case isHeading:
			group = heading
		case strings.HasPrefix(line, "  "):
			last := &rows[len(rows)-1]
			last.under = append(last.under, found)
		case len(found) != cells:
			panic(fmt.Sprintf("table %s: %d cells, not %d: %s", name, len(found), cells, line))
		default:
			rows = append(rows, row{group: group, cells: found})
		}
	}
	return rows
}
