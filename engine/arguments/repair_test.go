package arguments

import (
	"strings"
	"testing"

	"findable/engine/py"
)

// cleanKeys shows "~" as "_".
func cleanKeys(properties py.Object) []string {
	keys := make([]string, len(properties))
	for i, m := range properties {
		keys[i] = strings.ReplaceAll(m.Key, "~", "_")
	}
	return keys
}

func TestRepair(t *testing.T) {
	for _, c := range []struct{ property, value, want string }{
		// numbers, as Python's float reads them
		{`{"type":"integer"}`, `" 42 "`, `42`},
		{`{"type":"integer"}`, `"2.0"`, `2`},
		{`{"type":"integer"}`, `"2.5"`, `"2.5"`},
		{`{"type":"number"}`, `"2.50"`, `2.5`},
		{`{"type":"number"}`, `"1_0e2"`, `1000`},
		{`{"type":"number"}`, `"-0"`, `0`},
		{`{"type":"number"}`, `"1e-7"`, `1e-07`},
		{`{"type":"number"}`, `"１２"`, `12`},
		{`{"type":"number"}`, `"0x10"`, `"0x10"`},
		{`{"type":"number"}`, `"1e400"`, `"1e400"`},
		{`{"type":"number"}`, `"nan"`, `"nan"`},
		{`{"type":"integer"}`, `"1e22"`, `10000000000000000000000`},
		{`{"type":"integer"}`, `true`, `true`},
		{`{"type":"string"}`, `5`, `5`},
		// booleans and null
		{`{"type":"boolean"}`, `" TRUE"`, `true`},
		{`{"type":"boolean"}`, `"1"`, `"1"`},
		{`{"type":"null"}`, `" Null"`, `null`},
		{`{"type":"string","nullable":true}`, `"NULL"`, `null`},
		{`{"type":"string","nullable":1}`, `"null"`, `"null"`},
		{`{"oneOf":[{"type":"null"},{"type":"integer"}]}`, `"null"`, `null`},
		{`{"allOf":[{"type":"null"}]}`, `"null"`, `"null"`},
		// lists of types: the first that changes the text
		{`{"type":["string","integer"]}`, `"42"`, `42`},
		{`{"type":["boolean","null"]}`, `"null"`, `null`},
		{`{"type":["integer","array"],"items":{"type":"array"}}`, `"[\"[1]\"]"`, `[[1]]`},
		{`{"type":["integer","array"]}`, `{"a":1}`, `{"a":1}`},
		// lists
		{`{"type":"array"}`, `"a"`, `["a"]`},
		{`{"type":"array"}`, `0`, `[0]`},
		{`{"type":"array"}`, `null`, `null`},
		{`{"type":"array","nullable":true}`, `"null"`, `null`},
		{`{"type":"array"}`, `"[1"`, `["[1"]`},
		{`{"type":"array","items":{"type":"array"}}`, `"[\"[1]\"]"`, `["[1]"]`},
		{`{"type":"array","items":{"type":"array"}}`, `["[1]","1"]`, `[[1],"1"]`},
		{`{"type":"array","items":{"type":"integer"}}`, `["1"]`, `["1"]`},
		// objects
		{`{"type":"object"}`, `"[1]"`, `"[1]"`},
		{`{"type":"object","properties":{"o":{"allOf":[{"type":"object"}]},"l":{"type":"array"}}}`,
			`"{\"o\":\" {} \",\"l\":\"{}\"}"`, `{"o":{},"l":"{}"}`},
		{`{"type":"object","properties":{"l":{"type":["array","null"]}}}`, `{"l":"[null]","x":"[1]"}`, `{"l":[null],"x":"[1]"}`},
		// nothing to go by
		{`{"properties":{"l":{"type":"array"}}}`, `{"l":"[1]"}`, `{"l":"[1]"}`},
		{`{"enum":[1,2]}`, `"1"`, `"1"`},
		{`true`, `"1"`, `"1"`},
		// keys that the model saw renamed
		{`{"type":"object","properties":{"x~y":{"type":"array"}}}`, `{"x_y":"[1]","z":2}`, `{"x~y":[1],"z":2}`},
		{`{"items":{"properties":{"x~y":{}}}}`, `[{"x_y":1},2]`, `[{"x~y":1},2]`},
		{`{"properties":{"x~y":{}}}`, `{"x~y":1,"z":3,"x_y":2}`, `{"x~y":2,"z":3}`},
	} {
		schema := parse(t, `{"properties":{"p":`+c.property+`}}`)
		args := py.Object{{Key: "p", Value: parse(t, c.value)}}
		got, _ := Repair(schema, args, cleanKeys).Get("p")
		if py.Compact(got) != c.want {
			t.Errorf("%s for %s: %s, want %s", c.value, c.property, py.Compact(got), c.want)
		}
		if py.Compact(args[0].Value) != py.Compact(parse(t, c.value)) {
			t.Errorf("%s for %s: changed in place", c.value, c.property)
		}
	}
	args := py.Object{{Key: "p", Value: "1"}}
	for _, schema := range []py.Value{nil, true, py.Object{}, parse(t, `{"properties":{}}`), parse(t, `{"properties":[1]}`)} {
		if got := Repair(schema, args, cleanKeys); py.Compact(got) != `{"p":"1"}` {
			t.Errorf("by %s: %s", py.Compact(schema), py.Compact(got))
		}
	}
}
