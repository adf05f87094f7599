package engine

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"findable/engine/py"
)

// dumpOf is the tool_search that an agent with this session would send.
func dumpOf(s *Session, c Config, context int) Tool {
	bridge := s.Bridge(s.Assemble(c, context))
	function, _ := bridge[0].Get("function")
	return Tool{Function: function.(py.Object), Origin: Origin{"agent.json", "$.tools[7]"}}
}

// slowDifference finds the first line, and the first byte in it, on which two
// texts differ, one line after another.
func slowDifference(a, b string) (offset, line int, lineA, lineB string) {
	linesA, linesB := strings.Split(a, "\n"), strings.Split(b, "\n")
	for i := range max(len(linesA), len(linesB)) {
		missing := i >= len(linesA) || i >= len(linesB)
		if !missing && linesA[i] == linesB[i] {
			offset += len(linesA[i]) + 1
			continue
		}
		if missing { // one text ends where the other goes on with a line break
			shorter := linesA
			if len(linesB) < len(linesA) {
				shorter = linesB
			}
			return offset - 1, i, shorter[i-1], shorter[i-1]
		}
		j := 0
		for j < len(linesA[i]) && j < len(linesB[i]) && linesA[i][j] == linesB[i][j] {
			j++
		}
		return offset + j, i + 1, linesA[i], linesB[i]
	}
	return 0, 0, "", ""
}

// TestEmbedded takes the bridge of real and made sessions for dumps: ours is the
// same, and after any change the first byte that differs is found.
func TestEmbedded(t *testing.T) {
	made := madeCatalog(600)
	made.Servers[0].Tools[0] = Tool{Function: made.Servers[0].Tools[0].Function.With("description", "Grüße, 天気 – schön.")}
	sessions := map[string]*Session{"made": Register(made).Session(Documented(), Scope{}, nil)}
	for _, set := range []string{"live/github-ref", "mixed/cloudflare-sdk+linear+memory", "all-live"} {
		if readable(t, set) {
			sessions[set] = Register(Catalog{Servers: readSet(t, set)}).Session(Latest(), Scope{}, nil)
		}
	}
	const context = 1_000_000
	for name, s := range sessions {
		forms := map[Form]bool{}
		for _, budget := range []int{200, 800, 3000, 9000, 20000, 60000} {
			c := DefaultConfig(s.Rules)
			c.ListingMaxTokens, c.ThresholdPct = budget, 100
			a := s.Assemble(c, context)
			forms[a.Listing.Form] = true
			e := s.Embedded(dumpOf(s, c, context), c, context)
			if e.Verdict != SameListing || e.Dumped != a.Listing.Text() || e.Ours != a.Listing.Text() || e.Count != len(s.Deferred) || e.Loaded != e.Count {
				t.Errorf("%s, %d: %s", name, budget, e)
			}
			for _, other := range []int{250, 1000, 2900, 30000} { // another knob
				d := c
				d.ListingMaxTokens = other
				b := s.Assemble(d, context)
				e := s.Embedded(dumpOf(s, c, context), d, context)
				checkDifference(t, fmt.Sprintf("%s, %d and %d", name, budget, other), e, a.Listing.Text(), b.Listing.Text())
				if same := e.Verdict == SameListing; !same && a.Listing.Form != None && e.FromBudget != a.Listing.Tokens {
					t.Errorf("%s: ours is the same from %d on, want %d", name, e.FromBudget, a.Listing.Tokens)
				}
			}
		}
		if name == "made" && len(forms) < 4 {
			t.Errorf("only the forms %v occur", forms)
		}
	}
}

func readable(t *testing.T, set string) (ok bool) {
	t.Run(set, func(t *testing.T) { readSet(t, set); ok = true })
	return ok
}

func checkDifference(t *testing.T, what string, e Embedded, dumped, ours string) {
	t.Helper()
	if dumped == ours {
		if e.Verdict != SameListing {
			t.Errorf("%s: %s", what, e)
		}
		return
	}
	offset, line, dumpedLine, ourLine := slowDifference(dumped, ours)
	if e.Verdict != OtherListing || e.Offset != offset || e.Line != line || e.DumpedLine != dumpedLine || e.OurLine != ourLine {
		t.Errorf("%s: byte %d, line %d, %q, %q: want byte %d, line %d, %q, %q", what, e.Offset, e.Line, e.DumpedLine, e.OurLine, offset, line, dumpedLine, ourLine)
	}
	if e.Column != 0 && dumpedLine[:e.Column] != ourLine[:e.Column] {
		t.Errorf("%s: column %d is not the first", what, e.Column)
	}
}

// TestEmbeddedChange changes one description at a time.
func TestEmbeddedChange(t *testing.T) {
	c := DefaultConfig(Documented())
	c.ListingMaxTokens, c.ThresholdPct = 60000, 100
	catalog := madeCatalog(40)
	s := Register(catalog).Session(Documented(), Scope{}, nil)
	for i, text := range []string{"", "Use", "Use it.", "Grüße an alle.", "Use this to list the issue of a document in workspace number 1. x"} {
		changed := catalog
		changed.Servers = []Server{{Name: catalog.Servers[0].Name, Tools: slices.Clone(catalog.Servers[0].Tools)}}
		tool := &changed.Servers[0].Tools[i*7]
		*tool = Tool{Function: tool.Function.With("description", text)}
		other := Register(changed).Session(Documented(), Scope{}, nil)
		checkDifference(t, text, s.Embedded(dumpOf(other, c, 0), c, 0), other.Assemble(c, 0).Listing.Text(), s.Assemble(c, 0).Listing.Text())
	}
}

// TestEmbeddedParts checks what is said where the dump and what is loaded have not
// the same servers.
func TestEmbeddedParts(t *testing.T) {
	c := DefaultConfig(Documented())
	catalog := Catalog{
		Core:     []Tool{mcpTool(parseJSON(t, []byte(`{"name":"terminal"}`)))},
		Toolsets: []Toolset{{Name: "agent", Tools: []Tool{{Function: py.Object{{Key: "name", Value: "shown"}}, Origin: Origin{"agent.json", "$.tools[3]"}}}}},
	}
	server := func(name string, tools ...string) Server {
		s := Server{Name: name}
		for _, n := range tools {
			s.Tools = append(s.Tools, mcpTool(parseJSON(t, []byte(`{"name":"`+n+`","description":"Does it, tools (3):"}`))))
		}
		return s
	}
	session := func(servers ...Server) *Session {
		with := catalog
		with.Servers = servers
		return Register(with).Session(Documented(), Scope{}, nil)
	}
	a, b, z := server("a", "one", "two"), server("b", "three"), server("z tools (2):", "four")
	plain := Catalog{Servers: []Server{a, b, z}}
	dumped := dumpOf(Register(plain).Session(Documented(), Scope{}, nil), c, 0)
	off, hidden := c, c
	off.Enabled, hidden.Listing = Off, Off
	for _, w := range []struct {
		session *Session
		search  Tool
		config  Config
		want    string
	}{
		{session(a, b, z), dumped, c, "equal: the listing in this tool_search is ours, byte for byte: 285 characters, under a budget of 4000 tokens; " +
			"left out: 1 of the tools beside it, since an agent defers none that it shows"},
		{session(a, z), dumped, c, "equal_parts: the listing in this tool_search is ours, as far as its tools are loaded; it speaks of 4 tools, 3 of them are loaded; not loaded: b; " +
			"left out: 1 of the tools beside it, since an agent defers none that it shows"},
		{session(a, b, z, server("new", "five")), dumped, c, "equal: the listing in this tool_search is ours, byte for byte: 285 characters, under a budget of 4000 tokens; " +
			"loaded, but not in it: new; left out: 1 of the tools beside it, since an agent defers none that it shows"},
		{session(server("a", "one", "twa"), z), dumped, c, "differs: the listing in this tool_search is not ours under a budget of 4000 tokens: byte 142 of it, in line 4, begins to differ, " +
			"\"- mcp__a__two: Does it, tools (3):\", ours \"- mcp__a__twa: Does it, tools (3):\"; it speaks of 4 tools, 3 of them are loaded; not loaded: b; " +
			"left out: 1 of the tools beside it, since an agent defers none that it shows"},
		{session(), dumped, c, "not_compared: the listing in this tool_search is not compared with ours: none of its deferred tools is loaded, since an agent hides them: " +
			"dump their servers and give the dumps beside it; not loaded: a, b, z tools (2):; left out: 1 of the tools beside it, since an agent defers none that it shows"},
		{session(a, b, z), dumped, off, "not_compared: the listing in this tool_search is not compared with ours: enabled is off, so there is no listing to compare it with; " +
			"left out: 1 of the tools beside it, since an agent defers none that it shows"},
		{session(a, b, z), dumped, hidden, "differs: this tool_search has a listing of 285 characters, ours has none, since listing is off; " +
			"left out: 1 of the tools beside it, since an agent defers none that it shows"},
		{session(a), dumpOf(session(a), hidden, 0), hidden, "equal: this tool_search has no listing, and ours has none, since listing is off; it speaks of 3 tools, 2 of them are loaded; " +
			"left out: 1 of the tools beside it, since an agent defers none that it shows"},
		{session(a), dumpOf(session(a), hidden, 0), c, "differs: this tool_search has no listing, ours has one of 164 characters under a budget of 4000 tokens; it speaks of 3 tools, 2 of them are loaded; " +
			"left out: 1 of the tools beside it, since an agent defers none that it shows"},
		{session(a), Tool{Function: py.Object{{Key: "name", Value: "tool_search"}}}, c, "differs: this tool_search has no listing, ours has one of 189 characters under a budget of 4000 tokens"},
	} {
		e := w.session.Embedded(w.search, w.config, 0)
		if got := string(e.Verdict) + ": " + e.String(); got != w.want {
			t.Errorf("got\n%s\nwant\n%s", got, w.want)
		}
	}
}

// FuzzEmbedded checks that no description is too odd, and that a text is always
// parted into blocks that make it up again.
func FuzzEmbedded(f *testing.F) {
	s := benchSession(madeCatalog(5))
	c := DefaultConfig(s.Rules)
	f.Add(dumpOf(s, c, 0).Function.Text("description"))
	f.Add("Search 12,345 tools.\n\nDeferred tool catalog:\na tools (1):\n- x\nb (2 tools — names not listed; discover via `tool_search`)")
	f.Fuzz(func(t *testing.T, description string) {
		e := s.Embedded(Tool{Function: py.Object{{Key: "description", Value: description}}}, c, 0)
		if e.String() == "" || !strings.HasSuffix(description, e.Dumped) {
			t.Errorf("%q: %+v", description, e)
		}
		if e.Verdict == OtherListing && e.Missing == nil {
			checkDifference(t, description, e, e.Dumped, e.Ours)
		}
		at := -1
		for _, b := range blocksOf(e.Dumped) {
			if b.offset <= at || !strings.HasPrefix(e.Dumped[b.offset:], b.text) {
				t.Errorf("%q: block %+v", description, b)
			}
			at = b.offset
		}
	})
}
