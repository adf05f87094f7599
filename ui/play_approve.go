package ui

import (
	tea "github.com/charmbracelet/bubbletea"

	"findable/engine"
	"findable/engine/pipeline"
	"findable/engine/play"
	"findable/engine/py"
	"findable/themes"
	"findable/ui/frame"
	"findable/ui/layout"
)

// approvals are the tools whose calls the user lets run from now on, as they were at
// that moment: one that has changed since is asked about again.
type approvals map[string]string

func (p *approvals) add(e *engine.Entry) {
	if *p == nil {
		*p = approvals{}
	}
	(*p)[e.Name] = approvedText(e)
}

func (p approvals) has(e *engine.Entry) bool {
	text, ok := p[e.Name]
	return ok && text == approvedText(e)
}

// names are those that still stand in a session.
func (p approvals) names(s *engine.Session) []string {
	var names []string
	for name := range p {
		if e, ok := s.Registry.Lookup(name); ok && p.has(e) {
			names = append(names, name)
		}
	}
	return names
}

// approvedText is what a tool says of itself, annotations included.
func approvedText(e *engine.Entry) string { return e.Definition() + py.Compact(e.Tool.Raw) }

// An approval asks before a call is executed.
type approval struct {
	turn    *play.Turn
	passage *pipeline.Passage
}

func (q *approval) rect(a *App, r layout.Rects) layout.Rect {
	full := overlayRect(r)
	if !r.Mode.Framed() {
		return full
	}
	return r.Screen.Center(full.W, min(len(q.text(&scene{Styles: a.styles, w: full.W - 2, h: full.H - 2}))+4, full.H))
}

func (q *approval) text(s *scene) []string {
	e := q.passage.Entry
	out := s.paragraph(themes.Strong, s.clean(e.Name))
	out = append(out, s.paragraph(themes.Text, s.clean(e.Short))...)
	out = append(out, "")
	out = append(out, s.paragraph(themes.Muted, "asked because: "+s.clean(q.passage.Question))...)
	out = append(out, s.paragraph(themes.Muted, "it would get:")...)
	const most = 12 // lines of arguments; the conversation has them whole
	arguments := s.paragraph(themes.Text, s.Glyphs.Cut(s.clean(py.Spaced(q.passage.Repaired)), most*max(s.w, 1)))
	return append(out, arguments[:min(len(arguments), most)]...)
}

func (q *approval) draw(a *App, r layout.Rect) []string {
	s := &scene{Styles: a.styles, focus: true, w: max(r.W-2, 1), h: r.H - 2}
	box := frame.Box{Title: "May this call run?", Key: backKey, Foot: "y once, a always for this tool, n not", Focus: true, W: r.W, H: r.H}
	return box.Draw(a.styles, append([]string{""}, q.text(s)...))
}

func (q *approval) key(a *App, msg tea.KeyMsg) tea.Cmd {
	switch msg.String() {
	case "y":
		q.passage.Approve()
	case "a":
		a.play.approved.add(q.passage.Entry)
		for _, p := range q.turn.Passages { // of the same message too
			if p.Name == q.passage.Name && p.Entry != nil {
				p.Approve()
			}
		}
	case "n", backKey:
		q.passage.Refuse()
	default:
		return nil
	}
	a.close()
	a.goOn(q.turn)
	return a.afterStep()
}

func (q *approval) mouse(*App, tea.MouseMsg) {}

func (q *approval) hints(*App) [][2]string {
	return [][2]string{{"y", "runs it once"}, {"a", "always runs this tool"}, {"n", "refuses"}, {backKey, "refuses"}}
}
