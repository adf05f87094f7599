// Package layout decides where everything stands on the screen. It is one pure
// function from the size, the view and the focus to rectangles; it knows no
// colours, no text and no state. Sizes and places are in cells, counted from
// the top left corner.
package layout

// Breakpoints of the screen in cells (width × height).
const (
	// MinWidth × MinHeight is the smallest screen with something to use on it.
	MinWidth, MinHeight = 40, 10
	// TabsWidth × TabsHeight is the smallest screen with frames around panes.
	TabsWidth, TabsHeight = 60, 20
	// FullWidth × FullHeight is the smallest screen with all panes of a view.
	FullWidth, FullHeight = 110, 30
	// WideWidth × WideHeight is the smallest screen with a further column.
	WideWidth, WideHeight = 160, 40
)

// A Mode is the form of the screen that its size allows.
type Mode int

// The modes, from the smallest.
const (
	// TooSmall shows one notice and no pane.
	TooSmall Mode = iota
	// Plain shows one stack of panes without frames.
	Plain
	// Tabs shows one stack of panes with frames.
	Tabs
	// Full shows all panes of a view.
	Full
	// Wide shows them and, in some views, one column more.
	Wide
)

func (m Mode) String() string {
	return [...]string{"too small", "plain", "tabs", "full", "wide"}[m]
}

// Framed reports whether panes have borders in this mode.
func (m Mode) Framed() bool { return m >= Tabs }

// ModeOf returns the mode of a screen of w × h cells.
func ModeOf(w, h int) Mode {
	switch {
	case w < MinWidth || h < MinHeight:
		return TooSmall
	case w < TabsWidth || h < TabsHeight:
		return Plain
	case w < FullWidth || h < FullHeight:
		return Tabs
	case w < WideWidth || h < WideHeight:
		return Full
	}
	return Wide
}

// Args is all that the layout depends on.
type Args struct {
	// W and H are the size of the screen in cells.
	W, H int
	View View
	// Focus is the pane that gets the keys. One that the view does not have
	// stands for the view's first.
	Focus Pane
	// Zoom gives the whole body to the pane with the focus.
	Zoom bool
}

// Rects says where everything stands. The parts that are there cover the screen
// and do not overlap; a part that is not there has no cells.
type Rects struct {
	Mode   Mode
	Screen Rect
	// Title is the first line: catalog, counts, tier. Views is the second: the
	// numbers of the views and the budget; Plain mode has none.
	Title, Views Rect
	// Panes are those on the screen, in the order of the view.
	Panes []Place
	// Order are all panes of the view in this mode, shown or not, in the order in
	// which the tab key visits them.
	Order []Pane
	// Status is the line of messages, Hints the line of keys.
	Status, Hints Rect
	// Notice is the whole screen when it is TooSmall.
	Notice Rect
}

// A Place is a pane and its rectangle.
type Place struct {
	Pane Pane
	Rect Rect
	// Framed says that the outermost cells of Rect belong to the border.
	Framed bool
}

// Inner returns the cells for the pane's own lines.
func (p Place) Inner() Rect {
	if p.Framed {
		return p.Rect.Inner()
	}
	return p.Rect
}

// Find returns the place of a pane and whether it is on the screen.
func (r *Rects) Find(p Pane) (Place, bool) {
	for _, place := range r.Panes {
		if place.Pane == p {
			return place, true
		}
	}
	return Place{}, false
}

// At returns the place at the cell x, y and whether there is one.
func (r *Rects) At(x, y int) (Place, bool) {
	for _, place := range r.Panes {
		if place.Rect.Contains(x, y) {
			return place, true
		}
	}
	return Place{}, false
}

// Body returns the rectangle between the header and the status line.
func (r *Rects) Body() Rect {
	top := r.Title.H + r.Views.H
	return Rect{0, top, r.Screen.W, r.Screen.H - top - r.Status.H - r.Hints.H}
}

// Compute lays out a screen. A size below 0 counts as 0.
func Compute(a Args) Rects {
	r := Rects{Screen: Rect{W: max(0, a.W), H: max(0, a.H)}, Mode: ModeOf(a.W, a.H)}
	if r.Mode == TooSmall {
		r.Notice = r.Screen
		return r
	}
	r.Title = Rect{0, 0, a.W, 1}
	if r.Mode.Framed() {
		r.Views = Rect{0, 1, a.W, 1}
	}
	r.Status = Rect{0, a.H - 2, a.W, 1}
	r.Hints = Rect{0, a.H - 1, a.W, 1}

	form := forms[a.View].in(r.Mode)
	r.Order = form.panes(make([]Pane, 0, most))
	focus := a.Focus
	if !form.has(focus) {
		focus = r.Order[0]
	}
	if a.Zoom {
		form = leaf(focus)
	}
	r.Panes = form.place(r.Body(), focus, r.Mode.Framed(), make([]Place, 0, most))
	return r
}
