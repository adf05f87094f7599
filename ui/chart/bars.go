package chart

import (
	"fmt"
	"math"

	"findable/themes"
	"findable/ui/cell"
	"findable/ui/style"
)

// Bars are lying bars, one for each row, in the rows' order. With more than one
// part a bar is stacked: its parts stand one after the other. Values are amounts
// that add up; rows that there is no room for are drawn as one.
type Bars struct {
	Head
	// Unit is the unit of the values: "tok".
	Unit string
	// Parts names the values of a row. More than four share glyphs and hatching.
	Parts []string
	Rows  []Row
	// Sides names rows that stand together, such as before and now: Rows holds one for
	// each of them in turn, and those that there is no room for go together. None is
	// for rows that stand alone.
	Sides []string
}

func (b Bars) clean(g *cell.Glyphs) Bars {
	return Bars{b.Head.clean(g), g.Clean(b.Unit), cleanAll(g, b.Parts), cleanRows(g, b.Rows), cleanAll(g, b.Sides)}
}

// fold returns at most n rows, or those of one label: the last of each side adds up
// all for which there is no room.
func (b Bars) fold(n int) []Row {
	sides := max(len(b.Sides), 1)
	if len(b.Rows) <= n || n < sides {
		return b.Rows[:min(len(b.Rows), max(n, 0))]
	}
	kept := (n/sides - 1) * sides
	out := b.Rows[:kept:kept]
	for side := range sides {
		rest := Row{fmt.Sprintf("%s more", cell.Number((len(b.Rows)-kept)/sides)), make([]float64, len(b.Parts))}
		if len(b.Sides) > 0 {
			rest.Label += ", " + b.Sides[side]
		}
		for at := kept + side; at < len(b.Rows); at += sides {
			for i := range b.Parts {
				rest.Values[i] += b.Rows[at].at(i)
			}
		}
		out = append(out, rest)
	}
	return out
}

func (b Bars) greatest(rows []Row) float64 {
	most := 0.0
	for _, r := range rows {
		most = max(most, r.total(len(b.Parts)))
	}
	return most
}

// fill is the glyph that a part of a bar is made of.
func fill(g *cell.Glyphs, part int) string {
	if g.ASCII {
		return []string{g.Block, "=", g.Shade, "."}[part%4]
	}
	return []string{g.Block, g.Shade, "▓", "░"}[part%4]
}

// Lines draws the bars with their sums beside them and a scale beneath.
func (b Bars) Lines(s *style.Styles, w, h int) []string {
	b = b.clean(s.Glyphs)
	c := newCanvas(s, w, h)
	y := c.head(b.Head, b.Parts, func(i int) string { return fill(s.Glyphs, i) })
	end := c.note(b.Head)
	rows := b.fold(max(end-1-y, 1))
	if len(rows) == 0 {
		return c.words(y, []string{"nothing to show"})
	}
	labels, figures := 0, 0
	for _, r := range rows {
		labels, figures = max(labels, cell.Width(r.Label)), max(figures, len(figure(r.total(len(b.Parts)), false)))
	}
	labels = min(labels, max(w/3, 4))
	room := w - labels - figures - 2
	most := b.greatest(rows)
	for i, r := range rows {
		if y+i >= max(end-1, y+1) {
			break
		}
		c.put(0, y+i, themes.Text, s.Glyphs.CutMiddle(r.Label, min(labels, w)))
		c.right(w, y+i, themes.Strong, figure(r.total(len(b.Parts)), false))
		if room > 2 && most > 0 {
			b.bar(c, labels+1, y+i, room, r, most)
		}
	}
	if end-1 > y && room > 2 {
		c.scale(labels+1, min(y+len(rows), end-1), room, figure(most, false)+" "+b.Unit)
	}
	return c.lines()
}

// bar draws one bar in room cells. What is above 0 shows, and the parts end where
// their sums do, so that the whole has the right length.
func (b Bars) bar(c *canvas, x, y, room int, r Row, most float64) {
	total := r.total(len(b.Parts))
	if len(b.Parts) < 2 {
		c.put(x, y, roleOf(0), c.Glyphs.Bar(total/most, room))
		return
	}
	sum, from, largest := 0.0, 0, 0
	for i := range b.Parts {
		sum += r.at(i)
		to := int(math.Round(sum / most * float64(room)))
		c.put(x+from, y, roleOf(i), cell.Run(fill(c.Glyphs, i), to-from))
		from = to
		if r.at(i) > r.at(largest) {
			largest = i
		}
	}
	if from == 0 && total > 0 {
		c.put(x, y, roleOf(largest), fill(c.Glyphs, largest))
	}
}

// scale draws the line of a scale from 0 to what its right end stands for.
func (c *canvas) scale(x, y, room int, end string) {
	c.put(x, y, themes.Muted, cell.Run(c.Glyphs.Light.Horizontal, room))
	c.put(x, y, themes.Muted, "0 ")
	end = c.Glyphs.Cut(end, room-2)
	c.right(x+room, y, themes.Muted, " "+end)
}
