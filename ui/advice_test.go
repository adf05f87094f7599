package ui

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	tea "github.com/charmbracelet/bubbletea"

	"findable/engine"
	"findable/engine/advice"
	"findable/engine/eval"
	"findable/ui/cell"
	"findable/ui/uitest"
)

// withManyCases gives the app cases that any limit finds, so that a high one is money
// lost.
func withManyCases(t *testing.T, w, h int) (*uitest.Driver, *App) {
	t.Helper()
	src := sample(t, "default")
	for _, e := range src.Registry.Entries {
		if e.Server != nil && len(src.Cases) < 60 {
			src.Cases = append(src.Cases, eval.Case{Query: e.Name, Expect: []eval.Want{{Name: e.Name, Grade: 1}}})
		}
	}
	in := inputs()
	in.Config.SearchDefaultLimit = 25
	clock := uitest.NewClock()
	a := New(src, in, plainStyles(t, cell.Unicode), clock)
	a.saveIn = t.TempDir()
	return uitest.NewDriver(t, a, clock, w, h), a
}

// TestAdvice shows the advice, takes it in one step that can be undone, and works it
// out anew for what has changed.
func TestAdvice(t *testing.T) {
	d, a := withManyCases(t, 120, 40)
	before := a.in
	d.Press("O")
	w := a.advising.done
	if w == nil || w.Code != advice.Take {
		t.Fatalf("advice %+v", w)
	}
	wantOnScreen(t, d, "findable against tokens", "● now", "× chosen", "(advised)", "as they are now", "TIER 1", "recall@limit")
	o := a.overlay.(*adviceView)
	if o.rows[o.list.cursor] != w.Pick {
		t.Errorf("the cursor is on point %d, advised is %d", o.rows[o.list.cursor], w.Pick)
	}
	steps := len(a.history.past)
	d.Press("enter")
	if a.overlay != nil || len(a.history.past) != steps+1 || a.in.Config.SearchDefaultLimit != w.Points[w.Pick].Config.SearchDefaultLimit {
		t.Errorf("limit %d after %d steps", a.in.Config.SearchDefaultLimit, len(a.history.past)-steps)
	}
	if a.d.assembly.TurnTokens != w.Points[w.Pick].Assembly.TurnTokens {
		t.Errorf("a turn is %d tokens, promised were %d", a.d.assembly.TurnTokens, w.Points[w.Pick].Assembly.TurnTokens)
	}
	if said := a.said[len(a.said)-1].text; !strings.Contains(said, "advice, "+w.Points[w.Pick].Moved(before.Effective())) || !strings.Contains(said, "within reach, was") {
		t.Errorf("said %q", said)
	}
	d.Press("O")
	if w2 := a.advising.done; w2 == w || w2.Code != advice.Keep {
		t.Errorf("after taking it the advice is %s: %s", a.advising.done.Code, a.advising.done.Text)
	}
	wantOnScreen(t, d, "Keep what you have")
	d.Press("enter")
	wantOnScreen(t, d, "these are the knobs as they are now")
	d.Press("u") // while it is looked at
	if !a.in.Equal(before) || a.advising.done.Code != advice.Take {
		t.Errorf("undone to %+v, advice %s", a.in.Config, a.advising.done.Code)
	}
	d.Press("O")
	if a.overlay != nil {
		t.Error("O does not close it")
	}
}

// TestAdviceStates draws what is not the common case.
func TestAdviceStates(t *testing.T) {
	d, a := start(t, "default", 100, 30)
	d.Press("O")
	wantOnScreen(t, d, "There are no cases", "--cases FILE", "would not fit the context")
	d.Press("esc")
	a.advising = advising{}
	a.open(newAdvice(a)) // before any job has begun
	a.frame = a.draw()
	wantOnScreen(t, d, "asking the cases under every setting", "0%", "stops and closes")
	d.Press("x", "enter", "j", "s")
	d.Press("esc")

	none := engine.Register(engine.Catalog{})
	bare := New(Source{Name: "bare", Registry: none}, inputs(), plainStyles(t, cell.ASCII), uitest.NewClock())
	db := uitest.NewDriver(t, bare, bare.clock.(*uitest.Clock), 80, 24)
	db.Press("O")
	wantOnScreen(t, db, "gives the model the same", "as they are now")
	for w := 1; w < 140; w += 7 {
		for h := 1; h < 50; h += 3 {
			for _, x := range []*uitest.Driver{d, db} {
				x.Resize(w, h)
				if err := uitest.CheckFrame(x.View(), w, h); err != nil {
					t.Fatalf("%d x %d: %v", w, h, err)
				}
			}
		}
	}
}

// TestAdviceStops checks that what nobody waits for is stopped, and a late answer
// dropped.
func TestAdviceStops(t *testing.T) {
	_, a := withManyCases(t, 120, 36)
	a.open(newAdvice(a))
	if a.advise() == nil || a.advising.going == (advisedFor{}) {
		t.Fatal("no work has begun")
	}
	if a.advise() != nil {
		t.Error("the same work begins twice")
	}
	of := a.advising.going
	if a.onAdvising(advisingMsg{of}) == nil {
		t.Error("the progress is drawn once only")
	}
	a.close()
	a.advise()
	if a.advising.going != (advisedFor{}) {
		t.Error("the work goes on without anybody looking")
	}
	was := a.dropped
	a.onAdvised(advisedMsg{of: of})
	if a.dropped != was+1 || a.advising.done != nil || a.onAdvising(advisingMsg{of}) != nil {
		t.Error("a late answer is taken")
	}
}

// TestCharts goes round the charts and saves one.
func TestCharts(t *testing.T) {
	d, a := withCases(t, "small", 110, 34)
	a.saveIn = t.TempDir()
	d.Press("V")
	wantOnScreen(t, d, "[by server]", "Tokens by server", "always loaded", "tok", "TIER 1")
	d.Press("l")
	wantOnScreen(t, d, "[by part]", "descriptions of parameters")
	d.Press("right")
	wantOnScreen(t, d, "[listing]", "The listing by server, tier 1 full")
	d.Press("right")
	wantOnScreen(t, d, "[ranks]", "rank of the first wanted tool", "none")
	d.Press("s", "s")
	for _, name := range []string{"findable-ranks.svg", "findable-ranks-2.svg"} {
		text, err := os.ReadFile(filepath.Join(a.saveIn, name))
		if err != nil || !strings.HasPrefix(string(text), "<svg") {
			t.Error(name, err)
		}
	}
	wantOnScreen(t, d, "the chart is in", "findable-ranks-2.svg")
	d.Press("l")
	wantOnScreen(t, d, "[front]", "needed tools within reach")
	d.Press("O", "V")
	if o, ok := a.overlay.(*chartView); !ok || charts[o.at].id != frontChart {
		t.Error("from the advice V does not lead to its chart")
	}
	d.Press("l", "h", "h", "esc")
	a.saveIn = filepath.Join(a.saveIn, "nowhere")
	d.Press("V", "s")
	wantOnScreen(t, d, "not saved")
	d.Press("esc")

	// before and after: the base, then side A
	base := a.evaluation.current().Number
	to := a.in
	to.Generation = "latest"
	a.change("generation", "", to)
	d.Press("V", "l", "l", "l")
	wantOnScreen(t, d, fmt.Sprintf("before, try %d", base), "now, try")
	d.Press("esc", "A", "u", "V")
	wantOnScreen(t, d, "Tokens by server", "in all definitions", "before", "slack, now")
	d.Press("l", "l", "l")
	wantOnScreen(t, d, "before, side A")
	for w := 1; w < 140; w += 9 {
		for h := 1; h < 50; h += 4 {
			d.Resize(w, h)
			if err := uitest.CheckFrame(d.View(), w, h); err != nil {
				t.Fatalf("%d x %d: %v", w, h, err)
			}
		}
	}
}

func TestChartsWithoutCases(t *testing.T) {
	d, _ := start(t, "awkward", 90, 26)
	d.Press("V", "h", "h")
	wantOnScreen(t, d, "There are no cases")
	d.Press("s")
	wantOnScreen(t, d, "There are no cases")
	d.Press("h", "h") // hostile labels
	if err := uitest.CheckFrame(d.View(), 90, 26); err != nil {
		t.Error(err)
	}
}

// TestAdviceMouse puts the cursor on the row that is clicked.
func TestAdviceMouse(t *testing.T) {
	d, a := withManyCases(t, 120, 40)
	d.Press("O")
	o := a.overlay.(*adviceView)
	for i, line := range strings.Split(d.Screen(), "\n") {
		if strings.Contains(line, "as they are now") {
			d.Send(tea.MouseMsg{X: 10, Y: i, Button: tea.MouseButtonLeft, Action: tea.MouseActionPress})
		}
	}
	if at := o.rows[o.list.cursor]; at != a.advising.done.Present {
		t.Errorf("the cursor is on point %d, clicked was %d", at, a.advising.done.Present)
	}
	d.Send(tea.MouseMsg{X: 10, Y: 0, Button: tea.MouseButtonLeft, Action: tea.MouseActionPress})
	if a.overlay != nil {
		t.Error("a click beside it does not close it")
	}
}

// TestAdviceDraws draws the front where most people look, however much there is to say.
func TestAdviceDraws(t *testing.T) {
	d, _ := start(t, "default", 80, 24)
	d.Press("O")
	wantOnScreen(t, d, "There are no cases", "needed tools within reach", "tokens a turn, with the bridge's replies", "as they are now", "knobs that differ", "95 %")
	d, _ = withManyCases(t, 80, 24)
	d.Press("O")
	wantOnScreen(t, d, "needed tools within reach", "as they are now", "checked")
}
