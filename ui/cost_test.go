package ui

import (
	"context"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"findable/engine"
	"findable/engine/bpe"
	"findable/engine/cost"
	"findable/ui/cell"
	"findable/ui/layout"
	"findable/ui/uitest"
)

// TestCost holds the three ways and the verdict against the long way round, for the
// knobs as they begin and at random.
func TestCost(t *testing.T) {
	d, a := withCases(t, "small", 200, 60)
	if a.costing.counts.known || a.costing.replies.known {
		t.Error("the Cost view is worked out before it is looked at")
	}
	d.Press("8")
	var queries []string
	for _, c := range a.src.Cases {
		queries = append(queries, c.Query)
	}
	sizes, err := cost.Measure(t.Context(), a.d.session, a.d.config, a.in.Context, queries)
	if err != nil {
		t.Fatal(err)
	}
	r := rand.New(rand.NewPCG(3, 4))
	for i := range 30 {
		for _, w := range cost.Ways() {
			b := cost.Of(sizes, a.in.use(), w)
			wantOnScreen(t, d, cell.Number(b.Prefix), cell.Number(b.Sent), rounded(b.Billed))
		}
		for j, w := range cost.Ways() {
			checkWorking(t, a, j, cost.Of(sizes, a.in.use(), w))
		}
		if text := cost.Judge(sizes, a.in.use()).Text; !strings.Contains(flat(d.Screen()), text[:30]) {
			t.Errorf("the verdict %q is not on the screen:\n%s", text, d.Screen())
		}
		to := a.in
		to.Use = cost.Use{Turns: 1 + r.IntN(300), Tools: r.IntN(32), Found: 0.05 + 0.95*r.Float64(), Conversation: r.IntN(50_000), CacheRead: r.Float64(), CacheWrite: 1 + r.Float64()}
		if i%2 == 0 {
			to.Use = cost.Use{}
		}
		a.change("use", "", to)
		d.Press("j")
	}
}

// flat is a screen without borders and line ends.
func flat(screen string) string {
	return strings.Join(strings.Fields(strings.NewReplacer("│", " ", "┃", " ").Replace(screen)), " ")
}

// checkWorking reads how a bill adds up, and adds.
func checkWorking(t *testing.T, a *App, way int, b cost.Bill) {
	t.Helper()
	s := a.scene(layout.Ways)
	s.w = 200
	text := strings.Join(a.costing.working(s, cost.Ways()[way]), "\n")
	for _, n := range []int{b.Prefix, b.Requests, b.Definitions, b.Sent, b.Fresh, b.Cached, int(math.Round(b.Billed))} {
		if !strings.Contains(text, cell.Number(n)) {
			t.Errorf("%s does not say %d:\n%s", b.Way, n, text)
		}
	}
	for _, sum := range [][2]int{{b.Definitions + b.Replies + b.Reread, b.Sent}, {b.Sent - b.Fresh, b.Cached}, {b.Prefix * b.Requests, b.Definitions}} {
		if sum[0] != sum[1] {
			t.Errorf("%+v does not add up", b)
		}
	}
}

// TestUseKnobs turns and types the knobs of a session, and undoes it.
func TestUseKnobs(t *testing.T) {
	d, a := start(t, "small", 120, 36)
	d.Press("8", "tab", "tab", "tab", "tab")
	if a.focus() != layout.Use {
		t.Fatalf("the focus is on %s", a.focus())
	}
	begin := a.in
	d.Press("right", "right", "shift+right")
	if a.in.use().Turns != 32 {
		t.Errorf("%d turns", a.in.use().Turns)
	}
	d.Press("u")
	if !a.in.Equal(begin) {
		t.Errorf("undone: %+v", a.in.Use)
	}
	for _, x := range []struct {
		row   int
		text  string
		fault string
		want  func(cost.Use) bool
	}{
		{0, "50", "", func(u cost.Use) bool { return u.Turns == 50 }},
		{0, "0", "a whole number from 1 to 1,000", nil},
		{1, "7", "", func(u cost.Use) bool { return u.Tools == 7 }},
		{1, "x", "a whole number from 0 to 200", nil},
		{2, "100", "", func(u cost.Use) bool { return u.Found == 1 }},
		{2, "0", "a percentage from 5 to 100", nil},
		{2, "NaN", "a percentage from 5 to 100", nil},
		{3, "25,000", "", func(u cost.Use) bool { return u.Conversation == 25_000 }},
		{4, "12.5", "", func(u cost.Use) bool { return u.CacheRead == 0.125 }},
		{5, "100 %", "", func(u cost.Use) bool { return u.CacheWrite == 1 }},
	} {
		a.use.list.cursor = x.row
		d.Press("enter")
		d.Type(x.text)
		d.Press("enter")
		if x.fault != "" {
			wantOnScreen(t, d, "Not taken: "+a.use.selected().key+" takes "+x.fault)
			d.Press("esc")
		} else if !x.want(a.in.use()) {
			t.Errorf("%q gives %+v", x.text, a.in.use())
		}
	}
	d.Press("D")
	if a.in.Use != (cost.Use{}) {
		t.Errorf("defaults: %+v", a.in.Use)
	}
	d.Press("1", ":")
	d.Type("turns 60")
	d.Press("enter")
	if a.in.use().Turns != 60 || a.focus() != layout.Use {
		t.Errorf("the palette gives %d turns, the focus is on %s", a.in.use().Turns, a.focus())
	}
	for _, k := range useKnobs { // a slider gives back what it shows, as near as its steps are
		for _, f := range []float64{0, 0.3, 1} {
			to := a.in
			k.at(&to, f)
			if got := k.fraction(to); math.Abs(got-f) > 0.06 {
				t.Errorf("%s at %v shows %v", k.key, f, got)
			}
		}
	}
}

// TestCostOfNothing looks at a catalog without anything to defer.
func TestCostOfNothing(t *testing.T) {
	d, _ := start(t, "core-only", 120, 36)
	d.Press("8", "enter")
	wantOnScreen(t, d, "Nothing can be deferred")
}

// TestCounts holds the counted tokens against counting everything at once.
func TestCounts(t *testing.T) {
	d, a := start(t, "awkward", 120, 60)
	d.Press("8")
	counts, err := new(bpe.Counter).Count(t.Context(), a.d.session, a.d.assembly)
	if err != nil {
		t.Fatal(err)
	}
	wantOnScreen(t, d, bpe.Encoding, cell.Number(counts.Definitions.Tokens), cell.Number(counts.Listing.Tokens))
}

// TestStudy drops what comes too late, and works nothing out twice.
func TestStudy(t *testing.T) {
	_, a := start(t, "small", 80, 24)
	var s study[int, string]
	work := func(text string) func(context.Context) (string, error) {
		return func(ctx context.Context) (string, error) { return text, ctx.Err() }
	}
	first := s.want(a, 1, work("one"))
	if s.want(a, 1, work("again")) != nil {
		t.Error("the same is worked out twice at a time")
	}
	second := s.want(a, 2, work("two"))
	for _, cmd := range []func() any{func() any { return second() }, func() any { return first() }} {
		cmd().(studiedMsg).take(a)
	}
	if !s.known || s.of != 2 || s.result != "two" || a.dropped != 1 || s.revision != 1 {
		t.Errorf("%+v, %d dropped", s, a.dropped)
	}
	if s.want(a, 2, work("again")) != nil {
		t.Error("what is known is worked out again")
	}
}

// TestCacheTries makes every change that the cache pane lists: it does what was said.
func TestCacheTries(t *testing.T) {
	for _, name := range []string{"small", "awkward"} {
		d, a := start(t, name, 120, 60)
		d.Press("8", "tab", "tab", "tab")
		if a.focus() != layout.Cache {
			t.Fatalf("the focus is on %s", a.focus())
		}
		tries := a.costing.tries.result
		if len(tries) < 10 {
			t.Fatalf("%s: %d changes", name, len(tries))
		}
		for i, x := range tries {
			if i > 0 && x.again > tries[i-1].again {
				t.Errorf("%q comes after %q, which costs less", x.what, tries[i-1].what)
			}
			session, before := a.d.session, a.d.assembly
			a.caches.list.cursor = i
			d.Press("enter")
			kept, total := engine.PrefixKept(session, before, a.d.session, a.d.assembly)
			if total-kept != x.again || a.d.assembly.TurnTokens-before.TurnTokens != x.turn {
				t.Errorf("%s: %q bills %d again and changes a turn by %d, it said %d and %d", name, x.what, total-kept, a.d.assembly.TurnTokens-before.TurnTokens, x.again, x.turn)
			}
			loss := engine.Invalidated(session, before, a.d.session, a.d.assembly)
			if l := a.costing.caching.result.loss; l == nil || l.Again != loss.Again || l.Offset != loss.Offset || l.Block != loss.Block {
				t.Errorf("%s: %q: the pane says %+v", name, x.what, l)
			}
			if !loss.Empty() {
				wantOnScreen(t, d, "billed again: "+cell.Number(loss.Again)+" of "+cell.Number(loss.Total)+" tok", "first differing byte: "+cell.Number(loss.Offset))
			}
			d.Press("u")
		}
		// Against A nothing but A counts.
		d.Press("A")
		wantOnScreen(t, d, "against A", "the same bytes")
	}
}

// TestCostFrames draws the view at all sizes.
func TestCostFrames(t *testing.T) {
	for _, name := range []string{"default", "core-only", "awkward"} {
		d, a := start(t, name, 120, 36)
		d.Press("8", "A")
		for i, p := range []layout.Pane{layout.Use, layout.Ways, layout.Curve, layout.Counts, layout.Cache} {
			a.setFocus(p)
			d.Press("j", "G", []string{"F", "v"}[i%2])
			for w := 1; w < 220; w += 11 {
				for h := 1; h < 60; h += 7 {
					d.Resize(w, h)
					if err := uitest.CheckFrame(a.View(), w, h); err != nil {
						t.Fatal(err)
					}
				}
			}
			d.Resize(120, 36)
		}
	}
}

// TestWaysAgainstA sets what a session costs beside what it does in side A.
func TestWaysAgainstA(t *testing.T) {
	d, a := withCases(t, "small", 120, 36)
	d.Press("8")
	before, known := a.costing.reckoned(&a.d, a.in)
	bills := slices.Clone(before.bills)
	d.Press("A")
	to := a.in
	to.Use = cost.DefaultUse()
	to.Use.Turns, to.Generation = 60, "latest"
	a.change("changes", "", to)
	d.Press("down", "up")
	now, knownToo := a.costing.reckoned(&a.d, a.in)
	if !known || !knownToo {
		t.Fatal("the replies are not known")
	}
	for i, b := range now.bills {
		by := a.styles.Glyphs.Signed(int(math.Round(b.Billed)) - int(math.Round(bills[i].Billed)))
		row := ""
		for line := range strings.Lines(d.Screen()) {
			if strings.Contains(line, b.Way.Words()) && strings.Contains(line, rounded(b.Billed)) {
				row = line
			}
		}
		if by == "0" || !strings.Contains(row, by) {
			t.Errorf("%s costs %s more than in A, and the row is %q", b.Way.Words(), by, row)
		}
	}
	wantOnScreen(t, d, "vs A")
}
