package ui

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"

	tea "github.com/charmbracelet/bubbletea"

	"findable/engine"
	"findable/themes"
	"findable/ui/chart"
	"findable/ui/figures"
	"findable/ui/frame"
	"findable/ui/layout"
	"findable/ui/style"
)

// saveKey saves what an overlay draws.
const saveKey = "s"

// frontChart is the name of the chart of advice.
const frontChart = "front"

// A chartView draws one chart after the other, as large as the screen.
type chartView struct {
	at    int
	chart chart.Chart
	of    chartOf // that it was made from
	kept  []string
	drawn chartDrawn
}

type chartOf struct{ at, revision, results, advice, pins, fares int }

type chartDrawn struct {
	of   chartOf
	w, h int
	look *style.Styles
}

// A charted is one of the charts: what draws it, or why it is not there.
type charted struct {
	id, title string
	draw      func(a *App) chart.Chart
	missing   func(a *App) string
}

var charts = []charted{
	{"servers", "by server", func(a *App) chart.Chart { return figures.Servers(a.d.session, a.sessionBefore()) }, nil},
	{"parts", "by part", func(a *App) chart.Chart { return figures.Parts(a.d.session, a.sessionBefore()) }, nil},
	{"listing", "listing", func(a *App) chart.Chart { return figures.Listing(&a.d.assembly, a.assemblyBefore()) }, nil},
	{"ranks", "ranks", func(a *App) chart.Chart { return figures.Ranks(a.runs()...) }, func(a *App) string {
		switch {
		case len(a.evaluation.cases) == 0:
			return a.told("There are no cases. Give a file with --cases FILE, or search in Tune and press {expect} on the tool that a query should find.")
		case a.evaluation.current() == nil:
			return "measuring " + a.styles.Glyphs.Ellipsis
		}
		return ""
	}},
	{frontChart, "front", func(a *App) chart.Chart { return figures.Front(*a.advising.done, a.advising.done.Pick) }, func(a *App) string {
		if a.advising.done == nil {
			return "asking the cases under every setting " + a.styles.Glyphs.Ellipsis
		}
		return ""
	}},
}

// runs are the present outcome of the cases and one before it: that of side A, or else
// that of the base.
func (a *App) runs() []figures.Run {
	now := a.evaluation.current()
	runs := []figures.Run{{Name: fmt.Sprintf("now, try %d", now.Number), Outcomes: now.Outcomes}}
	base := a.evaluation.tries[a.evaluation.base]
	switch side := a.comparing.a; {
	case side != nil && a.comparing.outcome() != nil && a.comparing.outcome().Number != now.Number:
		runs = slices.Insert(runs, 0, figures.Run{Name: "before, side A", Outcomes: a.comparing.outcome().Outcomes})
	case base.Number != now.Number:
		runs = slices.Insert(runs, 0, figures.Run{Name: fmt.Sprintf("before, try %d", base.Number), Outcomes: base.Outcomes})
	}
	return runs
}

// sessionBefore is the session of side A, nil where its tools are those of the present.
func (a *App) sessionBefore() *engine.Session {
	if side := a.comparing.a; side != nil && side.world.Session != a.d.session {
		return side.world.Session
	}
	return nil
}

// assemblyBefore is what side A assembles, nil where none is kept.
func (a *App) assemblyBefore() *engine.Assembly {
	if side := a.comparing.a; side != nil {
		return &side.world.Assembly
	}
	return nil
}

func (o *chartView) current() charted { return charts[o.at] }

func (o *chartView) rect(_ *App, r layout.Rects) layout.Rect {
	if r.Mode == layout.TooSmall {
		return r.Notice
	}
	return r.Body()
}

func (o *chartView) draw(a *App, r layout.Rect) []string {
	c := o.current()
	box := frame.Box{Title: "Charts", Key: backKey, FootRight: fmt.Sprintf("%d of %d", o.at+1, len(charts)), Focus: true, W: r.W, H: r.H}
	for i, x := range charts {
		title := " " + x.title + " "
		if i == o.at {
			title = "[" + x.title + "]"
		}
		box.Title += " " + title
	}
	if why := c.why(a); why != "" {
		s := &scene{Styles: a.styles, w: r.W - 2}
		return box.Draw(a.styles, s.paragraph(themes.Text, why))
	}
	if of := (chartOf{o.at, a.d.revision, a.evaluation.revision, a.advising.revision, a.comparing.pins, a.comparing.fares.revision}); o.chart == nil || of != o.of {
		o.chart, o.of = c.draw(a), of
	}
	if now := (chartDrawn{o.of, r.W, r.H, a.styles}); o.kept == nil || now != o.drawn {
		o.kept, o.drawn = o.chart.Lines(a.styles, r.W-2, r.H-2), now
	}
	return box.Draw(a.styles, o.kept)
}

// why says why a chart is not there.
func (c charted) why(a *App) string {
	if c.missing == nil {
		return ""
	}
	return c.missing(a)
}

func (o *chartView) key(a *App, msg tea.KeyMsg) tea.Cmd {
	key := msg.String()
	x, _ := a.find(key)
	switch {
	case msg.Type == tea.KeyEsc, a.has("charts", key):
		a.close()
	case msg.Type == tea.KeyLeft, key == "h":
		o.at = (o.at + len(charts) - 1) % len(charts)
	case msg.Type == tea.KeyRight, key == "l", msg.Type == tea.KeyTab:
		o.at = (o.at + 1) % len(charts)
	case key == saveKey:
		c := o.current()
		if why := c.why(a); why != "" {
			a.say(why)
			return nil
		}
		return a.saveChart(c.id, c.draw(a))
	case x.over:
		return a.do(x)
	}
	return nil
}

func (o *chartView) mouse(a *App, msg tea.MouseMsg) {
	switch {
	case msg.Button == tea.MouseButtonWheelUp:
		o.at = max(o.at-1, 0)
	case msg.Button == tea.MouseButtonWheelDown:
		o.at = min(o.at+1, len(charts)-1)
	case pressed(msg) && !o.rect(a, a.rects()).Contains(msg.X, msg.Y):
		a.close()
	}
}

func (o *chartView) hints(a *App) [][2]string {
	return [][2]string{{"h l", "another chart"}, {saveKey, "saves as SVG"}, {a.keyOf("advice"), "advice"}, {backKey, "closes"}}
}

// A chartSavedMsg tells what became of saving a chart.
type chartSavedMsg struct {
	file string
	err  error
}

// saveChart writes a chart into a file that was not there before.
func (a *App) saveChart(name string, c chart.Chart) tea.Cmd {
	in := a.saveIn
	return func() tea.Msg {
		text := c.SVG()
		const most = 1000 // names tried
		for n := 1; ; n++ {
			file := filepath.Join(in, "findable-"+name+".svg")
			if n > 1 {
				file = filepath.Join(in, fmt.Sprintf("findable-%s-%d.svg", name, n))
			}
			f, err := os.OpenFile(file, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o644)
			if os.IsExist(err) && n < most {
				continue
			}
			if err == nil {
				_, err = f.WriteString(text)
				err = errors.Join(err, f.Close())
			}
			return chartSavedMsg{file, err}
		}
	}
}

func (a *App) onChartSaved(msg chartSavedMsg) {
	if msg.err != nil {
		a.say("not saved: " + a.clean(msg.err.Error()))
		return
	}
	a.say("the chart is in " + a.clean(msg.file))
}

// chartActions open the advice and the charts.
func chartActions() []action {
	return []action{
		{id: "advice", over: true, title: "Advice: the settings that are worth having, by tokens and findability", scopes: general, keys: []string{"O"},
			run: func(a *App) tea.Cmd { a.open(newAdvice(a)); return nil }},
		{id: "charts", over: true, title: "Charts: tokens by server and by part, ranks of cases, the front; saved as SVG", scopes: general, keys: []string{"V"},
			run: func(a *App) tea.Cmd { a.open(&chartView{}); return nil }},
	}
}
