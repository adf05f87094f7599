// Package chart draws figures twice from the same data: in a terminal, by cells,
// and as a standalone SVG file for a slide. What series is which can be told
// without colour in both, by glyphs and by hatching.
//
// All text of a chart is taken for text of unknown origin and cleaned before it is
// drawn. The same chart is always drawn the same.
package chart

import (
	"math"
	"strconv"

	"findable/themes"
	"findable/ui/cell"
	"findable/ui/style"
)

// A Chart is what a chart shows, apart from how it is drawn. It is one of Bars,
// Histogram and Plot.
type Chart interface {
	// Lines draws it in exactly h lines of exactly w cells. Where it has no room for
	// a drawing it says its figures in words, as far as they go.
	Lines(s *style.Styles, w, h int) []string
	// SVG draws it as a file of its own: valid XML in UTF-8.
	SVG() string
}

// A Head is what every chart says in words.
type Head struct {
	Title string
	// Note is one line beneath: where the figures come from and how to read them.
	Note string
}

func (h Head) clean(g *cell.Glyphs) Head { return Head{g.Clean(h.Title), g.Clean(h.Note)} }

// A Row is a label and its figures, one for each series of its chart. What is
// negative or no number counts as 0.
type Row struct {
	Label  string
	Values []float64
}

// An Axis is one direction of a Plot.
type Axis struct {
	// Name says what is measured and in what unit: "tokens a turn".
	Name string
	// Share says that values are fractions of 1, which are shown in percent.
	Share bool
	// Zero says that the axis begins at 0 whatever the values are.
	Zero bool
	// Log says that equal steps multiply. Where a value is 0 or below, the axis has
	// equal steps that add all the same.
	Log bool
}

// roles are the looks of series. Those that say how something stands are not among
// them: a chart only tells series apart.
var roles = []themes.Role{themes.Bar, themes.Notice, themes.Accent, themes.Link, themes.Strong, themes.Muted}

func roleOf(series int) themes.Role { return roles[series%len(roles)] }

// value counts what is no figure of a bar as 0.
func value(v float64) float64 {
	if !(v > 0) || math.IsInf(v, 0) {
		return 0
	}
	return v
}

// at is the value of a row in a series, 0 where it has none.
func (r Row) at(series int) float64 {
	if series >= len(r.Values) {
		return 0
	}
	return value(r.Values[series])
}

// total adds the values of a row in the first series.
func (r Row) total(series int) float64 {
	sum := 0.0
	for i := range series {
		sum += r.at(i)
	}
	return sum
}

func cleanRows(g *cell.Glyphs, rows []Row) []Row {
	out := make([]Row, len(rows))
	for i, r := range rows {
		out[i] = Row{g.Clean(r.Label), r.Values}
	}
	return out
}

func cleanAll(g *cell.Glyphs, texts []string) []string {
	out := make([]string, len(texts))
	for i, t := range texts {
		out[i] = g.Clean(t)
	}
	return out
}

// exact is the greatest value below which every whole number is a float64.
const exact = 1 << 53

// figure writes a value in full: 1,234 or 12.5, a share in percent.
func figure(v float64, share bool) string {
	switch {
	case share:
		return strconv.FormatFloat(v*100, 'f', decimals(v*100), 64) + "%"
	case v == math.Trunc(v) && math.Abs(v) < exact:
		return cell.Number(int(v))
	}
	return strconv.FormatFloat(v, 'g', 4, 64)
}

// decimals are as many as a percentage needs, at most one.
func decimals(v float64) int {
	if math.Abs(v-math.Round(v)) < 0.05 {
		return 0
	}
	return 1
}

// tick writes a value as short as an axis wants it: 12k.
func tick(v float64, share bool) string {
	if !share && v == math.Trunc(v) && math.Abs(v) < exact {
		return cell.Short(int(v))
	}
	return figure(v, share)
}
