package arguments

import (
	"fmt"
	"strings"
	"testing"

	"findable/engine/py"
)

const (
	in4    = `"$schema":"http://json-schema.org/draft-04/schema#",`
	in6    = `"$schema":"http://json-schema.org/draft-06/schema#",`
	in7    = `"$schema":"http://json-schema.org/draft-07/schema#",`
	in2019 = `"$schema":"https://json-schema.org/draft/2019-09/schema",`
)

// The answers were taken from jsonschema 4.26 in the way the reference uses it.
// want is "path constraint", "" where the call passes.
var checks = []struct{ schema, args, want string }{
	// type
	{`{"properties":{"a":{"type":"string"}}}`, `{"a":1}`, "arguments.a type"},
	{`{"properties":{"a":{"type":"number"}}}`, `{"a":true}`, "arguments.a type"},
	{`{"properties":{"a":{"type":"integer"}}}`, `{"a":3.0}`, ""},
	{`{` + in4 + `"properties":{"a":{"type":"integer"}}}`, `{"a":3.0}`, "arguments.a type"},
	{`{"properties":{"a":{"type":["integer","null"]}}}`, `{"a":"x"}`, "arguments.a type"},
	{`{"type":"array"}`, `{}`, "arguments type"},
	// enum, const: 1 is 1.0, but not true
	{`{"properties":{"a":{"enum":[1,"x"]}}}`, `{"a":1.0}`, ""},
	{`{"properties":{"a":{"enum":[1,"x"]}}}`, `{"a":true}`, "arguments.a enum"},
	{`{"properties":{"a":{"const":{"x":[1],"y":2}}}}`, `{"a":{"y":2.0,"x":[1]}}`, ""},
	{`{"properties":{"a":{"const":null}}}`, `{"a":0}`, "arguments.a const"},
	{`{` + in4 + `"properties":{"a":{"const":1}}}`, `{"a":2}`, ""},
	// numbers
	{`{"properties":{"a":{"minimum":2}}}`, `{"a":1.5}`, "arguments.a minimum"},
	{`{"properties":{"a":{"maximum":9007199254740992.0}}}`, `{"a":9007199254740993}`, "arguments.a maximum"},
	{`{"properties":{"a":{"exclusiveMaximum":2}}}`, `{"a":2}`, "arguments.a exclusiveMaximum"},
	{`{` + in4 + `"properties":{"a":{"maximum":2,"exclusiveMaximum":true}}}`, `{"a":2}`, "arguments.a maximum"},
	{`{"properties":{"a":{"multipleOf":0.01}}}`, `{"a":0.07}`, "arguments.a multipleOf"},
	{`{"properties":{"a":{"multipleOf":3}}}`, `{"a":9000000000000000000000000000}`, ""},
	{`{"properties":{"a":{"multipleOf":0.5}}}`, `{"a":1e308}`, ""},
	// text
	{`{"properties":{"a":{"minLength":3}}}`, `{"a":"😀😀"}`, "arguments.a minLength"},
	{`{"properties":{"a":{"maxLength":2.0}}}`, `{"a":"é😀"}`, ""},
	{`{"properties":{"a":{"pattern":"^(?!\\s*$).+"}}}`, `{"a":"  "}`, "arguments.a pattern"},
	{`{"properties":{"a":{"format":"date"}}}`, `{"a":"x"}`, ""},
	// lists
	{`{"properties":{"a":{"items":{"type":"integer"}}}}`, `{"a":[1,"x",2,"y"]}`, "arguments.a[3] type"},
	{`{"properties":{"a":{"prefixItems":[{"type":"string"}],"items":{"type":"integer"}}}}`, `{"a":["x",1,"y"]}`, "arguments.a[2] type"},
	{`{"properties":{"a":{"prefixItems":[true],"items":false}}}`, `{"a":[1,2]}`, "arguments.a items"},
	{`{` + in7 + `"properties":{"a":{"items":false}}}`, `{"a":[1]}`, "arguments.a schema"},
	{`{` + in7 + `"properties":{"a":{"items":[true],"additionalItems":false}}}`, `{"a":[1,2]}`, "arguments.a additionalItems"},
	{`{` + in2019 + `"properties":{"a":{"items":[true],"additionalItems":{"type":"string"}}}}`, `{"a":[1,2]}`, "arguments.a[1] type"},
	{`{"properties":{"a":{"minItems":1}}}`, `{"a":[]}`, "arguments.a minItems"},
	{`{"properties":{"a":{"maxItems":1}}}`, `{"a":[1,2]}`, "arguments.a maxItems"},
	{`{"properties":{"a":{"uniqueItems":true}}}`, `{"a":[{"x":1,"y":2},{"y":2,"x":1.0}]}`, "arguments.a uniqueItems"},
	{`{"properties":{"a":{"uniqueItems":true}}}`, `{"a":[1,true,"1",[1]]}`, ""},
	{`{"properties":{"a":{"contains":{"const":1},"minContains":2}}}`, `{"a":[1,2]}`, "arguments.a minContains"},
	{`{"properties":{"a":{"contains":{"const":1},"maxContains":1}}}`, `{"a":[1,1]}`, "arguments.a maxContains"},
	{`{` + in7 + `"properties":{"a":{"contains":{"const":1},"minContains":2}}}`, `{"a":[1]}`, ""},
	{`{"properties":{"a":{"prefixItems":[true],"contains":{"const":1},"unevaluatedItems":false}}}`, `{"a":[0,1,2]}`, "arguments.a unevaluatedItems"},
	// objects
	{`{"properties":{"a":{"required":["x","y"]}}}`, `{"a":{"x":1}}`, "arguments.a required"},
	{`{"patternProperties":{"^x":{"type":"string"}},"additionalProperties":false}`, `{"xa":"","b":1}`, "arguments additionalProperties"},
	{`{"patternProperties":{"^x":{"type":"string"}}}`, `{"xa":1}`, "arguments.xa type"},
	{`{"additionalProperties":{"type":"string"},"properties":{"a":true}}`, `{"a":1,"b":2}`, "arguments.b type"},
	{`{"properties":{"a":false}}`, `{"a":1}`, "arguments schema"},
	{`{"propertyNames":{"maxLength":2}}`, `{"abc":1}`, "arguments maxLength"},
	{`{"minProperties":2}`, `{"a":1}`, "arguments minProperties"},
	{`{"maxProperties":0}`, `{"a":1}`, "arguments maxProperties"},
	{`{"dependentRequired":{"a":["b"]}}`, `{"a":1}`, "arguments dependentRequired"},
	{`{"dependentSchemas":{"a":{"required":["b"]}}}`, `{"a":1}`, "arguments required"},
	{`{` + in7 + `"dependencies":{"a":["b"]}}`, `{"a":1}`, "arguments dependencies"},
	{`{"dependencies":{"a":["b"]}}`, `{"a":1}`, ""},
	{`{"allOf":[{"properties":{"a":true}}],"unevaluatedProperties":false}`, `{"a":1,"b":2}`, "arguments unevaluatedProperties"},
	// combining
	{`{"allOf":[{"required":["a"]},{"properties":{"b":{"type":"string"}}}]}`, `{"a":1,"b":1}`, "arguments.b type"},
	{`{"not":{"required":["a"]}}`, `{"a":1}`, "arguments not"},
	{`{"oneOf":[{"required":["a"]},{"required":["b"]}]}`, `{"a":1,"b":1}`, "arguments oneOf"},
	{`{` + in7 + `"if":{"required":["a"]},"then":{"required":["b"]},"else":{"required":["c"]}}`, `{"x":1}`, "arguments required"},
	{`{` + in6 + `"if":true,"then":{"required":["b"]}}`, `{}`, ""},
	// references
	{`{"properties":{"a":{"$ref":"#/$defs/x~1y%25"}},"$defs":{"x/y%":{"type":"string"}}}`, `{"a":1}`, "arguments.a type"},
	{`{"properties":{"a":{"$ref":"#s"}},"$defs":{"x":{"$anchor":"s","type":"string"}}}`, `{"a":1}`, "arguments.a type"},
	{`{` + in7 + `"properties":{"a":{"$ref":"#s","maxLength":1}},"definitions":{"x":{"$id":"#s","type":"string"}}}`, `{"a":"xx"}`, ""},
	{`{` + in2019 + `"properties":{"a":{"$ref":"#/$defs/x","maxLength":1}},"$defs":{"x":{"type":"string"}}}`, `{"a":"xx"}`, "arguments.a maxLength"},
	{`{"properties":{"a":{"$ref":"#"},"b":{"type":"string"}}}`, `{"a":{"a":{"b":1}}}`, "arguments.a.a.b type"},
	{`{"properties":{"a":{"$ref":"#/$defs/x"},"b":{"type":"string"}}}`, `{"b":1}`, "arguments.b type"},
	{`{"properties":{"a":{"$ref":"#/$defs/x"},"b":{"type":"string"}}}`, `{"a":1,"b":1}`, ""},
	{`{"properties":{"a":{"$ref":"other.json"},"b":{"type":"string"}}}`, `{"b":1}`, ""},
	// nullable
	{`{"properties":{"a":{"type":"string","nullable":true}}}`, `{"a":null}`, ""},
	{`{"properties":{"a":{"type":"string","nullable":"true"}}}`, `{"a":null}`, "arguments.a type"},
	{`{"properties":{"a":{"enum":["x"],"nullable":true}}}`, `{"a":null}`, ""},
	{`{"properties":{"nullable":{"type":"string"},"a":{"default":{"nullable":true}}},"additionalProperties":false}`, `{"nullable":"x"}`, "arguments additionalProperties"},
	// a schema that is invalid anywhere checks nothing
	{`{"properties":{"a":{"type":"string"},"b":{"minLength":-1}}}`, `{"a":1}`, ""},
	{`{"properties":{"a":{"type":"string"},"b":{"items":[{}]}}}`, `{"a":1}`, ""},
	{`{"properties":{"a":{"type":"string"},"b":{"pattern":"\\p{L}"}}}`, `{"a":1}`, ""},
	{`{"properties":{"a":{"type":"string"}},"required":["a","a"]}`, `{"a":1}`, ""},
	{`{"properties":{"a":{"type":"string"}},"$defs":{"x":{"anyOf":[]}}}`, `{"a":1}`, ""},
	{`{` + in4 + `"properties":{"a":{"type":"string"}},"required":[]}`, `{"a":1}`, ""},
	{`{` + in4 + `"properties":{"a":{"type":"string"},"b":{"exclusiveMinimum":true}}}`, `{"a":1}`, ""},
	{`{"properties":{"a":{"type":"string"}},"title":5}`, `{"a":1}`, ""},
	{`{"$schema":"http://example.com/unknown","properties":{"a":{"type":"string"}}}`, `{"a":1}`, "arguments.a type"},
	{`[]`, `{"a":1}`, ""},
	{`{}`, `{"a":1}`, ""},
	// which of several faults
	{`{"properties":{"a":{"type":"string"},"b":{"type":"string"},"B":{"type":"string"}}}`, `{"a":1,"b":1,"B":1}`, "arguments.b type"},
	{`{"properties":{"a":{"items":{"type":"string"}}}}`, `{"a":[1,1,1,1,1,1,1,1,1,1,1]}`, "arguments.a[10] type"},
	{`{"properties":{"a":{"minLength":3,"enum":["abc"],"type":"string"}}}`, `{"a":"x"}`, "arguments.a minLength"},
	{`{"properties":{"a":{"enum":["abc"],"anyOf":[{"type":"integer"}]}}}`, `{"a":"x"}`, "arguments.a enum"},
	{`{"properties":{"a":{"anyOf":[{"type":"integer"}],"enum":["abc"]}}}`, `{"a":"x"}`, "arguments.a enum"},
	{`{"properties":{"a":{"allOf":[{"type":"string","minLength":3},{"type":"integer"}]}}}`, `{"a":"x"}`, "arguments.a type"},
	{`{"properties":{"z":{"minProperties":1,"properties":{}}},"required":["y"]}`, `{"z":{}}`, "arguments required"},
	{`{"anyOf":[{"required":["a"]},{"properties":{"b":{"anyOf":[{"items":{"type":"string"}}]}}}]}`, `{"b":[1]}`, "arguments.b[0] type"},
	{`{"anyOf":[{"type":"object","required":["a"]},{"type":"object","required":["b"]}]}`, `{}`, "arguments anyOf"},
	{`{"anyOf":[{"type":"array"},{"type":"object","required":["b"]}]}`, `{}`, "arguments required"},
	{`{"anyOf":[{"properties":{"a":{"type":"string"}}},{"properties":{"b":{"type":"string"}}}]}`, `{"a":1,"b":1}`, "arguments.a type"},
	// path text
	{`{"properties":{"a b":{"properties":{"é\"":{"type":"string"}}}}}`, `{"a b":{"é\"":1}}`, `arguments["a b"]["é\""] type`},
	{`{"properties":{"_1":{"properties":{"1":{"type":"string"}}}}}`, `{"_1":{"1":1}}`, `arguments._1["1"] type`},
}

func TestCheck(t *testing.T) {
	for _, c := range checks {
		got := ""
		if f := Check(parse(t, c.schema), parse(t, c.args).(py.Object)); f != nil {
			got = f.Path + " " + f.Constraint
		}
		if got != c.want {
			t.Errorf("%s\nof %s: %q, want %q", c.args, c.schema, got, c.want)
		}
	}
}

// twice is a schema that refers on to the next twice, n times.
func twice(union string, n int) string {
	var b strings.Builder
	fmt.Fprintf(&b, `{"properties":{"a":{"$ref":"#/$defs/0"}},"$defs":{"%d":{"type":"integer"}`, n)
	for i := range n {
		fmt.Fprintf(&b, `,"%d":{"%s":[{"$ref":"#/$defs/%d"},{"$ref":"#/$defs/%[3]d"}]}`, i, union, i+1)
	}
	return b.String() + "}}"
}

// nested is n openings around a middle.
func nested(open, middle, closing string, n int) string {
	return strings.Repeat(open, n) + middle + strings.Repeat(closing, n)
}

// Where the work asked for has no end in sight, the call passes.
func TestCheckGivesUp(t *testing.T) {
	long := strings.Repeat("a", 100_000)
	for name, c := range map[string]struct{ schema, args string }{
		"exponential allOf":     {twice("allOf", 60), `{"a":"x"}`},
		"exponential anyOf":     {twice("anyOf", 60), `{"a":"x"}`},
		"exponential oneOf":     {twice("oneOf", 60), `{"a":1}`},
		"reference to itself":   {`{"$ref":"#"}`, `{}`},
		"not itself":            {`{"not":{"$ref":"#"}}`, `{}`},
		"either itself":         {`{"anyOf":[{"$ref":"#"},{"$ref":"#"}]}`, `{}`},
		"unevaluated by itself": {`{"unevaluatedProperties":{"$ref":"#"},"allOf":[{"$ref":"#"}]}`, `{"a":{"a":1}}`},
		"deep schema":           {nested(`{"properties":{"a":`, `{"type":"string"}`, "}}", 490), nested(`{"a":`, "1", "}", 490)},
		"deep nullable":         {nested(`{"nullable":true,"items":`, "{}", "}", 490), `{}`},
		"deep arguments":        {`{"additionalProperties":{"$ref":"#"},"type":"object"}`, nested(`{"a":`, "1", "}", 900)},
		"many elements":         {`{"properties":{"a":{"items":{"allOf":[true,{"type":"string"}]}}}}`, `{"a":[` + strings.Repeat("1,", 200_000) + `1]}`},
		"large pattern":         {`{"properties":{"a":{"pattern":"(?:[\\w\\s]{100}){100}"}}}`, `{"a":1,"b":"` + long + `"}`},
		"large search":          {`{"properties":{"a":{"pattern":"^.{900}x.{900}$"}}}`, `{"a":"` + long + `"}`},
	} {
		t.Run(name, func(t *testing.T) {
			if f := Check(parse(t, c.schema), parse(t, c.args).(py.Object)); f != nil {
				t.Errorf("%v", *f)
			}
		})
	}
}
