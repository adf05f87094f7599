package ui

import (
	"fmt"
	"slices"
	"strings"

	"findable/engine"
	"findable/themes"
	"findable/ui/cell"
	"findable/ui/frame"
	"findable/ui/style"
)

// queryPane is the box for queries: what the model would send to tool_search.
type queryPane struct {
	steady
	field *field
	key   string // leads here from anywhere
}

func newQueryPane(text string) *queryPane { return &queryPane{field: newField(text)} }

func (p *queryPane) box(s *scene) frame.Box {
	title := "Query"
	if n := len(s.d.queries); n > 1 {
		title = fmt.Sprintf("Query %s %d in one call", s.Glyphs.Middle, n)
		if s.d.tooMany() {
			title = fmt.Sprintf("Query %s %d, and one call takes %d", s.Glyphs.Middle, n, s.d.session.Rules.MaxQueries)
		}
	}
	return frame.Box{Title: title, Key: p.key}
}

func (p *queryPane) lines(s *scene) []string {
	prompt := style.Seg{Role: themes.Accent, Text: s.Glyphs.After + " "}
	terms := p.terms(s)
	text := s.clean(p.field.text())
	room := max(s.w-2, 1)
	if s.focus {
		// The terms give way to what is being typed.
		space := room - cell.Width(text) - 3
		terms = fitTerms(s.Glyphs, terms, space)
		segs := append([]style.Seg{prompt}, p.field.segs(s, room)...)
		return []string{s.rowWithTail(segs, terms)}
	}
	role := themes.Strong
	if text == "" {
		text, role = strings.TrimSpace("press "+p.key)+" and type what the model would search for", themes.Muted
	}
	terms = fitTerms(s.Glyphs, terms, room-cell.Width(text)-2)
	return []string{s.rowWithTail([]style.Seg{prompt, {Role: role, Text: s.Glyphs.Cut(text, room)}}, terms)}
}

// terms shows what the tokeniser makes of the query that is being typed: each
// stem with its document frequency.
func (p *queryPane) terms(s *scene) []style.Seg {
	if len(s.d.results) == 0 {
		return nil
	}
	r := s.d.results[len(s.d.results)-1]
	if len(r.Tokens) == 0 {
		return []style.Seg{{Role: themes.Warning, Text: "no tokens: only a-z and 0-9 count"}}
	}
	segs := make([]style.Seg, 0, 3*len(r.Tokens))
	// Terms that no tool has come last: they are what must not be missed when the
	// first ones give way.
	for _, unknown := range []bool{false, true} {
		for i, t := range r.Tokens {
			again := slices.ContainsFunc(r.Tokens[:i], func(b engine.Token) bool { return b.Term == t.Term })
			if again || unknown != (t.DF == 0) {
				continue
			}
			if len(segs) > 0 {
				segs = append(segs, style.Seg{Role: themes.Muted, Text: " " + s.Glyphs.Middle + " "})
			}
			if unknown {
				segs = append(segs, style.In(themes.Warning, t.Term+" in no tool"))
			} else {
				segs = append(segs, style.In(themes.Text, t.Term), style.In(themes.Muted, " "+cell.Number(t.DF)))
			}
		}
	}
	return segs
}

// fitTerms drops terms from the front until the rest fits.
func fitTerms(g *cell.Glyphs, segs []style.Seg, w int) []style.Seg {
	width := segsWidth(segs)
	if width <= w {
		return segs
	}
	more := style.Seg{Role: themes.Muted, Text: g.Ellipsis + " "}
	width += cell.Width(more.Text)
	for len(segs) > 0 && (width > w || strings.TrimSpace(segs[0].Text) != segs[0].Text) {
		width -= cell.Width(segs[0].Text)
		segs = segs[1:] // not to begin with a separator or a number
	}
	if len(segs) == 0 {
		return nil
	}
	return append([]style.Seg{more}, segs...)
}

func segsWidth(segs []style.Seg) int {
	n := 0
	for _, s := range segs {
		n += cell.Width(s.Text)
	}
	return n
}

// rowWithTail draws a row whose tail stands at the right edge.
func (s *scene) rowWithTail(head, tail []style.Seg) string {
	gap := s.w - segsWidth(head) - segsWidth(tail)
	segs := append(make([]style.Seg, 0, len(head)+1+len(tail)), head...)
	return s.Row(s.w, style.Off, append(append(segs, style.Seg{Text: cell.Spaces(gap)}), tail...)...)
}

func (p *queryPane) state(s *scene) any {
	return struct {
		searches int
		field    fieldState
	}{s.d.searches, p.field.state()}
}
