package engine

import (
	"strings"
	"testing"
	"unicode/utf8"

	"findable/engine/py"
)

func TestNameNotes(t *testing.T) {
	tool := func(name string) Tool { return Tool{Function: py.Object{{Key: "name", Value: name}}} }
	long := strings.Repeat("x", 60)
	r := Register(Catalog{
		Core:     []Tool{tool("terminal")},
		Toolsets: []Toolset{{Name: "mcp-agent-made", Tools: []Tool{tool("mcp__agent-made__a-b")}}, {Name: "p", Tools: []Tool{tool(strings.Repeat("é", 65)), tool(strings.Repeat("é", 64))}}},
		Servers: []Server{
			{Name: "my-hub", Tools: []Tool{tool("get.it"), tool("set_it"), tool("a-b"), tool("a_b")}},
			{Name: "hub", Tools: []Tool{tool("hub"), tool("日"), tool(long)}, Resources: true},
			{Name: "off-hub", Disabled: true, Tools: []Tool{tool("get.it")}},
		},
	})
	var got []string
	for _, n := range r.NameNotes() {
		got = append(got, string(n.Kind)+": "+n.String())
	}
	want := []string{
		"renamed: '日' of hub is called 'mcp__hub___'",
		"long_name: 'mcp__hub__" + long + "' has 70 characters, and the APIs of OpenAI and Anthropic take 64: it cannot be sent as a tool of its own",
		"renamed: the server 'my-hub' is called 'my_hub' in the names of its tools",
		"renamed: 'get.it' of my-hub is called 'mcp__my_hub__get_it'",
		"long_name: '" + strings.Repeat("é", 65) + "' has 65 characters, and the APIs of OpenAI and Anthropic take 64: it cannot be sent as a tool of its own",
	}
	if strings.Join(got, "\n") != strings.Join(want, "\n") {
		t.Errorf("got\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
}

// TestSharedNameNotes counts the notes on the real catalogs' names another way.
func TestSharedNameNotes(t *testing.T) {
	for _, set := range []string{"live/lark-zh", "flat/cloudflare-sdk", "flat/crawl-a", "all-live"} {
		c := Catalog{Servers: readSet(t, set)}
		r := Register(c)
		got := map[NoteKind]int{}
		for _, n := range r.NameNotes() {
			got[n.Kind]++
		}
		want, servers := map[NoteKind]int{}, map[string]bool{}
		for _, e := range r.Entries {
			if !strings.HasSuffix(e.Name, "__"+e.Tool.Name()) {
				want[Renamed]++
			}
			if !strings.HasPrefix(e.Name, "mcp__"+e.Server.Name+"__") && !servers[e.Server.Name] {
				servers[e.Server.Name] = true
				want[Renamed]++
			}
			if utf8.RuneCountInString(e.Name) > 64 {
				want[LongName]++
			}
		}
		if got[Renamed] != want[Renamed] || got[LongName] != want[LongName] || want[Renamed]+want[LongName] == 0 {
			t.Errorf("%s: %v, want %v", set, got, want)
		}
	}
}
