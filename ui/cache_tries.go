package ui

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"

	tea "github.com/charmbracelet/bubbletea"

	"findable/engine"
	"findable/engine/py"
)

// A caching is what the last change did to a prompt cache.
type caching struct {
	loss   *engine.CacheLoss // nil where nothing was sent before
	blocks []cacheBlock
}

// cachingOf is what that depends on.
type cachingOf struct{ assemblies, pins int }

// A cacheBlock is a part of what stands before the conversation, with its digests.
type cacheBlock struct{ name, was, now string }

// A cacheTry is a change that was tried.
type cacheTry struct {
	what string
	to   Inputs
	// again are the tokens that are billed again, turn is how a turn changes.
	again, turn int
	block       string // the first definition that is another
}

func (a *App) wantCaching() tea.Cmd {
	of := cachingOf{a.d.assemblies, a.comparing.pins}
	if a.costing.caching.has(of) {
		return nil
	}
	now, before := a.d.side(a.in), a.before()
	return a.costing.caching.want(a, of, func(context.Context) (caching, error) {
		if before == nil {
			return caching{}, nil
		}
		l := engine.Invalidated(before.Session, before.Assembly, now.Session, now.Assembly)
		return caching{&l, cacheBlocks(l, before.Assembly, now.Assembly)}, nil
	})
}

// wantTries tries other changes, those that cost most first.
func (a *App) wantTries() tea.Cmd {
	if a.costing.tries.has(a.d.assemblies) {
		return nil
	}
	src, in, now, origins := a.src, a.in, a.d.side(a.in), a.servers.origins
	return a.costing.tries.want(a, a.d.assemblies, func(ctx context.Context) ([]cacheTry, error) {
		var tries []cacheTry
		for _, x := range slices.Concat(serverTries(in, origins, now.Session), knobTries(in)) {
			if ctx.Err() != nil {
				return nil, ctx.Err()
			}
			tries = append(tries, x.tried(src, now))
		}
		slices.SortStableFunc(tries, func(x, y cacheTry) int { return cmp.Compare(y.again, x.again) })
		return tries, nil
	})
}

// cacheBlocks are the visible tools, the three bridge tools and the listing, with
// their digests.
func cacheBlocks(l engine.CacheLoss, before, after engine.Assembly) []cacheBlock {
	was, now := digests(l.Was, before), digests(l.Now, after)
	var out []cacheBlock
	for i, name := range []string{"other tools", "tool_search", "its listing", "tool_describe", "tool_call"} {
		out = append(out, cacheBlock{name, was[i], now[i]})
	}
	return out
}

// digests are those of the blocks of an assembly, none where a block is absent.
func digests(blocks []engine.Block, a engine.Assembly) [5]string {
	out := [5]string{"none", "none", "none", "none", "none"}
	if bridge := len(blocks) - len(a.Bridge); a.Active && bridge >= 0 {
		for i, at := range []int{1, 3, 4} {
			out[at] = blocks[bridge+i].Digest
		}
		if text := a.Listing.Text(); text != "" {
			out[2] = engine.Digest(text)
		}
		blocks = blocks[:bridge]
	}
	if len(blocks) > 0 {
		var all strings.Builder
		for _, b := range blocks {
			all.WriteString(b.Text)
		}
		out[0] = engine.Digest(all.String())
	}
	return out
}

// tried assembles a change and holds it against what is sent now.
func (x cacheTry) tried(src Source, now engine.World) cacheTry {
	registry := src.registry(x.to.Generation).With(x.to.Edits)
	then := engine.NewWorld(registry.Session(x.to.Rules(), x.to.Scope, x.to.Effective().Defer), x.to.Effective(), x.to.Context)
	kept, total := engine.PrefixKept(now.Session, now.Assembly, then.Session, then.Assembly)
	x.again, x.turn = total-kept, then.Assembly.TurnTokens-now.Assembly.TurnTokens
	if now.Assembly.Active && then.Assembly.Active { // else every definition is sent, too many to compare for each try
		x.block = engine.Invalidated(now.Session, now.Assembly, then.Session, then.Assembly).Block
	}
	return x
}

// serverTries switch each server that is on off, and change a description and take a
// tool away in it.
func serverTries(in Inputs, origins []origin, s *engine.Session) []cacheTry {
	var all []cacheTry
	for _, o := range origins {
		if o.card != nil || !o.on(in.Scope) || o.toolsets[0] == "" {
			continue
		}
		off := in
		for _, t := range o.toolsets {
			off = off.Switched(t, false)
		}
		all = append(all, cacheTry{what: o.label + " off", to: off})
		i := slices.IndexFunc(o.entries, func(e *engine.Entry) bool { return s.Class(e).Deferrable() })
		if i < 0 {
			continue
		}
		e := o.entries[i]
		edited := func(edit engine.Edit) Inputs {
			edit.Toolset, edit.Tool = e.Toolset, e.Tool.Name()
			to := in
			to.Edits = append(slices.Clone(in.Edits), edit)
			return to
		}
		all = append(all,
			cacheTry{what: o.label + ": a description edited", to: edited(engine.Edit{Set: py.Object{{Key: "description", Value: "Also: " + e.Description()}}})},
			cacheTry{what: o.label + ": a tool less", to: edited(engine.Edit{Hidden: true})})
	}
	return all
}

// knobTries turn each knob a step down and a step up.
func knobTries(in Inputs) []cacheTry {
	var all []cacheTry
	for _, k := range knobs {
		for _, by := range []int{-1, 1} {
			to := in
			if k.turn(&to, by); !to.Equal(in) {
				all = append(all, cacheTry{what: fmt.Sprintf("%s %s", k.key, k.show(to)), to: to})
			}
		}
	}
	return all
}
