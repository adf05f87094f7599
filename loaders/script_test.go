package loaders

import (
	"context"
	"errors"
	"strings"
	"testing"
	"testing/fstest"

	"findable/engine/pipeline"
)

func readScript(text string) (string, error) {
	w, err := ReadScript(context.Background(), "some/tour.yaml", Options{FS: fstest.MapFS{"some/tour.yaml": {Data: []byte(text)}}})
	var b strings.Builder
	for _, r := range w.Rules {
		b.WriteString(r.String() + "; ")
	}
	return b.String(), err
}

func TestReadScript(t *testing.T) {
	const text = `
title: A tour
rules:
  - {do: deny, name: delete_*, why: nothing is deleted here}
  - {do: ask, server: github, annotations: {destructiveHint: true, openWorldHint: false}}
  - {at: hook, name: create_*, set: {draft: true}, drop: [assignees]}
  - {at: hook, do: deny, server: old}
results:
  - {tool: create_issue, arguments: {repo: site}, result: {number: 7}}
  - {tool: "*", fail: no such luck}
  - {tool: x, result: "text"}
steps:
  - say: Two queries in one call.
    call: search a, b
  - {call: call x, refuse: true}
`
	w, err := ReadScript(context.Background(), "some/tour.yaml", Options{FS: fstest.MapFS{"some/tour.yaml": {Data: []byte(text)}}})
	if err != nil {
		t.Fatal(err)
	}
	if w.Name != "tour" || w.Title != "A tour" || len(w.Rules) != 4 || len(w.Results) != 3 || len(w.Steps) != 2 || !w.Steps[1].Refuse {
		t.Errorf("%+v", w)
	}
	if r := w.Rules[2]; !r.Hook || r.Do != "" || len(r.Set) != 1 || r.Drop[0] != "assignees" || r.Origin.Path != "line 6" {
		t.Errorf("%+v", r)
	}
	if r := w.Results[0]; r.Result != `{"number": 7}` || r.Arguments.Text("repo") != "site" || w.Results[1].Fail == "" {
		t.Errorf("%+v", w.Results)
	}
	if w.Rules[0].Do != pipeline.Deny {
		t.Errorf("%+v", w.Rules[0])
	}
}

// TestScriptFaults shows that what is wrong is named with its line, and that nothing
// misspelt counts as not there.
func TestScriptFaults(t *testing.T) {
	for text, want := range map[string]string{
		"":                                           "is empty",
		"rules: 5":                                   "line 1, column 8: a list",
		"rulez: []":                                  `line 1, column 1: "rulez" is not known here`,
		"rules:\n - do: forbid":                      "line 2, column 4: a rule says do: allow, ask or deny",
		"rules:\n - nmae: x\n   do: deny":            `line 2, column 4: "nmae"`,
		"rules:\n - {name: x}":                       "a rule says do",
		"rules:\n - {do: deny, set: {}}":             "",
		"rules:\n - {do: deny, drop: [x]}":           "at: hook",
		"rules:\n - {do: deny, at: later}":           "hook or guardrail",
		"rules:\n - {at: hook, do: allow, name: x}":  "at: hook says do: deny",
		"rules:\n - {at: hook, do: deny, drop: [x]}": "not both",
		"rules:\n - {do: deny, annotations: {destroyHint: true}}":      "destroyHint",
		"rules:\n - {do: deny, annotations: {readOnlyHint: maybe}}":    "true or false",
		"rules:\n - {do: deny, annotations: {readOnlyHint: \"true\"}}": "true or false",
		"rules:\n - {do: deny, do: allow}":                             "twice",
		"rules:\n - {do: deny, name: [a]}":                             "a text is wanted",
		"rules:\n - {do: deny, name: null}":                            "a text is wanted",
		"results:\n - {tool: x}":                                       "either a result or a fail",
		"results:\n - {result: 1}":                                     "names its tool",
		"steps:\n - {}":                                                "says something",
		"steps: [":                                                     "is no YAML",
		"a: &a [*a]":                                                   "not known",
		"results:\n - {tool: x, result: &a [*a]}":                      "stands inside",
		"- x": "a mapping is wanted",
		"rules:\n - {do: deny, name: x}\n---\nrules:\n - {do: deny}\n":     "",
		"results:\n - {tool: x, arguments: [1], result: 1}":                "arguments by name",
		"results:\n - {tool: x, arguments: {a: !!binary zz}, result: yes}": "",
	} {
		rules, err := readScript(text)
		switch {
		case want == "":
			continue // it is read; nothing hangs or crashes
		case err == nil:
			t.Errorf("%q is read: %s", text, rules)
		case !strings.Contains(err.Error(), want):
			t.Errorf("%q: %v, want %q", text, err, want)
		}
		var fault *Error
		if err != nil && (!errors.As(err, &fault) || fault.File == "") {
			t.Errorf("%q: %v names no file", text, err)
		}
	}
}

func FuzzScript(f *testing.F) {
	f.Add("rules:\n - {do: deny, name: x}\nsteps:\n - call: search x\nresults:\n - {tool: x, result: {a: [1]}}")
	f.Add("rules: &a [{do: deny, annotations: {readOnlyHint: true}}]")
	f.Add("a: *b")
	f.Fuzz(func(t *testing.T, text string) {
		if _, err := readScript(text); err != nil && !strings.HasPrefix(err.Error(), "some/tour.yaml") {
			t.Errorf("%v", err)
		}
	})
}
