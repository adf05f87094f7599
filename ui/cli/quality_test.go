package cli

import (
	"os"
	"testing"

	"findable/ui/uitest"
)

// TestReadmeQuality holds the README's table of quality to the command that prints it:
// every labelled set under every engine. With -update it writes the table.
func TestReadmeQuality(t *testing.T) {
	const catalogs = shared + "catalogs/"
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
	uitest.Readme(t, readme, func(text string) string { return uitest.Between(t, text, "quality", table) })
}
