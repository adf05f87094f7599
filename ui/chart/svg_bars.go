package chart

import "findable/ui/cell"

// The field of a picture: what lies between the title and the axis's name.
const fieldTop, fieldBottom = 116.0, height - 76.0

// pictured is how many bars a picture has room for.
const pictured = 16

// SVG draws the bars as a slide.
func (b Bars) SVG() string {
	b = b.clean(cell.Unicode)
	p := newPicture(b.Head, b.says())
	p.legend(b.Parts, p.swatch)
	rows := b.fold(pictured)
	labels := 0
	for _, r := range rows {
		labels = max(labels, cell.Width(r.Label))
	}
	labels = min(labels, 32)
	scale := newScale(Axis{Zero: true}, []float64{b.greatest(rows)}, 6)
	left, right := float64(margin+letter*labels+10), float64(width-margin-90)
	for _, v := range scale.ticks {
		x := left + scale.at(v)*(right-left)
		p.rule(x, fieldTop-8, x, fieldBottom)
		p.quiet(x, fieldBottom+line, middle, tick(v, false), 12)
	}
	p.quiet(right, fieldBottom+2*line, end, b.Unit, 60)
	step := (fieldBottom - fieldTop) / float64(max(len(rows), 6))
	for i, r := range rows {
		y := fieldTop + float64(i)*step
		p.text(left-10, y+step*0.35+6, end, cell.Unicode.CutMiddle(r.Label, labels), labels)
		x := left
		for part := range b.Parts {
			w := scale.at(r.at(part)) * (right - left)
			p.block(x, y, w, step*0.7, part)
			x += w
		}
		p.text(x+8, y+step*0.35+6, start, figure(r.total(len(b.Parts)), false), 20)
	}
	return p.end()
}

// says gives the figures in words.
func (b Bars) says() []string {
	var lines []string
	for _, r := range b.Rows {
		text := r.Label + ": " + figure(r.total(len(b.Parts)), false) + " " + b.Unit
		if len(b.Parts) > 1 {
			for i, name := range b.Parts {
				text += ", " + name + " " + figure(r.at(i), false)
			}
		}
		lines = append(lines, text)
	}
	return lines
}

// SVG draws the columns as a slide.
func (t Histogram) SVG() string {
	t = t.clean(cell.Unicode)
	p := newPicture(t.Head, t.says())
	p.legend(t.Series, p.swatch)
	scale := newScale(Axis{Zero: true}, t.values(), 6)
	const left, right = margin + 60.0, width - margin
	for _, v := range scale.ticks {
		y := fieldBottom - scale.at(v)*(fieldBottom-fieldTop)
		p.rule(left, y, right, y)
		p.quiet(left-8, y+6, end, tick(v, false), 12)
	}
	p.quiet(margin, fieldTop-16, start, t.Unit, 40)
	p.quiet(right, fieldBottom+2*line, end, t.Name, 60)
	group := (right - left) / float64(max(len(t.Buckets), 1))
	wide := group * 0.8 / float64(max(len(t.Series), 1))
	for i, b := range t.Buckets {
		x := left + float64(i)*group
		for j := range t.Series {
			h := scale.at(b.at(j)) * (fieldBottom - fieldTop)
			at := x + group*0.1 + float64(j)*wide
			p.block(at, fieldBottom-h, wide*0.95, h, j)
			p.text(at+wide/2, fieldBottom-h-6, middle, figure(b.at(j), false), int(wide/letter))
		}
		p.text(x+group/2, fieldBottom+line, middle, b.Label, int(group/letter))
	}
	return p.end()
}
