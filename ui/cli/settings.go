package cli

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"findable/engine"
	"findable/engine/py"
	"findable/loaders"
)

// flagged returns the settings that --set and --context make.
func (r *run) flagged(ctx context.Context) (loaders.Settings, error) {
	var section py.Object
	for _, s := range r.set {
		key, text, found := strings.Cut(s, "=")
		if !found {
			return loaders.Settings{}, fmt.Errorf("--set %s: write KEY=VALUE, such as --set listing=off", s)
		}
		if !slices.Contains(engine.ConfigKeys(), key) {
			return loaders.Settings{}, fmt.Errorf("--set %s: there is no key %q; there are %s", s, key, strings.Join(engine.ConfigKeys(), ", "))
		}
		v, ok := configValue(ctx, text)
		if !ok {
			return loaders.Settings{}, fmt.Errorf("--set %s: not a YAML value; write text, a number or a list such as '[a, b]'", s)
		}
		section = section.With(key, v)
	}
	context, known := r.context.last()
	return loaders.Settings{ToolSearch: section, HasToolSearch: section != nil, Context: context, HasContext: known}, nil
}

// configValue reads a value as it would be read in a session file, by reading it
// in one.
func configValue(ctx context.Context, text string) (py.Value, bool) {
	const head = "findable: session/1\nconfig:\n  tools:\n    tool_search:\n      value: "
	opt := loaders.Options{Stdin: strings.NewReader(head + text + "\n")}
	res, _ := loaders.Load(ctx, []loaders.Source{{Path: "-"}}, opt) // it holds no tools, which is an error
	if res.Session == nil {
		return nil, false
	}
	section, _ := res.Session.ToolSearch.(py.Object)
	return section.Get("value")
}

// merged lays one value of tools.tool_search over another, key by key. A null
// says nothing; what else is no mapping stands for the whole section.
func merged(under, over py.Value) py.Value {
	switch over := over.(type) {
	case nil:
		return under
	case py.Object:
		section, ok := under.(py.Object)
		if under == false && !ok { // false is short for enabled: off
			section = py.Object{{Key: "enabled", Value: false}}
		}
		for _, m := range over {
			section = section.With(m.Key, m.Value)
		}
		return section
	}
	return over
}

// ownDefer returns the list of tools to defer that a configuration sets, nil when
// it sets none. It is read by the generation that has the key, since the app can
// change to that one.
func ownDefer(raw py.Value) []string {
	rules := engine.Latest()
	c, _ := engine.ReadConfig(raw, rules)
	if slices.Equal(c.Defer, rules.DefaultDefer) {
		return nil
	}
	return c.Defer
}
