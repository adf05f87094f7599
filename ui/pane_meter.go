package ui

import (
	"fmt"

	"findable/engine"
	"findable/engine/play"
	"findable/themes"
	"findable/ui/cell"
	"findable/ui/frame"
	"findable/ui/style"
)

// meterPane shows what the conversation carries, beside the same work with every tool
// loaded.
type meterPane struct {
	page
	p *playing
}

func (p *meterPane) box(*scene) frame.Box {
	return frame.Box{Title: "Context", Foot: "estimate: characters / 4"}
}

func (p *meterPane) lines(s *scene) []string {
	m := play.NewMeter(s.d.assembly)
	if p.p.game != nil {
		m = p.p.game.Meter
	}
	var out []string
	pair := func(title string, bridge, eager int) {
		out = append(out, s.Row(s.w, style.Off, style.In(themes.Heading, " "+title)))
		most := max(bridge, eager, 1)
		out = append(out, s.meterRow("bridge", bridge, most, themes.GaugeFilled), s.meterRow("eager", eager, most, themes.BarBelow))
	}
	pair("the next request carries", m.Bridge.Context(), m.Eager.Context())
	pair(fmt.Sprintf("sent so far, in %s against %s", engine.Plural(m.Bridge.Requests, "request", "requests"), cell.Number(m.Eager.Requests)), m.Bridge.Sent, m.Eager.Sent)
	word, role, saved := "saved", themes.Good, m.Saved()
	if saved < 0 {
		word, role, saved = "lost", themes.Bad, -saved
	}
	text := fmt.Sprintf(" %s %s tok", word, cell.Number(saved))
	if m.Eager.Sent > 0 {
		text += fmt.Sprintf(", %d %%", saved*100/m.Eager.Sent) // 99.9 % is not everything
	}
	out = append(out, s.Row(s.w, style.Off, style.In(role, text)))
	if limit := s.in.Context; limit > 0 && m.Eager.Context() > limit {
		out = append(out, s.paragraph(themes.Warning, "all tools at once are over the context of "+cell.Number(limit)+" tok")...)
	}
	return p.seen(s, out)
}

func (s *scene) meterRow(name string, n, most int, role themes.Role) string {
	number := cell.Number(n) + " tok"
	const numberWidth = 14
	w := max(s.w-9-numberWidth-1, 2)
	return s.Row(s.w, style.Off, style.Column(themes.Text, "  "+name, 9), style.In(role, s.Glyphs.Bar(float64(n)/float64(most), w)), style.Number(themes.Strong, number, numberWidth))
}

func (p *meterPane) state(s *scene) any {
	return struct {
		revision, assemblies, context int
		list                          list
	}{p.p.revision, s.d.assemblies, s.in.Context, p.list}
}
