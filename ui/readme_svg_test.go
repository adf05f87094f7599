package ui

import (
	"fmt"
	"html"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/charmbracelet/x/ansi"
)

// A cell of the README's picture is this wide and high, in pixels.
const cellW, cellH = 8, 17

// boxArms are the lines of a box character: up, right, down and left of its middle, in
// pixels of thickness. Drawn as lines they meet, whatever font the reader has.
var boxArms = map[rune][4]int{
	'─': {0, 1, 0, 1}, '│': {1, 0, 1, 0}, '┌': {0, 1, 1, 0}, '┐': {0, 0, 1, 1}, '└': {1, 1, 0, 0}, '┘': {1, 0, 0, 1},
	'━': {0, 2, 0, 2}, '┃': {2, 0, 2, 0}, '┏': {0, 2, 2, 0}, '┓': {0, 0, 2, 2}, '┗': {2, 2, 0, 0}, '┛': {2, 0, 0, 2},
}

// blocks are the parts of a cell that a bar fills from its left, in eighths.
var blocks = map[rune]int{'█': 8, '▉': 7, '▊': 6, '▋': 5, '▌': 4, '▍': 3, '▎': 2, '▏': 1}

var shades = map[rune]string{'░': "0.25", '▒': "0.5", '▓': "0.75"}

// A pen is the look of what is written next.
type pen struct {
	fg, bg                          string
	bold, faint, underline, reverse bool
}

// picture is a frame as an SVG file, in the colours of its escape sequences, on a ground.
func picture(t *testing.T, frame, text, ground string) string {
	lines := strings.Split(frame, "\n")
	w, h := (ansi.StringWidth(lines[0])+2)*cellW, len(lines)*cellH+cellW*2
	var b strings.Builder
	fmt.Fprintf(&b, "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %d %d\" font-family=\"ui-monospace,Menlo,Consolas,'DejaVu Sans Mono',monospace\" font-size=\"13\">\n", w, h)
	fmt.Fprintf(&b, "<rect width=\"%d\" height=\"%d\" rx=\"8\" fill=\"%s\"/>\n", w, h, ground)
	for y, line := range lines {
		look, x := pen{fg: text}, cellW
		for _, part := range regexp.MustCompile(`\x1b\[[0-9;]*m|[^\x1b]+`).FindAllString(line, -1) {
			if codes, is := strings.CutPrefix(part, "\x1b["); is {
				look.change(t, strings.Split(strings.TrimSuffix(codes, "m"), ";"), text)
				continue
			}
			cells := ansi.StringWidth(part)
			look.write(&b, part, x, y*cellH+cellW, cells*cellW, ground)
			x += cells * cellW
		}
	}
	return b.String() + "</svg>\n"
}

// change does what an escape sequence says.
func (p *pen) change(t *testing.T, codes []string, text string) {
	for len(codes) > 0 {
		n := 1
		switch codes[0] {
		case "", "0":
			*p = pen{fg: text}
		case "1":
			p.bold = true
		case "2":
			p.faint = true
		case "4":
			p.underline = true
		case "7":
			p.reverse = true
		case "38", "48":
			var rgb [3]int
			for i := range rgb {
				rgb[i], _ = strconv.Atoi(codes[2+i])
			}
			colour := fmt.Sprintf("#%02x%02x%02x", rgb[0], rgb[1], rgb[2])
			if n = 5; codes[0] == "38" {
				p.fg = colour
			} else {
				p.bg = colour
			}
		default:
			t.Fatalf("the picture knows no look %s", codes[0])
		}
		codes = codes[n:]
	}
}

// write draws a run of text in one look: its ground, its lines and bars, its words.
func (p pen) write(b *strings.Builder, run string, x, y, w int, ground string) {
	fg, bg := p.fg, p.bg
	if p.reverse {
		if bg == "" {
			bg = ground
		}
		fg, bg = bg, fg
	}
	rect := func(x, y, w, h int, more string) {
		fmt.Fprintf(b, "<rect x=\"%d\" y=\"%d\" width=\"%d\" height=\"%d\" fill=\"%s\"%s/>\n", x, y, w, h, fg, more)
	}
	if bg != "" {
		fmt.Fprintf(b, "<rect x=\"%d\" y=\"%d\" width=\"%d\" height=\"%d\" fill=\"%s\"/>\n", x, y, w, cellH, bg)
	}
	var words []rune
	all := []rune(run)
	for i := 0; i < len(all); i++ {
		r, at := all[i], x+i*cellW
		n := 1
		for i+n < len(all) && all[i+n] == r {
			n++
		}
		arms, box := boxArms[r]
		eighths, block := blocks[r]
		shade, shaded := shades[r]
		switch {
		case box && arms[1] > 0 && arms[3] > 0:
			rect(at, y+cellH/2, n*cellW, arms[1], "")
		case box:
			n = 1
			mx, my := at+cellW/2, y+cellH/2
			if arms[0] > 0 {
				rect(mx, y, arms[0], cellH/2+arms[0], "")
			}
			if arms[2] > 0 {
				rect(mx, my, arms[2], cellH-cellH/2, "")
			}
			if arms[1] > 0 {
				rect(mx, my, cellW/2, arms[1], "")
			}
			if arms[3] > 0 {
				rect(at, my, cellW/2, arms[3], "")
			}
		case block && eighths == 8:
			rect(at, y+3, n*cellW, cellH-6, "")
		case block:
			n = 1
			rect(at, y+3, eighths*cellW/8, cellH-6, "")
		case shaded:
			rect(at, y+3, n*cellW, cellH-6, ` opacity="`+shade+`"`)
		default:
			n = 1
			words = append(words, r)
			continue
		}
		for range n {
			words = append(words, ' ')
		}
		i += n - 1
	}
	p.words(b, string(words), fg, x, y)
}

// words writes the words of a run, each run of them as wide as its cells.
func (p pen) words(b *strings.Builder, text, fg string, x, y int) {
	more := ""
	if p.bold {
		more += ` font-weight="bold"`
	}
	if p.faint {
		more += ` opacity="0.6"`
	}
	if p.underline {
		more += ` text-decoration="underline"`
	}
	for _, at := range regexp.MustCompile(`\S+( \S+)*`).FindAllStringIndex(text, -1) {
		word := text[at[0]:at[1]]
		fmt.Fprintf(b, "<text x=\"%d\" y=\"%d\" textLength=\"%d\" fill=\"%s\"%s>%s</text>\n", x+len([]rune(text[:at[0]]))*cellW, y+13,
			len([]rune(word))*cellW, fg, more, html.EscapeString(word))
	}
}
