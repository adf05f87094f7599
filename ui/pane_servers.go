package ui

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"findable/engine"
	"findable/themes"
	"findable/ui/cell"
	"findable/ui/frame"
	"findable/ui/style"
)

// A serverSort is the order of the servers pane.
type serverSort int

const (
	// bySize puts the longest block of names first: the order in which servers
	// collapse. Unlike the cost it stays when a server is switched off.
	bySize serverSort = iota
	byName
	byCost
	sortCount
)

func (o serverSort) String() string { return [...]string{"size", "name", "cost"}[o] }

// serversPane shows every server and toolset: whether it is on, its tools, how
// it stands in the listing and what that costs; unfolded, its tools.
type serversPane struct {
	list     list
	selected string // the row's key, so that the cursor stays with what it was on
	open     map[string]bool
	order    serverSort
	origins  []origin
	longest  int // cells of the longest label
	ab       *comparing
	registry *engine.Registry // that the origins are of

	rows  []serverRow
	built serverBuild

	painted map[string]paintedServer // each server's row without the cursor

	steps      []string // the trail, and what it was painted from
	stepsBuilt trailBuild
}

// A paintedServer is a server's row and what it was painted from.
type paintedServer struct {
	from  serverRow
	form  engine.Form
	total int // tokens of the listing, for the share
	open  bool
	w     int
	pins  int
	look  *style.Styles
	row   string
}

// serverBuild is what the rows were built from.
type serverBuild struct {
	revision, opened, pins int
	order                  serverSort
}

type serverRow struct {
	origin *origin
	entry  *engine.Entry // nil on a server's own row
	state  string
	was    string // the state in side A, where it was another
	tokens int
	count  int
	// of is how many of the tools are deferred, where some are not.
	of int
	// edits is how many changes of a server and its tools there are.
	edits int
}

func (r serverRow) key() string {
	if r.entry != nil {
		return r.entry.Name
	}
	return "\x00" + r.origin.label
}

func newServersPane(src Source, ab *comparing) *serversPane {
	p := &serversPane{open: map[string]bool{}, painted: map[string]paintedServer{}, ab: ab}
	p.take(src, src.Registry, nil)
	return p
}

// take shows the origins of a registry, with the tools that what-ifs have taken out
// of it.
func (p *serversPane) take(src Source, r *engine.Registry, taken []*engine.Entry) {
	p.origins, p.registry, p.longest = src.origins(r, taken), r, 0
	for _, o := range p.origins {
		p.longest = max(p.longest, cell.Width(cell.Unicode.Clean(o.label)))
	}
}

func (p *serversPane) build(s *scene) {
	key := serverBuild{s.d.revision, len(p.open), p.ab.pins, p.order}
	if p.rows != nil && key == p.built {
		return
	}
	p.built = key
	if r := s.d.session.Registry; r != p.registry { // another generation's
		p.take(s.src, r, s.d.whatIfs.taken)
	}
	heads := p.heads(s)
	slices.SortStableFunc(heads, func(a, b serverRow) int {
		switch p.order {
		case bySize:
			return cmp.Compare(b.origin.size, a.origin.size)
		case byCost:
			return cmp.Compare(b.tokens, a.tokens)
		}
		return 0
	})
	p.rows = p.rows[:0]
	for _, h := range heads {
		p.rows = append(p.rows, h)
		if p.open[h.origin.label] {
			for _, e := range h.origin.entries {
				p.rows = append(p.rows, serverRow{origin: h.origin, entry: e, state: toolState(s, h, e)})
			}
		}
	}
	if i := slices.IndexFunc(p.rows, func(r serverRow) bool { return r.key() == p.selected }); i >= 0 {
		p.list.cursor = i
	}
}

// heads are the rows of the servers themselves, by label.
func (p *serversPane) heads(s *scene) []serverRow {
	listing := s.d.assembly.Listing
	_, parts := listing.Parts()
	group := map[string]int{}
	for i, g := range listing.Groups {
		group[g.Label] = i
	}
	var rows []serverRow
	for i := range p.origins {
		o := &p.origins[i]
		r := serverRow{origin: o, count: len(o.entries), edits: s.d.whatIfs.about(o.toolsets)}
		g, deferred := group[o.label]
		switch {
		case o.card != nil:
			r.state = "no tools"
		case !o.on(s.in.Scope):
			r.state = "off"
		case s.d.whatIfs.removed(o):
			r.state = hiddenPart
		case !deferred && slices.ContainsFunc(o.entries, func(e *engine.Entry) bool { return e.Tool.Pinned }):
			r.state = pinnedPart
		case !deferred:
			r.state = "visible"
		case !s.d.assembly.Active:
			r.state = "loaded"
		default:
			r.state, r.tokens = string(listing.States[g]), parts[g]
			if n := len(listing.Groups[g].Entries); n < r.count {
				r.of = n
			}
		}
		r.was = p.ab.was(o.label, r.state)
		rows = append(rows, r)
	}
	return rows
}

func (p *serversPane) box(s *scene) frame.Box {
	p.build(s)
	on, loaded := 0, len(p.origins)-len(s.src.Cards)
	for _, o := range p.origins {
		if o.on(s.in.Scope) {
			on++
		}
	}
	foot := fmt.Sprintf("%d/%d on %s by %s", on, loaded, s.Glyphs.Middle, p.order)
	switch n := len(s.src.Cards); {
	case n > 0 && loaded == 0:
		foot = cell.Number(n) + " without tools"
	case n > 0:
		foot += fmt.Sprintf(" %s %d without tools", s.Glyphs.Middle, n)
	}
	if head, _ := s.d.assembly.Listing.Parts(); head > 0 {
		foot += fmt.Sprintf(" %s head %d", s.Glyphs.Middle, head)
	}
	return frame.Box{Title: "Servers", Foot: foot, FootRight: p.list.position(p.room(s))}
}

// room is the number of rows there is space for above the trail.
func (p *serversPane) room(s *scene) int {
	return max(s.h-1-len(p.trail(s)), 0)
}

func (p *serversPane) lines(s *scene) []string {
	p.build(s)
	trail := p.trail(s)
	room := p.room(s)
	out := []string{p.head(s)}
	from, to := p.list.window(len(p.rows), room)
	p.remember()
	for i := from; i < to; i++ {
		if r := p.rows[i]; i == p.list.cursor || r.entry != nil {
			out = append(out, p.row(s, r, i == p.list.cursor))
		} else {
			out = append(out, p.resting(s, r))
		}
	}
	for len(out) < s.h-len(trail) {
		out = append(out, "")
	}
	return append(out, trail...)
}

// resting returns a server's row without the cursor, painted anew only when it has
// changed.
func (p *serversPane) resting(s *scene, r serverRow) string {
	now := paintedServer{from: r, form: s.d.assembly.Listing.Form, total: s.d.assembly.Listing.Tokens, open: p.open[r.origin.label], w: s.w, pins: p.ab.pins, look: s.Styles}
	was := p.painted[r.origin.label]
	if now.row = was.row; now != was {
		now.row = p.row(s, r, false)
		p.painted[r.origin.label] = now
	}
	return now.row
}

func (p *serversPane) remember() {
	if len(p.rows) > 0 {
		p.selected = p.rows[p.list.cursor].key()
	}
}

// Widths of the columns after the label.
const serverToolsWidth, serverStateWidth, serverTokensWidth, serverShareWidth = 6, 8, 6, 6

// columns are the widths of the label, the tokens and the share. Without a listing
// nothing costs tokens; and rather than cut a name there is no share.
func (p *serversPane) columns(s *scene) (label, tokens, part int) {
	label = s.w - 3 - serverToolsWidth - 1 - serverStateWidth - p.wasWidth()
	if s.d.assembly.Listing.Form != engine.None {
		label, tokens = label-serverTokensWidth, serverTokensWidth
		if label-serverShareWidth >= p.longest {
			label, part = label-serverShareWidth, serverShareWidth
		}
	}
	return max(label, 6), tokens, part
}

func (p *serversPane) head(s *scene) string {
	const head = themes.Heading
	label, tokens, part := p.columns(s)
	return s.Row(s.w, style.Off, style.In(head, "   "), style.Column(head, "server", label), style.Number(head, "tools", serverToolsWidth),
		style.In(head, " "), style.Column(head, "state", serverStateWidth), optional(head, "in A", p.wasWidth()), optional(head, "tok", tokens),
		optional(head, "share", part))
}

func (p *serversPane) row(s *scene, r serverRow, selected bool) string {
	g := s.Glyphs
	if r.entry != nil {
		return p.toolRow(s, r, selected)
	}
	fold := g.Closed
	if p.open[r.origin.label] {
		fold = g.Open
	}
	label, tokensWidth, partWidth := p.columns(s)
	tokens, part, count, role := "", "", cell.Number(r.count), themes.Text
	if r.tokens > 0 {
		tokens = cell.Number(r.tokens)
		part = share(float64(r.tokens) / float64(max(s.d.assembly.Listing.Tokens, 1)))
	}
	if r.of > 0 {
		count = fmt.Sprintf("%d/%d", r.of, r.count)
	}
	if r.origin.card != nil {
		fold, count = "", ""
	}
	if r.state == "off" || r.origin.card != nil {
		role = themes.Muted
	}
	return s.Row(s.w, s.mark(selected), style.In(themes.Accent, s.cursorGlyph(selected)), style.Column(themes.Muted, fold, 2),
		style.Name(role, s.clean(r.origin.label)+s.serverMark(r.edits), label), style.Number(role, count, serverToolsWidth), style.In(role, " "),
		style.Column(stateRole(r.state), r.state, serverStateWidth), optional(themes.Edited, r.was, p.wasWidth()), optional(role, tokens, tokensWidth),
		optional(themes.Muted, part, partWidth))
}

// optional is a column of numbers that is not there when it has no width.
func optional(role themes.Role, text string, w int) style.Seg {
	if w == 0 {
		return style.Seg{}
	}
	return style.Number(role, text, w)
}

func stateRole(state string) themes.Role {
	switch state {
	case "full", "listed", "visible", "loaded", pinnedPart:
		return themes.Good
	case "names", "name":
		return themes.Notice
	case "summary", "search only":
		return themes.Warning
	case "hidden", hiddenPart:
		return themes.Bad
	}
	return themes.Muted
}

func (p *serversPane) toolRow(s *scene, r serverRow, selected bool) string {
	hit := ""
	if rank := s.d.hit(r.entry); rank > 0 {
		hit = fmt.Sprintf("%s hit %d ", s.Glyphs.Star, rank)
	}
	const stateWidth = 11
	name := s.Glyphs.FitMiddle(s.clean(r.entry.Bare()), max(s.w-5-cell.Width(hit)-1-stateWidth, 4))
	return s.Row(s.w, s.mark(selected),
		style.Seg{Role: themes.Accent, Text: s.cursorGlyph(selected) + "  "}, style.Column(themes.Edited, strings.TrimSpace(s.whatIfMark(r.entry)), 2),
		style.Seg{Role: themes.Text, Text: name + " "},
		style.Seg{Role: themes.Match, Text: hit},
		style.Seg{Role: stateRole(r.state), Text: s.Glyphs.FitLeft(r.state, stateWidth)})
}

func (p *serversPane) current() (serverRow, bool) {
	if p.list.cursor >= len(p.rows) {
		return serverRow{}, false
	}
	return p.rows[p.list.cursor], true
}

// fold opens or closes the server under the cursor; closing from a tool goes to
// its server.
func (p *serversPane) fold(open bool) {
	r, ok := p.current()
	if !ok || r.origin.card != nil {
		return
	}
	if open {
		p.open[r.origin.label] = true
	} else {
		delete(p.open, r.origin.label)
		p.selected = serverRow{origin: r.origin}.key()
	}
	p.rows = nil
}

func (p *serversPane) foldAll() {
	clear(p.open)
	if r, ok := p.current(); ok {
		p.selected = serverRow{origin: r.origin}.key()
	}
	p.rows = nil
}

func (p *serversPane) move(_ *scene, by int) { p.list.move(by); p.remember() }

func (p *serversPane) wheel(s *scene, by int) {
	p.list.scroll(by, p.room(s))
	p.remember()
}

func (p *serversPane) click(s *scene, x, y int) {
	i := p.list.top + y - 1
	if y < 1 || i >= len(p.rows) || y > p.room(s) {
		return
	}
	p.list.cursor = i
	p.remember()
	if r := p.rows[i]; r.entry == nil && x < 3 {
		p.fold(!p.open[r.origin.label])
	}
}

func (p *serversPane) state(s *scene) any {
	p.build(s)
	revision := s.d.assemblies
	if len(p.open) > 0 { // an open server marks the hits among its tools
		revision = s.d.revision
	}
	return struct {
		revision int
		open     bool
		order    serverSort
		list     list
		rows     int
		selected string
		pins     int
	}{revision, len(p.open) > 0, p.order, p.list, len(p.rows), p.selected, p.ab.pins}
}
