package loaders

import (
	"fmt"
	"slices"
	"strings"

	"findable/engine/py"
)

// columns are the heads of tables by what stands below them, in the words of rows.
var columns = map[string]string{
	"query": "query", "question": "query", "prompt": "query", "utterance": "query", "text": "query",
	"tool": "tool", "tools": "tool", "expect": "tool", "expected": "tool", "expected_tool": "tool", "expected_tools": "tool", "tool_name": "tool",
	"tool_id": "tool", "trajectory": "trajectory",
	"grade": "grade", "relevance": "grade", "id": "id", "qid": "id", "query_id": "id", "task": "id",
	"any": "any", "note": "note", "server": "server",
}

// headOf returns the columns of a table's first row, nil when it is no head. A name
// that columns does not know stays.
func headOf(cells []string) []string {
	head := make([]string, len(cells))
	for i, c := range cells {
		c = strings.ToLower(py.Strip(c))
		if head[i] = columns[c]; head[i] == "" {
			head[i] = "(" + c + ")"
		}
	}
	if !slices.Contains(head, "query") || !slices.Contains(head, "tool") && !slices.Contains(head, "trajectory") {
		return nil
	}
	return head
}

// isTableHead reports whether a line is the head of a table.
func isTableHead(line string) bool {
	cells, _ := cutRow(line, separator(line))
	return headOf(cells) != nil
}

// separator returns what parts the cells of a table, by its first line: a tab where
// there is one, or else the commoner of comma and semicolon.
func separator(line string) byte {
	switch {
	case strings.Contains(line, "\t"):
		return '\t'
	case strings.Count(line, ";") > strings.Count(line, ","):
		return ';'
	}
	return ','
}

// cutRow reads the row that a table begins with. A cell is quoted where its quotes
// close (RFC 4180); others are plain text, so that a stray one does not take the rest
// of the table with it.
func cutRow(s string, comma byte) (cells []string, rest string) {
	for {
		cell, n := quotedCell(s, comma)
		if n < 0 {
			n = strings.IndexAny(s, string(comma)+"\n")
			if n < 0 {
				n = len(s)
			}
			cell = strings.TrimSuffix(s[:n], "\r")
		}
		cells, s = append(cells, cell), s[n:]
		switch {
		case s == "":
			return cells, ""
		case s[0] == '\n':
			return cells, s[1:]
		}
		s = s[1:]
	}
}

// quotedCell reads the quoted cell that s begins with; end is where it ends, -1 when
// there is none.
func quotedCell(s string, comma byte) (cell string, end int) {
	if !strings.HasPrefix(s, `"`) {
		return "", -1
	}
	for i := 1; i < len(s); i++ {
		if s[i] != '"' {
			continue
		}
		if strings.HasPrefix(s[i+1:], `"`) {
			i++
			continue
		}
		after := strings.TrimPrefix(s[i+1:], "\r")
		if after == "" || after[0] == comma || after[0] == '\n' {
			return strings.ReplaceAll(s[1:i], `""`, `"`), len(s) - len(after)
		}
		break
	}
	return "", -1
}

// table reads a table: query, tool and perhaps grade, or what its head says. Rows of
// one query are one case.
func (r *caseReader) table(body string) *Error {
	first := firstLine(body)
	comma := separator(first)
	head, named, rows := []string{"query", "tool", "grade"}, false, 0
	for line, rest := 1, body; rest != "" && !r.full(); r.rows++ {
		var cells []string
		before := rest
		cells, rest = cutRow(rest, comma)
		at := fmt.Sprintf("line %d", line)
		line += strings.Count(before[:len(before)-len(rest)], "\n")
		switch given := headOf(cells); {
		case len(cells) == 1 && strings.Trim(cells[0], blanks) == "":
		case given != nil && len(r.cases) == 0:
			head, named = given, true
		case len(cells) < 2:
			r.skip(at, "a row without a tool: %s", quoted(cells[0]))
		case !named && len(cells) > len(head):
			r.skip(at, "%d cells, where a query, a tool and perhaps a grade belong; put quotes around a query that holds %q", len(cells), comma)
		case !named && strings.ContainsAny(py.Strip(cells[1]), blanks): // prose, more likely
			r.skip(at, "%s is no tool's name; where names have blanks the table wants a head: query%ctool", quoted(cells[1]), comma)
		default:
			rows++
			r.tableRow(head, cells, at)
		}
	}
	if rows == 0 && !named {
		return errorf("", "neither a list of {query, expect} nor a table of queries and tools: its first line is %s", quoted(first))
	}
	return nil
}

// tableRow takes a row as if it were an object.
func (r *caseReader) tableRow(head, cells []string, at string) {
	var o py.Object
	for i, c := range cells[:min(len(cells), len(head))] {
		switch {
		case o.Has(head[i]), c == "" && head[i] != "tool": // an empty cell says nothing
		case head[i] == "tool" && !strings.HasPrefix(py.Strip(c), "["):
			o = append(o, py.Member{Key: head[i], Value: namesIn(c)})
		default:
			o = append(o, py.Member{Key: head[i], Value: c})
		}
	}
	c, ok := r.caseOf(o, at)
	if !ok {
		return
	}
	key := "query " + c.Query
	if c.ID != "" {
		key = "id " + c.ID
	}
	r.format = "table of queries and tools"
	r.join(key, c, at)
}

// namesIn parts the names in a cell at semicolons.
func namesIn(cell string) py.List {
	names := py.List{}
	for name := range strings.SplitSeq(cell, ";") {
		if name = py.Strip(name); name != "" {
			names = append(names, name)
		}
	}
	return names
}
