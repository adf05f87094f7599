package layout

// A Rect is a rectangle of cells. X and Y are its top left corner.
type Rect struct{ X, Y, W, H int }

// Empty reports whether r has no cells.
func (r Rect) Empty() bool { return r.W <= 0 || r.H <= 0 }

// Inner returns r without its outermost cells, the border.
func (r Rect) Inner() Rect {
	return Rect{r.X + 1, r.Y + 1, max(0, r.W-2), max(0, r.H-2)}
}

// Contains reports whether the cell x, y is in r.
func (r Rect) Contains(x, y int) bool {
	return x >= r.X && x < r.X+r.W && y >= r.Y && y < r.Y+r.H
}

// Center returns a rectangle of at most w × h cells in the middle of r, for
// what lies over a screen.
func (r Rect) Center(w, h int) Rect {
	w, h = max(0, min(w, r.W)), max(0, min(h, r.H))
	return Rect{r.X + (r.W-w)/2, r.Y + (r.H-h)/2, w, h}
}
