package ui

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"findable/engine/eval"
	"findable/themes"
	"findable/ui/cell"
	"findable/ui/style"
)

// shownHits is how many hits of each engine are shown.
const shownHits = 5

// answered shows what the engines find, kind by kind, and then what each of them is.
func (s *scene) answered(o *answers, withCases bool) []string {
	var out []string
	if withCases {
		out = append(s.engineMeasures(o.all), "")
	}
	if o.query != "" {
		for _, k := range engineKinds {
			if some := ofKind(o.all, k.kind); len(some) > 0 {
				out = append(out, s.paragraph(themes.Heading, k.title)...)
				out = append(append(out, s.rankByRank(some)...), "")
			}
		}
	}
	return append(out, s.sources(o.all)...)
}

func ofKind(all []asked, kind EngineKind) []asked {
	return slices.DeleteFunc(slices.Clone(all), func(x asked) bool { return x.Kind != kind })
}

// engineFigures heads the columns of the measures: hit@1, recall@limit, recall@5 and
// so on, short, for there is little room.
var engineFigures = [...]string{"hit@1", "r@lim", "r@5", "mrr", "ndcg", "zero", "tok"}

// engineMeasures is a table of how the cases fare under each engine.
func (s *scene) engineMeasures(all []asked) []string {
	const head = themes.Heading
	const keyWidth = 24
	w := min(max((s.w-1-keyWidth)/len(engineFigures), 6), 10)
	segs := []style.Seg{style.In(head, " "), style.Column(head, "all cases", keyWidth)}
	for _, name := range engineFigures {
		segs = append(segs, style.Number(head, name, w))
	}
	out := []string{s.Row(s.w, style.Off, segs...)}
	for _, k := range engineKinds {
		some := ofKind(all, k.kind)
		if len(some) > 0 {
			out = append(out, s.paragraph(themes.Muted, k.title)...)
		}
		for _, x := range some {
			segs := []style.Seg{style.In(themes.Text, " "), style.Column(themes.Strong, x.Key, keyWidth)}
			for _, v := range x.figures(s.Glyphs) {
				segs = append(segs, style.Number(themes.Text, v, w))
			}
			out = append(out, s.Row(s.w, style.Off, segs...))
		}
	}
	return append(out, s.paragraph(themes.Muted, "docker-mcp-find ranks servers: one that has a wanted tool counts. r is recall; a reply's tokens are known of the reference alone.")...)
}

// figures are the measures of an engine in writing.
func (x asked) figures(g *cell.Glyphs) []string {
	if x.measures == nil {
		return []string{g.Ellipsis}
	}
	m := x.measures
	var out []string
	for _, v := range []float64{m.Hit1, m.RecallLimit, m.Recall5, m.MRR, m.NDCG, m.ZeroHit} {
		out = append(out, figure(v))
	}
	if m.ReplyTokens == 0 {
		return append(out, "-")
	}
	return append(out, cell.Number(int(math.Round(m.ReplyTokens))))
}

// rankByRank puts the first hits of engines side by side, as many in a row as there
// is room for.
func (s *scene) rankByRank(all []asked) []string {
	const rank, least = 7, 17 // cells: of the column of ranks, and what a name needs
	fit := min(max((s.w-rank)/least, 1), len(all))
	w := min((s.w-rank)/fit, 30)
	if w < 3 {
		return nil
	}
	var out []string
	for some := range slices.Chunk(all, fit) {
		row := func(label string, cells func(x asked) (themes.Role, string)) {
			segs := []style.Seg{style.Number(themes.Muted, label, rank-1), style.In(themes.Text, " ")}
			for _, x := range some {
				role, text := cells(x)
				segs = append(segs, style.Name(role, s.clean(text), w-1), style.In(themes.Text, " "))
			}
			out = append(out, s.Row(s.w, style.Off, segs...))
		}
		row("", func(x asked) (themes.Role, string) {
			if len(x.Approximate) > 0 {
				return themes.Strong, x.Key + "~"
			}
			return themes.Strong, x.Key
		})
		for i := range shownHits {
			row(strconv.Itoa(i+1), func(x asked) (themes.Role, string) { return x.hit(i, s.Glyphs) })
		}
		if slices.ContainsFunc(some, func(x asked) bool { return len(x.outcome.Case.Expect) > 0 }) {
			row("wanted", asked.wanted)
		}
	}
	return out
}

// hit is what stands at a rank, from 0.
func (x asked) hit(i int, g *cell.Glyphs) (themes.Role, string) {
	o := x.outcome
	switch {
	case !x.ready && i == 0:
		return themes.Muted, g.Ellipsis
	case o.Fault != nil && i == 0:
		return themes.Bad, "refuses it"
	case len(o.Hits) == 0 && x.ready && i == 0:
		return themes.Muted, "finds nothing"
	case i >= len(o.Hits):
		return themes.Muted, " "
	}
	t := x.names.Tool(o.Hits[i])
	for _, w := range o.Case.Expect {
		if slices.Contains(x.names.Find(w.Name), o.Hits[i]) {
			return themes.Match, t.Bare
		}
	}
	return themes.Text, t.Bare
}

// wanted is the rank of the first tool that the query should find.
func (x asked) wanted() (themes.Role, string) {
	switch r := x.outcome.Rank(); {
	case !x.ready:
		return themes.Muted, " "
	case len(x.outcome.Unknown) == len(x.outcome.Case.Expect):
		return themes.Bad, "not here"
	case r == 0:
		return themes.Bad, "no rank"
	default:
		return themes.Good, "rank " + strconv.Itoa(r)
	}
}

// sources tell what each engine is, where it was read and what of it is approximate.
func (s *scene) sources(all []asked) []string {
	out := s.paragraph(themes.Heading, "what they are")
	for _, x := range all {
		text := x.About
		if x.Source != "" {
			text += ", read in " + x.Source
		}
		if x.outcome.Fault != nil {
			text += ". It refuses the query: " + x.outcome.Fault.Error()
		}
		out = append(out, s.labelled(s.Glyphs.Cut(x.Key, 22), s.clean(text), 23, themes.Text)...)
		if len(x.Approximate) > 0 {
			out = append(out, s.labelled("", "approximate: "+s.clean(strings.Join(x.Approximate, " ")), 23, themes.Muted)...)
		}
	}
	return append(out, s.paragraph(themes.Muted, fmt.Sprintf("Ranks are over the first %d hits, whatever an engine's own limit is.", eval.Depth))...)
}
