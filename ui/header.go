package ui

import (
	"fmt"
	"strings"

	"findable/themes"
	"findable/ui/cell"
	"findable/ui/layout"
	"findable/ui/style"
)

// A viewTab is a view's number and name in the header.
type viewTab struct {
	view layout.View
	key  string
	name string
	at   int // the column where it begins
}

func (v viewTab) label() string { return v.key + " " + v.name }

var views = []viewTab{{layout.Tune, "1", "Tune", 0}, {layout.Listing, "2", "Listing", 8}}

// title is the first line: what is loaded, and the tier.
func (a *App) title(w int) string {
	s, as := a.styles, a.d.assembly
	plain := w < layout.TabsWidth
	tier := fmt.Sprintf("TIER %d", as.Tier)
	if plain {
		tier = fmt.Sprintf("T%d", as.Tier)
	}
	right := []style.Seg{{Role: themes.Strong, Text: tier}, {Role: themes.Text, Text: " " + string(as.Listing.Form)}}
	if plain {
		right = append(right, style.Seg{Role: themes.Text, Text: " " + a.spent()})
		return a.line(w, []style.Seg{{Role: themes.Title, Text: "findable"}}, right)
	}
	if w >= layout.FullWidth {
		right = append(right, style.Seg{Role: themes.Muted, Text: " " + s.Glyphs.Middle + " ctx " + a.contextText()},
			style.Seg{Role: themes.Muted, Text: " " + s.Glyphs.Middle + " " + a.in.Generation})
	}
	left := []style.Seg{{Role: themes.Title, Text: "findable"}, {Role: themes.Strong, Text: "  " + a.clean(a.src.Name)}}
	if w >= 90 {
		left = append(left, style.Seg{Role: themes.Muted, Text: fmt.Sprintf("   %s %s %s tools %s %s deferred", a.serverCount(), s.Glyphs.Middle,
			cell.Number(as.Visible+as.Deferred), s.Glyphs.Middle, cell.Number(as.Deferred))})
	}
	return a.line(w, left, right)
}

func (a *App) serverCount() string {
	on := 0
	for _, o := range a.servers.origins {
		if o.on(a.in.Scope) && strings.HasPrefix(o.toolsets[0], "mcp-") {
			on++
		}
	}
	if on == 1 {
		return "1 server"
	}
	return fmt.Sprintf("%d servers", on)
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

// tabs is the second line: the views, and the two gauges.
func (a *App) tabs(w int) string {
	var left []style.Seg
	for i, v := range views {
		if i > 0 {
			left = append(left, style.Seg{Text: " "})
		}
		role, text := themes.ViewOff, " "+v.label()+" "
		if v.view == a.view {
			role, text = themes.ViewOn, "["+v.label()+"]"
		}
		left = append(left, style.Seg{Role: role, Text: text})
	}
	room := w - segsWidth(left) - 2
	return a.line(w, left, a.gauges(room))
}

// gauges show what the listing takes of its budget, and what a turn costs against
// loading everything. Each says its figures in words too.
func (a *App) gauges(room int) []style.Seg {
	as, g := a.d.assembly, a.styles.Glyphs
	if !as.Active {
		return []style.Seg{{Role: themes.Text, Text: g.Cut(fmt.Sprintf("%s: a turn carries all %s tok", as.Reason, cell.Number(as.TurnTokens)), room)}}
	}
	fraction := float64(as.Listing.Tokens) / float64(max(as.Budget.Tokens, 1))
	binds := "pct binds"
	if as.Budget.CapBinds() {
		binds = "cap binds"
	}
	listing := a.gauge("listing", a.spent()+" tok", fraction, 10, binds)
	turn := a.gauge("turn", fmt.Sprintf("%s/%s tok", cell.Short(as.TurnTokens), cell.Short(as.EagerTokens)),
		float64(as.TurnTokens)/float64(max(as.EagerTokens, 1)), 10, "of all loaded")
	both := append(append(listing, style.Seg{Text: "   "}), turn...)
	if segsWidth(both) <= room {
		return both
	}
	if segsWidth(listing) <= room {
		return listing
	}
	return []style.Seg{{Role: themes.Text, Text: g.Cut(a.spent()+" tok", room)}}
}

func (a *App) gauge(name, figures string, fraction float64, w int, remark string) []style.Seg {
	filled, rest := a.styles.Glyphs.Gauge(min(fraction, 1), w)
	role := themes.GaugeFilled
	if fraction > 1 {
		role = themes.GaugeOver
	}
	return []style.Seg{{Role: themes.Muted, Text: name + " "}, {Role: themes.Strong, Text: figures + " "}, {Role: themes.Muted, Text: "["},
		{Role: role, Text: filled}, {Role: themes.GaugeEmpty, Text: rest}, {Role: themes.Muted, Text: "] "},
		{Role: themes.Strong, Text: fmt.Sprintf("%.0f%%", fraction*100)}, {Role: themes.Muted, Text: " " + remark}}
}

// line puts segments at both ends of a line of w cells; the left ones are cut
// first.
func (a *App) line(w int, left, right []style.Seg) string {
	for segsWidth(left)+segsWidth(right)+1 > w && len(left) > 1 {
		left = left[:len(left)-1]
	}
	gap := w - segsWidth(left) - segsWidth(right)
	if gap < 0 {
		return a.styles.Row(w, style.Off, right...)
	}
	return a.styles.Row(w, style.Off, append(append(left, style.Seg{Text: cell.Spaces(gap)}), right...)...)
}

// status is the line of messages.
func (a *App) status(w int) string {
	text := a.message
	right := ""
	if n := a.noteCount(); n > 0 {
		right = fmt.Sprintf(" %d notes (!)", n)
	}
	left := a.styles.Glyphs.Cut(a.clean(text), max(w-cell.Width(right), 0))
	return a.line(w, []style.Seg{{Role: themes.Notice, Text: left}}, []style.Seg{{Role: themes.Muted, Text: right}})
}

func (a *App) noteCount() int { return len(a.src.Notes) + len(a.src.Registry.Notes) + len(a.d.notices) }

// hints is the line of keys: those of the focused pane before those that work
// everywhere.
func (a *App) hints(w int) string {
	var segs []style.Seg
	used := 0
	add := func(key, what string) {
		text := keyName(key) + " " + what
		if used > 0 {
			text = "   " + text
		}
		if used+cell.Width(text) > w {
			return
		}
		used += cell.Width(text)
		if len(segs) > 0 {
			segs = append(segs, style.Seg{Text: "   "})
		}
		segs = append(segs, style.Seg{Role: themes.Key, Text: keyName(key)}, style.Seg{Role: themes.Hint, Text: " " + what})
	}
	switch {
	case a.config.typing != nil:
		add("enter", "take")
		add("esc", "leave as it is")
	case a.focus() == layout.Query:
		add("esc", "leave")
		add("enter", "to the hits")
		add("up", "down: through the hits")
		add(";", "another query")
		return a.styles.Row(w, style.Off, segs...)
	}
	for _, local := range []bool{true, false} {
		for _, x := range a.actions {
			if x.hint != "" && x.worksIn(a.focus()) && x.local(a.focus()) == local && x.reason(a) == "" {
				add(x.keys[0], x.hint)
			}
		}
	}
	return a.styles.Row(w, style.Off, segs...)
}

// keyName is how a key is written for people.
func keyName(key string) string {
	switch key {
	case " ":
		return "space"
	case "ctrl+c":
		return "^c"
	}
	return strings.Replace(strings.Replace(key, "ctrl+", "^", 1), "shift+", "⇧", 1)
}
