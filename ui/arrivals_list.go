package ui

import (
	"fmt"
	"slices"
	"time"

	tea "github.com/charmbracelet/bubbletea"

	"findable/themes"
	"findable/ui/cell"
	"findable/ui/frame"
	"findable/ui/layout"
	"findable/ui/style"
)

// openArrivals shows what clients ask for. Where nothing is served and nothing has
// come it asks first: a port is opened for nobody unasked.
func (a *App) openArrivals() tea.Cmd {
	if r := a.arriving; r.service == nil && r.total == 0 {
		a.open(&confirm{title: "Serve to MCP clients", what: "serves it", do: (*App).serve, text: func(s *scene) []string {
			return s.paragraph(themes.Text, "Opens a port that only programs of this machine reach, and offers there what this screen shows: "+
				"the tools that are always loaded, tool_search, tool_describe and tool_call. Clients see each change of a knob. "+
				"What they call is checked and not run, except on a connected server, and there only what you approve here, call by call; what they search for is listed.")
		}})
		return nil
	}
	o := &arrivals{}
	if i := slices.IndexFunc(a.arriving.rows, func(x Arrival) bool { return x.Ask != nil && x.Ask.open() }); i >= 0 {
		o.list.cursor = len(a.arriving.rows) - 1 - i // who waits longest is answered first
	}
	a.open(o)
	return nil
}

// arrivals is the overlay that lists what clients have asked for, the last first.
type arrivals struct{ list list }

// grown keeps the cursor on its arrival; on the last one it stays on the last one.
func (o *arrivals) grown(by int) {
	if o.list.cursor > 0 {
		o.list.cursor += by
		o.list.top += by
	}
}

func (o *arrivals) rect(_ *App, r layout.Rects) layout.Rect { return overlayRect(r) }

func (o *arrivals) draw(a *App, r layout.Rect) []string {
	s := &scene{Styles: a.styles, focus: true, w: r.W - 2, h: r.H - 2}
	rows, dot := a.arriving.rows, " "+s.Glyphs.Middle+" "
	lines := []string{s.Row(s.w, style.Off, style.In(themes.Heading, "  "), style.Column(themes.Heading, "time", 10),
		style.Column(themes.Heading, "client", clientWidth(s.w)), style.In(themes.Heading, "asks for"))}
	from, to := o.list.window(len(rows), max(s.h-1, 0))
	for i := from; i < to; i++ {
		lines = append(lines, a.arrivalRow(s, rows[len(rows)-1-i], i == o.list.cursor))
	}
	if len(rows) == 0 {
		lines = append(lines, "")
		for _, text := range []string{"Nothing has come yet. Give a client this address:", "", a.clean(a.arriving.service.Address()), "",
			"{copy} copies it. Claude Code, for one, takes: claude mcp add --transport http findable ADDRESS"} {
			lines = append(lines, s.paragraph(themes.Text, a.told(text))...)
		}
	}
	title := "Arrivals" + dot + "nothing is served"
	if a.arriving.service != nil {
		title = "Arrivals" + dot + a.clean(a.arriving.service.Address())
	}
	box := frame.Box{Title: title, Key: backKey, Foot: cell.Number(a.arriving.total) + " so far", FootRight: o.list.position(max(s.h-1, 0)), Focus: true, W: r.W, H: r.H}
	return box.Draw(a.styles, lines)
}

func clientWidth(w int) int {
	if w < layout.TabsWidth {
		return 0
	}
	return 20
}

// arrivalRow is one line: when, who, what, and what it found.
func (a *App) arrivalRow(s *scene, x Arrival, selected bool) string {
	segs := []style.Seg{style.Column(themes.Accent, s.cursorGlyph(selected), 2), style.Column(themes.Muted, x.At.Format(time.TimeOnly), 10)}
	if w := clientWidth(s.w); w > 0 {
		segs = append(segs, style.Column(themes.Muted, s.clean(x.Client), w))
	}
	if x.Query == "" {
		role := themes.Text
		if x.Ask != nil {
			role = themes.Warning
		}
		return s.Row(s.w, s.mark(selected), append(segs, style.In(role, s.clean(x.Text)))...)
	}
	count := fmt.Sprintf("%s/%s ", cell.Number(x.Returned), cell.Number(x.Matched))
	left := s.w - 12 - clientWidth(s.w)
	query := max(left/2-9, 6)
	role := themes.Text
	if x.Returned == 0 {
		count, role = "nothing ", themes.Warning
	}
	return s.Row(s.w, s.mark(selected), append(segs, style.Column(themes.Strong, s.clean(x.Query), query), style.Number(role, count, 10),
		style.Column(themes.Text, s.clean(x.First), max(left-query-10, 1)))...)
}

func (o *arrivals) current(a *App) (Arrival, bool) {
	rows := a.arriving.rows
	if o.list.cursor >= len(rows) {
		return Arrival{}, false
	}
	return rows[len(rows)-1-o.list.cursor], true
}

func (o *arrivals) key(a *App, msg tea.KeyMsg) tea.Cmd {
	key := msg.String()
	x, _ := a.find(key)
	row, some := o.current(a)
	switch {
	case msg.Type == tea.KeyEsc, a.has("arrivals", key):
		a.close()
	case some && row.Ask != nil && slices.Contains([]string{yesArrival, alwaysArrival, noArrival}, key):
		o.answer(a, row.Ask, key)
	case msg.Type == tea.KeyEnter || key == whyArrival:
		if some {
			a.takeArrival(row, key == whyArrival)
		}
	case key == serveArrival:
		if a.arriving.service == nil {
			return a.serve()
		}
		a.stopServing()
	case x.id == "copy":
		if a.arriving.service != nil {
			return a.copy("the address", a.arriving.service.Address())
		}
	case x.over:
		return a.do(x)
	default:
		o.list.move(a.moved(msg, max(o.rect(a, a.rects()).H-3, 1)))
	}
	return nil
}

// answer answers the call under the cursor; always answers those of its tool that come
// later too.
func (o *arrivals) answer(a *App, q *Question, key string) {
	if key == alwaysArrival {
		a.arriving.allowed.add(q.Tool)
	}
	for i := range a.arriving.rows {
		if x := &a.arriving.rows[i]; x.Ask == q || x.Ask != nil && key == alwaysArrival && a.arriving.allowed.has(x.Ask.Tool) {
			a.settleQuestion(x, key != noArrival)
		}
	}
	if !a.arriving.waits() {
		a.message = ""
	}
}

// The keys that only this overlay has.
const (
	whyArrival, serveArrival             = "w", "s"
	yesArrival, alwaysArrival, noArrival = "y", "a", "n"
)

func (o *arrivals) hints(a *App) [][2]string {
	var all [][2]string
	row, some := o.current(a)
	waits := some && row.Ask != nil // y answers
	if waits {
		all = append(all, [2]string{yesArrival, "runs it once"}, [2]string{alwaysArrival, "always runs this tool"}, [2]string{noArrival, "refuses"}, [2]string{"enter", "the tool"})
	} else if some && row.Query != "" {
		all = append(all, [2]string{"enter", "takes the query"}, [2]string{whyArrival, "why"})
	} else if some {
		all = append(all, [2]string{"enter", "the tool"})
	}
	if a.arriving.service == nil {
		all = append(all, [2]string{serveArrival, "serves again"})
	} else if all = append(all, [2]string{serveArrival, "stops serving"}); !waits {
		all = append(all, [2]string{a.keyOf("copy"), "copies the address"})
	}
	return append(all, [2]string{backKey, "closes"})
}

func (o *arrivals) mouse(a *App, msg tea.MouseMsg) {
	r := o.rect(a, a.rects())
	a.overlayMouse(&o.list, r, r.H-3, msg)
	if i := o.list.top + msg.Y - r.Y - 2; pressed(msg) && r.Contains(msg.X, msg.Y) && i >= o.list.top && i < o.list.rows {
		o.list.cursor = i
	}
}
