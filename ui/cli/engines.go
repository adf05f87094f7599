package cli

import (
	"fmt"
	"slices"
	"strings"

	"findable/engine"
	"findable/engine/eval"
	"findable/engine/profiles"
	"findable/engine/whatif"
	"findable/ui"
)

// A contender is an engine that cases can be run under.
type contender struct {
	// key names it on the command line and in reports.
	key string
	// about says what it is, kind whose answers it gives.
	about string
	kind  ui.EngineKind
	// source says where it was read, approximate what of it is so.
	source      string
	approximate []string
	// ranksServers says that it finds servers, not tools.
	ranksServers bool
	make         func(s *setup) eval.Engine
}

// kindText says whose answers an engine gives, in words that leave no doubt.
func (c contender) kindText() string {
	if c.kind == ui.WhatIf {
		return "what-if, not the reference"
	}
	return string(c.kind)
}

// contenders returns all engines: the generations of the reference, each also asked
// in keywords, the what-ifs, and the engines of others.
func contenders() []contender {
	var all []contender
	for _, g := range engine.Generations() {
		all = append(all, contender{key: g.Name, about: "the reference, generation " + g.Name, kind: ui.Reference,
			make: func(s *setup) eval.Engine { return s.reference(g.Name) }})
	}
	for _, g := range engine.Generations() {
		all = append(all, contender{key: g.Name + "-keywords", about: "the reference, generation " + g.Name + ", asked in keywords as a careful model would", kind: ui.Keyworded,
			make: func(s *setup) eval.Engine { return eval.NewKeyworded(s.reference(g.Name)) }})
	}
	for _, w := range whatif.All() {
		all = append(all, contender{key: w.Key, about: w.Title + ", not the reference. " + w.Loses, kind: ui.WhatIf, make: func(s *setup) eval.Engine {
			return eval.NewSession(s.session().Analysed(w.Analyser), s.inputs.Effective())
		}})
	}
	for _, p := range profiles.All() {
		all = append(all, contender{key: p.Key, about: p.Title, kind: ui.Foreign,
			source: fmt.Sprintf("%s at %s (%s)", p.Repository, p.Commit, strings.Join(p.Sources, ", ")), approximate: p.Approximate, ranksServers: p.Unit == profiles.Servers,
			make: func(s *setup) eval.Engine { return p.New(s.inScope()) }})
	}
	return all
}

// reference makes an engine of the reference, of whichever generation.
func (s *setup) reference(generation string) *eval.Session {
	in, registry := s.inputs, s.source.Registry
	in.Generation = generation
	if other, ok := s.source.Others[generation]; ok {
		registry = other
	}
	config := in.Effective()
	return eval.NewSession(registry.With(in.Edits).Session(in.Rules(), in.Scope, config.Defer), config)
}

// inScope returns the catalog without the toolsets and servers that are not in scope.
func (s *setup) inScope() engine.Catalog {
	c, scope := s.source.Registry.Catalog().With(s.inputs.Edits), s.inputs.Scope
	c.Toolsets = slices.DeleteFunc(slices.Clone(c.Toolsets), func(t engine.Toolset) bool { return !scope.Contains(t.Name) })
	c.Servers = slices.DeleteFunc(slices.Clone(c.Servers), func(v engine.Server) bool { return !scope.Contains(v.Toolset()) })
	return c
}

// engines are all engines for some inputs, for the app.
func (s *setup) engines(in ui.Inputs) []ui.Engine {
	now := *s
	now.inputs = in
	var all []ui.Engine
	for _, c := range contenders() {
		all = append(all, ui.Engine{Key: c.key, About: c.about, Kind: c.kind, Source: c.source, Approximate: c.approximate, Make: func() eval.Engine { return c.make(&now) }})
	}
	return all
}

// allEngines is the word for all of them.
const allEngines = "all"

// chosen returns the engines of some keys, once each; without keys the generation's.
func chosen(keys []string, generation string) ([]contender, error) {
	if len(keys) == 0 {
		keys = []string{generation}
	}
	all := contenders()
	var out []contender
	for _, k := range keys {
		if k == allEngines {
			out = append(out, all...)
			continue
		}
		i := slices.IndexFunc(all, func(c contender) bool { return c.key == k })
		if i < 0 {
			return nil, fmt.Errorf("--engine %s: there is no such engine; there are %s, and %s", k, strings.Join(engineKeys(), ", "), allEngines)
		}
		out = append(out, all[i])
	}
	met := map[string]bool{}
	return slices.DeleteFunc(out, func(c contender) bool {
		again := met[c.key]
		met[c.key] = true
		return again
	}), nil
}

func engineKeys() []string {
	var keys []string
	for _, c := range contenders() {
		keys = append(keys, c.key)
	}
	return keys
}
