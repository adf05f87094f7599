// Package uitest holds what the tests of the terminal UI share: the check of a
// frame, a driver that runs a model without goroutines or waiting, and a real
// program in front of an emulated terminal.
package uitest

import (
	"fmt"
	"regexp"
	"strings"
	"unicode"

	"github.com/charmbracelet/x/ansi"
	// The driver and the emulator start no terminal, and no test may wait for one.
	_ "findable/ui/term/background"
)

// CheckFrame reports the first thing wrong with a frame: it must have exactly h
// lines of exactly w cells, by grapheme clusters and by code points, and no
// control character but those of colour sequences.
func CheckFrame(view string, w, h int) error {
	lines := strings.Split(view, "\n")
	if len(lines) != h {
		return fmt.Errorf("%d lines, want %d", len(lines), h)
	}
	for i, l := range lines {
		plain := colour.ReplaceAllString(l, "")
		if j := strings.IndexFunc(plain, unicode.IsControl); j >= 0 {
			return fmt.Errorf("line %d has a control character or a sequence that is not a colour at byte %d: %q", i, j, plain)
		}
		if n := ansi.StringWidth(plain); n != w {
			return fmt.Errorf("line %d is %d cells, want %d: %q", i, n, w, plain)
		}
		if n := ansi.StringWidthWc(plain); n != w {
			return fmt.Errorf("line %d is %d cells by code points, want %d: %q", i, n, w, plain)
		}
	}
	return nil
}

// colour matches the sequences of colours and attributes.
var colour = regexp.MustCompile(`\x1b\[[0-9;:]*m`)
