package arguments

import (
	"slices"
	"testing"

	"findable/engine/py"
)

func TestMissing(t *testing.T) {
	for _, c := range []struct {
		schema, args string
		want         []string
	}{
		{`{"required":["b","a","c"]}`, `{"a":null}`, []string{"b", "c"}},
		{`{"required":["a",5,["b"]]}`, `{}`, []string{"a"}},
		{`{"required":"a"}`, `{}`, nil},
		{`{"properties":{"a":{"required":["x"]}}}`, `{"a":{}}`, nil},
		{`true`, `{}`, nil},
	} {
		if got := Missing(parse(t, c.schema), parse(t, c.args).(py.Object)); !slices.Equal(got, c.want) {
			t.Errorf("%s of %s: %q, want %q", c.args, c.schema, got, c.want)
		}
	}
}

func TestReadCall(t *testing.T) {
	for _, c := range []struct {
		entry        string
		blanks       bool
		want, wanted string // the name and arguments, or the kind of error
	}{
		{`{"name":"t","arguments":{"a":1}}`, false, "t", `{"a":1}`},
		{`{"name":"  t\n"}`, false, "t", `{}`},
		{`{"name":5,"arguments":null}`, false, "5", `{}`},
		{`{"name":"t","arguments":"{\"a\":1}"}`, false, "t", `{"a":1}`},
		{`{"name":"t","arguments":""}`, false, BadJSON, ""},
		{`{"name":"t","arguments":" \n"}`, true, "t", `{}`},
		{`{"name":"t","arguments":"{a"}`, true, BadJSON, ""},
		{`{"name":"t","arguments":"null"}`, false, NotAnObject, ""},
		{`{"name":"t","arguments":"\"x\""}`, true, NotAnObject, ""},
		{`{"name":"t","arguments":[1]}`, false, NotAnObject, ""},
		{`{"name":0,"arguments":[1]}`, false, NoName, ""},
		{`{}`, false, NoName, ""},
		{`{"name":" tool_search ","arguments":"{"}`, false, BridgeRecursion, ""},
	} {
		call, kind := ReadCall(parse(t, c.entry).(py.Object), c.blanks)
		if kind != "" {
			call.Name = kind
		}
		if call.Name != c.want || kind == "" && py.Compact(call.Arguments) != c.wanted {
			t.Errorf("%s: %s %s, want %s %s", c.entry, call.Name, py.Compact(call.Arguments), c.want, c.wanted)
		}
	}
}

func TestReadCalls(t *testing.T) {
	for _, c := range []struct{ args, want, wanted string }{
		{`{"name":"t","arguments":{"a":1}}`, "t", `{"a":1}`},
		{`{"calls":null,"name":"t"}`, "t", `{}`},
		{`{"arguments":{}}`, BadCalls, ""},
		{`{"name":""}`, BadCalls, ""},
		{`{"name":"  "}`, NoName, ""}, // blank, and yet not false-like
		{`{"calls":{"name":"t"}}`, "t", `{}`},
		{`{"calls":[{"name":"t","arguments":""}]}`, "t", `{}`},
		{`{"calls":"[{\"name\":\"t\"}]"}`, "t", `{}`},
		{`{"calls":"{\"name\":\"t\"}"}`, "t", `{}`},
		{`{"calls":"null","name":"t"}`, BadCalls, ""},
		{`{"calls":[]}`, BadCalls, ""},
		{`{"calls":""}`, BadJSON, ""},
		{`{"calls":[null]}`, NotAnObject, ""},
		{`{"calls":[{"name":"a"},{"name":"b"}]}`, LocalBatch, ""},
		{`{"calls":[{"name":"a"},{"name":"b","arguments":"{"}]}`, BadJSON, ""},
		{`{"calls":[{"name":"tool_call"},5]}`, BridgeRecursion, ""},
		// The entry is not closed, its name is beside the text.
		{`{"name":" t ","calls":"\u00a0[ {\n\"arguments\" : {\"s\":\"}{\\\"\"} ]\n"}`, "t", `{"s":"}{\""}`},
		{`{"name":7,"calls":"{\"arguments\":{}"}`, "7", `{}`},
		{`{"name":"t","calls":"[{\"name\":\"t\",\"arguments\":{\"a\":1}"}`, "t", `{"a":1}`},
		{`{"name":"t","calls":"[{\"name\":\"u\",\"arguments\":{\"a\":1}"}`, BadJSON, ""},
		{`{"name":"t u","calls":"[{\"arguments\":{}"}`, BadJSON, ""},
		{`{"name":"t","calls":"[{\"arguments\":{\"a\":{}"}`, BadJSON, ""},
		{`{"name":"t","calls":"[{\"arguments\":{}}} ]"}`, BadJSON, ""},
		// The entry is closed too early, its name follows.
		{`{"calls":"[{\"arguments\":{\"a\":1}]\",\"name\":\"t\"}","a":2,"b":3}`, "t", `{"a":1,"b":3}`},
		{`{"calls":"{\"arguments\":{},\"name\":\"t\"} ] "}`, "t", `{}`},
		{`{"calls":"{\"arguments\":{},\"name\":\"t\"} ] ]"}`, BadJSON, ""},
		{`{"name":5,"calls":"[{\"arguments\":{}],\"name\":\"t\"}]"}`, "t", `{}`},
		{`{"name":"u","calls":"[{\"arguments\":{}],\"name\":\"t\"}]"}`, BadJSON, ""},
		{`{"calls":"[{\"arguments\":{}],\"name\":\"tool_call\"}]"}`, BadJSON, ""},
	} {
		calls, kind := ReadCalls(parse(t, c.args).(py.Object))
		got, gotten := kind, ""
		if kind == "" {
			got, gotten = calls[0].Name, py.Compact(calls[0].Arguments)
		}
		if got != c.want || gotten != c.wanted {
			t.Errorf("%s: %s %s, want %s %s", c.args, got, gotten, c.want, c.wanted)
		}
	}
	calls, kind := ReadCalls(parse(t, `{"calls":[{"name":"a"},{"name":"b"}]}`).(py.Object))
	if kind != LocalBatch || len(calls) != 2 || calls[0].Name != "a" {
		t.Errorf("a batch comes back as %v", calls)
	}
}
