package ui

import (
	"slices"

	tea "github.com/charmbracelet/bubbletea"

	"findable/themes"
	"findable/ui/frame"
	"findable/ui/layout"
)

// A Card is a server of which the source only knows that it is there.
type Card struct {
	Name string
	// Kind says what names it, such as "client configuration"; File is where.
	Kind, File string
	// Reach is how it is started or called, with secrets taken out; "" where the
	// source does not say, and then it cannot be connected from here.
	Reach string
	// Calls says that it is called at an address, and not started as a program.
	Calls bool
}

// connect asks whether the server under the cursor may be started or called.
// Nothing is ever launched unasked.
func (a *App) connect() {
	c := a.selectedCard()
	what, does := "Starts this program, with your rights, and lists its tools:", "starts it"
	if c.Calls {
		what, does = "Calls this address and lists the tools there:", "calls it"
	}
	a.open(&confirm{title: "Connect to " + a.clean(c.Name), what: does, do: func(a *App) tea.Cmd {
		return a.load("connecting to "+a.clean(c.Name), Ask{Connect: append(slices.Clone(a.connected), c.Name), Sample: a.sample})
	}, text: func(s *scene) []string {
		lines := s.paragraph(themes.Text, what)
		lines = append(lines, "")
		lines = append(lines, s.paragraph(themes.Strong, s.clean(c.Reach))...)
		lines = append(lines, "")
		return append(lines, s.paragraph(themes.Muted, "as the "+s.clean(c.Kind)+" "+s.clean(c.File)+" says; secrets are left out here")...)
	}})
}

// selectedCard is the server without tools that the cursor is on, nil when it is
// on something else.
func (a *App) selectedCard() *Card {
	if a.focus() != layout.Servers {
		return nil
	}
	r, ok := a.servers.current()
	if !ok {
		return nil
	}
	return r.origin.card
}

// unconnectable says why nothing can be connected now.
func (a *App) unconnectable() string {
	switch c := a.selectedCard(); {
	case c == nil:
		return "the cursor is on no server without tools"
	case c.Reach == "":
		return a.clean(c.File) + " does not say how to reach " + a.clean(c.Name) + "; dump it with tools/list"
	case a.loader == nil:
		return "nothing can be connected here"
	}
	return ""
}

// A confirm asks before something is done that reaches outside.
type confirm struct {
	title string
	what  string // enter does: starts it, calls it
	text  func(s *scene) []string
	do    func(a *App) tea.Cmd
}

func (c *confirm) rect(a *App, r layout.Rects) layout.Rect {
	full := overlayRect(r)
	if !r.Mode.Framed() {
		return full
	}
	lines := c.text(&scene{Styles: a.styles, w: full.W - 2, h: full.H - 2})
	return r.Screen.Center(full.W, min(len(lines)+4, full.H))
}

func (c *confirm) draw(a *App, r layout.Rect) []string {
	s := &scene{Styles: a.styles, focus: true, w: max(r.W-2, 1), h: r.H - 2}
	box := frame.Box{Title: c.title, Key: backKey, Focus: true, W: r.W, H: r.H}
	return box.Draw(a.styles, append([]string{""}, c.text(s)...))
}

func (c *confirm) key(a *App, msg tea.KeyMsg) tea.Cmd {
	switch msg.Type {
	case tea.KeyEnter:
		a.close()
		return c.do(a)
	case tea.KeyEsc:
		a.close()
	}
	return nil
}

func (c *confirm) mouse(a *App, msg tea.MouseMsg) {
	if pressed(msg) && !c.rect(a, a.rects()).Contains(msg.X, msg.Y) {
		a.close()
	}
}

func (c *confirm) hints(*App) [][2]string {
	return [][2]string{{"enter", c.what}, {backKey, "leaves it"}}
}
