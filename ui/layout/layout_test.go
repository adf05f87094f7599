package layout

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	"findable/ui/uitest"
)

// views are all views, by number.
var views = slices.Sorted(maps.Keys(forms))

// sizes are those to try: around every breakpoint, and many more.
func sizes() [][2]int {
	return uitest.Sizes([]int{MinWidth, TabsWidth, FullWidth, WideWidth}, []int{MinHeight, TabsHeight, FullHeight, WideHeight}, 500)
}

// TestCover checks on every size, view and focus that the parts lie inside the
// screen and that each cell belongs to exactly one of them.
func TestCover(t *testing.T) {
	for _, size := range sizes() {
		for _, v := range views {
			for _, focus := range append(forms[v].wide.panes(forms[v].full.panes(nil)), "") {
				for _, zoom := range []bool{false, true} {
					a := Args{W: size[0], H: size[1], View: v, Focus: focus, Zoom: zoom}
					if err := cover(Compute(a)); err != nil {
						t.Fatalf("%+v: %v", a, err)
					}
				}
			}
		}
	}
}

// cover checks that the parts of r are disjoint and cover the screen.
func cover(r Rects) error {
	parts := []Rect{r.Title, r.Views, r.Status, r.Hints, r.Notice}
	for _, p := range r.Panes {
		if p.Rect.Empty() || p.Inner().Empty() {
			return fmt.Errorf("pane %s has no cells inside: %+v", p.Pane, p.Rect)
		}
		parts = append(parts, p.Rect)
	}
	area := 0
	for i, a := range parts {
		area += a.W * a.H
		if !a.Empty() && (a.X < 0 || a.Y < 0 || a.X+a.W > r.Screen.W || a.Y+a.H > r.Screen.H) {
			return fmt.Errorf("%+v is not inside %+v", a, r.Screen)
		}
		for _, b := range parts[:i] {
			if a.X < b.X+b.W && b.X < a.X+a.W && a.Y < b.Y+b.H && b.Y < a.Y+a.H {
				return fmt.Errorf("%+v and %+v overlap", a, b)
			}
		}
	}
	if area != r.Screen.W*r.Screen.H {
		return fmt.Errorf("the parts have %d cells of %d", area, r.Screen.W*r.Screen.H)
	}
	return nil
}

// TestFocus checks that the pane with the focus is on the screen wherever it is
// one of the mode's, and that a zoomed one is alone.
func TestFocus(t *testing.T) {
	for _, size := range sizes() {
		for _, v := range views {
			r := Compute(Args{W: size[0], H: size[1], View: v})
			for _, p := range r.Order {
				now := Compute(Args{W: size[0], H: size[1], View: v, Focus: p})
				if _, ok := now.Find(p); !ok {
					t.Fatalf("%v, view %d: %s has the focus and is not shown", size, v, p)
				}
				now = Compute(Args{W: size[0], H: size[1], View: v, Focus: p, Zoom: true})
				if len(now.Panes) != 1 || now.Panes[0].Pane != p || now.Panes[0].Rect != now.Body() {
					t.Fatalf("%v, view %d: zoomed %s is %+v", size, v, p, now.Panes)
				}
				if !slices.Equal(now.Order, r.Order) {
					t.Fatalf("zoom changes the order to %v", now.Order)
				}
			}
		}
	}
}

// TestOrder checks that no pane is visited twice, and that all modes of a view
// know the same panes but for those of the further column, and the hits, which Why
// has where it shows one pane at a time.
func TestOrder(t *testing.T) {
	for _, v := range views {
		wide := Compute(Args{W: 200, H: 60, View: v}).Order
		for _, size := range [][2]int{{200, 60}, {120, 36}, {80, 24}, {40, 12}} {
			order := Compute(Args{W: size[0], H: size[1], View: v}).Order
			sorted := slices.Sorted(slices.Values(order))
			if len(slices.Compact(sorted)) != len(order) {
				t.Errorf("view %d at %v visits a pane twice: %v", v, size, order)
			}
			for _, p := range order {
				if !slices.Contains(wide, p) && !(v == Why && p == Hits) {
					t.Errorf("view %d at %v has the pane %s, the wide form has not", v, size, p)
				}
			}
		}
	}
}

// TestAt checks that pointing finds what is drawn.
func TestAt(t *testing.T) {
	r := Compute(Args{W: 120, H: 36})
	for y := range 36 {
		for x := range 120 {
			p, ok := r.At(x, y)
			if inBody := r.Body().Contains(x, y); ok != inBody {
				t.Fatalf("the cell %d, %d: %v, in the body %v", x, y, ok, inBody)
			}
			if ok && !p.Rect.Contains(x, y) {
				t.Fatalf("the cell %d, %d is not in %+v", x, y, p)
			}
		}
	}
}

func TestCenter(t *testing.T) {
	r := Rect{10, 5, 80, 24}
	for _, c := range []struct {
		w, h int
		want Rect
	}{
		{40, 10, Rect{30, 12, 40, 10}},
		{200, 100, r},
		{-1, 0, Rect{50, 17, 0, 0}},
	} {
		if got := r.Center(c.w, c.h); got != c.want {
			t.Errorf("Center(%d, %d) = %+v, want %+v", c.w, c.h, got, c.want)
		}
	}
}

// draw draws the panes of a screen, one character for three cells across and
// three down, so that the failing output of a test is its new expectation.
func draw(r Rects) string {
	const dx, dy = 3, 3
	canvas := make([][]byte, r.Screen.H/dy+1)
	for i := range canvas {
		canvas[i] = []byte(strings.Repeat(" ", r.Screen.W/dx+1))
	}
	box := func(name string, a Rect) {
		x0, y0, x1, y1 := a.X/dx, a.Y/dy, (a.X+a.W)/dx, (a.Y+a.H)/dy
		for y := y0; y <= y1; y++ {
			canvas[y][x0], canvas[y][x1] = '|', '|'
		}
		for x := x0; x <= x1; x++ {
			canvas[y0][x], canvas[y1][x] = '-', '-'
		}
		for _, y := range []int{y0, y1} {
			canvas[y][x0], canvas[y][x1] = '+', '+'
		}
		label := fmt.Sprintf("%s %dx%d", name, a.W, a.H)
		copy(canvas[y0+max(0, min(1, y1-y0-1))][x0+1:x1], label)
	}
	for _, p := range r.Panes {
		box(string(p.Pane), p.Rect)
	}
	var lines []string
	for _, l := range canvas {
		if s := strings.TrimRight(string(l), " "); s != "" {
			lines = append(lines, s)
		}
	}
	head := fmt.Sprintf("%s: title %d, views %d, status %d, hints %d, order", r.Mode, r.Title.H, r.Views.H, r.Status.H, r.Hints.H)
	return fmt.Sprint(head, r.Order, "\n", strings.Join(lines, "\n"), "\n")
}

// TestDraw compares the screens with drawings of them.
func TestDraw(t *testing.T) {
	for _, c := range drawings {
		if got := draw(Compute(c.args)); got != strings.TrimPrefix(c.want, "\n") {
			t.Errorf("%+v is now\n%s", c.args, got)
		}
	}
}

func BenchmarkCompute(b *testing.B) {
	b.ReportAllocs()
	for b.Loop() {
		Compute(Args{W: 120, H: 36, Focus: Hits})
	}
}
