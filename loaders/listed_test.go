package loaders

import (
	"context"
	"errors"
	"strings"
	"testing"
	"testing/fstest"

	"findable/engine"
	"findable/engine/py"
)

// answered is a running server that has listed these pages.
func answered(t *testing.T, name string, card Card, pages ...string) Listed {
	t.Helper()
	s := Listed{Name: name, Launch: Launch{Command: "npx", Args: []string{"-y", "server", "--token", "abc123def456"}}, Server: card, Version: "2"}
	s.Server.Initialized = true
	for _, p := range pages {
		v, err := py.Parse([]byte(p))
		if err != nil {
			t.Fatal(err)
		}
		s.Pages = append(s.Pages, v)
	}
	return s
}

func TestListed(t *testing.T) {
	const first = `{"tools":[{"name":"open","inputSchema":{"b":1,"a":2}},{"name":7}],"nextCursor":"c"}`
	const second = `{"tools":[{"name":"close"},{"name":"open"}]}`
	garden := Card{Name: "garden", Title: "The garden", Prompts: true}
	broken := answered(t, "", garden, first)
	broken.Err = errors.New("1 page of ?, 1 tool, then: ended with exit code 3 at page 2")
	silent := Listed{Launch: Launch{URL: "https://host.example/mcp?key=abc123def456"}, Err: errors.New("timed out")}
	noisy := answered(t, "", Card{}, second)
	noisy.Noise = 2
	for name, c := range map[string]struct {
		live []Listed
		want string
	}{
		"its own name":  {[]Listed{answered(t, "", garden, first, second)}, lines("server dump: x", "server garden: open close open", "skipped page 1, $.tools[1]", "duplicate page 2, $.tools[1]")},
		"a name given":  {[]Listed{answered(t, "mine", garden, `{"tools":[]}`)}, lines("server dump: x", "server mine: ", "no_tools page 1, $.tools")},
		"no name":       {[]Listed{noisy}, lines("server dump: x", "server npx: close open", "odd_value ")},
		"half":          {[]Listed{broken}, lines("server dump: x", "server garden: open", "error ", "skipped page 1, $.tools[1]")},
		"nothing":       {[]Listed{silent}, lines("server dump: x", "error ")},
		"twice":         {[]Listed{answered(t, "", garden, second), answered(t, "", garden, second)}, lines("server dump: x", "server garden: close open close open", "joined page 1, $.tools", "duplicate page 1, $.tools[0]", "duplicate page 1, $.tools[1]")},
		"as the dump's": {[]Listed{answered(t, "dump", garden, second)}, lines("server dump: x close open", "joined page 1, $.tools")},
	} {
		t.Run(name, func(t *testing.T) {
			fsys := fstest.MapFS{"dump.json": {Data: []byte(`[{"name":"x","inputSchema":{}}]`)},
				"config.json": {Data: []byte(`{"mcpServers":{"garden":{"command":"npx"}}}`)}}
			var known []Card
			res, err := Load(context.Background(), []Source{{Path: "dump.json"}}, Options{FS: fsys, Rules: engine.Documented(),
				Live: func(_ context.Context, cards []Card) ([]Listed, error) { known = cards; return c.live, nil }})
			if err != nil || len(known) != 0 {
				t.Fatal(err, known)
			}
			if got := summary(res); got != c.want {
				t.Errorf("got\n%swant\n%s", got, c.want)
			}
			consistent(t, res)
			for _, n := range res.Report.Notes {
				if strings.Contains(n.String(), "abc123") {
					t.Errorf("a secret in %s", n)
				}
			}
			if s := res.Catalog.Servers[len(res.Catalog.Servers)-1]; s.Name == "garden" && (!s.Prompts || s.Resources) {
				t.Errorf("capabilities of %+v", s)
			}
		})
	}
}

// TestListedOrigin checks that a tool of a running server says where it is from, and
// that the configuration which names the server speaks for it.
func TestListedOrigin(t *testing.T) {
	fsys := fstest.MapFS{"config.json": {Data: []byte(`{"mcpServers":{"gate":{"command":"npx","disabledTools":["close"]}}}`)}}
	res, err := Load(context.Background(), []Source{{Path: "config.json"}}, Options{FS: fsys,
		Live: func(_ context.Context, cards []Card) ([]Listed, error) {
			if len(cards) != 1 || cards[0].Name != "gate" || cards[0].Launch == nil {
				t.Errorf("cards %+v", cards)
			}
			return []Listed{answered(t, "gate", Card{Name: "npm-gate"}, `{"tools":[{"name":"open"},{"name":"close"}]}`)}, nil
		}})
	if err != nil || res.Report.Unresolved != 0 {
		t.Fatal(err, res.Report)
	}
	if at := res.Catalog.Servers[0].Tools[1].Origin; at.File != "npx -y server --token ***" || at.Path != "page 1, $.tools[1]" {
		t.Errorf("origin %+v", at)
	}
	if f := res.Report.Files[1]; f.Format != `running server "npm-gate 2", 1 page` || f.Tools != 2 || f.Servers != 1 {
		t.Errorf("report %+v", f)
	}
	if s := res.Catalog.Servers[0]; s.Admits("close") || !s.Admits("open") {
		t.Errorf("server %+v", s)
	}
	roundTrip(t, "live", res, engine.Documented())
}

// TestListedErrors checks that a server that cannot be picked ends the load, and
// that one which gives nothing is the reason when nothing is there.
func TestListedErrors(t *testing.T) {
	sorry := errors.New("no such server")
	_, err := Load(context.Background(), nil, Options{Live: func(context.Context, []Card) ([]Listed, error) { return nil, sorry }})
	if err != sorry {
		t.Errorf("got %v", err)
	}
	_, err = Load(context.Background(), nil, Options{Live: func(context.Context, []Card) ([]Listed, error) {
		return []Listed{{Launch: Launch{Command: "x"}, Err: sorry}}, nil
	}})
	if err == nil || err.Error() != "x: no such server" {
		t.Errorf("got %v", err)
	}
}
