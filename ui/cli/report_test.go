package cli

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"findable/engine"
	"findable/engine/py"
)

// TestRunningAgent writes what an agent would send for a server, and opens it
// beside the server's dump: the listing in it is ours, until a knob is turned.
func TestRunningAgent(t *testing.T) {
	dir := t.TempDir()
	write := func(name string, v py.Value) string {
		path := filepath.Join(dir, name)
		if err := os.WriteFile(path, []byte(py.Compact(v)), 0o600); err != nil {
			t.Fatal(err)
		}
		return path
	}
	tools := py.List{}
	for i := range 80 {
		tools = append(tools, py.Object{{Key: "name", Value: fmt.Sprintf("tool_%d", i)}, {Key: "description", Value: fmt.Sprintf("Does thing %d. Well.", i)},
			{Key: "inputSchema", Value: py.Object{}}})
	}
	dump := write("hub.json", py.Object{{Key: "tools", Value: tools}})
	s, err := newRun("documented").open(context.Background(), []string{dump})
	if err != nil {
		t.Fatal(err)
	}
	sent := py.List{}
	for _, o := range s.session().Bridge(s.session().Assemble(s.inputs.Effective(), s.inputs.Context)) {
		sent = append(sent, o)
	}
	r := newRun("documented")
	if s, err = r.open(context.Background(), []string{write("agent.json", sent), dump}); err != nil {
		t.Fatal(err)
	}
	said := func(text string) int { return strings.Count(text, "this tool_search is ours, byte for byte") }
	if all := s.source.Embedded(s.inputs); len(all) != 1 || all[0].Verdict != engine.SameListing || said(r.reportText(s, s.inputs)) != 1 {
		t.Errorf("embedded: %v\n%s", all, r.reportText(s, s.inputs))
	}
	in := s.inputs
	in.Config.ListingMaxTokens = 500
	text := r.reportText(s, in)
	want := fmt.Sprintf("from a budget of %d tokens on ours is the same", s.session().Assemble(s.inputs.Effective(), s.inputs.Context).Listing.Tokens)
	if said(text) != 0 || strings.Count(text, "  embedded: ") != 1 || !strings.Contains(text, want) {
		t.Errorf("the report does not follow the inputs:\n%s", text)
	}
}
