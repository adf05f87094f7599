package why

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"findable/engine"
	"findable/engine/py"
)

// tool makes a tool from its name, description and the names of its parameters.
func tool(name, description string, parameters ...string) engine.Tool {
	properties := py.Object{}
	for _, p := range parameters {
		key, text, _ := strings.Cut(p, ":")
		properties = append(properties, py.Member{Key: key, Value: py.Object{{Key: "type", Value: "string"}, {Key: "description", Value: text}}})
	}
	f := py.Object{{Key: "name", Value: name}}
	if description != "" {
		f = append(f, py.Member{Key: "description", Value: description})
	}
	f = append(f, py.Member{Key: "parameters", Value: py.Object{{Key: "type", Value: "object"}, {Key: "properties", Value: properties}}})
	return engine.Tool{Function: f}
}

// office is a catalog with one thing of each kind.
func office() engine.Catalog {
	chat := engine.Server{Name: "chat", Tools: []engine.Tool{
		tool("postMessage", "Publishes text.", "channelId:where the announcement goes"),
		tool("list_rooms", "List all rooms of the team."),
		tool("invite", "Invite a person to a room."),
		tool("nachricht", "发送消息到频道 消息"),
		tool("twin.one", "The first."), tool("twin-one", "The second."),
	}}
	for i := range 8 {
		chat.Tools = append(chat.Tools, tool(fmt.Sprintf("archive_%c", 'a'+i), "Archive a room for later."))
	}
	return engine.Catalog{
		Core:     []engine.Tool{tool("terminal", "Run a command.")},
		Toolsets: []engine.Toolset{{Name: "reports", Tools: []engine.Tool{tool("deploy_report", "Analysis of the week."), tool("tool_call", "Not the bridge.")}}},
		Servers: []engine.Server{chat,
			{Name: "bare", Tools: []engine.Tool{{Function: py.Object{{Key: "name", Value: "bare"}, {Key: "description", Value: "…"}}}}},
			{Name: "shut", Tools: []engine.Tool{tool("window", "Shut the window."), tool("nvite", "Odd.")}}},
	}
}

func world(c engine.Catalog, rules engine.Rules, change func(*engine.Config, *engine.Scope)) World {
	config, scope := engine.DefaultConfig(rules), engine.Scope{}
	config.Defer = rules.DefaultDefer
	if change != nil {
		change(&config, &scope)
	}
	r := engine.Register(c)
	s := r.Session(rules, scope, config.Defer)
	return World{World: engine.NewWorld(s, config, 200_000), Loaded: r}
}

func off(c *engine.Config, _ *engine.Scope) { c.Enabled = engine.Off }

func noShut(_ *engine.Config, s *engine.Scope) { s.Disable = []string{"shut"} }

func tight(c *engine.Config, _ *engine.Scope) { c.ListingMaxTokens, c.SearchDefaultLimit = 200, 2 }

func TestVerdicts(t *testing.T) {
	documented, latest := engine.Documented(), engine.Latest()
	for _, c := range []struct {
		rules       engine.Rules
		change      func(*engine.Config, *engine.Scope)
		tool, query string
		verdict     Verdict
		cause       Cause
		evidence    string
	}{
		{documented, nil, "invite", "invite a person", Found, "", ""},
		{documented, nil, "mcp__chat__invite", "MCP__CHAT__invite", Found, "", ""},
		{documented, nil, "invitee", "invite", NotLoaded, "", "mcp__chat__invite"},
		{documented, nil, "twin.one", "first", CollisionSkipped, "", "ambiguous"},
		{documented, nil, "tool_call", "bridge", ReservedName, "", "bridge"},
		{documented, noShut, "window", "window", OutOfScope, "", "mcp-shut is disabled"},
		{documented, nil, "terminal", "command", AlwaysVisible, "", "core list"},
		{documented, off, "invite", "invite", SearchOff, "", "off"},
		{documented, nil, "nachricht", "消息", NoTokens, "", "dropped: 消息"},
		{documented, nil, "invite", "nvite", FallbackSuppressed, "", ""},
		{documented, nil, "postMessage", "message team", NoSharedTerm, CamelCase, "postMessage"},
		{documented, nil, "postMessage", "announcement", NoSharedTerm, UnindexedText, "channelId"},
		{documented, nil, "nachricht", "room", NoSharedTerm, OtherScript, "thrown away"},
		{documented, nil, "deploy_report", "analyze", NoSharedTerm, WordForm, "analysis"},
		{documented, nil, "invite", "frobnicate", NoSharedTerm, UnknownWord, "frobnicate"},
		{documented, nil, "invite", "archive", NoSharedTerm, OtherWords, "8 other tools"},
		{documented, nil, "bare", "archive", IndexesNothing, "", "server's name"},
		{documented, tight, "archive_h", "archive", TieLost, "", "a tie"},
		{documented, tight, "list_rooms", "archive room", BelowLimit, "", "limit 2"},
		{latest, nil, "list_rooms", "archive room", RarestTermGate, "", "archive"},
		{latest, nil, "list_rooms", "frobnicate the room", RarestTermGate, "", "no tool"},
		{latest, nil, "list_rooms", "team publishes text invite person archive", CoverageFloor, "", "1 of the 6"},
	} {
		w := world(office(), c.rules, c.change)
		j, err := w.Explain(c.tool, c.query)
		if err != nil {
			t.Fatal(err)
		}
		var evidence string
		for _, s := range j.Stations {
			if s.Status == Fail {
				evidence = s.Evidence
			}
		}
		if j.Verdict != c.verdict || c.cause != "" && !slices.Contains(j.Causes, c.cause) || !strings.Contains(evidence, c.evidence) {
			t.Errorf("%s, %q of %s: %s %v, %q; want %s %s, %q", c.rules.Name, c.query, c.tool, j.Verdict, j.Causes, evidence, c.verdict, c.cause, c.evidence)
		}
		check(t, w, j)
	}
}

// returned returns the rank that tool_search itself gives a tool, 0 when it does not
// return it: the long way round.
func returned(w World, name, query string, limit int) int {
	reply := w.Session.ToolSearch(w.Config, py.Object{{Key: "queries", Value: py.List{query}}, {Key: "limit", Value: py.Int(limit)}})
	for _, r := range reply.Results {
		for i, h := range r.Hits {
			if h.Entry.Name == name {
				return 1 + i
			}
		}
	}
	return 0
}

// check holds a journey against the engine, and tries each of its repairs.
func check(t *testing.T, w World, j Journey) {
	t.Helper()
	fail := func(format string, args ...any) {
		t.Helper()
		t.Errorf("%s, %q of %s (%s): %s", w.Session.Rules.Name, j.Query, j.Name, j.Verdict, fmt.Sprintf(format, args...))
	}
	failed := 0
	for _, s := range j.Stations {
		if s.Name == "" || s.Status == "" || s.Evidence == "" {
			fail("a station without name, status or evidence: %+v", s)
		}
		if s.Status == Fail {
			failed++
		}
	}
	if (failed == 1) != (j.Verdict != Found) || failed > 1 || j.Verdict.Sentence() == "" {
		fail("%d stations fail", failed)
	}
	if j.Entry == nil {
		return
	}
	if rank := returned(w, j.Entry.Name, j.Query, j.Limit); w.Config.Enabled != engine.Off && (rank > 0) != (j.Verdict == Found) {
		fail("tool_search returns it at rank %d", rank)
	}
	s := slowOf(w)
	for _, st := range j.Stations {
		s.evidence(fail, st)
	}
	for r := range w.Repairs(context.Background(), j) {
		s.says(fail, j, r)
		query := j.Query
		if r.Kind == QueryRepair {
			query = r.Query
			if r.After.Session != w.Session {
				fail("%q changes more than the query", r.Change)
			}
		}
		limit := j.Limit
		if r.After.Config.SearchDefaultLimit != w.Config.SearchDefaultLimit {
			limit = r.After.Config.SearchDefaultLimit
		}
		if r.RankBefore != j.Rank || r.Change == "" {
			fail("repair %+v", r)
		}
		if r.RankAfter > 0 {
			again, err := r.After.Explain(r.Name, query)
			if returned(r.After, r.Name, query, limit) != r.RankAfter || err != nil || again.Rank != r.RankAfter || again.Verdict != Found {
				fail("%q does not help: rank %d, said %d", r.Change, again.Rank, r.RankAfter)
			}
			continue
		}
		e, ok := r.After.Session.Registry.Lookup(r.Name)
		unsearched := ok && r.After.Config.Enabled == engine.Off && r.After.Session.Scope.Contains(e.Toolset)
		if visible := ok && slices.Contains(r.After.Session.Visible, e); !visible && !unsearched && !strings.Contains(r.After.Assembly.Listing.Text(), r.Name) {
			fail("%q does not show it", r.Change)
		}
	}
}

// TestRepairs asks for the repairs of a miss of each kind by name.
func TestRepairs(t *testing.T) {
	for _, c := range []struct {
		rules       engine.Rules
		change      func(*engine.Config, *engine.Scope)
		tool, query string
		want        []string
	}{
		{engine.Documented(), nil, "postMessage", "message team", []string{"write postmessage for message", "name it post_message", "add to its description: message", "search for the full name"}},
		{engine.Documented(), nil, "invite", "invte somebody", []string{"write invite for invte"}},
		{engine.Documented(), tight, "list_rooms", "archive room", []string{"leave archive out", "raise search_default_limit to", "keep it eager"}},
		{engine.Latest(), nil, "list_rooms", "frobnicate the rooms", []string{"leave frobnicate out", "documented finds it"}},
		{engine.Documented(), noShut, "window", "window", []string{"enable the toolset mcp-shut"}},
		{engine.Documented(), nil, "nachricht", "消息", []string{"the fewest words"}},
		{engine.Latest(), nil, "invite", "archive a room and invite person", []string{"send it as 2 queries"}},
	} {
		w := world(office(), c.rules, c.change)
		j, err := w.Explain(c.tool, c.query)
		if err != nil {
			t.Fatal(err)
		}
		var changes []string
		for r := range w.Repairs(context.Background(), j) {
			changes = append(changes, r.Change)
		}
		for _, want := range c.want {
			if !slices.ContainsFunc(changes, func(s string) bool { return strings.Contains(s, want) }) {
				t.Errorf("%q of %s (%s): no repair %q among\n%s", c.query, c.tool, j.Verdict, want, strings.Join(changes, "\n"))
			}
		}
	}
}

func TestAmbiguousName(t *testing.T) {
	c := office()
	c.Servers = append(c.Servers, engine.Server{Name: "mail", Tools: []engine.Tool{tool("invite", "Invite by mail.")}})
	if _, err := world(c, engine.Documented(), nil).Explain("invite", "x"); err == nil || !strings.Contains(err.Error(), "mcp__mail__invite") {
		t.Errorf("%v", err)
	}
}

func TestLost(t *testing.T) {
	for query, want := range map[string]string{"send 消息 to 消息!": "消息", "café": "é", "plain text.": "", "📧 mail": "📧"} {
		if got := dropped(query); got != want {
			t.Errorf("%q: %q, want %q", query, got, want)
		}
	}
}

// TestRandomJourneys takes random queries, made of words of other tools, mostly,
// through random tools of all kinds of worlds, and tries every repair.
func TestRandomJourneys(t *testing.T) {
	walk(t, office(), 400)
}

// TestSharedJourneys does so with real dumps.
func TestSharedJourneys(t *testing.T) {
	walk(t, dumps(t, "github-mcp-server", "slack-ref", "lark-zh", "notion", "linear", "gitlab-ref"), 60)
}

func walk(t *testing.T, c engine.Catalog, n int) {
	t.Helper()
	r := rand.New(rand.NewPCG(9, 10))
	for _, rules := range engine.Generations() {
		for _, change := range []func(*engine.Config, *engine.Scope){nil, tight, noShut, off} {
			w := world(c, rules, change)
			entries := w.Session.Registry.Entries
			for range n / 4 {
				e := entries[r.IntN(len(entries))]
				var query []string
				for range 1 + r.IntN(4) {
					from := e
					if r.IntN(3) > 0 {
						from = entries[r.IntN(len(entries))]
					}
					if words := from.Words(); len(words) > 0 {
						query = append(query, words[r.IntN(len(words))].Text)
					}
				}
				if r.IntN(6) == 0 {
					query = append(query, []string{"消息", "frobnicate", "and", e.Name, "é"}[r.IntN(5)])
				}
				j, err := w.Explain(e.Name, strings.Join(query, " "))
				if err != nil {
					t.Fatal(err)
				}
				check(t, w, j)
			}
		}
	}
}
