package chart

import (
	"strings"

	"findable/ui/cell"
)

// SVG draws the plot as a slide.
func (p Plot) SVG() string {
	p = p.clean(cell.Unicode)
	pic := newPicture(p.Head, p.says())
	pic.legend(p.names(), pic.mark)
	xs, ys := p.values()
	x, y := newScale(p.X, xs, 8), newScale(p.Y, ys, 6)
	const left, right = margin + 60.0, width - margin - 20.0
	across := func(v float64) float64 { return left + x.at(v)*(right-left) }
	up := func(v float64) float64 { return fieldBottom - y.at(v)*(fieldBottom-fieldTop) }
	for _, v := range y.ticks {
		pic.rule(left, up(v), right, up(v))
		pic.quiet(left-8, up(v)+6, end, tick(v, p.Y.Share), 12)
	}
	for _, v := range x.ticks {
		pic.rule(across(v), fieldTop, across(v), fieldBottom)
		pic.quiet(across(v), fieldBottom+line, middle, tick(v, p.X.Share), 12)
	}
	pic.quiet(margin, fieldTop-16, start, p.Y.Name, 80)
	pic.quiet(right, fieldBottom+2*line, end, p.X.Name, 80)
	for i := len(p.Series) - 1; i >= 0; i-- {
		s := p.Series[i]
		if s.Draw != Dots && len(s.Points) > 1 {
			pic.path(outline(s, across, up), i)
		}
		const crowd = 24 // points whose marks would hide the line that joins them
		if s.Draw != Dots && len(s.Points) > crowd {
			continue
		}
		for _, q := range s.Points {
			pic.mark(across(q.X), up(q.Y), i)
		}
	}
	for _, s := range p.Series {
		for _, q := range s.Points {
			anchor, shift := start, 12.0
			if across(q.X) > (left+right)/2 {
				anchor, shift = end, -12.0
			}
			if q.Label != "" {
				pic.text(across(q.X)+shift, up(q.Y)-10, anchor, q.Label, 48)
			}
		}
	}
	return pic.end()
}

// outline joins the points of a series.
func outline(s Series, across, up func(float64) float64) string {
	var d strings.Builder
	for i, q := range s.Points {
		switch {
		case i == 0:
			d.WriteString("M")
		case s.Draw == Steps:
			d.WriteString("H" + px(across(q.X)) + "V" + px(up(q.Y)))
			continue
		default:
			d.WriteString("L")
		}
		d.WriteString(px(across(q.X)) + " " + px(up(q.Y)))
	}
	return d.String()
}
