package loaders

import (
	"fmt"

	"findable/engine"
	"findable/engine/py"
)

// anthropicTool is a tool of Anthropic's API: {name, description, input_schema}.
var anthropicTool = shape{
	name:   "Anthropic tools",
	served: "MCP tools (input_schema)",
	agent:  true,
	open:   func(o py.Object) (py.Object, string, bool) { return o, "input_schema", o.Has("input_schema") },
}

// anthropicPolicy is {type: mcp_toolset, mcp_server_name, default_config, configs}
// of Anthropic's API: which tools of a server a request switches on and defers. The
// tools are elsewhere.
type anthropicPolicy struct{}

func (anthropicPolicy) name() string { return "Anthropic MCP toolset" }

func (anthropicPolicy) holds(v py.Value) bool {
	o, _ := v.(py.Object)
	return o.Text("type") == "mcp_toolset" && o.Text("mcp_server_name") != ""
}

func (anthropicPolicy) read(r *reading, n node) {
	o := n.value.(py.Object)
	name := o.Text("mcp_server_name")
	rule, _ := o.Get("default_config")
	p := policy{rule: rule, on: isTrue(rule, "enabled", true), late: isTrue(rule, "defer_loading", false)}
	switch configs := n.key("configs").value.(type) {
	case py.Object:
		for _, m := range configs {
			p.add(m.Key, m.Value)
		}
	case py.List:
		for _, v := range configs {
			o, _ := v.(py.Object)
			p.add(o.Text("name"), v)
		}
	}
	r.card(n, Card{Name: name, Source: requestSource, Words: p.words(name), configured: true})
	if said := p.deferral(); said != "" {
		r.once(Ignored, n.path, fmt.Sprintf("the policy for %s %s, which does not count; the agent's own rules say what is deferred", quoted(name), said))
	}
}

// A policy is what an mcp_toolset says: a rule, and the tools that differ from it.
type policy struct {
	rule            py.Value
	on, late        bool
	enabled         []string // where the rule is off
	disabled        []string // where it is on
	loaded, delayed []string // that defer_loading says otherwise of than the rule
}

func (p *policy) add(name string, config py.Value) {
	if name == "" {
		return
	}
	switch on := isTrue(config, "enabled", p.on); {
	case on && !p.on:
		p.enabled = append(p.enabled, name)
	case !on && p.on:
		p.disabled = append(p.disabled, name)
	}
	switch late := isTrue(config, "defer_loading", p.late); {
	case late && !p.late:
		p.delayed = append(p.delayed, name)
	case !late && p.late:
		p.loaded = append(p.loaded, name)
	}
}

// words returns the selection that a policy makes, nil when all tools are on.
func (p *policy) words(server string) *engine.Server {
	switch {
	case !p.on:
		return &engine.Server{Name: server, Include: allowedNames(p.enabled)}
	case p.disabled != nil:
		return &engine.Server{Name: server, Exclude: p.disabled}
	}
	return nil
}

// deferral words what a policy says of deferring tools, "" when it says nothing.
func (p *policy) deferral() string {
	switch {
	case p.late && p.loaded != nil:
		return "defers all tools but " + few(quotedAll(p.loaded))
	case p.late:
		return "defers all tools"
	case p.delayed != nil:
		return "defers " + few(quotedAll(p.delayed))
	case field(p.rule, "defer_loading") != nil:
		return "defers no tool"
	}
	return ""
}

// anthropicServers takes the servers that a request to Anthropic's API lets the
// model reach: {type: url, name, url, authorization_token}. Before there were
// policies, tool_configuration said which tools count.
func (r *reading) anthropicServers(n node) {
	rows, _ := n.value.(py.List)
	for i, v := range rows {
		o, _ := v.(py.Object)
		at := n.item(i)
		if o.Text("name") == "" {
			r.once(Skipped, at.path, "a server without a name")
			continue
		}
		c := Card{Name: o.Text("name"), Source: requestSource, Launch: launchOf(o), configured: true}
		config := at.key("tool_configuration").value
		allowed, limited := field(config, "allowed_tools").(py.List)
		if off := !isTrue(config, "enabled", true); off || limited {
			c.Words = &engine.Server{Name: c.Name, Disabled: off}
			if limited {
				c.Words.Include = allowedNames(texts(allowed))
			}
		}
		r.card(at, c)
	}
}
