package cli

import (
	"context"
	"flag"
	"fmt"
	"os"
	"strings"
	"testing"

	"findable/engine/eval"
	"findable/loaders"
	_ "findable/ui/uitest" // the flag -update
)

// TestReadmeQuality holds the README's table of quality to the engines: how much of
// what a query needs is within the first five hits, for every labelled set under
// every engine that ranks tools and takes sentences. With -update it writes the table.
func TestReadmeQuality(t *testing.T) {
	const shared, path = "../../../shared/catalogs/", "../../README.md"
	if _, err := os.Stat(shared); err != nil {
		t.Skip("the shared catalogs are not here: ", err)
	}
	if testing.Short() {
		t.Skip("takes seconds")
	}
	sets := []string{"azure-mcp", "bfcl", "livemcpbench", "metatool", "sealtools"}
	var engines []contender
	for _, c := range contenders() {
		if c.key != "documented-keywords" && c.key != "fastmcp-regex" && c.key != "docker-mcp-find" {
			engines = append(engines, c)
		}
	}
	rows := make([]string, len(engines))
	for i, e := range engines {
		rows[i] = "| `" + e.key + "` |"
	}
	for _, set := range sets {
		dump := shared + "labelled/" + set + ".catalog.json"
		if set == "azure-mcp" {
			dump = shared + "live/azure.json"
		}
		s, err := newRun("documented").open(context.Background(), []string{dump})
		if err != nil {
			t.Fatal(err)
		}
		cases, err := loaders.ReadCases(context.Background(), shared+"labelled/"+set+".queries.jsonl", "", loaders.Options{})
		if err != nil {
			t.Fatal(err)
		}
		for i, e := range engines {
			outcomes, err := eval.Run(context.Background(), e.make(s), cases.Cases, nil)
			if err != nil {
				t.Fatal(err)
			}
			rows[i] += fmt.Sprintf(" %.3f |", eval.Measured(outcomes, 5).Recall5)
		}
	}
	table := "| engine | " + strings.Join(sets, " | ") + " |\n| --- |" + strings.Repeat(" --- |", len(sets)) + "\n" + strings.Join(rows, "\n") + "\n"
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	const open, close = "<!-- quality -->\n", "<!-- /quality -->"
	before, rest, ok := strings.Cut(string(text), open)
	old, after, closed := strings.Cut(rest, close)
	switch {
	case !ok || !closed:
		t.Fatal("the README has no marks for quality")
	case old == table:
	case flag.Lookup("update").Value.String() == "true":
		if err := os.WriteFile(path, []byte(before+open+table+close+after), 0o644); err != nil {
			t.Fatal(err)
		}
	default:
		t.Errorf("the README's table is not what the engines give; go test ./ui/cli -run Quality -update mends it:\n%s", table)
	}
}
