package arguments

import (
	"strings"
	"testing"

	"findable/engine/py"
)

// value reads a fuzzed text, or skips it.
func value(t *testing.T, text string) py.Value {
	v, err := py.Parse([]byte(text))
	if err != nil {
		t.Skip("no JSON")
	}
	return v
}

// FuzzCheck: no schema and no arguments make it panic, and nothing is changed in
// place.
func FuzzCheck(f *testing.F) {
	for _, c := range checks {
		f.Add(c.schema, c.args)
	}
	f.Fuzz(func(t *testing.T, schema, args string) {
		s, a := value(t, schema), value(t, args)
		o, ok := a.(py.Object)
		if !ok {
			t.Skip("no object")
		}
		before := py.Compact(s) + py.Compact(o)
		if fault := Check(s, o); fault != nil && (fault.Constraint == "" || !strings.HasPrefix(fault.Path, "arguments")) {
			t.Errorf("%+v", *fault)
		}
		if py.Compact(s)+py.Compact(o) != before {
			t.Error("changed in place")
		}
	})
}

// FuzzRepair: nothing is changed in place, and what two repairs give a third
// leaves alone. One is not enough: text read as a list keeps its elements as they
// are, a list that came as a list does not.
func FuzzRepair(f *testing.F) {
	f.Add(`{"properties":{"a":{"type":"array","items":{"type":"array"}},"b~c":{"type":["integer","null"]}}}`,
		`{"a":"[\"[\\\"[1]\\\"]\"]","b_c":"1_0"}`)
	f.Add(`{"properties":{"a":{"type":"object","properties":{"x~y":{"oneOf":[{"type":"object"}]}}}}}`, `{"a":{"x_y":"{}"}}`)
	f.Fuzz(func(t *testing.T, schema, args string) {
		s, a := value(t, schema), value(t, args)
		o, ok := a.(py.Object)
		if !ok {
			t.Skip("no object")
		}
		before := py.Compact(s) + py.Compact(o)
		second := Repair(s, Repair(s, o, cleanKeys), cleanKeys)
		if third := Repair(s, second, cleanKeys); py.Compact(third) != py.Compact(second) {
			t.Errorf("%s, then %s", py.Compact(second), py.Compact(third))
		}
		if py.Compact(s)+py.Compact(o) != before {
			t.Error("changed in place")
		}
	})
}

// FuzzCalls: a text of calls gives one call that may be made, or a kind.
func FuzzCalls(f *testing.F) {
	for _, text := range []string{
		`[{"arguments": {"title": "t"}`, `[{"name": "t", "arguments": {"a": "}{\""}}`, `[{"arguments": {}] , "name": "u" } ]`,
		`{"arguments":{"a":[{}]}" , "name":"u"}`, `[{"name":"t","arguments":""}]`, `{"name":"a"}`, `3`,
	} {
		f.Add(text, "t", "x")
		f.Add(text, "", "title")
	}
	f.Fuzz(func(t *testing.T, text, name, other string) {
		args := py.Object{{Key: "calls", Value: text}, {Key: "name", Value: name}}
		if !args.Has(other) {
			args = append(args, py.Member{Key: other, Value: true})
		}
		calls, kind := ReadCalls(args)
		if (kind == "") != (len(calls) == 1) && kind != LocalBatch {
			t.Errorf("%d calls, kind %q", len(calls), kind)
		}
		for _, c := range calls {
			if c.Name == "" || isBridge(c.Name) || c.Arguments == nil {
				t.Errorf("read %q %v", c.Name, c.Arguments)
			}
		}
	})
}
