package chart

import (
	"encoding/xml"
	"fmt"
	"strconv"
	"strings"

	"findable/ui/cell"
)

// Sizes of a picture in pixels: the shape of a slide, and letters that can be read
// from the back of a room.
const (
	width, height = 960, 540
	margin        = 40
	letter        = 9 // the mean width of a letter of ordinary text
	line          = 22
)

// colours of series, which people with any kind of colour vision can tell apart
// (Okabe and Ito, Color Universal Design, 2008).
var colours = []string{"#0072b2", "#d55e00", "#009e73", "#cc79a7", "#56b4e9", "#e69f00"}

func colour(series int) string { return colours[series%len(colours)] }

// hatches are what lies over the colours of the series after the first.
var hatches = []string{
	`<path d="M0 8L8 0" stroke="#fff" stroke-width="2"/>`,
	`<circle cx="4" cy="4" r="2" fill="#fff"/>`,
	`<path d="M0 4H8" stroke="#fff" stroke-width="2"/>`,
}

// A picture is an SVG file that grows.
type picture struct{ strings.Builder }

// newPicture begins a file: a light ground, the title, the note, and for those who
// do not see it a description.
func newPicture(h Head, description []string) *picture {
	p := &picture{}
	fmt.Fprintf(p, `<svg xmlns="http://www.w3.org/2000/svg" width="%d" height="%d" viewBox="0 0 %d %d" role="img" aria-labelledby="title desc" font-family="system-ui, 'Segoe UI', Helvetica, Arial, sans-serif" font-size="16" fill="#1a1a1a">`+"\n", width, height, width, height)
	fmt.Fprintf(p, "<title id=\"title\">%s</title>\n", escape(h.Title))
	fmt.Fprintf(p, "<desc id=\"desc\">%s</desc>\n", escape(strings.Join(append(description, h.Note), "; ")))
	p.WriteString("<defs>\n")
	for i := 1; i < len(colours); i++ {
		fmt.Fprintf(p, `<pattern id="fill%d" width="8" height="8" patternUnits="userSpaceOnUse"><rect width="8" height="8" fill="%s"/>%s</pattern>`+"\n", i, colour(i), hatches[(i-1)%len(hatches)])
	}
	p.WriteString("</defs>\n")
	fmt.Fprintf(p, `<rect width="%d" height="%d" fill="#ffffff"/>`+"\n", width, height)
	fmt.Fprintf(p, `<text x="%d" y="%d" font-size="26" font-weight="bold">%s</text>`+"\n", margin, 46, escape(cell.Unicode.Cut(h.Title, 62)))
	fmt.Fprintf(p, `<text x="%d" y="%d" font-size="14" fill="#555555">%s</text>`+"\n", margin, height-14, escape(cell.Unicode.Cut(h.Note, 115)))
	return p
}

func (p *picture) end() string {
	p.WriteString("</svg>\n")
	return p.String()
}

// escape writes text so that it is nothing but text in XML.
func escape(text string) string {
	var b strings.Builder
	_ = xml.EscapeText(&b, []byte(text)) // a Builder takes everything
	return b.String()
}

// px writes a length in pixels.
func px(v float64) string { return strconv.FormatFloat(v, 'f', 1, 64) }

// Anchors of a text: where in it its place is.
const (
	start  = "start"
	middle = "middle"
	end    = "end"
)

// text writes clean text, cut to a number of letters.
func (p *picture) text(x, y float64, anchor, text string, letters int) {
	fmt.Fprintf(p, `<text x="%s" y="%s" text-anchor="%s">%s</text>`+"\n", px(x), px(y), anchor, escape(cell.Unicode.Cut(text, max(letters, 1))))
}

// quiet is text in grey: what belongs to an axis.
func (p *picture) quiet(x, y float64, anchor, text string, letters int) {
	fmt.Fprintf(p, `<text x="%s" y="%s" text-anchor="%s" fill="#555555">%s</text>`+"\n", px(x), px(y), anchor, escape(cell.Unicode.Cut(text, max(letters, 1))))
}

// rule is a thin line of the ground.
func (p *picture) rule(x0, y0, x1, y1 float64) {
	fmt.Fprintf(p, `<path d="M%s %sL%s %s" stroke="#cccccc" stroke-width="1"/>`+"\n", px(x0), px(y0), px(x1), px(y1))
}

// block is a filled rectangle of a series.
func (p *picture) block(x, y, w, h float64, series int) {
	fill := "url(#fill" + strconv.Itoa(series%len(colours)) + ")"
	if series%len(colours) == 0 {
		fill = colour(series)
	}
	fmt.Fprintf(p, `<rect x="%s" y="%s" width="%s" height="%s" fill="%s"/>`+"\n", px(x), px(y), px(w), px(h), fill)
}

// mark is a point of a series: each has a shape of its own.
func (p *picture) mark(x, y float64, series int) {
	const r = 6
	shape := ""
	switch series % len(colours) {
	case 0:
		shape = fmt.Sprintf(`<circle cx="%s" cy="%s" r="%d"`, px(x), px(y), r)
	case 1:
		shape = fmt.Sprintf(`<rect x="%s" y="%s" width="%d" height="%d"`, px(x-r), px(y-r), 2*r, 2*r)
	case 2:
		shape = p.polygon(x, y, 0, -r-2, r+2, 0, 0, r+2, -r-2, 0)
	case 3:
		shape = p.polygon(x, y, 0, -r-1, r+1, r, -r-1, r)
	case 4:
		shape = p.polygon(x, y, 0, r+1, r+1, -r, -r-1, -r)
	default:
		shape = p.polygon(x, y, -r, -2, -2, -2, -2, -r, 2, -r, 2, -2, r, -2, r, 2, 2, 2, 2, r, -2, r, -2, 2, -r, 2)
	}
	fmt.Fprintf(p, `%s fill="%s" stroke="#ffffff" stroke-width="1"/>`+"\n", shape, colour(series))
}

// polygon begins an element with corners around a point.
func (p *picture) polygon(x, y float64, corners ...float64) string {
	var points []string
	for i := 0; i < len(corners); i += 2 {
		points = append(points, px(x+corners[i])+","+px(y+corners[i+1]))
	}
	return fmt.Sprintf(`<polygon points="%s"`, strings.Join(points, " "))
}

// path is a line of a series, dashed after its own manner.
func (p *picture) path(d string, series int) {
	dashes := []string{"none", "8 4", "2 4", "12 4 2 4", "4 4", "12 6"}
	fmt.Fprintf(p, `<path d="%s" fill="none" stroke="%s" stroke-width="3" stroke-dasharray="%s"/>`+"\n", d, colour(series), dashes[series%len(dashes)])
}

// legend names the series in one line under the title; those beside the picture
// are left to the description.
func (p *picture) legend(names []string, sample func(x, y float64, series int)) {
	if len(names) < 2 {
		return
	}
	x := float64(margin)
	for i, name := range names {
		if name == "" {
			continue
		}
		room := 52 + float64(letter*cell.Width(name))
		if x+room > width {
			return
		}
		sample(x+8, 70, i)
		p.text(x+24, 76, start, name, 60)
		x += room
	}
}

// swatch is the sample of a series of blocks.
func (p *picture) swatch(x, y float64, series int) { p.block(x-8, y-8, 16, 16, series) }
