// Package uitest holds what the tests of the terminal UI share: the check of a
// frame, a driver that runs a model without goroutines or waiting, and a real
// program in front of an emulated terminal.
package uitest

import (
	"fmt"
	"math/rand/v2"
	"regexp"
	"strings"
	"unicode"

	"github.com/charmbracelet/x/ansi"
	// The driver and the emulator start no terminal, and no test may wait for one.
	_ "findable/ui/term/background"
)

// CheckFrame reports the first thing wrong with a frame: it must have exactly h
// lines of exactly w cells, by grapheme clusters and by code points, no control
// character but those of colour sequences, and none that can't be seen, such as
// those that turn the direction of text.
func CheckFrame(view string, w, h int) error {
	lines := strings.Split(view, "\n")
	if len(lines) != h {
		return fmt.Errorf("%d lines, want %d", len(lines), h)
	}
	for i, l := range lines {
		plain := uncoloured(l)
		if j := strings.IndexFunc(plain, unseen); j >= 0 {
			return fmt.Errorf("line %d has a character that can't be seen or a sequence that is not a colour at byte %d: %q", i, j, plain)
		}
		clusters, points := widths(plain)
		if clusters != w {
			return fmt.Errorf("line %d is %d cells, want %d: %q", i, clusters, w, plain)
		}
		if points != w {
			return fmt.Errorf("line %d is %d cells by code points, want %d: %q", i, points, w, plain)
		}
	}
	return nil
}

// unseen reports whether a character controls something in place of being shown.
func unseen(r rune) bool {
	return r < ' ' || r >= 0x7f && unicode.In(r, unicode.Cc, unicode.Cf, unicode.Co, unicode.Zl, unicode.Zp)
}

// widths measures a line by grapheme clusters and by code points. Lines of ASCII
// and of what frames are drawn with, one cell each, are counted; it makes the
// checks of thousands of frames bearable.
func widths(l string) (clusters, points int) {
	n := 0
	for _, r := range l {
		if r >= 0x7f && (r < 0x2500 || r > 0x259F) {
			return ansi.StringWidth(l), ansi.StringWidthWc(l)
		}
		n++
	}
	return n, n
}

// uncoloured removes the sequences of colours and attributes, and leaves all
// others.
func uncoloured(l string) string {
	if !strings.Contains(l, "\x1b[") {
		return l
	}
	return colour.ReplaceAllString(l, "")
}

// colour matches the sequences of colours and attributes.
var colour = regexp.MustCompile(`\x1b\[[0-9;:]*m`)

// Sizes returns sizes to try screens at: a fixed list from 1×1 to 400×120, every
// pair of the given widths and heights with one less and one more, and so many
// random ones, which are the same on every run.
func Sizes(widths, heights []int, random int) [][2]int {
	all := [][2]int{{1, 1}, {20, 5}, {40, 12}, {79, 24}, {80, 24}, {81, 24}, {120, 36}, {120, 40}, {200, 60}, {400, 120}, {400, 10}, {40, 120}}
	for _, w := range widths {
		for _, h := range heights {
			for d := range 9 {
				all = append(all, [2]int{w + d%3 - 1, h + d/3 - 1})
			}
		}
	}
	r := rand.New(rand.NewPCG(1, 2))
	for range random {
		all = append(all, [2]int{1 + r.IntN(400), 1 + r.IntN(120)})
	}
	return all
}
