package ui

import (
	"fmt"
	"strings"
	"testing"

	tea "github.com/charmbracelet/bubbletea"

	"findable/engine"
	"findable/ui/layout"
	"findable/ui/uitest"
)

func TestTheDefaultTellsItsStory(t *testing.T) {
	d, _ := start(t, "default", 120, 36)
	wantOnScreen(t, d, "TIER 1 mixed", "3,400 deferred", "skerry", "3,319", "summary", "fits with summaries for some",
		"mixed 1/7", "✓ chosen", "budget = min(10,000, 4,000)", "cap binds", "Press / and type")
}

func TestTypingSearchesAtOnce(t *testing.T) {
	d, a := start(t, "default", 120, 36)
	d.Press("/")
	d.Type("create an issue")
	wantOnScreen(t, d, "create_issue", "limit 5: the model gets nothing below", "Explain #1 mcp__linear__create_issue", "sum ")
	if got, want := a.d.results[0].Hits[0].Entry.Name, "mcp__linear__create_issue"; got != want {
		t.Errorf("first hit %s, want %s", got, want)
	}
	d.Type("; send a message")
	wantOnScreen(t, d, "Query · 2 in one call", "query 2 of 2  send a message")
	d.Press("esc")
	if a.focus() != layout.Hits {
		t.Errorf("esc leaves the query for %s, want the hits", a.focus())
	}
}

func TestMoreQueriesThanACallTakes(t *testing.T) {
	d, _ := start(t, "default", 120, 36)
	d.Press("/")
	d.Type("a1;a2;a3;a4;a5;a6;a7;a8;a9;a10;a11")
	wantOnScreen(t, d, "11 queries: one call takes 10")
}

// TestEveryNumberIsTheEngines compares what the screen says with an assembly made
// on the side.
func TestEveryNumberIsTheEngines(t *testing.T) {
	d, a := start(t, "default", 120, 36)
	d.Press("2")
	s := a.src.Registry.Session(engine.Documented(), engine.Scope{}, nil)
	as := s.Assemble(engine.DefaultConfig(engine.Documented()), 200000)
	wantOnScreen(t, d, number(as.BridgeTokens), number(as.TurnTokens), number(as.EagerTokens), number(as.VisibleTokens),
		number(as.EagerTokens-as.TurnTokens), number(as.Listing.Tokens)+" of "+number(as.Budget.Tokens))
}

// TestTheListingIsExact puts the rows of the text pane together again.
func TestTheListingIsExact(t *testing.T) {
	d, a := start(t, "default", 120, 36)
	d.Press("2")
	p := a.panes[layout.Text].(*textPane)
	var lines []string
	for _, r := range p.rows {
		if r.number > 0 {
			lines = append(lines, r.text)
		} else {
			lines[len(lines)-1] += " " + r.text
		}
	}
	text, ours := modelText(&a.d)
	if got := strings.Join(lines, "\n"); got != text {
		t.Errorf("the pane shows\n%s\nwant\n%s", got, text)
	}
	if got := strings.Join(lines[ours:], "\n"); got != a.d.assembly.Listing.Text() {
		t.Errorf("after our words the listing should stand, not\n%s", got)
	}
}

func TestKnobs(t *testing.T) {
	d, a := start(t, "default", 120, 36)
	d.Press("j", "j", "j", "j") // listing_max_tokens
	d.Press("right")
	if got := a.in.Config.ListingMaxTokens; got != 4100 {
		t.Errorf("one step up from 4,000 is %d, want 4,100", got)
	}
	d.Press("shift+left")
	if got := a.in.Config.ListingMaxTokens; got != 3100 {
		t.Errorf("ten steps down from 4,100 is %d, want 3,100", got)
	}
	d.Press("u")
	if got := a.in.Config.ListingMaxTokens; got != 4000 {
		t.Errorf("steps in a row are one change: undone to %d, want 4,000", got)
	}
	d.Press("ctrl+r")
	if got := a.in.Config.ListingMaxTokens; got != 3100 {
		t.Errorf("redone to %d, want 3,100", got)
	}
	d.Press("enter")
	d.Press("ctrl+u")
	d.Type("99999999")
	d.Press("enter")
	wantOnScreen(t, d, "Not taken: listing_max_tokens takes")
	d.Press("esc")
	if got := a.in.Config.ListingMaxTokens; got != 3100 {
		t.Errorf("a refused value changed the knob to %d", got)
	}
	d.Press("enter", "ctrl+u")
	d.Type("200")
	d.Press("enter")
	c := engine.DefaultConfig(engine.Documented())
	c.ListingMaxTokens = 200
	as := a.src.Registry.Session(engine.Documented(), engine.Scope{}, nil).Assemble(c, 200000)
	wantOnScreen(t, d, fmt.Sprintf("TIER %d %s", as.Tier, as.Listing.Form), number(as.Listing.Tokens)+"/200 tok")
	d.Press("d")
	wantOnScreen(t, d, "TIER 1 mixed")
}

func TestKnobsKeepTheirRanges(t *testing.T) {
	for _, k := range knobs {
		for _, by := range []int{-1000, -10, -1, 1, 10, 1000} {
			in := inputs()
			for range 3 {
				k.turn(&in, by)
			}
			checkRanges(t, k.key, in)
		}
		if k.at != nil {
			for _, f := range []float64{0, 0.001, 0.3, 0.5, 0.77, 1} {
				in := inputs()
				k.at(&in, f)
				checkRanges(t, k.key, in)
				if back := k.fraction(in); back < 0 || back > 1 {
					t.Errorf("%s at %v stands at %v on its slider", k.key, f, back)
				}
			}
		}
	}
}

func checkRanges(t *testing.T, key string, in Inputs) {
	t.Helper()
	c := in.Config
	if c.ThresholdPct < 0 || c.ThresholdPct > 100 || c.ListingMaxTokens < 200 || c.ListingMaxTokens > 60000 ||
		c.MaxSearchLimit < 1 || c.MaxSearchLimit > 50 || c.SearchDefaultLimit < 1 || c.SearchDefaultLimit > c.MaxSearchLimit || in.Context < 0 {
		t.Errorf("%s left its range: %+v, context %d", key, c, in.Context)
	}
}

func TestSwitchingAServer(t *testing.T) {
	d, a := start(t, "default", 120, 36)
	d.Press("tab") // servers, skerry first by size
	d.Press("space")
	wantOnScreen(t, d, "skerry off", "TIER 1 full", "prompt cache keeps", "8/9 on")
	if n := a.d.session.Index.Size(); n != 81 {
		t.Errorf("%d tools can be found, want the 81 of the other servers", n)
	}
	d.Press("u")
	wantOnScreen(t, d, "TIER 1 mixed", "undid skerry off")
	d.Press("j", "o")
	wantOnScreen(t, d, "only github on")
	d.Press("o")
	wantOnScreen(t, d, "all servers on", "9/9 on")
}

func TestUnfoldedServersShowTheirToolsState(t *testing.T) {
	d, _ := start(t, "default", 120, 36)
	d.Press("/")
	d.Type("create an issue")
	d.Press("esc", "shift+tab", "shift+tab", "j", "right")
	wantOnScreen(t, d, "★ hit 2", "name")
}

func TestGenerations(t *testing.T) {
	d, a := start(t, "default", 120, 36)
	d.Press("/")
	d.Type("create an issue for the zzqx")
	d.Press("esc", "v")
	if a.in.Generation != "latest" {
		t.Fatalf("generation is %s", a.in.Generation)
	}
	wantOnScreen(t, d, "0 matches: every match must hold the rarest term, zzqx", "leave it out")
}

func TestRaisingTheLimitToAHit(t *testing.T) {
	d, a := start(t, "default", 120, 36)
	d.Press("/")
	d.Type("create an issue")
	d.Press("enter")
	for range 7 {
		d.Press("j")
	}
	r, _ := a.hits.current()
	d.Press("L")
	if a.d.config.SearchDefaultLimit != r.rank || a.d.hit(r.hit.Entry) != r.rank {
		t.Errorf("rank %d: the limit is %d and the hit stands at %d", r.rank, a.d.config.SearchDefaultLimit, a.d.hit(r.hit.Entry))
	}
}

func TestFastTypingAndPaste(t *testing.T) {
	d, a := start(t, "default", 120, 36)
	d.Send(tea.KeyMsg{Type: tea.KeyRunes, Runes: []rune("jjj")})
	if a.config.list.cursor != 3 {
		t.Errorf("jjj in one message moved to row %d, want 3", a.config.list.cursor)
	}
	d.Send(tea.KeyMsg{Type: tea.KeyRunes, Runes: []rune("q"), Paste: true})
	if d.Quit {
		t.Error("pasted text quit the app")
	}
	d.Press("/")
	d.Send(tea.KeyMsg{Type: tea.KeyRunes, Runes: []rune("send a\nmessage"), Paste: true})
	if !strings.HasPrefix(a.in.Query, "send a") || len(a.d.results[0].Hits) == 0 {
		t.Errorf("pasted query is %q", a.in.Query)
	}
}

func TestQuitting(t *testing.T) {
	for _, keys := range [][]string{{"q"}, {"ctrl+c"}, {"/", "ctrl+c"}, {"?", "ctrl+c"}, {"!", "q"}} {
		d, _ := start(t, "small", 120, 36)
		if d.Press(keys...); !d.Quit {
			t.Errorf("%v does not quit", keys)
		}
	}
	d, _ := start(t, "small", 120, 36)
	if d.Press("/", "q", "?"); d.Quit {
		t.Error("q in the query quits")
	}
}

func TestHelpRunsActions(t *testing.T) {
	d, a := start(t, "default", 120, 36)
	d.Press("?")
	wantOnScreen(t, d, "Help · config pane")
	d.Type("undo")
	wantOnScreen(t, d, "not now: nothing to undo")
	d.Press("ctrl+u")
	d.Type("view 2")
	d.Press("enter")
	if a.view != layout.Listing || a.overlay != nil {
		t.Error("enter in help did not run the action")
	}
	d.Press("?", "esc")
	if a.overlay != nil {
		t.Error("esc does not close help")
	}
}

func TestPaletteSetsKnobs(t *testing.T) {
	d, a := start(t, "default", 120, 36)
	d.Press(":")
	d.Type("context 8k")
	wantOnScreen(t, d, "set context to 8,000")
	d.Press("enter")
	if a.in.Context != 8000 {
		t.Errorf("context is %d", a.in.Context)
	}
}

func TestDisabledActionsSayWhy(t *testing.T) {
	d, _ := start(t, "default", 120, 36)
	d.Press("u")
	wantOnScreen(t, d, "nothing to undo")
	d.Advance(messageTime)
	if strings.Contains(d.Screen(), "nothing to undo") {
		t.Error("the message outstays its time")
	}
}

// TestRegistry checks that no key means two things in one scope and that every
// action can be told from the others.
func TestRegistry(t *testing.T) {
	ids, keys := map[string]bool{}, map[string]string{}
	for _, x := range registry() {
		if x.id == "" || x.title == "" || len(x.keys) == 0 || x.run == nil || ids[x.id] {
			t.Errorf("action %q is incomplete or there twice", x.id)
		}
		ids[x.id] = true
		for _, s := range x.scopes {
			for _, k := range x.keys {
				if other := keys[string(s)+" "+k]; other != "" {
					t.Errorf("key %q means %s and %s in scope %q", k, other, x.id, s)
				}
				keys[string(s)+" "+k] = x.id
			}
		}
	}
	for _, s := range lists {
		for k, id := range keys {
			if scope, key, _ := strings.Cut(k, " "); scope == "" && keys[string(s)+" "+key] != "" {
				t.Errorf("key %q means %s everywhere and %s in %s", key, id, keys[string(s)+" "+key], s)
			}
		}
	}
}

func TestHostileTextStaysHarmless(t *testing.T) {
	d, a := start(t, "awkward", 120, 36)
	d.Press("tab")
	for range 200 {
		d.Press("right", "j")
		if err := uitest.CheckFrame(d.View(), a.w, a.h); err != nil {
			t.Fatal(err)
		}
	}
	d.Press("2")
	for range 200 {
		d.Press("ctrl+d")
		if err := uitest.CheckFrame(d.View(), a.w, a.h); err != nil {
			t.Fatal(err)
		}
	}
}

func TestUndoTakesBackPlacesAndFolds(t *testing.T) {
	d, a := start(t, "default", 120, 36)
	d.Press("tab", "j", "right", "j", "j", "s")
	d.Press("u")
	wantOnScreen(t, d, "undid the order of the servers")
	if a.servers.order != bySize {
		t.Error("the order is not undone")
	}
	d.Press("u")
	wantOnScreen(t, d, "undid the selection")
	if r, _ := a.servers.current(); r.entry != nil || r.origin.label != "github" {
		t.Errorf("two moves are one step: the cursor should be on github, not on %s", r.key())
	}
	d.Press("u")
	wantOnScreen(t, d, "undid the fold")
	if len(a.servers.open) != 0 {
		t.Error("the fold is not undone")
	}
	d.Press("ctrl+r", "ctrl+r")
	if r, _ := a.servers.current(); r.entry == nil || !a.servers.open["github"] {
		t.Error("fold and selection are not done again")
	}
}

func TestTour(t *testing.T) {
	d, a := start(t, "default", 120, 36)
	a.src.Demo = true
	a.greet()
	d.Press("k")
	wantOnScreen(t, d, "New here?")
	d.Press("T")
	if strings.Contains(d.Screen(), "New here?") {
		t.Error("the tour goes on to be offered")
	}
	for i, s := range stops {
		wantOnScreen(t, d, s.title, fmt.Sprintf("%d/%d", i+1, len(stops)))
		if a.view != s.view || a.focus() != s.pane {
			t.Errorf("stop %d speaks of %s and shows %s", i+1, s.pane, a.focus())
		}
		r := a.overlay.rect(a, a.rects())
		rects := a.rects()
		place, _ := rects.Find(s.pane)
		if x := place.Rect; r.X < x.X+x.W && x.X < r.X+r.W && r.Y < x.Y+x.H && x.Y < r.Y+r.H && s.pane != layout.Text {
			t.Errorf("stop %d covers the pane it speaks of", i+1)
		}
		d.Press("enter")
	}
	if a.overlay != nil {
		t.Error("the tour does not end")
	}
	d.Press("T", "esc")
	if a.overlay != nil {
		t.Error("esc does not leave the tour")
	}
}
