package ui

import (
	"fmt"
	"slices"
	"strings"

	"findable/engine"
	"findable/engine/pipeline"
	"findable/engine/play"
	"findable/engine/py"
	"findable/themes"
	"findable/ui/cell"
	"findable/ui/frame"
	"findable/ui/style"
)

// talkPane shows the conversation: what was called and the exact replies.
type talkPane struct {
	list   list
	p      *playing
	told   func(string) string
	built  talkBuild
	rows   []talkRow
	follow bool // the cursor goes to the last item
}

type talkBuild struct {
	revision, w int
	look        *style.Styles
}

// A talkRow is one line of the conversation.
type talkRow struct {
	talkKey // -1 where it is of no call
	segs    []style.Seg
}

func (p *talkPane) build(s *scene) {
	key := talkBuild{p.p.revision, s.w, s.Styles}
	if p.rows != nil && p.built == key {
		return
	}
	item, call := p.current()
	defer p.keep(talkKey{item, call})
	p.built, p.rows = key, []talkRow{}
	for i, x := range p.p.items {
		if i > 0 {
			p.add(talkKey{i - 1, -1}, style.In(themes.Text, ""))
		}
		if x.turn == nil {
			role := themes.Notice
			if x.end {
				role = themes.Good
			}
			p.text(s, talkKey{i, -1}, 1, role, x.say)
		} else {
			p.turn(s, i, x.turn)
		}
	}
}

// keep puts the cursor on the last item where something was added, and else leaves it
// on the call where it was, however the lines have moved.
func (p *talkPane) keep(was talkKey) {
	last := len(p.p.items) - 1
	switch {
	case p.follow && last >= 0:
		top := last
		if last > 0 && p.p.items[last-1].turn == nil {
			top-- // with what was said before it
		}
		p.list.cursor, p.list.top = p.rowOf(func(k talkKey) bool { return k.item == last }), p.rowOf(func(k talkKey) bool { return k.item == top })
	case was.item >= 0 && p.list.cursor < len(p.rows) && p.rows[p.list.cursor].talkKey != was:
		p.list.cursor = p.rowOf(func(k talkKey) bool { return k == was })
	}
	p.follow = false
}

// rowOf is the first line of some call, 0 for none.
func (p *talkPane) rowOf(is func(talkKey) bool) int {
	return max(slices.IndexFunc(p.rows, func(r talkRow) bool { return is(r.talkKey) }), 0)
}

func (p *talkPane) add(k talkKey, segs ...style.Seg) { p.rows = append(p.rows, talkRow{k, segs}) }

// text adds a text from outside, wrapped.
func (p *talkPane) text(s *scene, k talkKey, indent int, role themes.Role, text string) {
	const most = 40_000 // bytes; more is not read here
	more := ""
	if len(text) > most {
		more = fmt.Sprintf("%s and %s more bytes", s.Glyphs.Ellipsis, cell.Number(len(text)-most))
		text = strings.ToValidUTF8(text[:most], "")
	}
	for _, line := range s.Glyphs.CleanLines(text) {
		for _, l := range cell.Wrap(line, max(s.w-indent-3, 8)) {
			p.add(k, style.In(role, cell.Spaces(indent)), style.In(role, l))
		}
	}
	if more != "" {
		p.add(k, style.In(themes.Warning, cell.Spaces(indent)), style.In(themes.Warning, more))
	}
}

// turn adds a message of the model: what was written, and call by call what it got.
func (p *talkPane) turn(s *scene, item int, t *play.Turn) {
	p.add(talkKey{item, 0}, style.In(themes.Accent, s.Glyphs.After+" "), style.In(themes.Strong, s.Glyphs.Cut(s.clean(strings.ReplaceAll(t.Text, "\n", "; ")), max(s.w-4, 1))))
	for i, x := range t.Passages {
		p.call(s, talkKey{item, i}, t, x)
	}
}

// folded reports whether a call shows its head alone. Those of the last message
// unfold by themselves.
func (p *talkPane) folded(k talkKey) bool {
	last := len(p.p.items) - 1
	for last > 0 && p.p.items[last].turn == nil {
		last--
	}
	return p.p.folded[k] == (k.item == last) // the map holds what the user has turned round
}

func (p *talkPane) call(s *scene, k talkKey, t *play.Turn, x *pipeline.Passage) {
	mark, role, word := outcome(s, x)
	folded := p.folded(k)
	fold := s.Glyphs.Open
	if folded {
		fold = s.Glyphs.Closed
	}
	name := s.clean(x.Name)
	if p.p.outer && x.Call.Name != x.Name {
		name += " via " + s.clean(x.Call.Name)
	}
	size := ""
	if x.Done {
		size = cell.Number(engine.Tokens(len([]rune(x.Reply.Text)))) + " tok"
	}
	room := max(s.w-7-cell.Width(word)-cell.Width(size)-2, 8)
	p.add(k, style.In(themes.Muted, " "+fold+" "), style.In(role, mark+" "), style.Name(themes.Text, name, room), style.In(themes.Text, " "),
		style.In(role, word), style.In(themes.Muted, " "+size))
	for _, f := range t.Findings[k.call] {
		p.text(s, k, 5, themes.Warning, "! "+f)
	}
	if folded {
		return
	}
	arguments := x.Call.Arguments
	if !p.p.outer && x.Entry != nil {
		arguments = py.Spaced(x.Arguments)
	}
	p.text(s, k, 5, themes.Muted, "arguments "+arguments)
	for _, r := range x.Reply.Results {
		p.found(s, k, r)
	}
	if x.Done {
		p.text(s, k, 5, themes.Text, x.Reply.Text)
	}
}

// found says what a query has found, above the reply that has it as JSON.
func (p *talkPane) found(s *scene, k talkKey, r engine.Result) {
	count, role := fmt.Sprintf("%s of %s", cell.Number(len(r.Hits)), engine.Plural(r.Matched, "match", "matches")), themes.Good
	if len(r.Hits) == 0 {
		count, role = "nothing", themes.Warning
	}
	p.add(k, style.In(themes.Muted, "     "+s.Glyphs.Middle+" "), style.In(themes.Strong, s.Glyphs.Cut(s.clean(r.Query), max(s.w-12-cell.Width(count), 6))),
		style.In(themes.Text, " "), style.In(role, count))
	for i, h := range r.Hits {
		p.add(k, style.In(themes.Muted, fmt.Sprintf("%9d ", i+1)), style.Name(themes.Text, s.clean(h.Entry.Name), max(s.w-14, 8)))
	}
}

// outcome is how a call has ended, as a mark, a role and a word.
func outcome(s *scene, x *pipeline.Passage) (mark string, role themes.Role, word string) {
	switch {
	case x.Asks:
		return s.Glyphs.Middle, themes.Warning, "waits for approval"
	case !x.Done:
		return s.Glyphs.Middle, themes.Warning, "runs"
	case x.Status == pipeline.OK:
		return s.Glyphs.Yes, themes.Good, "ok"
	case x.Reply.Kind != "":
		return s.Glyphs.No, themes.Bad, string(x.Status) + ": " + string(x.Reply.Kind)
	}
	return s.Glyphs.No, themes.Bad, string(x.Status) + ": " + x.ErrorType
}

func (p *talkPane) box(s *scene) frame.Box {
	p.build(s)
	b := frame.Box{Title: "Conversation", Foot: "no tool is run", FootRight: p.list.position(s.h)}
	if w := p.p.walk; w != nil {
		b.Title = fmt.Sprintf("Conversation %s %s, step %d of %d", s.Glyphs.Middle, s.clean(w.of.Title), w.at, len(w.of.Steps))
		b.Foot = p.told("{walk-next} next step, {walk-auto} by itself")
		if w.at == len(w.of.Steps) && p.p.items[len(p.p.items)-1].turn == nil {
			b.Foot = p.told("the end: {walkthrough} another one, {prompt} on by hand")
		}
	}
	if p.p.live {
		b.Foot = "LIVE: approved calls are really made"
	}
	if p.p.running != nil {
		b.Foot = "calls are running; " + backKey + " stops them"
	}
	return b
}

func (p *talkPane) lines(s *scene) []string {
	p.build(s)
	if len(p.rows) == 0 {
		return s.noTalk(p.told)
	}
	from, to := p.list.window(len(p.rows), s.h)
	out := make([]string, 0, to-from)
	for i := from; i < to; i++ {
		selected := i == p.list.cursor
		segs := append(make([]style.Seg, 0, 8), style.In(themes.Accent, s.cursorGlyph(selected)))
		out = append(out, s.Row(s.w, s.mark(selected), append(segs, p.rows[i].segs...)...))
	}
	return out
}

// noTalk says how to begin.
func (s *scene) noTalk(told func(string) string) []string {
	var out []string
	add := func(role themes.Role, text string) { out = append(out, s.paragraph(role, text)...) }
	add(themes.Text, told("Be the model: {prompt} writes what it calls. No tool is run: calls are checked, pass the agent's stations, and get the exact replies."))
	if !s.d.assembly.Active {
		add(themes.Warning, "Tool search is not active ("+reason(s.d.assembly)+"): the model gets every tool and no bridge.")
	}
	out = append(out, "")
	for _, line := range []string{"search create an issue, send a message", "describe NAME, NAME", `call NAME key=value other="some words"`, "search one; call NAME    (several calls at once)"} {
		add(themes.Accent, line)
	}
	if len(s.src.Play.Walkthroughs) > 0 {
		out = append(out, "")
		add(themes.Muted, told("{walkthrough} plays a walkthrough."))
	}
	return out
}

// current returns the item and the call under the cursor, -1 for none.
func (p *talkPane) current() (item, call int) {
	if p.list.cursor >= len(p.rows) {
		return -1, -1
	}
	r := p.rows[p.list.cursor]
	return r.item, r.call
}

// passage is the call under the cursor, nil for none.
func (p *talkPane) passage() *pipeline.Passage {
	item, call := p.current()
	if item < 0 || call < 0 || item >= len(p.p.items) || p.p.items[item].turn == nil {
		return nil
	}
	return p.p.items[item].turn.Passages[call]
}

// fold shows or hides what belongs to the call under the cursor.
func (p *talkPane) fold() {
	item, call := p.current()
	k := talkKey{item, call}
	p.p.folded[k] = !p.p.folded[k]
	p.p.revision++
	for i, r := range p.rows { // the head stays under the cursor
		if r.talkKey == k && len(r.segs) > 3 {
			p.list.cursor = i
			break
		}
	}
}

func (p *talkPane) move(_ *scene, by int)  { p.list.move(by) }
func (p *talkPane) wheel(s *scene, by int) { p.list.scroll(by, s.h) }
func (p *talkPane) click(_ *scene, _, y int) {
	p.list.click(y)
}

func (p *talkPane) state(s *scene) any {
	p.build(s)
	step, keys := 0, ""
	if p.p.walk != nil {
		step = p.p.walk.at
	}
	if len(p.rows) == 0 {
		keys = p.told("{prompt}{walkthrough}")
	}
	return struct {
		built            talkBuild
		list             list
		assemblies, step int
		keys             string
	}{p.built, p.list, s.d.assemblies, step, keys}
}
