package ui

import (
	"strconv"

	"findable/engine/why"
	"findable/themes"
	"findable/ui/frame"
	"findable/ui/style"
)

// targetPane names the tool that was expected, and the verdict on it.
type targetPane struct {
	steady
	key  string
	told func(text string) string
}

func (p *targetPane) box(*scene) frame.Box { return frame.Box{Title: "Should find", Key: p.key} }

func (p *targetPane) lines(s *scene) []string {
	if s.in.Target == "" {
		return []string{s.Row(s.w, style.Off, style.In(themes.Accent, s.Glyphs.After+" "),
			style.In(themes.Muted, s.Glyphs.Cut("press "+p.key+" and choose the tool that you expected", max(s.w-2, 1))))}
	}
	x := s.answer()
	name := s.in.Target
	if x.journey.Entry != nil {
		name = x.journey.Entry.Name
	}
	return []string{
		s.Row(s.w, style.Off, style.In(themes.Accent, s.Glyphs.After+" "), style.Name(themes.Strong, s.clean(name), max(s.w-2, 1))),
		s.verdictRow(x, p.told),
	}
}

// verdictRow is the verdict in one line: in a word, and what it means.
func (s *scene) verdictRow(x *answer, told func(string) string) string {
	if x.err != nil {
		return s.Row(s.w, style.Off, style.In(themes.Bad, s.Glyphs.Cut(s.clean(x.err.Error()), s.w)))
	}
	mark, role, text := s.Glyphs.No, themes.Bad, x.journey.Verdict.Sentence()
	if x.journey.Verdict == why.Found {
		mark, role, text = s.Glyphs.Yes, themes.Good, "FOUND at rank "+strconv.Itoa(x.journey.Rank)
	}
	if x.journey.Verdict == why.NoTokens && x.journey.Query == "" {
		mark, role, text = s.Glyphs.After, themes.Muted, told("there is no query yet: {query} types one")
	}
	return s.Row(s.w, style.Off, style.In(role, mark+" "), style.In(role, s.Glyphs.Cut(text, max(s.w-2, 1))))
}

func (p *targetPane) state(s *scene) any {
	return struct {
		revision int
		key      string
	}{s.d.revision, p.key}
}
