package ui

import (
	"fmt"

	tea "github.com/charmbracelet/bubbletea"

	"findable/engine"
	"findable/engine/advice"
	"findable/themes"
	"findable/ui/cell"
	"findable/ui/figures"
	"findable/ui/frame"
	"findable/ui/layout"
	"findable/ui/style"
)

// An adviceView draws the front of the knobs, lists its points, and takes the one
// under the cursor.
type adviceView struct {
	list list
	top  int // the line of the first row, once drawn
	// rows are the places of the points that are listed.
	rows  []int
	of    *advice.Advice
	kept  []string
	drawn adviceDrawn
}

type adviceDrawn struct {
	w, h, revision, cursor int
	look                   *style.Styles
}

// newAdvice opens the advice on what is known, if that still holds.
func newAdvice(a *App) *adviceView {
	o := &adviceView{}
	if w := a.advising.done; w != nil && a.advising.of == (advisedFor{a.d.session, a.d.assemblies, a.evaluation.asked}) {
		o.begin(w)
	}
	return o
}

// begin puts the cursor on what is advised.
func (o *adviceView) begin(w *advice.Advice) {
	o.of, o.rows, o.list, o.kept = w, w.Shown(), list{}, nil
	for i, point := range o.rows {
		if point == w.Pick {
			o.list.cursor = i
		}
	}
}

func (o *adviceView) rect(_ *App, r layout.Rects) layout.Rect {
	if r.Mode == layout.TooSmall {
		return r.Notice
	}
	return r.Body()
}

func (o *adviceView) draw(a *App, r layout.Rect) []string {
	s := &scene{Styles: a.styles, src: a.src, in: a.in, d: &a.d, focus: true, w: r.W - 2, h: r.H - 2}
	box := frame.Box{Title: "Advice " + s.Glyphs.Middle + " findable against tokens", Key: backKey, Focus: true, W: r.W, H: r.H}
	if o.of == nil || a.advising.done != o.of {
		o.of = nil
		return box.Draw(a.styles, o.waiting(s, a))
	}
	box.FootRight = "reach: loaded, listed by name or found"
	box.Foot = fmt.Sprintf("%s, %s, %d on the front", engine.Plural(o.of.Tried, "setting", "settings"), engine.Plural(len(o.of.Points), "outcome", "outcomes"), len(o.of.Front()))
	if now := (adviceDrawn{s.w, s.h, a.advising.revision, o.list.cursor, a.styles}); o.kept == nil || now != o.drawn {
		invitation := ""
		if len(a.evaluation.cases) == 0 && len(o.of.Points) > 1 {
			invitation = a.told("Give a file with --cases FILE, or search in Tune and press {expect} on the tool that a query should find.")
		}
		o.kept, o.drawn = o.lines(s, invitation), now
	}
	return box.Draw(a.styles, o.kept)
}

// waiting says how far the work is.
func (o *adviceView) waiting(s *scene, a *App) []string {
	share := 0.0
	if a.advising.progress != nil {
		share = float64(a.advising.progress.Load()) / 1000
	}
	filled, rest := s.Glyphs.Gauge(share, min(max(s.w-8, 1), 40))
	lines := s.paragraph(themes.Text, "asking the cases under every setting "+s.Glyphs.Ellipsis)
	return append(lines, s.Row(s.w, style.Off, style.In(themes.Text, " "), style.In(themes.GaugeFilled, filled), style.In(themes.GaugeEmpty, rest),
		style.In(themes.Muted, fmt.Sprintf(" %.0f%%", 100*share))))
}

// lines are the advice in words, the front drawn where there is room, and the list of
// points with what the one under the cursor is. The invitation is to make cases.
func (o *adviceView) lines(s *scene, invitation string) []string {
	w := o.of
	var said []style.Seg // a line each
	say := func(role themes.Role, text string) {
		for _, l := range cell.Wrap(text, max(s.w-2, 1)) {
			said = append(said, style.In(role, l))
		}
	}
	say(themes.Strong, s.clean(w.Text))
	if invitation != "" {
		say(themes.Muted, invitation)
	}
	if w.TooLong {
		say(themes.Muted, "Without tool search all definitions would not fit the context: left out.")
	}
	const least, leastRows, leastText = 9, 3, 3 // lines of a drawing, rows and words beside it
	detail := o.detail(s, o.rows[min(o.list.cursor, len(o.rows)-1)])
	text := min(len(said), max(s.h-1-len(detail)-leastRows-1, 2))
	figure, drawn := 0, false
	for _, most := range [...]int{s.h / 3, s.h / 5, leastText} { // words make way for the drawing
		words := min(text, max(most, leastText))
		room := s.h - words - 1 - len(detail)
		figure = room - min(len(o.rows), max(leastRows, room/3))
		if drawn = figure >= least && len(w.Points) > 1; drawn {
			text = words
			break
		}
	}
	if text < len(said) {
		last := &said[text-1]
		last.Text = s.Glyphs.Cut(last.Text, max(s.w-3, 1)-cell.Width(s.Glyphs.Ellipsis)) + s.Glyphs.Ellipsis
	}
	var out []string
	for _, l := range said[:text] {
		out = append(out, s.Row(s.w, style.Off, style.In(l.Role, " "), l))
	}
	if drawn {
		out = append(out, figures.Front(*w, o.rows[o.list.cursor]).Lines(s.Styles, s.w, figure)...)
	}
	out = append(out, o.head(s))
	o.top = len(out)
	from, to := o.list.window(len(o.rows), max(s.h-len(out)-len(detail), 1))
	for i := from; i < to; i++ {
		out = append(out, o.row(s, i))
	}
	return append(out, detail...)
}

// Widths of the columns of points.
const tokensWidth, reachWidth = 9, 8

func (o *adviceView) head(s *scene) string {
	const head = themes.Heading
	segs := []style.Seg{style.In(head, "    "), style.Number(head, "tokens", tokensWidth)}
	if s.w >= layout.TabsWidth {
		segs = append(segs, style.Number(head, "turn", tokensWidth))
	}
	return s.Row(s.w, style.Off, append(segs, style.Number(head, "reach", reachWidth), style.Number(head, "checked", reachWidth), style.In(head, "  knobs that differ"))...)
}

func (o *adviceView) row(s *scene, i int) string {
	place := o.rows[i]
	p, role, mark := o.of.Points[place], themes.Text, " "
	if p.Front {
		mark = s.Glyphs.Star
	}
	knobs := p.Moved(o.of.Points[o.of.Present].Config)
	switch place {
	case o.of.Present:
		role, knobs = themes.Strong, "as they are now"
	case o.of.Pick:
		role, knobs = themes.Good, knobs+" (advised)"
	case o.of.More:
		knobs += " (finds more)"
	}
	segs := []style.Seg{style.In(themes.Accent, s.cursorGlyph(i == o.list.cursor)+" "), style.In(themes.Match, mark+" "), style.Number(role, whole(p.Tokens(p.Chosen)), tokensWidth)}
	if s.w >= layout.TabsWidth {
		segs = append(segs, style.Number(themes.Muted, cell.Number(p.Assembly.TurnTokens), tokensWidth))
	}
	return s.Row(s.w, s.mark(i == o.list.cursor), append(segs, style.Number(role, reached(p.Chosen), reachWidth),
		style.Number(role, reached(p.Checked), reachWidth), style.In(role, "  "+knobs))...)
}

// reached writes the reach of a score, which is none without cases.
func reached(s advice.Score) string {
	if s.Cases == 0 {
		return "-"
	}
	return percentage(s.Reach)
}

// detail says more of a point.
func (o *adviceView) detail(s *scene, place int) []string {
	p := o.of.Points[place]
	what := fmt.Sprintf("tier %d %s, %s of %s tools named", p.Assembly.Tier, p.Assembly.Listing.Form, cell.Number(p.Named), cell.Number(p.Assembly.Deferred))
	if !p.Assembly.Active {
		what = "every tool loaded"
	}
	text := fmt.Sprintf("%s; replies %s tok; recall@limit %s", what, whole(p.Chosen.Replies), percentage(p.Chosen.Recall))
	const knobs = 60 // cells that the list needs beside its figures
	if moved := p.Moved(o.of.Points[o.of.Present].Config); moved != "" && s.w < layout.TabsWidth+knobs/2 {
		text = moved + "; " + text
	}
	if p.Checked.Cases > 0 {
		text += fmt.Sprintf("; reach 95 %% %s to %s, checked %s to %s", percentage(p.Chosen.Low), percentage(p.Chosen.High), percentage(p.Checked.Low), percentage(p.Checked.High))
	}
	return s.briefly(themes.Muted, text, max(s.h/8, 2))
}

func (o *adviceView) key(a *App, msg tea.KeyMsg) tea.Cmd {
	key := msg.String()
	x, _ := a.find(key)
	switch {
	case msg.Type == tea.KeyEsc, a.has("advice", key):
		a.close()
	case o.of == nil && !x.over:
	case msg.Type == tea.KeyEnter:
		a.takePoint(o.of, o.rows[o.list.cursor])
	case key == saveKey:
		return a.saveChart(frontChart, figures.Front(*o.of, o.rows[o.list.cursor]))
	case x.id == "charts":
		a.open(&chartView{at: len(charts) - 1})
	case x.id == "undo" || x.id == "redo" || x.over:
		return a.do(x)
	default:
		o.list.move(a.moved(msg, max(len(o.rows), 1)))
	}
	return nil
}

func (o *adviceView) mouse(a *App, msg tea.MouseMsg) {
	r := o.rect(a, a.rects())
	a.overlayMouse(&o.list, r, max(r.H-2-o.top, 1), msg)
	if i := o.list.top + msg.Y - r.Y - 1 - o.top; o.of != nil && pressed(msg) && msg.Y-r.Y-1 >= o.top && i < len(o.rows) {
		o.list.cursor = i
	}
}

func (o *adviceView) hints(a *App) [][2]string {
	if o.of == nil {
		return [][2]string{{backKey, "stops and closes"}}
	}
	return [][2]string{{a.told("{down} {up}"), "choose"}, {"enter", "takes it"}, {saveKey, "saves as SVG"}, {a.keyOf("charts"), "charts"}, {backKey, "closes"}}
}
