package ui

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"findable/engine"
	"findable/themes"
	"findable/ui/cell"
	"findable/ui/layout"
	"findable/ui/style"
)

// A viewTab is a view in the header: the action that shows it, and its name.
type viewTab struct {
	view         layout.View
	action, name string
}

var views = []viewTab{
	{layout.Tune, "view-tune", "Tune"},
	{layout.Listing, "view-listing", "Listing"},
	{layout.Why, "view-why", "Why"},
	{layout.Map, "view-map", "Map"},
	{layout.Eval, "view-eval", "Eval"},
	{layout.Compare, "view-compare", "A/B"},
	{layout.Audit, "view-audit", "Audit"},
	{layout.Cost, "view-cost", "Cost"},
	{layout.Play, "view-play", "Play"},
}

// label is a view's key and name.
func (a *App) label(v viewTab) string { return strings.TrimSpace(a.keyOf(v.action) + " " + v.name) }

// title is the first line: what is loaded, and the tier. Where the second line is
// needed for panes, or is not there, the budget stands here too.
func (a *App) title(r layout.Rects) string {
	g, as, w := a.styles.Glyphs, a.d.assembly, r.Title.W
	tier := []style.Seg{{Role: themes.Strong, Text: fmt.Sprintf("TIER %d", as.Tier)}, {Role: themes.Text, Text: " " + string(as.Listing.Form)}}
	left := []style.Seg{{Role: themes.Title, Text: "findable"}, {Role: themes.Strong, Text: "  " + g.CutMiddle(a.clean(a.src.Name), max(w/4, 8))}}
	whatIfs := a.whatIfCount()
	if whatIfs != "" && r.Mode < layout.Full {
		left[0] = style.Seg{Role: themes.Edited, Text: whatIfs} // it goes before all else
	}
	switch {
	case r.Mode == layout.Plain:
		if w < layout.TabsWidth {
			tier[0].Text = fmt.Sprintf("T%d", as.Tier)
		}
		left[1].Text = "  " + string(a.focus())
		percent := as.Listing.Tokens * 100 / max(as.Budget.Tokens, 1)
		spent := style.Seg{Role: themes.Text, Text: fmt.Sprintf(" %s %d%%", a.spent(), percent)}
		if right := append(tier, spent); segsWidth(left[:1])+segsWidth(right) < w {
			tier = right
		}
		return a.line(w, left, tier)
	case r.Mode == layout.Tabs:
		if as.Active {
			tier = append(append(tier, style.Seg{Text: "  "}), a.gauge("", a.spent(), as.Listing.Tokens, as.Budget.Tokens, 10, "")...)
		}
		return a.line(w, left, tier)
	}
	if whatIfs != "" {
		left = slices.Insert(left, 1, style.Seg{Role: themes.Edited, Text: "  " + whatIfs})
	}
	tier = append(tier, style.Seg{Role: themes.Muted, Text: " " + g.Middle + " ctx " + a.contextText() + " " + g.Middle + " " + a.in.Generation})
	if text := a.against(); text != "" {
		tier = append(tier, style.Seg{Role: themes.Edited, Text: " " + g.Middle + " vs " + text})
	}
	counts := a.counts()
	if room := w - 1 - segsWidth(left) - segsWidth(tier); cell.Width(counts) > room { // what is deferred can be spared
		counts = counts[:strings.LastIndex(counts, " "+g.Middle)]
	}
	return a.line(w, append(left, style.In(themes.Muted, counts)), tier)
}

// counts tells how many servers and tools the session has.
func (a *App) counts() string {
	if a.head.counted != a.d.session || a.head.glyphs != a.styles.Glyphs {
		as, dot := a.d.assembly, a.styles.Glyphs.Middle
		a.head.counts = fmt.Sprintf("   %s %s %s %s %s deferred", a.serverCount(), dot, engine.Plural(as.Visible+as.Deferred, "tool", "tools"), dot, cell.Number(as.Deferred))
		a.head.counted, a.head.glyphs = a.d.session, a.styles.Glyphs
	}
	return a.head.counts
}

func (a *App) serverCount() string {
	a.servers.build(a.scene(layout.Servers)) // it may not have been drawn since it changed
	on := 0
	for _, o := range a.servers.origins {
		if o.on(a.in.Scope) && !a.d.whatIfs.removed(&o) && strings.HasPrefix(o.toolsets[0], "mcp-") {
			on++
		}
	}
	return engine.Plural(on, "server", "servers")
}

// reason says why tool search is not active.
func reason(a engine.Assembly) string {
	if a.Reason == engine.SwitchedOff {
		return "enabled is off"
	}
	return string(a.Reason)
}

func (a *App) contextText() string {
	if a.in.Context <= 0 {
		return "unknown"
	}
	return cell.Number(a.in.Context)
}

func (a *App) spent() string {
	as := a.d.assembly
	return fmt.Sprintf("%s/%s", cell.Number(as.Listing.Tokens), cell.Number(as.Budget.Tokens))
}

// tabs is the second line: the views, and the two gauges or, where one pane is
// shown at a time, the panes.
func (a *App) tabs(r layout.Rects) string {
	left, w := a.viewTabs(r), r.Views.W
	if r.Mode == layout.Tabs {
		panes := a.paneTabs(r)
		if segsWidth(left)+segsWidth(panes) >= w {
			panes = panes[1:]
		}
		if segsWidth(left)+segsWidth(panes) >= w { // only the one with the focus
			at := slices.Index(r.Order, a.focus())
			panes = []style.Seg{panes[at], {Role: themes.Muted, Text: fmt.Sprintf(" %d of %d", at+1, len(r.Order))}}
		}
		return a.line(w, left, panes)
	}
	return a.line(w, left, a.gauges(w-segsWidth(left)-2))
}

// leastGauge is how many cells a gauge takes that still says all.
const leastGauge = len("listing 60,000/60,000 tok [=====] 100% cap binds")

// viewTabs names the views, the one that is shown marked. Where what else is on the
// line needs the room, the names get shorter, those of the others first, then only the
// keys of the others are there.
func (a *App) viewTabs(r layout.Rects) []style.Seg {
	h := &a.head
	if h.views != nil && h.shown == a.view && h.mode == r.Mode && h.width == r.Views.W {
		return h.views
	}
	room := r.Views.W - leastGauge
	if r.Mode == layout.Tabs {
		room = r.Views.W - segsWidth(a.paneTabs(r))
	}
	h.views, h.shown, h.mode, h.width = a.tabsAs(a.label, a.label), a.view, r.Mode, r.Views.W
	for _, as := range [][2]func(viewTab) string{{a.label, a.shortLabel}, {a.shortLabel, a.shortLabel}, {a.label, a.keyLabel}} {
		if segsWidth(h.views) > room {
			h.views = a.tabsAs(as[0], as[1])
		}
	}
	return h.views
}

// tabsAs writes the view that is shown in one way and the others in another.
func (a *App) tabsAs(shown, other func(viewTab) string) []style.Seg {
	segs := make([]style.Seg, 0, len(views))
	for _, v := range views {
		if v.view == a.view {
			segs = append(segs, style.In(themes.ViewOn, "["+shown(v)+"]"))
		} else {
			segs = append(segs, style.In(themes.ViewOff, " "+other(v)+" "))
		}
	}
	return segs
}

// shortLabel is a view's key and the beginning of its name.
func (a *App) shortLabel(v viewTab) string {
	if len(v.name) > len("Tune.") {
		v.name = v.name[:len("Tune")]
	}
	return a.label(v)
}

// keyLabel is a view's key, or its name where it has none.
func (a *App) keyLabel(v viewTab) string { return cmp.Or(a.keyOf(v.action), a.shortLabel(v)) }

// paneTabs names the panes of the view, the one with the focus marked.
func (a *App) paneTabs(r layout.Rects) []style.Seg {
	segs := []style.Seg{{Role: themes.Muted, Text: "tab:"}}
	for _, p := range r.Order {
		if p == a.focus() {
			segs = append(segs, style.Seg{Role: themes.ViewOn, Text: " [" + string(p) + "]"})
		} else {
			segs = append(segs, style.Seg{Role: themes.ViewOff, Text: " " + string(p)})
		}
	}
	return segs
}

// gauges show what the listing takes of its budget, and what a turn costs against
// loading everything. Each says its figures in words too.
func (a *App) gauges(room int) []style.Seg {
	as, g := a.d.assembly, a.styles.Glyphs
	if !as.Active {
		return []style.Seg{{Role: themes.Text, Text: g.Cut(fmt.Sprintf("a turn carries all %s tok, since %s", cell.Number(as.TurnTokens), reason(as)), room)}}
	}
	binds := "pct binds"
	if as.Budget.CapBinds() {
		binds = "cap binds"
	}
	for _, w := range []int{12, 8, 5} {
		listing := a.gauge("listing", a.spent()+" tok", as.Listing.Tokens, as.Budget.Tokens, w, binds)
		turn := a.gauge("turn", cell.Short(as.TurnTokens)+"/"+cell.Short(as.EagerTokens)+" tok", as.TurnTokens, as.EagerTokens, w, "of all")
		if both := append(append(listing, style.Seg{Text: "  "}), turn...); segsWidth(both) <= room {
			return both
		}
	}
	for _, w := range []int{12, 8, 5} {
		if listing := a.gauge("listing", a.spent()+" tok", as.Listing.Tokens, as.Budget.Tokens, w, binds); segsWidth(listing) <= room {
			return listing
		}
	}
	return []style.Seg{{Role: themes.Text, Text: g.Cut(a.spent()+" tok", room)}}
}

func (a *App) gauge(name, figures string, n, of, w int, remark string) []style.Seg {
	fraction := float64(n) / float64(max(of, 1))
	filled, rest := a.styles.Glyphs.Gauge(min(fraction, 1), w)
	role := themes.GaugeFilled
	if fraction > 1 {
		role = themes.GaugeOver
	}
	if name != "" {
		name += " "
	}
	if remark != "" {
		remark = " " + remark
	}
	return []style.Seg{{Role: themes.Muted, Text: name}, {Role: themes.Strong, Text: figures + " "}, {Role: themes.Muted, Text: "["},
		{Role: role, Text: filled}, {Role: themes.GaugeEmpty, Text: rest}, {Role: themes.Muted, Text: "] "},
		{Role: themes.Strong, Text: share(fraction)}, {Role: themes.Muted, Text: remark}}
}

// line puts segments at both ends of a line of w cells; the last of the left ones is
// cut where enough of it stays, and left out where not.
func (a *App) line(w int, left, right []style.Seg) string {
	const enough = 8
	for over := 1; over > 0 && len(left) > 1; {
		last := len(left) - 1
		over = segsWidth(left) + segsWidth(right) + 1 - w
		if rest := cell.Width(left[last].Text) - over; over > 0 && rest >= enough {
			left = slices.Clone(left)
			left[last].Text = a.styles.Glyphs.CutMiddle(left[last].Text, rest)
		} else if over > 0 {
			left = left[:last]
		}
	}
	gap := w - segsWidth(left) - segsWidth(right)
	if gap < 0 {
		return a.styles.Row(w, style.Off, right...)
	}
	segs := append(make([]style.Seg, 0, len(left)+1+len(right)), left...)
	return a.styles.Row(w, style.Off, append(append(segs, style.Seg{Text: cell.Spaces(gap)}), right...)...)
}

// status is the line of messages.
func (a *App) status(w int) string {
	text := a.message
	if a.job != nil && a.job.shown {
		text = a.jobText()
	}
	right := ""
	if n := a.noteCount(); n > 0 {
		right = a.told(" " + engine.Plural(n, "note", "notes") + " ({notes})")
	}
	text = a.clean(text)
	if right == "" && cell.Width(text) > w {
		right = a.told(" ({notes})") // has it whole
	}
	left := a.styles.Glyphs.Cut(text, max(w-cell.Width(right), 0))
	return a.line(w, []style.Seg{{Role: themes.Notice, Text: left}}, []style.Seg{{Role: themes.Muted, Text: right}})
}

// noteCount counts the notes that say that something is not as it may seem.
func (a *App) noteCount() int {
	n := slices.IndexFunc(a.notes, func(n Note) bool { return n.Kind == renamed }) // they stand last
	if n < 0 {
		n = len(a.notes)
	}
	return n + len(a.d.notices)
}

// hints is the line of keys: those of what takes all keys now, or else those of the
// focused pane before those that work everywhere.
func (a *App) hints(w int) string {
	segs := make([]style.Seg, 0, 64)
	used, room := 0, w
	add := func(keys, what string) {
		gap := min(used, 3)
		width := gap + cell.Width(keys) + 1 + cell.Width(what)
		if used+width > room {
			return
		}
		used += width
		segs = append(segs, style.Seg{Text: cell.Spaces(gap)}, style.In(themes.Key, keys), style.In(themes.Hint, " "), style.In(themes.Hint, what))
	}
	if own, only := a.ownHints(); only {
		for _, h := range own {
			add(h[0], h[1])
		}
		return a.styles.Row(w, style.Off, segs...)
	}
	pinned := []string{"help", "quit"} // however narrow the screen, help and the way out are on it
	for _, id := range pinned {
		room -= len("   ") + cell.Width(a.keyOf(id)) + len(" ") + len(id)
	}
	for _, local := range []bool{true, false} {
		for _, x := range a.actions {
			if x.hint != "" && x.id != "help" && x.id != "quit" && x.worksIn(a.focus()) && x.local(a.focus()) == local && x.reason(a) == "" {
				keys := a.keyName(x.keys[0])
				if x.pair != "" {
					keys = a.keyPair(x.pair, strings.TrimPrefix(x.keys[0], "shift+"))
				}
				if x.hintNow != nil {
					x.hint = x.hintNow(a)
				}
				add(keys, x.hint)
			}
		}
	}
	room = w
	for _, id := range pinned {
		if key := a.keyOf(id); key != "" {
			add(key, id)
		}
	}
	return a.styles.Row(w, style.Off, segs...)
}

// ownHints are the keys of what takes all keys now, an overlay or a line of text, each
// with what it does; only is false where the actions have the keys.
func (a *App) ownHints() (hints [][2]string, only bool) {
	switch {
	case a.overlay != nil:
		return a.overlay.hints(a), true
	case a.turning().typing != nil:
		return [][2]string{{"enter", "take"}, {backKey, "leave as it is"}, {"type", "to replace the value, or move in it first"}}, true
	case a.filtering() != nil:
		return [][2]string{{"enter", "keep the filter"}, {a.keyPair("up", "down"), "through the rows"}, {backKey, "all rows"}}, true
	case a.focus() == layout.Query:
		return [][2]string{{backKey, "leave"}, {"enter", "to the hits"}, {a.keyPair("up", "down"), "through the hits"}, {";", "another query"}}, true
	case a.focus() == layout.Prompt:
		return a.promptHints(), true
	}
	return nil, false
}

// keyPair is how two keys are written that do the opposite of each other: close
// together where they are signs.
func (a *App) keyPair(one, other string) string {
	const signs = 3 // cells: ⇧←→
	if x, y := a.keyName(one), a.keyName(other); cell.Width(x)+cell.Width(y) > signs {
		return x + "/" + y
	}
	return a.keyName(one) + a.keyName(other)
}

// keyName is how a key is written for people.
func (a *App) keyName(key string) string {
	shift, arrows := "⇧", [...]string{"←", "→", "↑", "↓"}
	if a.styles.Glyphs.ASCII {
		shift, arrows = "S-", [...]string{"<-", "->", "up", "down"}
	}
	if rest, ok := strings.CutPrefix(key, "shift+"); ok {
		return shift + a.keyName(rest)
	}
	if i := slices.Index([]string{"left", "right", "up", "down"}, key); i >= 0 {
		return arrows[i]
	}
	if key == " " {
		return "space"
	}
	return strings.Replace(key, "ctrl+", "^", 1)
}
