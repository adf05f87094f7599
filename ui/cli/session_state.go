package cli

import (
	"fmt"
	"path/filepath"
	"slices"

	"findable/engine"
	"findable/engine/cost"
	"findable/engine/py"
	"findable/loaders"
	"findable/ui"
)

// What a session file holds under `app`. The settings and the context length stand
// outside of it, where they are those of the catalog (cli.md).
//
//	generation, query, target: texts
//	scope:   {enable: [toolset], disable: [toolset]}
//	edits:   what-ifs, as in a file of them
//	use:     the knobs of the Cost view
//	view:    the view that was shown
//	cases:   the file of the cases, relative to the session
//	old:     the dump that takes the place of side A, relative to the session
//	a:       side A: the same, with tool_search and context
//	queries: suggestions, which the app reads and never writes
const (
	generationKey, queryKey, targetKey, scopeKey, editsKey = "generation", "query", "target", "scope", "edits"
	viewKey, casesKey, oldKey                              = "view", "cases", "old"
	sideKey, toolSearchKey, contextKey                     = "a", "tool_search", "context"
)

// stateValue is a state for a session file, over what else stands under `app` there.
func stateValue(old py.Value, st ui.State) py.Object {
	keep, _ := old.(py.Object)
	app := keep.Without(generationKey, queryKey, targetKey, scopeKey, useKey, editsKey, viewKey, sideKey)
	app = append(app, inputsValue(st.Inputs)...)
	if st.View != "" {
		app = append(app, py.Member{Key: viewKey, Value: st.View})
	}
	if st.A != nil {
		side := append(inputsValue(*st.A), py.Member{Key: contextKey, Value: py.Int(st.A.Context)})
		app = append(app, py.Member{Key: sideKey, Value: append(side, py.Member{Key: toolSearchKey, Value: sectionOf(st.A.Config)})})
	}
	return app
}

func inputsValue(in ui.Inputs) py.Object {
	o := py.Object{{Key: generationKey, Value: in.Generation}}
	scope := py.Object{}
	for _, s := range []struct {
		key   string
		names []string
	}{{"enable", in.Scope.Enable}, {"disable", in.Scope.Disable}} {
		list := py.List{}
		for _, n := range s.names {
			list = append(list, n)
		}
		if len(s.names) > 0 {
			scope = append(scope, py.Member{Key: s.key, Value: list})
		}
	}
	if len(scope) > 0 {
		o = append(o, py.Member{Key: scopeKey, Value: scope})
	}
	if in.Query != "" {
		o = append(o, py.Member{Key: queryKey, Value: in.Query})
	}
	if in.Target != "" {
		o = append(o, py.Member{Key: targetKey, Value: in.Target})
	}
	if in.Use != (cost.Use{}) {
		o = append(o, py.Member{Key: useKey, Value: useValue(in.Use)})
	}
	if len(in.Edits) > 0 {
		rows, _ := engine.EditsValue(in.Edits).Get("edits")
		o = append(o, py.Member{Key: editsKey, Value: rows})
	}
	return o
}

// sectionOf writes knobs as tools.tool_search, whatever the generation: the list of
// tools to defer is read by the one that has it.
func sectionOf(c engine.Config) py.Object {
	rules := engine.Latest()
	if c.Defer == nil {
		c.Defer = rules.DefaultDefer
	}
	_, differing := c.Section(rules, false)
	return slices.Concat(py.Object{}, differing)
}

// knobs reads tools.tool_search.
func knobs(section py.Value, rules engine.Rules) (engine.Config, []engine.Notice) {
	c, notices := engine.ReadConfig(section, rules)
	c.Defer = ownDefer(section)
	return c, notices
}

// A stateReader reads what stands under `app` in a session file.
type stateReader struct {
	s       *setup
	session *loaders.Session
}

func (r stateReader) note(path, format string, args ...any) {
	r.s.source.Notes = append(r.s.source.Notes, ui.Note{Kind: "session", File: r.session.File, Path: "$.app" + path, Text: fmt.Sprintf(format, args...)})
}

// savedGeneration is the generation that a session was saved under, "" where it does
// not say.
func savedGeneration(session *loaders.Session) string {
	if session == nil {
		return ""
	}
	app, _ := session.App.(py.Object)
	if g := app.Text(generationKey); slices.Contains(generationNames(), g) {
		return g
	}
	return ""
}

// state brings back what was saved. Settings and context have been read already.
func (r stateReader) state() {
	app, _ := r.session.App.(py.Object)
	if g := app.Text(generationKey); app.Has(generationKey) && savedGeneration(r.session) == "" {
		r.note("."+generationKey, "there is no generation %q, so %s is used", g, r.s.inputs.Generation)
	}
	r.inputs(app, "", &r.s.inputs)
	r.s.source.Kept.View = app.Text(viewKey)
	if side, ok := app.Get(sideKey); ok {
		if o, ok := side.(py.Object); ok {
			r.s.source.Kept.A = r.side(o)
		} else {
			r.note("."+sideKey, "a mapping is wanted for side A")
		}
	}
}

// side reads side A.
func (r stateReader) side(o py.Object) *ui.Inputs {
	in := ui.Inputs{Generation: r.s.inputs.Generation, Context: defaultContext}
	if g := o.Text(generationKey); slices.Contains(generationNames(), g) {
		in.Generation = g
	}
	if v, ok := o.Get(contextKey); ok {
		n, fault := py.ToInt(v)
		if in.Context = n; fault != py.OK || n < 0 {
			in.Context = 0
			r.note("."+sideKey+"."+contextKey, "a number of tokens is wanted, so it is unknown")
		}
	}
	section, _ := o.Get(toolSearchKey)
	config, notices := knobs(section, in.Rules())
	in.Config = config
	for _, n := range notices {
		if n.Key != "defer" || in.Rules().DefaultDefer != nil {
			r.note("."+sideKey+"."+toolSearchKey, "%s", noticeText(n))
		}
	}
	r.inputs(o, "."+sideKey, &in)
	return &in
}

// inputs reads what both sides have.
func (r stateReader) inputs(o py.Object, path string, in *ui.Inputs) {
	in.Query, in.Target = o.Text(queryKey), o.Text(targetKey)
	if scope, ok := o.Get(scopeKey); ok {
		in.Scope = engine.Scope{Enable: r.names(scope, path, "enable"), Disable: r.names(scope, path, "disable")}
	}
	if v, ok := o.Get(useKey); ok {
		in.Use = r.use(v, path)
	}
	rows, ok := o.Get(editsKey)
	if !ok {
		return
	}
	edits, unknown, err := r.s.source.Registry.ReadEdits(savedEdits(rows))
	if err != nil {
		r.note(path, "the what-ifs cannot be used: %v", err)
		return
	}
	in.Edits = edits
	for _, name := range unknown {
		r.note(path+"."+editsKey, "no such tool was loaded, so nothing is changed: %s", name)
	}
}

// savedEdits are what-ifs of a session file as a file of them has them.
func savedEdits(rows py.Value) py.Value {
	return engine.EditsValue(nil).With(editsKey, rows)
}

// names reads a list of toolsets, nil where there is none.
func (r stateReader) names(scope py.Value, path, key string) []string {
	o, _ := scope.(py.Object)
	v, ok := o.Get(key)
	if !ok {
		return nil
	}
	list, ok := v.(py.List)
	names := []string{}
	for _, item := range list {
		name, isText := item.(string)
		ok = ok && isText
		names = append(names, name)
	}
	if !ok {
		r.note(path+"."+scopeKey+"."+key, "a list of names is wanted here")
		return nil
	}
	return names
}

// bringBack takes what a session has saved, unless flags say otherwise.
func (r *run) bringBack(s *setup, session *loaders.Session) {
	if session == nil || session.App == nil {
		return
	}
	flagged := s.inputs.Scope
	stateReader{s, session}.state()
	scope := &s.inputs.Scope
	if flagged.Enable != nil {
		scope.Enable = flagged.Enable
	}
	if flagged.Disable != nil {
		scope.Disable = flagged.Disable
	}
}

// savedPath is the file that a session names under a key, "" for none.
func savedPath(session *loaders.Session, key string) string {
	if session == nil {
		return ""
	}
	app, _ := session.App.(py.Object)
	file := app.Text(key)
	if file == "" || filepath.IsAbs(file) {
		return file
	}
	return filepath.Join(filepath.Dir(session.File), file)
}
