package loaders

import (
	"context"
	"errors"
	"fmt"
	"io"
	"path"
	"slices"
	"strings"

	"gopkg.in/yaml.v3"

	"findable/engine"
	"findable/engine/pipeline"
	"findable/engine/play"
	"findable/engine/py"
)

// ReadScript reads a file for the playground, in YAML or JSON: rules for calls, recorded
// results of tools, the steps of a walkthrough, each of them optional.
//
//	title: …           # of a walkthrough
//	about: …
//	rules:             # the first that is of a call decides
//	  - do: deny       # allow, ask, deny
//	    name: delete_* # a glob over the registered name or the server's own
//	    server: github # a glob over the server or toolset
//	    annotations: {destructiveHint: true}
//	    why: …         # told to the model
//	  - at: hook       # before the guardrail; may change arguments
//	    set: {draft: true}
//	    drop: [assignees]
//	results:           # the first that fits answers
//	  - tool: create_issue
//	    arguments: {repo: site}
//	    result: {number: 7}  # or fail: …
//	steps:
//	  - say: …
//	    call: search create an issue, send a message
//	    refuse: true   # the user does not approve
//
// The walkthrough's name is the file's. Of the options it uses Stdin and FS. The error
// is an *Error whose path is a line.
func ReadScript(ctx context.Context, name string, opt Options) (play.Walkthrough, error) {
	w := play.Walkthrough{Name: strings.TrimSuffix(path.Base(strings.ReplaceAll(name, `\`, "/")), path.Ext(name))}
	t, err := wholeText(ctx, name, opt)
	if err != nil {
		return w, err
	}
	r := scriptReader{file: shownName(name), out: &w}
	if fault := r.read(t); fault != nil {
		fault.File = r.file
		return w, fault
	}
	return w, nil
}

// A scriptReader reads one file.
type scriptReader struct {
	file string
	out  *play.Walkthrough
	yaml yamlReader
}

// read takes the text's one document.
func (r *scriptReader) read(t *text) *Error {
	const most = 4 << 20
	if len(t.body) > most {
		return errorf("", "has more than %d MB, which no script has", most>>20)
	}
	r.yaml = yamlReader{anchored: map[*yaml.Node]counted{}, repeated: &t.repeated}
	var doc yaml.Node
	err := yaml.NewDecoder(strings.NewReader(t.body)).Decode(&doc)
	switch {
	case errors.Is(err, io.EOF):
		return errorf("", "is empty; write rules, results or steps")
	case err != nil:
		place, msg := yamlPlace(strings.TrimPrefix(err.Error(), "yaml: "))
		return errorf(place, "is no YAML: %s", msg)
	}
	return r.members(doc.Content[0], map[string]func(*yaml.Node) *Error{
		"findable": func(*yaml.Node) *Error { return nil },
		"title":    r.text(&r.out.Title),
		"about":    r.text(&r.out.About),
		"rules":    r.each(r.rule),
		"results":  r.each(r.result),
		"steps":    r.each(r.step),
	})
}

// at makes an error at a node.
func at(n *yaml.Node, format string, args ...any) *Error {
	return errorf(fmt.Sprintf("line %d, column %d", n.Line, n.Column), format, args...)
}

// members reads a mapping whose keys are known; those that are not are errors, as a
// rule that is misspelt must not be one that is not there.
func (r *scriptReader) members(n *yaml.Node, known map[string]func(*yaml.Node) *Error) *Error {
	if n.Kind != yaml.MappingNode {
		return at(n, "a mapping is wanted here")
	}
	var met []string
	for i := 0; i+1 < len(n.Content); i += 2 {
		key := n.Content[i]
		read := known[key.Value]
		switch {
		case read == nil:
			var words []string
			for w := range known {
				words = append(words, w)
			}
			slices.Sort(words)
			return at(key, "%s is not known here; there are %s", quoted(key.Value), strings.Join(words, ", "))
		case slices.Contains(met, key.Value):
			return at(key, "%s stands here twice", quoted(key.Value))
		}
		met = append(met, key.Value)
		if fault := read(n.Content[i+1]); fault != nil {
			return fault
		}
	}
	return nil
}

// each reads a list, item by item.
func (r *scriptReader) each(read func(*yaml.Node) *Error) func(*yaml.Node) *Error {
	return func(n *yaml.Node) *Error {
		if n.Kind != yaml.SequenceNode {
			return at(n, "a list is wanted here")
		}
		for _, item := range n.Content {
			if fault := read(item); fault != nil {
				return fault
			}
		}
		return nil
	}
}

// text reads a text that is not empty.
func (r *scriptReader) text(into *string) func(*yaml.Node) *Error {
	return func(n *yaml.Node) *Error {
		if n.Kind != yaml.ScalarNode || n.Tag == "!!null" || strings.TrimSpace(n.Value) == "" {
			return at(n, "a text is wanted here")
		}
		*into = strings.TrimSpace(n.Value)
		return nil
	}
}

// yes reads true or false.
func (r *scriptReader) yes(into *bool) func(*yaml.Node) *Error {
	return func(n *yaml.Node) *Error {
		if n.Decode(into) != nil || n.Tag != "!!bool" {
			return at(n, "true or false is wanted here, not %s", quoted(n.Value))
		}
		return nil
	}
}

// value reads whatever stands there.
func (r *scriptReader) value(into *py.Value) func(*yaml.Node) *Error {
	return func(n *yaml.Node) *Error {
		v, _, err := r.yaml.value(n, 0)
		if err != nil {
			return at(n, "%s", err)
		}
		*into = v
		return nil
	}
}

// arguments reads arguments of a tool.
func (r *scriptReader) arguments(into *py.Object) func(*yaml.Node) *Error {
	return func(n *yaml.Node) *Error {
		var v py.Value
		if fault := r.value(&v)(n); fault != nil {
			return fault
		}
		o, ok := v.(py.Object)
		if !ok {
			return at(n, "arguments by name are wanted here, not %s", describe(v))
		}
		*into = o
		return nil
	}
}

func (r *scriptReader) origin(n *yaml.Node) engine.Origin {
	return engine.Origin{File: r.file, Path: fmt.Sprintf("line %d", n.Line)}
}

func (r *scriptReader) rule(n *yaml.Node) *Error {
	rule, do, place := pipeline.Rule{Origin: r.origin(n)}, "", ""
	fault := r.members(n, map[string]func(*yaml.Node) *Error{
		"do": r.text(&do), "at": r.text(&place), "why": r.text(&rule.Why), "name": r.text(&rule.Name), "server": r.text(&rule.Server),
		"set": r.arguments(&rule.Set), "annotations": r.hints(&rule),
		"drop": r.each(func(n *yaml.Node) *Error {
			key := ""
			fault := r.text(&key)(n)
			rule.Drop = append(rule.Drop, key)
			return fault
		}),
	})
	if fault != nil {
		return fault
	}
	rule.Do, rule.Hook = pipeline.Verdict(do), place == "hook"
	changes := len(rule.Set)+len(rule.Drop) > 0
	switch {
	case place != "" && place != "hook" && place != "guardrail":
		return at(n, "a rule is at: hook or guardrail, not %s", quoted(place))
	case do != "" && !slices.Contains([]pipeline.Verdict{pipeline.Allow, pipeline.Ask, pipeline.Deny}, rule.Do):
		return at(n, "a rule says do: allow, ask or deny, not %s", quoted(do))
	case changes && !rule.Hook:
		return at(n, "set and drop go with at: hook")
	case rule.Hook && rule.Do != pipeline.Deny && (do != "" || !changes):
		return at(n, "a rule at: hook says do: deny, or changes arguments with set and drop")
	case rule.Hook && do != "" && changes:
		return at(n, "a rule denies a call or changes it, not both")
	case !rule.Hook && do == "":
		return at(n, "a rule says do: allow, ask or deny")
	}
	r.out.Rules = append(r.out.Rules, rule)
	return nil
}

// hints reads the annotations that a rule wants.
func (r *scriptReader) hints(rule *pipeline.Rule) func(*yaml.Node) *Error {
	return func(n *yaml.Node) *Error {
		known := map[string]func(*yaml.Node) *Error{}
		rule.Annotations = map[string]bool{}
		for _, hint := range pipeline.Hints() {
			known[hint] = func(n *yaml.Node) *Error {
				want := false
				fault := r.yes(&want)(n)
				rule.Annotations[hint] = want
				return fault
			}
		}
		return r.members(n, known)
	}
}

func (r *scriptReader) result(n *yaml.Node) *Error {
	answer := play.Recorded{Origin: r.origin(n)}
	var result py.Value
	fault := r.members(n, map[string]func(*yaml.Node) *Error{
		"tool": r.text(&answer.Tool), "arguments": r.arguments(&answer.Arguments), "result": r.value(&result), "fail": r.text(&answer.Fail),
	})
	switch {
	case fault != nil:
		return fault
	case answer.Tool == "":
		return at(n, "a result names its tool")
	case (result == nil) == (answer.Fail == ""):
		return at(n, "a result is either a result or a fail")
	}
	if text, ok := result.(string); ok {
		answer.Result = text
	} else if result != nil {
		answer.Result = py.Spaced(result)
	}
	r.out.Results = append(r.out.Results, answer)
	return nil
}

func (r *scriptReader) step(n *yaml.Node) *Error {
	var step play.Scripted
	fault := r.members(n, map[string]func(*yaml.Node) *Error{
		"say": r.text(&step.Say), "call": r.text(&step.Call), "refuse": r.yes(&step.Refuse),
	})
	if fault == nil && step.Say == "" && step.Call == "" {
		fault = at(n, "a step says something, or calls")
	}
	r.out.Steps = append(r.out.Steps, step)
	return fault
}
