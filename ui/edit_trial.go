package ui

import (
	"fmt"
	"strconv"
	"strings"

	tea "github.com/charmbracelet/bubbletea"

	"findable/engine"
	"findable/ui/cell"
)

// A standing is how a tool fares with some inputs.
type standing struct {
	there   bool // it is registered
	tools   int  // that are registered in all
	visible bool // the model has it in every request
	rank    int  // the best of all queries, 0 for none
	tier    int
	form    engine.Form
	turn    int // tokens
}

// standingOf asks a session how a tool fares.
func standingOf(s *engine.Session, as engine.Assembly, key toolKey, queries []string) standing {
	st := standing{tools: len(s.Registry.Entries), tier: as.Tier, form: as.Listing.Form, turn: as.TurnTokens}
	e := s.Registry.Edited(key.toolset, key.tool)
	if st.there = e != nil; !st.there {
		return st
	}
	doc := s.Index.Doc(e)
	st.visible = doc < 0 && s.Scope.Contains(e.Toolset)
	for _, q := range queries {
		if doc < 0 {
			break
		}
		if rank := s.Index.Rank(q, doc); rank > 0 && (st.rank == 0 || rank < st.rank) {
			st.rank = rank
		}
	}
	return st
}

// A triedMsg brings how a tool fares with what is in the form.
type triedMsg struct {
	form    *editForm
	version int
	after   standing
}

// try begins to find out how the tool would fare with what is in the form now. That
// takes an index of its own, too much to wait for at a key, so one try goes on at a
// time beside the app, and the next one begins when it has ended.
func (f *editForm) try(a *App) tea.Cmd {
	version := f.version()
	if f.trying || version == f.tried {
		return nil
	}
	set, fault := f.set()
	if f.fault = fault; fault != nil {
		f.tried = version
		return nil
	}
	f.trying = true
	to, key, queries := a.in, f.subject, a.d.queries
	to.Edits = a.withSet(f.subject, set)
	registry := a.src.registry(to.Generation)
	return func() tea.Msg {
		s := registry.With(to.Edits).Session(to.Rules(), to.Scope, to.Effective().Defer)
		return triedMsg{f, version, standingOf(s, s.Assemble(to.Effective(), to.Context), key, queries)}
	}
}

// onTried takes a try over, and begins the next one when the text has changed since.
func (a *App) onTried(msg triedMsg) tea.Cmd {
	if a.overlay != overlay(msg.form) {
		a.dropped++
		return nil
	}
	msg.form.trying, msg.form.tried, msg.form.after = false, msg.version, msg.after
	return msg.form.try(a)
}

// figures say how the tool fares, before and after, in a line.
func (f *editForm) figures(a *App, w int) string {
	g, before, after := a.styles.Glyphs, f.before, f.after
	arrow := " " + g.Right + " "
	var parts []string
	add := func(format string, args ...any) { parts = append(parts, fmt.Sprintf(format, args...)) }
	switch {
	case !after.there:
		add("it would not be there: another tool has this name")
	case after.tools < before.tools:
		add("another tool has this name and would not be there")
	case len(a.d.queries) == 0:
		add("no query to rank it for")
	case rankWords(before) == rankWords(after):
		add("%s", rankWords(after))
	default:
		add("%s%s%s", rankWords(before), arrow, rankWords(after))
	}
	if len(a.d.queries) > 0 && after.there && after.tools == before.tools && w >= 60 {
		parts[0] += " for " + strconv.Quote(g.Cut(a.clean(strings.Join(a.d.queries, "; ")), w/3))
	}
	if before.tier == after.tier && before.form == after.form {
		add("tier %d %s", after.tier, after.form)
	} else {
		add("tier %d %s%s%d %s", before.tier, before.form, arrow, after.tier, after.form)
	}
	add("%s tok a turn", g.Signed(after.turn-before.turn))
	if f.trying {
		parts[len(parts)-1] += " " + g.Ellipsis
	}
	return strings.Join(parts, " "+g.Middle+" ")
}

func rankWords(s standing) string {
	switch {
	case s.visible:
		return "in sight"
	case s.rank == 0:
		return "not found"
	}
	return "rank " + cell.Number(s.rank)
}
