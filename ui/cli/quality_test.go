package cli

import (
	"flag"
	"os"
	"strings"
	"testing"

	_ "findable/ui/uitest" // the flag -update
)

// TestReadmeQuality holds the README's table of quality to the command that prints it:
// every labelled set under every engine. With -update it writes the table.
func TestReadmeQuality(t *testing.T) {
	const catalogs, path = shared + "catalogs/", "../../README.md"
	if _, err := os.Stat(catalogs); err != nil {
		t.Skip("the shared catalogs are not here: ", err)
	}
	if testing.Short() {
		t.Skip("takes seconds")
	}
	args, dumps := []string{"quality"}, []string{catalogs + "live/azure.json"}
	for _, set := range []string{"azure-mcp", "bfcl", "livemcpbench", "metatool", "sealtools"} {
		args = append(args, "--cases", catalogs+"labelled/"+set+".queries.jsonl")
		if set != "azure-mcp" {
			dumps = append(dumps, catalogs+"labelled/"+set+".catalog.json")
		}
	}
	table := call(t, append(args, dumps...)...)
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
