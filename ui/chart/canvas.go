package chart

import (
	"slices"
	"sync/atomic"

	"github.com/charmbracelet/x/ansi"

	"findable/themes"
	"findable/ui/cell"
	"findable/ui/style"
)

// A canvas is cells to be drawn on in any order. What falls beside it is lost.
type canvas struct {
	*style.Styles
	w, h  int
	cells []spot // row by row
}

// A spot is one cell: a cluster of one cell, the first half of one of two, or ""
// for the second half. The zero spot is blank.
type spot struct {
	text string
	role themes.Role
	half bool // the second half of the cluster before it
}

func newCanvas(s *style.Styles, w, h int) *canvas {
	c := &canvas{Styles: s, w: max(w, 0), h: max(h, 0)}
	if old := spare.Swap(nil); old != nil {
		c.cells = (*old)[:0]
	}
	c.cells = slices.Grow(c.cells, c.w*c.h)[:c.w*c.h]
	clear(c.cells)
	return c
}

// spare are the cells of the canvas drawn last: a chart that follows a key is drawn
// anew with each, and its cells are most of what it would allocate.
var spare atomic.Pointer[[]spot]

// put writes clean text from a cell on and returns the cell after it.
func (c *canvas) put(x, y int, role themes.Role, text string) int {
	for text != "" {
		cluster, n := ansi.FirstGraphemeCluster(text, ansi.GraphemeWidth)
		if n > 0 && y >= 0 && y < c.h && x >= 0 && x+n <= c.w {
			row := c.cells[y*c.w : (y+1)*c.w]
			c.clear(row, x)
			row[x] = spot{text: cluster, role: role}
			if n == 2 {
				c.clear(row, x+1)
				row[x+1] = spot{role: role, half: true}
			}
		}
		x += n
		text = text[len(cluster):]
	}
	return x
}

// clear blanks a cell, and with it the other half of a cluster of two.
func (c *canvas) clear(row []spot, x int) {
	if row[x].half {
		row[x-1] = spot{}
	}
	if x+1 < len(row) && row[x+1].half {
		row[x+1] = spot{}
	}
	row[x] = spot{}
}

// cut writes text in at most room cells.
func (c *canvas) cut(x, y int, role themes.Role, text string, room int) int {
	return c.put(x, y, role, c.Glyphs.Cut(text, max(room, 0)))
}

// right writes text so that it ends before a cell.
func (c *canvas) right(x, y int, role themes.Role, text string) {
	c.put(x-cell.Width(text), y, role, text)
}

// free reports whether n cells from one on are there and blank.
func (c *canvas) free(x, y, n int) bool {
	if y < 0 || y >= c.h || x < 0 || x+n > c.w {
		return false
	}
	for _, s := range c.cells[y*c.w+x : y*c.w+x+n] {
		if s != (spot{}) {
			return false
		}
	}
	return true
}

// lines returns what was drawn, painted. The canvas is used up by it.
func (c *canvas) lines() []string {
	out := make([]string, c.h)
	var segs []style.Seg
	var text []byte
	var ends []int // of the runs of one look in the text
	for y := range out {
		segs, text, ends = segs[:0], text[:0], ends[:0]
		for _, s := range c.cells[y*c.w : (y+1)*c.w] {
			switch {
			case s.half:
				continue
			case s.text == "":
				s.text, s.role = " ", themes.Text
			}
			if len(segs) == 0 || s.role != segs[len(segs)-1].Role {
				segs, ends = append(segs, style.In(s.role, "")), append(ends, 0)
			}
			text = append(text, s.text...)
			ends[len(ends)-1] = len(text)
		}
		row, from := string(text), 0
		for i, end := range ends {
			segs[i].Text, from = row[from:end], end
		}
		out[y] = c.Row(c.w, style.Off, segs...)
	}
	spare.Store(&c.cells)
	return out
}

// head writes the title and the legend, and returns the first line beneath. The
// names of fewer than two series need no legend.
func (c *canvas) head(h Head, names []string, glyph func(series int) string) (y int) {
	c.cut(0, 0, themes.Heading, h.Title, c.w)
	if len(names) < 2 {
		return 1
	}
	x, y := 0, 1
	for i, name := range names {
		if name == "" {
			continue
		}
		if room := 2 + cell.Width(name); x > 0 && x+room > c.w {
			x, y = 0, y+1
		}
		if y > max(1, c.h/4) {
			break
		}
		x = c.put(x, y, roleOf(i), glyph(i))
		x = c.cut(x+1, y, themes.Text, name, c.w-x-1) + 2
	}
	return min(y, max(1, c.h/4)) + 1
}

// note writes a chart's note on the last line where there is room for it, and
// returns the first line that is taken.
func (c *canvas) note(h Head) (end int) {
	const roomy = 12 // lines of a chart that can spare one
	if h.Note == "" || c.h < roomy {
		return c.h
	}
	c.cut(0, c.h-1, themes.Muted, h.Note, c.w)
	return c.h - 1
}

// words writes lines from a line on, in place of a drawing that there is no room
// for.
func (c *canvas) words(y int, lines []string) []string {
	for _, l := range lines {
		c.cut(0, y, themes.Text, l, c.w)
		y++
	}
	return c.lines()
}
