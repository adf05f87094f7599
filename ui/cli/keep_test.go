package cli

import (
	"context"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"findable/loaders/live"
	"findable/ui"
)

// TestKeeper connects to a server of a configuration once it is allowed, keeps it
// from load to load, asks it again when that is wished, and hears of its changes.
func TestKeeper(t *testing.T) {
	s := garden(&mcp.ServerOptions{})
	handler := mcp.NewStreamableHTTPHandler(func(*http.Request) *mcp.Server { return s }, nil)
	web := httptest.NewServer(handler)
	defer func() { web.CloseClientConnections(); web.Close() }()
	file := filepath.Join(t.TempDir(), "mcp.json")
	config := fmt.Sprintf(`{"mcpServers":{"garden":{"url":%q},"shed":{"command":"nowhere-to-be-found"}}}`, web.URL)
	if err := os.WriteFile(file, []byte(config), 0o600); err != nil {
		t.Fatal(err)
	}
	r := newRun("documented")
	r.servers = &live.Client{Watch: true}
	defer r.servers.Close()
	ctx, stop := context.WithCancel(context.Background())
	defer stop()
	changes := make(chan string, 1)
	r.keeper = &keeper{run: r, ctx: ctx, beside: unguarded, changes: changes}
	l := &loader{run: r, dumps: []string{file}, changes: changes}
	var told []ui.Part
	load := func(ask ui.Ask) ui.Loaded {
		t.Helper()
		got, err := l.Load(ctx, ask, func(p ui.Progress) { told = p.Parts })
		if err != nil {
			t.Fatal(err)
		}
		return got
	}
	count := func(got ui.Loaded) int { return len(got.Source.Registry.Entries) }

	if got := load(ui.Ask{}); count(got) != 0 || len(got.Source.Cards) != 2 {
		t.Fatalf("unasked: %d tools, cards %+v", count(got), got.Source.Cards)
	}
	allowed := ui.Ask{Connect: []string{"garden"}}
	if got := load(allowed); count(got) != 3 || len(got.Source.Cards) != 1 || len(told) != 1 || !told[0].Ended || told[0].Name != "garden" {
		t.Fatalf("%d tools, cards %+v, told %+v", count(got), got.Source.Cards, told)
	}
	s.RemoveTools("water_beds")
	select {
	case name := <-changes:
		if name != "garden" {
			t.Errorf("%s has changed", name)
		}
	case <-time.After(10 * time.Second):
		t.Fatal("nobody told of the change")
	}
	if got := load(allowed); count(got) != 2 {
		t.Errorf("%d tools after the change", count(got))
	}
	kept := r.keeper.kept[0].server
	if got := load(ui.Ask{Connect: allowed.Connect, Fresh: true}); count(got) != 2 || r.keeper.kept[0].server != kept {
		t.Errorf("%d tools when asked again, the same connection: %v", count(got), r.keeper.kept[0].server == kept)
	}
	// One that cannot be started says so, and the other stays.
	got := load(ui.Ask{Connect: []string{"garden", "shed"}})
	var faults []string
	for _, n := range got.Source.Notes {
		if n.Kind == "error" {
			faults = append(faults, n.Text)
		}
	}
	if count(got) != 2 || len(faults) != 1 || !strings.Contains(faults[0], "nowhere-to-be-found") {
		t.Errorf("%d tools, faults %q", count(got), faults)
	}
}
