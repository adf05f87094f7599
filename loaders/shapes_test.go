package loaders

import (
	"fmt"
	"math/rand/v2"
	"strconv"
	"strings"
	"testing"

	"findable/engine"
	"findable/engine/py"
)

// A sample is a tool to be written down in one shape or another.
type sample struct {
	name, description string
	schema, capitals  string // the same schema with type words in small and in capital letters
	properties        string // of the schema
	cohere            string // the parameters as Cohere has them
}

// samples makes n tools from a seed. The nested ones have all that a schema may
// have, the others only what every shape can say, `required` excepted where bare.
func samples(n int, nested, bare bool) []sample {
	all := make([]sample, n)
	for i := range all {
		write := func(word func(string) string) (properties, required, cohere string) {
			rnd := rand.New(rand.NewPCG(4, uint64(i)))
			var params, definitions, names []string
			for p := range rnd.IntN(4) {
				name, kind := fmt.Sprintf("p%d", p), sampleKinds[rnd.IntN(len(sampleKinds))]
				schema := fmt.Sprintf(`{"type":%q,"description":"what \u00e9 %d"}`, word(kind[0]), p)
				if nested {
					schema = sampleSchema(rnd, word, 3)
				}
				params = append(params, fmt.Sprintf("%q:%s", name, schema))
				wanted := rnd.IntN(2) == 0
				if wanted {
					names = append(names, strconv.Quote(name))
				}
				definitions = append(definitions, fmt.Sprintf(`%q:{"type":%q,"description":"what \u00e9 %d","required":%t}`, name, kind[1], p, wanted))
			}
			if len(names) > 0 && !bare {
				required = `,"required":[` + strings.Join(names, ",") + "]"
			}
			return "{" + strings.Join(params, ",") + "}", required, "{" + strings.Join(definitions, ",") + "}"
		}
		small, required, cohere := write(strings.ToLower)
		capital, _, _ := write(strings.ToUpper)
		all[i] = sample{
			name: fmt.Sprintf("tool_%d", i), description: fmt.Sprintf("Does %d things.\nAnd \"more\".", i),
			schema:   `{"type":"object","properties":` + small + required + "}",
			capitals: `{"type":"OBJECT","properties":` + capital + required + "}", properties: small, cohere: cohere,
		}
	}
	return all
}

// sampleKinds are types in JSON Schema's words and in Python's.
var sampleKinds = [][2]string{{"string", "str"}, {"integer", "int"}, {"number", "float"}, {"boolean", "bool"}}

// sampleSchema writes a random schema, with things in it that only look like type
// words of a schema.
func sampleSchema(rnd *rand.Rand, word func(string) string, depth int) string {
	kind := rnd.IntN(7)
	if depth == 0 {
		kind %= 3
	}
	inner := func() string { return sampleSchema(rnd, word, depth-1) }
	switch kind {
	case 0:
		return fmt.Sprintf(`{"type":%q,"enum":["STRING","x"]}`, word("string"))
	case 1:
		return fmt.Sprintf(`{"type":%q,"nullable":true,"minimum":%d}`, word("integer"), rnd.IntN(9))
	case 2:
		return fmt.Sprintf(`{"type":%q,"default":{"type":"OBJECT","properties":{"type":{"type":"STRING"}}}}`, word("boolean"))
	case 3:
		return fmt.Sprintf(`{"type":%q,"items":%s}`, word("array"), inner())
	case 4:
		return fmt.Sprintf(`{"anyOf":[%s,%s],"description":"OBJECT"}`, inner(), inner())
	case 5:
		return fmt.Sprintf(`{"type":%q,"additionalProperties":%s}`, word("object"), inner())
	}
	return fmt.Sprintf(`{"type":%q,"properties":{"type":%s,"items":%s},"required":["type"]}`, word("object"), inner(), inner())
}

// written writes the tools one after another, between two texts.
func written(before string, tools []sample, each func(s sample, name, description string) string, after string) string {
	var all []string
	for _, s := range tools {
		all = append(all, each(s, py.Compact(s.name), py.Compact(s.description)))
	}
	return before + strings.Join(all, ",") + after
}

// writers write tools down in one shape each; all but the last two can say
// everything.
var writers = []struct {
	name   string
	before string
	each   func(s sample, name, description string) string
	after  string
	flat   bool // nothing inside a parameter can be said
	bare   bool // nor what is required
}{
	{name: "OpenAI chat", before: "[", after: "]", each: func(s sample, name, description string) string {
		return fmt.Sprintf(`{"type":"function","function":{"name":%s,"description":%s,"parameters":%s,"strict":true}}`, name, description, s.schema)
	}},
	{name: "OpenAI chat request", before: `{"model":"m","messages":[{"role":"user","content":"x"}],"tools":[`, after: "]}", each: func(s sample, name, description string) string {
		return fmt.Sprintf(`{"function":{"description":%[2]s,"parameters":%[3]s,"name":%[1]s},"type":"function"}`, name, description, s.schema)
	}},
	{name: "legacy functions", before: `{"model":"m","functions":[`, after: "]}", each: func(s sample, name, description string) string {
		return fmt.Sprintf(`{"name":%s,"description":%s,"parameters":%s}`, name, description, s.schema)
	}},
	{name: "OpenAI Responses", before: `{"object":"response","output":[{"type":"message","role":"assistant","content":[]}],"tools":[`, after: "]}", each: func(s sample, name, description string) string {
		return fmt.Sprintf(`{"type":"function","name":%s,"description":%s,"parameters":%s}`, name, description, s.schema)
	}},
	{name: "OpenAI namespace", before: `[{"type":"namespace","name":"f","tools":[`, after: "]}]", each: func(s sample, name, description string) string {
		return fmt.Sprintf(`{"type":"function","name":%s,"description":%s,"parameters":%s}`, name, description, s.schema)
	}},
	{name: "OpenAI batch", before: `{"custom_id":"1","body":{"model":"m","tools":[`, after: "]}}", each: func(s sample, name, description string) string {
		return fmt.Sprintf(`{"type":"function","function":{"name":%s,"description":%s,"parameters":%s}}`, name, description, s.schema)
	}},
	{name: "Anthropic", before: `{"model":"m","messages":[],"tools":[`, after: "]}", each: func(s sample, name, description string) string {
		return fmt.Sprintf(`{"name":%s,"description":%s,"input_schema":%s}`, name, description, s.schema)
	}},
	{name: "Gemini", before: `{"contents":[],"tools":[{"functionDeclarations":[`, after: "]}]}", each: func(s sample, name, description string) string {
		return fmt.Sprintf(`{"name":%s,"description":%s,"parameters":%s}`, name, description, s.capitals)
	}},
	{name: "Gemini declarations", before: "[", after: "]", each: func(s sample, name, description string) string {
		return fmt.Sprintf(`{"name":%s,"description":%s,"parameters":%s}`, name, description, s.capitals)
	}},
	{name: "Gemini with JSON Schema", before: `{"tools":[{"function_declarations":[`, after: "]}]}", each: func(s sample, name, description string) string {
		return fmt.Sprintf(`{"name":%s,"description":%s,"parametersJsonSchema":%s}`, name, description, s.schema)
	}},
	{name: "Bedrock", before: `{"modelId":"m","toolConfig":{"tools":[`, after: "]}}", each: func(s sample, name, description string) string {
		return fmt.Sprintf(`{"toolSpec":{"name":%s,"description":%s,"inputSchema":{"json":%s}}}`, name, description, s.schema)
	}},
	{name: "LangChain", before: "[", after: "]", each: func(s sample, name, description string) string {
		return fmt.Sprintf(`{"name":%s,"description":%s,"args_schema":%s}`, name, description, s.schema)
	}},
	{name: "LangChain schema", before: "[", after: "]", each: func(s sample, name, description string) string {
		return fmt.Sprintf(`{"name":%s,"description":%s,"schema":%s}`, name, description, s.schema)
	}},
	{name: "AI SDK", before: `{"tools":{`, after: "}}", each: func(s sample, name, description string) string {
		return fmt.Sprintf(`%s:{"description":%s,"inputSchema":{"jsonSchema":%s}}`, name, description, s.schema)
	}},
	{name: "AI SDK, parameters", before: "{", after: "}", each: func(s sample, name, description string) string {
		return fmt.Sprintf(`%s:{"description":%s,"parameters":%s}`, name, description, s.schema)
	}},
	{name: "AI SDK, wrapped", before: "[", after: "]", each: func(s sample, name, description string) string {
		return fmt.Sprintf(`{"name":%s,"description":%s,"parameters":{"jsonSchema":%s}}`, name, description, s.schema)
	}},
	{name: "Cohere", flat: true, before: "[", after: "]", each: func(s sample, name, description string) string {
		return fmt.Sprintf(`{"name":%s,"description":%s,"parameter_definitions":%s}`, name, description, s.cohere)
	}},
	{name: "LangChain args", flat: true, bare: true, before: "[", after: "]", each: func(s sample, name, description string) string {
		return fmt.Sprintf(`{"name":%s,"description":%s,"args":%s}`, name, description, s.properties)
	}},
}

// TestShapesAreEqual writes the same 20 tools in every shape and checks that they
// load to the same functions, of the same toolset.
func TestShapesAreEqual(t *testing.T) {
	for _, w := range writers {
		for _, nested := range []bool{false, true} {
			if nested && w.flat {
				continue
			}
			tools := samples(20, nested, w.bare)
			var want []string
			for _, s := range tools {
				v, err := py.Parse([]byte(s.schema))
				if err != nil {
					t.Fatal(err)
				}
				want = append(want, py.Compact(py.Object{{Key: "name", Value: s.name}, {Key: "description", Value: s.description}, {Key: "parameters", Value: v}}))
			}
			res, err := loadText(written(w.before, tools, w.each, w.after))
			if err != nil || len(res.Catalog.Toolsets) != 1 || res.Catalog.Toolsets[0].Name != "f" || len(res.Catalog.Servers) != 0 || len(res.Report.Notes) != 0 {
				t.Errorf("%s: %v\n%s%v", w.name, err, summary(res), res.Report.Notes)
				continue
			}
			for i, tool := range res.Catalog.Toolsets[0].Tools {
				if got := py.Compact(tool.Function); got != want[i] {
					t.Errorf("%s\ngot  %s\nwant %s", w.name, got, want[i])
					break
				}
			}
			consistent(t, res)
		}
	}
}

// TestServersAreEqual does the same for a server's tools in a reply of OpenAI's.
func TestServersAreEqual(t *testing.T) {
	tools := samples(20, true, false)
	mcp, err := loadText(written(`{"servers":[{"name":"s","tools":[`, tools, func(s sample, name, description string) string {
		return fmt.Sprintf(`{"name":%s,"description":%s,"inputSchema":%s}`, name, description, s.schema)
	}, "]}]}"))
	if err != nil {
		t.Fatal(err)
	}
	listed, err := loadText(written(`{"type":"mcp_list_tools","server_label":"s","tools":[`, tools, func(s sample, name, description string) string {
		return fmt.Sprintf(`{"name":%s,"description":%s,"input_schema":%s,"annotations":{}}`, name, description, s.schema)
	}, "]}"))
	if err != nil || summary(listed) != summary(mcp) {
		t.Fatalf("%v\n%s", err, summary(listed))
	}
	for i, tool := range mcp.Catalog.Servers[0].Tools {
		if got := listed.Catalog.Servers[0].Tools[i]; py.Compact(got.Function) != py.Compact(tool.Function) {
			t.Errorf("%s differs", tool.Name())
		}
	}
}

func TestSchemaConversion(t *testing.T) {
	for _, c := range []struct{ record, want string }{
		{`{"functionDeclarations":[{"name":"n","parameters":{"type":"OBJECT","properties":{"type":{"type":"STRING","enum":["OBJECT"]}},"propertyOrdering":["type"]}}]}`,
			`{"type":"object","properties":{"type":{"type":"string","enum":["OBJECT"]}},"propertyOrdering":["type"]}`},
		{`{"functionDeclarations":[{"name":"n","parameters":{"type":"TYPE_UNSPECIFIED","nullable":true}}]}`, `{"type":"TYPE_UNSPECIFIED","nullable":true}`},
		{`{"functionDeclarations":[{"name":"n","parametersJsonSchema":{"type":"OBJECT"}}]}`, `{"type":"OBJECT"}`},
		{`{"functionDeclarations":[{"name":"n","parameters":null}]}`, `null`},
		{`{"toolSpec":{"name":"n","inputSchema":{"type":"object"}}}`, `{"type":"object"}`},
		{`{"name":"n","parameter_definitions":{"a":{"type":"List[Dict[str, int]]"},"b":{"type":"List","required":false},"c":7,"d":{"type":"url","required":true}}}`,
			`{"type":"object","properties":{"a":{"type":"array","items":{"type":"object"}},"b":{"type":"array"},"c":7,"d":{"type":"url"}},"required":["d"]}`},
		{`{"name":"n","parameter_definitions":{}}`, `{"type":"object","properties":{}}`},
		{`{"name":"n","description":"d","args":{},"args_schema":"<class 'x'>"}`, `{"type":"object","properties":{}}`},
		{`{"name":"n","inputSchema":{"jsonSchema":true}}`, `true`},
	} {
		res, err := loadText(c.record)
		if err != nil || len(res.Catalog.Toolsets) != 1 {
			t.Errorf("%s: %v", c.record, err)
			continue
		}
		if got, _ := res.Catalog.Toolsets[0].Tools[0].Function.Get("parameters"); py.Compact(got) != c.want {
			t.Errorf("%s\ngot  %s\nwant %s", c.record, py.Compact(got), c.want)
		}
	}
}

// TestNoSchema checks what looks like a tool of LangChain and is none.
func TestNoSchema(t *testing.T) {
	for _, text := range []string{`{"name":"people","schema":"public"}`, `{"name":"people","schema":{"columns":[]}}`,
		`{"name":"run","description":"d","args":["x"]}`, `{"name":"run","description":"d","args":{"x":1}}`} {
		if v, err := py.Parse([]byte(text)); err != nil || shapeOf(v) != nil {
			t.Errorf("%s is taken for a tool", text)
		}
	}
}

// TestSharedGemini compares the file that was converted to Gemini's shape with the
// dump that it was made from: what the conversion left out, $schema and
// additionalProperties at the top, is taken from the dump.
func TestSharedGemini(t *testing.T) {
	read(t, "gemini-function-declarations.json")
	res, err := load(t, catalogs+"formats/gemini-function-declarations.json")
	if err != nil || len(res.Catalog.Toolsets) != 1 || len(res.Report.Notes) != 0 {
		t.Fatalf("%v\n%s", err, summary(res))
	}
	dump, err := load(t, catalogs+"live/howtocook.json")
	if err != nil {
		t.Fatal(err)
	}
	tools := res.Catalog.Toolsets[0].Tools
	if len(tools) != len(dump.Catalog.Servers[0].Tools) {
		t.Fatalf("%d tools", len(tools))
	}
	for i, want := range dump.Catalog.Servers[0].Tools {
		schema, _ := want.Function.Get("parameters")
		cut := want.Function.With("parameters", schema.(py.Object).Without("$schema", "additionalProperties"))
		if got := py.Compact(tools[i].Function); got != py.Compact(cut) {
			t.Errorf("got  %s\nwant %s", got, py.Compact(cut))
		}
	}
	consistent(t, res)
}

// TestSharedRequests compares the other converted files with their dumps.
func TestSharedRequests(t *testing.T) {
	for file, from := range map[string]string{"openai-chat-tools.json": "github-ref", "openai-responses-tools.json": "memory"} {
		read(t, file)
		res, err := load(t, catalogs+"formats/"+file)
		if err != nil {
			t.Fatal(err)
		}
		dump, err := load(t, catalogs+"live/"+from+".json")
		if err != nil {
			t.Fatal(err)
		}
		compareFunctions(t, file, res.Catalog.Toolsets[0].Tools, dump.Catalog.Servers[0].Tools)
	}
}

func compareFunctions(t *testing.T, file string, got, want []engine.Tool) {
	t.Helper()
	if len(got) != len(want) {
		t.Errorf("%s: %d tools, want %d", file, len(got), len(want))
		return
	}
	for i := range want {
		if py.Compact(got[i].Function) != py.Compact(want[i].Function) {
			t.Errorf("%s: %s differs", file, want[i].Name())
		}
	}
}
