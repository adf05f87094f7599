package ui

import (
	"findable/themes"
	"findable/ui/frame"
	"findable/ui/style"
)

// promptPane is the line in which calls are written, and what fits there.
type promptPane struct {
	steady
	p   *playing
	key string
}

func (p *promptPane) box(s *scene) frame.Box { return frame.Box{Title: "The model calls", Key: p.key} }

func (p *promptPane) lines(s *scene) []string {
	prompt := style.In(themes.Accent, s.Glyphs.After+" ")
	text := s.clean(p.p.field.text())
	var out []string
	switch {
	case s.focus:
		out = append(out, s.Row(s.w, style.Off, append([]style.Seg{prompt}, p.p.field.segs(s, max(s.w-2, 1))...)...))
	case text == "":
		out = append(out, s.Row(s.w, style.Off, prompt, style.In(themes.Muted, "press "+p.key+" and write: search TEXT, TEXT / describe NAME / call NAME key=value")))
	default:
		out = append(out, s.Row(s.w, style.Off, prompt, style.In(themes.Strong, s.Glyphs.Cut(text, max(s.w-2, 1)))))
	}
	switch {
	case p.p.fault != "":
		out = append(out, s.paragraph(themes.Bad, s.clean(p.p.fault))...)
	case s.focus && len(p.p.offered.List) > 0:
		out = append(out, p.offers(s)...)
	case s.focus:
		out = append(out, s.paragraph(themes.Muted, "a semicolon separates calls of one message; JSON is taken too")...)
	}
	return out[:min(len(out), s.h)]
}

// offers are the completions in a row, and what the first of them is.
func (p *promptPane) offers(s *scene) []string {
	c, at := p.p.offered, max(p.p.offer, 0)
	segs := []style.Seg{style.In(themes.Muted, "tab ")}
	room := s.w - 4
	for i := at; i < len(c.List) && room > 0; i++ {
		role := themes.Text
		if i == p.p.offer {
			role = themes.Accent
		}
		text := s.clean(c.List[i].Text)
		segs = append(segs, style.In(role, text), style.In(themes.Text, " "))
		room -= len(text) + 1
	}
	about := s.clean(c.List[at].About)
	return []string{s.Row(s.w, style.Off, segs...), s.Row(s.w, style.Off, style.In(themes.Muted, "    "+s.Glyphs.Cut(about, max(s.w-5, 1))))}
}

func (p *promptPane) state(s *scene) any {
	return struct {
		field          fieldState
		fault, key     string
		offer, offered int
	}{p.p.field.state(), p.p.fault, p.key, p.p.offer, len(p.p.offered.List)}
}
