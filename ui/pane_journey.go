package ui

import (
	"fmt"
	"slices"
	"strings"

	"findable/engine/why"
	"findable/themes"
	"findable/ui/cell"
	"findable/ui/frame"
	"findable/ui/style"
)

// journeyPane shows the stations that a tool has to pass to be found; the first
// that it fails explains it.
type journeyPane struct {
	answerPage
	told func(text string) string
}

func (p *journeyPane) box(s *scene) frame.Box {
	b := frame.Box{Title: "Journey"}
	if s.in.Target == "" {
		return b
	}
	p.build(s, journeyRows)
	x := s.answer()
	if x.err == nil {
		b.Foot = "verdict: " + strings.ReplaceAll(string(x.journey.Verdict), "_", " ")
	}
	b.FootRight = p.list.position(s.h)
	return b
}

// Widths of a station's status and name, and what its evidence needs beside them.
const statusWidth, stationWidth, evidenceWidth = 5, 20, 24

// journeyRows are the stations, the one that explains it in front.
func journeyRows(s *scene) []string {
	x := s.answer()
	if x.err != nil {
		return s.paragraph(themes.Bad, s.clean(x.err.Error()))
	}
	var rows []string
	stations := x.journey.Stations
	reached := slices.IndexFunc(stations, func(st why.Station) bool { return st.Status == why.Skipped })
	if reached < 0 {
		reached = len(stations)
	}
	if last := stations[reached-1]; last.Status == why.Fail && reached > 1 {
		rows = append(append(rows, stationRows(s, reached, last)...), "")
	}
	for i, st := range stations[:reached] {
		rows = append(rows, stationRows(s, i+1, st)...)
	}
	if reached < len(stations) {
		rows = append(rows, stationRows(s, reached+1, why.Station{Name: "and what follows", Status: why.Skipped, Evidence: "not reached"})...)
	}
	return rows
}

// statusText is a status as a word, and its role.
func statusText(status why.Status) (string, themes.Role) {
	switch status {
	case why.Pass:
		return "PASS", themes.Good
	case why.Warn:
		return "WARN", themes.Warning
	case why.Fail:
		return "FAIL", themes.Bad
	}
	return "--", themes.Muted
}

func stationRows(s *scene, n int, st why.Station) []string {
	word, role := statusText(st.Status)
	text := themes.Text
	if st.Status == why.Skipped {
		text = themes.Muted
	}
	name := fmt.Sprintf("%2d %s", n, st.Name)
	lead := 1 + statusWidth + stationWidth
	var out []string
	if s.w-lead-1 < evidenceWidth { // below them, where there is no room
		out = append(out, s.Row(s.w, style.Off, style.In(role, " "), style.Column(role, word, statusWidth), style.In(themes.Heading, name)))
		for _, l := range cell.Wrap(s.clean(st.Evidence), max(s.w-statusWidth-1, 8)) {
			out = append(out, s.Row(s.w, style.Off, style.In(text, cell.Run(" ", 1+statusWidth)+l)))
		}
		return out
	}
	for _, l := range cell.Wrap(s.clean(st.Evidence), max(s.w-lead-1, 8)) {
		out = append(out, s.Row(s.w, style.Off, style.In(role, " "), style.Column(role, word, statusWidth), style.Column(themes.Heading, name, stationWidth),
			style.In(text, l)))
		word, name = "", ""
	}
	return out
}

func (p *journeyPane) lines(s *scene) []string {
	if s.in.Target == "" {
		return beginRows(s, p.told)
	}
	p.build(s, journeyRows)
	return p.seen(s, p.rows)
}
