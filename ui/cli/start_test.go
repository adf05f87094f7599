package cli

import (
	"encoding/json"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"testing"
)

// BenchmarkCommands runs commands on a dump of 20 tools, process and all, as a script
// does. 50 ms is the most that one may take.
func BenchmarkCommands(b *testing.B) {
	type tool struct {
		Name        string         `json:"name"`
		Description string         `json:"description"`
		InputSchema map[string]any `json:"inputSchema"`
	}
	var tools []tool
	for i := range 20 {
		tools = append(tools, tool{fmt.Sprintf("tool_%d", i), fmt.Sprintf("Does thing %d with a resource.", i), map[string]any{"type": "object"}})
	}
	text, err := json.Marshal(map[string]any{"tools": tools})
	if err != nil {
		b.Fatal(err)
	}
	dump := filepath.Join(b.TempDir(), "hub.json")
	if err := os.WriteFile(dump, text, 0o600); err != nil {
		b.Fatal(err)
	}
	for name, args := range map[string][]string{
		"version": {"version"}, "report": {"report", dump}, "search": {"search", "-q", "thing 3", dump}, "listing": {"listing", dump},
		"ladder": {"ladder", dump}, "audit": {"audit", dump}, "map": {"map", dump}, "advise": {"advise", dump}, "html": {"report", "--format", "html", dump},
	} {
		b.Run(name, func(b *testing.B) {
			for b.Loop() {
				c := exec.Command("findable", args...)
				c.Stdout = io.Discard
				if err := c.Run(); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
