// Package re is Python's re.search as far as Go's regexp can tell it: a pattern is
// translated and then searched for in time that grows with the text only.
//
// Go never backtracks, so it has no look-around and no references. Look-ahead right
// after a leading ^, nearly all that schemas use, is tested by itself, and whether
// something is found behind a leading look-behind, the question is the same with its
// text in front. Other look-around, references, conditions, atomic groups, possessive
// repeats, repeats above 1,000, comments, octal and named characters, and Python's
// verbose and ASCII modes are ErrBeyond; what Python 3.11 refuses is ErrRefused.
//
// What remains different: \b and \B know the letters of ASCII only, and where case
// is ignored, Python takes ı and İ for i.
package re

import (
	"errors"
	"regexp"
	"regexp/syntax"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Why a pattern has no translation.
var (
	// ErrRefused is returned for what Python's re.compile refuses too.
	ErrRefused = errors.New("this is no pattern of Python's")
	// ErrBeyond is returned for what Python may well take and Go cannot tell.
	ErrBeyond = errors.New("this pattern needs Python's engine")
)

// A Pattern is a pattern of Python's in Go's terms.
type Pattern struct {
	ahead []lookAhead
	rest  *regexp.Regexp
	size  int
	// literal is a text, folded, that is in whatever rest matches.
	literal string
}

// MaxSize bounds the memory of one pattern, in instructions and in characters.
const MaxSize = 10_000

// lookAhead is a pattern that must, or must not, match where the text begins.
type lookAhead struct {
	pattern *regexp.Regexp
	negated bool
}

// Search reports whether the pattern is found in a text, as re.search does.
func (p *Pattern) Search(text string) bool {
	for _, a := range p.ahead {
		if a.pattern.MatchString(text) == a.negated {
			return false
		}
	}
	return p.rest.MatchString(text)
}

// Size returns the pattern's size in instructions: a search takes at most so many
// steps for each byte of the text.
func (p *Pattern) Size() int { return p.size }

// Literal returns a text that the fold of every text has in which the pattern is
// found, "" when none is known: what lacks it need not be searched.
func (p *Pattern) Literal() string { return p.literal }

// Fold makes texts equal that differ by the case of letters only.
func Fold(text string) string {
	return strings.Map(func(r rune) rune {
		switch {
		case 'a' <= r && r <= 'z':
			return r - 'a' + 'A'
		case r < utf8.RuneSelf:
			return r
		}
		least := r
		for next := unicode.SimpleFold(r); next != r; next = unicode.SimpleFold(next) {
			least = min(least, next)
		}
		return least
	}, text)
}

// literalOf returns the longest literal that every match has, folded.
func literalOf(tree *syntax.Regexp) string {
	switch tree.Op {
	case syntax.OpLiteral:
		return Fold(string(tree.Rune))
	case syntax.OpCapture, syntax.OpPlus:
		return literalOf(tree.Sub[0])
	case syntax.OpConcat:
		longest := ""
		for _, sub := range tree.Sub {
			if l := literalOf(sub); len(l) > len(longest) {
				longest = l
			}
		}
		return longest
	}
	return ""
}

// widthOf returns how many characters a match has, and whether all have so many.
func widthOf(tree *syntax.Regexp) (width int, fixed bool) {
	switch tree.Op {
	case syntax.OpLiteral:
		return len(tree.Rune), true
	case syntax.OpCharClass, syntax.OpAnyChar, syntax.OpAnyCharNotNL:
		return 1, true
	case syntax.OpStar, syntax.OpPlus, syntax.OpQuest:
		return 0, false
	}
	fixed = true
	for i, sub := range tree.Sub {
		w, ok := widthOf(sub)
		if tree.Op == syntax.OpAlternate && i > 0 {
			fixed = fixed && w == width
		} else {
			width += w
		}
		fixed = fixed && ok
	}
	if tree.Op == syntax.OpRepeat {
		return width * tree.Min, fixed && tree.Min == tree.Max
	}
	return width, fixed
}

// globalFlags stand at the very start.
var globalFlags = regexp.MustCompile(`^(?:\(\?[ims]+\))+`)

// Compile translates a pattern. The error is ErrRefused or ErrBeyond.
func Compile(text string) (*Pattern, error) {
	if utf8.RuneCountInString(text) > MaxSize {
		return nil, ErrBeyond
	}
	t := translator{text: []rune(text)}
	if flags := globalFlags.FindString(text); flags != "" {
		t.pos, t.prefix, t.manyLines = len(flags), flags, strings.Contains(flags, "m")
	}
	p := &Pattern{}
	begins, behind := t.accept("^"), ""
	if begins {
		t.assertion("^")
	} else if t.accept("(?<=") {
		behind = t.behind()
	}
	for begins && !t.manyLines && (t.accept("(?=") || t.accept("(?!")) {
		negated := t.text[t.pos-1] == '!'
		body := t.translate()
		if !t.accept(")") {
			t.fail(ErrRefused)
		}
		p.ahead = append(p.ahead, lookAhead{p.compile(&t, `\A(?:`+body+")"), negated})
	}
	rest := t.translate()
	if begins {
		rest = "^" + rest
	}
	if t.pos < len(t.text) {
		t.fail(ErrRefused) // a parenthesis closes nothing
	}
	if (len(p.ahead) > 0 || behind != "") && t.branches {
		t.fail(ErrBeyond)
	}
	p.rest = p.compile(&t, behind+rest)
	if t.fault != nil {
		return nil, t.fault
	}
	return p, nil
}

// compile hands a translation to Go, nil when there is a fault.
func (p *Pattern) compile(t *translator, text string) *regexp.Regexp {
	if t.fault != nil {
		return nil
	}
	tree, err := syntax.Parse(t.prefix+text, syntax.Perl)
	if err != nil {
		t.fail(blame(err))
		return nil
	}
	if p.size += sizeOf(tree); p.size > MaxSize {
		t.fail(ErrBeyond)
		return nil
	}
	p.literal = literalOf(tree) // of rest, which comes last
	re, err := regexp.Compile(t.prefix + text)
	if err != nil {
		t.fail(blame(err))
	}
	return re
}

// blame says whether Python would refuse as well what Go refuses: not for a limit
// of Go's, and not for a possessive repeat.
func blame(err error) error {
	var e *syntax.Error
	errors.As(err, &e)
	switch e.Code {
	case syntax.ErrInvalidRepeatSize, syntax.ErrLarge, syntax.ErrNestingDepth:
		return ErrBeyond
	case syntax.ErrInvalidRepeatOp:
		if possessive.MatchString(e.Expr) {
			return ErrBeyond
		}
	}
	return ErrRefused
}

var possessive = regexp.MustCompile(`^(?:[*+?]|\{[^}]*\})\+$`)

// sizeOf estimates the instructions of a pattern: Go writes repeats out.
func sizeOf(tree *syntax.Regexp) int {
	size := 1 + len(tree.Rune)
	if tree.Op == syntax.OpCharClass {
		size = 1
	}
	for _, sub := range tree.Sub {
		size += sizeOf(sub)
	}
	if tree.Op == syntax.OpRepeat {
		size *= max(tree.Min, tree.Max, 1)
	}
	return size
}
