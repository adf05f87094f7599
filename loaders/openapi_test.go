package loaders

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/fstest"

	"findable/engine"
	"findable/engine/py"
)

// loadAPI loads one text as the file api.json.
func loadAPI(t testing.TB, text string) (Result, error) {
	t.Helper()
	return Load(context.Background(), []Source{{Path: "api.json"}}, Options{FS: fstest.MapFS{"api.json": {Data: []byte(text)}}})
}

// theTools returns the tools of the one server of a result, by name.
func theTools(t testing.TB, res Result) map[string]engine.Tool {
	t.Helper()
	if len(res.Catalog.Servers) != 1 {
		t.Fatalf("%d servers", len(res.Catalog.Servers))
	}
	tools := map[string]engine.Tool{}
	for _, tool := range res.Catalog.Servers[0].Tools {
		tools[tool.Name()] = tool
	}
	return tools
}

// TestOpenAPI reads the documents of testdata: names, notes and every definition.
func TestOpenAPI(t *testing.T) {
	for file, c := range map[string]struct {
		summary string
		tools   map[string]string
	}{
		"openapi-2.0.yaml": {
			lines("server openapi-2.0: showGate put_gates_gate add-bed listBeds addPhoto",
				`renamed $.paths["/gates/{gate}"].put`, `renamed $.paths["/beds/{id}/photo"].post`),
			map[string]string{
				"showGate":       `"description":"Show a gate. Shows it as it is now.","parameters":{"type":"object","properties":{"gate":{"type":"string","description":"Which gate."},"lang":{"type":"string"}},"required":["gate"]}`,
				"put_gates_gate": `"description":"Open or close","parameters":{"type":"object","properties":{"gate":{"type":"string","description":"Which gate."},"lang":{"type":"string","enum":["de","en"],"description":"For the answer."},"body":{"type":"string","description":"The new state."}},"required":["gate","body"]}`,
				"add-bed":        `"description":"Adds a bed.","parameters":{"type":"object","properties":{"name":{"type":"string"},"size":{"type":"integer","exclusiveMinimum":0},"soil":{"type":"string","nullable":true}},"required":["name","size"]}`,
				"listBeds":       `"parameters":{"type":"object","properties":{"kinds":{"type":"array","items":{"type":"string"}}}}`,
				"addPhoto":       `"parameters":{"type":"object","properties":{"id":{"type":"integer"},"photo":{"type":"string","format":"binary"},"body_id":{"type":"string","description":"Of the photo."}},"required":["id","photo"]}`,
			},
		},
		"openapi-3.0.json": {
			lines("server openapi-3.0: beds/list beds/add delete_beds_bedId patch_beds_bedId note plan",
				`renamed $.paths["/beds/{bedId}"].delete`, `renamed $.paths["/beds/{bedId}"].patch`),
			map[string]string{
				"beds/list":         `"description":"Beds","parameters":{"type":"object","properties":{"page":{"type":"integer","default":1},"filter":{"type":"object"},"session":{"type":"string"}}}`,
				"beds/add":          `"description":"Add a bed to the garden.","parameters":{"type":"object","properties":{"name":{"type":"string"},"size":{"type":"number"},"plants":{"type":"array","items":{"type":"object","description":"A plant.","required":["kind"],"properties":{"kind":{"type":"string"},"planted":{"type":"string","format":"date","nullable":true}}}},"main":{"type":"object","description":"What grows most.","required":["kind"],"properties":{"kind":{"type":"string"},"planted":{"type":"string","format":"date","nullable":true}},"nullable":true}},"required":["name","size"]}`,
				"delete_beds_bedId": `"description":"Fill in a bed.","parameters":{"type":"object","properties":{"bedId":{"type":"string","description":"The bed."}},"required":["bedId"]}`,
				"patch_beds_bedId":  `"description":"Beds to come","parameters":{"type":"object","properties":{"bedId":{"type":"string","description":"The bed."},"size":{"type":"number","exclusiveMaximum":9},"body_bedId":{"type":"string"}},"required":["bedId"],"additionalProperties":false}`,
				"note":              `"parameters":{"type":"object","properties":{"bedId":{"type":"string"},"body":{"type":"string","description":"The note."}},"required":["bedId"]}`,
				"plan":              `"parameters":{"type":"object","properties":{"file":{"type":"string","format":"binary"}}}`,
			},
		},
		"openapi-3.1.yaml": {
			lines("server openapi-3.1: openGate", `skipped $.paths["/gates"].trace`, `skipped $.paths["/elsewhere"]`, "skipped $.webhooks", `cut $.paths["/gates"].post`),
			map[string]string{
				"openGate": `"parameters":{"type":"object","properties":{"name":{"type":"string","description":"Which one.","examples":["north"]},"wide":{"type":["number","null"],"exclusiveMinimum":0},"how":{"oneOf":[{"const":"slow"},{"const":"fast"}]},"by":{"description":"Person (in another file)"}},"required":["name"]}`,
			},
		},
		"openapi-hostile.yaml": {
			lines("server openapi-hostile: get_a_b_c_20d_x self mutual through get_nowhere twin twin get_twins_id get_twins_id_2 get",
				`skipped $.paths["/list"]`, `odd_value $.paths["/nowhere"].get`, `skipped $.paths["/twins/{id}"].wipe`, `skipped $.paths["/twins/{id}"]["get ready"]`,
				`renamed $.paths["/a/b~c%20d/{x}"].get`, `cut $.paths["/nowhere"].get.parameters[5]`, `cut $.paths["/nowhere"].get.parameters[6]`,
				`skipped $.paths["/nowhere"].get.parameters[7]`, `skipped $.paths["/nowhere"].get.parameters[8]`, `skipped $.paths["/nowhere"].get.parameters[9]`,
				`skipped $.paths["/twins/{id}"].parameters`, `skipped $.paths[""].get.requestBody`,
				`cut $.paths["/nowhere"].get`, `cut $.paths["/nowhere"].get`, `cut $.paths["/nowhere"].get`, `cut $.paths["/self"].post`, `duplicate $.paths["/twins/{id}"].put`),
			map[string]string{
				"get_a_b_c_20d_x": `"parameters":{"type":"object","properties":{"x":{"type":"integer"}},"required":["x"]}`,
				"self":            `"parameters":{"type":"object","properties":{"value":{"type":"string"},"children":{"type":"array","items":{"type":"object","description":"Node (as above)"}},"rows":{"type":"array","items":{"type":"array","items":{},"description":"Rows (as above)"}}}}`,
				"mutual":          `"parameters":{"type":"object","properties":{"b":{"type":"object","properties":{"a":{"type":"object","description":"A (as above)"}}}}}`,
				"through":         `"parameters":{"type":"object","properties":{"own":{"type":"string"}}}`,
				"get_nowhere":     `"parameters":{"type":"object","properties":{"one":{"description":"Nowhere (not in the API's document)"},"two":{"description":"Nowhere (not in the API's document)"},"whole":{"description":"# (not in the API's document)"},"version":{"description":"openapi (not in the API's document)"},"item":{"description":"Nowhere (not in the API's document)"},"loop":{"description":"Loop (as above)"},"bare":{}}}`,
				"twin":            `"parameters":{"type":"object","properties":{}}`,
				"get_twins_id":    `"parameters":{"type":"object","properties":{}}`,
				"get_twins_id_2":  `"parameters":{"type":"object","properties":{}}`,
				"get":             `"parameters":{"type":"object","properties":{}}`,
			},
		},
	} {
		t.Run(file, func(t *testing.T) {
			res, err := load(t, filepath.Join("testdata", file))
			if err != nil {
				t.Fatal(err)
			}
			if got := summary(res); got != c.summary {
				t.Errorf("got\n%swant\n%s", got, c.summary)
			}
			if got := res.Report.Files[0].Format; got != "OpenAPI document" {
				t.Errorf("format %q", got)
			}
			consistent(t, res)
			tools := theTools(t, res)
			for name, want := range c.tools {
				if got := py.Compact(tools[name].Function); got != `{"name":`+py.Compact(name)+`,`+want+`}` {
					t.Errorf("%s\ngot  %s\nwant %s", name, got, want)
				}
			}
			if len(tools) != len(c.tools) {
				t.Errorf("%d tools, want %d", len(tools), len(c.tools))
			}
		})
	}
}

// TestOpenAPIRecord checks the record that a tool counts as dumped: it loads back
// as the same tool, alone and behind a list of MCP tools.
func TestOpenAPIRecord(t *testing.T) {
	res, err := load(t, "testdata/openapi-2.0.yaml")
	if err != nil {
		t.Fatal(err)
	}
	for name, want := range map[string]string{
		"showGate":       `"annotations":{"title":"Show a gate.","readOnlyHint":true,"destructiveHint":false},"_meta":{"openapi":{"method":"GET","path":"/gates/{gate}"}}}`,
		"put_gates_gate": `"annotations":{"title":"Open or close","readOnlyHint":false,"destructiveHint":false},"_meta":{"openapi":{"method":"PUT","path":"/gates/{gate}","deprecated":true,"tags":["gates"]}}}`,
	} {
		if raw := py.Compact(theTools(t, res)[name].Raw); !strings.HasSuffix(raw, want) {
			t.Errorf("%s is dumped as %s", name, raw)
		}
	}
	var records []string
	for _, tool := range res.Catalog.Servers[0].Tools {
		records = append(records, py.Compact(tool.Raw))
	}
	again, err := loadAPI(t, `{"tools":[`+strings.Join(records, ",")+`]}`)
	if err != nil || len(again.Report.Notes) != 0 {
		t.Fatal(err, again.Report.Notes)
	}
	for i, tool := range again.Catalog.Servers[0].Tools {
		if was := res.Catalog.Servers[0].Tools[i]; py.Compact(tool.Function) != py.Compact(was.Function) {
			t.Errorf("%s becomes %s", py.Compact(was.Function), py.Compact(tool.Function))
		}
	}
}

// TestOpenAPICard checks what is said of the API as a whole.
func TestOpenAPICard(t *testing.T) {
	const paths = `"paths":{"/x":{"get":{}}}`
	for text, want := range map[string]string{
		`{"swagger":"2.0","info":{"title":"T","description":" D "},"host":"h","basePath":"/b",` + paths + `}`:        "T|D\n\nBase URL: https://h/b",
		`{"swagger":"2.0","host":"h","schemes":["ws","http"],` + paths + `}`:                                         "|Base URL: ws://h",
		`{"swagger":"2.0","basePath":"/b","schemes":[7],` + paths + `}`:                                              "|Base URL: /b",
		`{"openapi":"3.1.0","info":{"title":"T","summary":"S"},"servers":[{"url":"/v1"},{"url":"x"}],` + paths + `}`: "T|S\n\nBase URL: /v1",
		`{"openapi":"3.1.0","servers":[7],"info":[],` + paths + `}`:                                                  "",
	} {
		res, err := loadAPI(t, text)
		if err != nil || res.Report.Unresolved != 0 {
			t.Fatal(err, res.Report)
		}
		got := ""
		for _, c := range res.Cards {
			got += c.Title + "|" + c.Description
			if c.Name != "api" || c.Tools != 1 || c.Launch != nil {
				t.Errorf("card %+v", c)
			}
		}
		if got != want {
			t.Errorf("%s: got %q, want %q", text, got, want)
		}
	}
	res, err := load(t, "garden=testdata/openapi-2.0.yaml")
	if err != nil || res.Cards[0].Name != "garden" || res.Cards[0].Tools != 5 || res.Catalog.Servers[0].Name != "garden" {
		t.Errorf("%v %+v", err, res.Cards)
	}
}

// TestOpenAPIRecognised checks what is taken for a document, and where one stands
// among other things.
func TestOpenAPIRecognised(t *testing.T) {
	const tools = `"tools":[{"name":"a","inputSchema":{}}]`
	const paths = `"paths":{"/x":{"get":{}}}`
	for text, want := range map[string]string{
		`{"openapi":3.1,` + paths + `}`:                                         lines("server api: get_x", `renamed $.paths["/x"].get`),
		`{"openapi":"https://example.org/openapi.json",` + tools + `}`:          "server api: a\n",
		`{"openapi":{` + tools + `}}`:                                           "server openapi: a\n",
		`{"pets":{"swagger":"2.0",` + paths + `},"garden":{` + tools + `}}`:     lines("server pets: get_x", "server garden: a", `renamed $.pets.paths["/x"].get`),
		`[{"openapi":"3.0.0",` + paths + `}]`:                                   lines("server api: get_x", `renamed $[0].paths["/x"].get`),
		`{"openapi":"3.0.0","paths":[]}` + "\n" + `{` + tools + `}`:             lines("server api: a", "skipped line 1, $.paths", "skipped line 1, $"),
		`{"openapi":"3.0.0","paths":{"/x":{"GET":{"operationId":" spaced "}}}}`: "server api: spaced\n",
	} {
		if res, err := loadAPI(t, text); err != nil || summary(res) != want {
			t.Errorf("%s: %v\n%s", text, err, summary(res))
		}
	}
	for text, want := range map[string]string{
		`{"openapi":"3.1.0"}`:                                `api.json: $: an OpenAPI document without operations; give the one that has them under "paths"`,
		`{"openapi":"3.1.0","paths":7}`:                      `api.json: $.paths: the paths of the API are 7, not an object (and 1 more node without tools)`,
		`{"swagger":"2.0","paths":{"/x":{"$ref":"x.yaml"}}}`: `api.json: $.paths["/x"]: the path refers to "x.yaml", another file, which is not followed; bundle the document into one file (and 1 more node without tools)`,
	} {
		if _, err := loadAPI(t, text); err == nil || err.Error() != want {
			t.Errorf("%s: %v", text, err)
		}
	}
}

// TestOpenAPIFolder loads documents as a folder: one server each.
func TestOpenAPIFolder(t *testing.T) {
	dir := t.TempDir()
	for _, file := range []string{"openapi-2.0.yaml", "openapi-3.0.json"} {
		raw, err := os.ReadFile(filepath.Join("testdata", file))
		if err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(dir, file), raw, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	res, err := load(t, dir)
	if err != nil || res.Report.Servers != 2 || res.Report.Tools != 11 || len(res.Cards) != 2 {
		t.Errorf("%v %+v", err, res.Report)
	}
}

// TestOpenAPISchemas checks what becomes of one schema, as that of the parameter
// p, beside the components C (an object with a property), S (a text) and E (any of
// two).
func TestOpenAPISchemas(t *testing.T) {
	const components = `{"C":{"type":"object","properties":{"c":{"type":"string"}},"required":["c"],"description":"a C"},"S":{"type":"string","description":"an S"},
		"E":{"anyOf":[{"$ref":"#/components/schemas/S"},{"type":"integer"}]},"R":{"type":"integer","readOnly":true},
		"Tree":{"anyOf":[{"type":"string"},{"type":"array","items":{"$ref":"#/components/schemas/Tree"}}]}}`
	for _, c := range []struct{ schema, want string }{
		{`{"$ref":"#/components/schemas/S"}`, `{"type":"string","description":"an S"}`},
		{`{"$ref":"#/components/schemas/E"}`, `{"anyOf":[{"type":"string","description":"an S"},{"type":"integer"}]}`},
		{`{"$ref":"#/components/schemas/S","description":"mine"}`, `{"type":"string","description":"mine"}`},
		{`{"$ref":"#/components/schemas/S","maxLength":3}`, `{"type":"string","description":"an S","maxLength":3}`},
		{`{"$ref":"#/components/schemas/S","type":"integer"}`, `{"type":"integer","allOf":[{"type":"string","description":"an S"}]}`},
		{`{"$ref":7,"type":"string"}`, `{"$ref":7,"type":"string"}`},
		{`{"properties":{"$ref":{"type":"string"}}}`, `{"properties":{"$ref":{"type":"string"}}}`},
		{`{"properties":{"xml":{"type":"string"},"x-y":{"$ref":"#/components/schemas/S"}}}`, `{"properties":{"xml":{"type":"string"},"x-y":{"type":"string","description":"an S"}}}`},
		{`{"default":{"$ref":"#/components/schemas/S"},"enum":[{"example":1}]}`, `{"default":{"$ref":"#/components/schemas/S"},"enum":[{"example":1}]}`},
		{`{"allOf":[{"$ref":"#/components/schemas/C"}]}`, `{"type":"object","properties":{"c":{"type":"string"}},"required":["c"],"description":"a C"}`},
		{`{"allOf":[{"$ref":"#/components/schemas/C"},{"properties":{"d":{"type":"integer"},"c":{"description":"the c"}},"required":["d","c"]}]}`,
			`{"type":"object","properties":{"c":{"type":"string","description":"the c"},"d":{"type":"integer"}},"required":["c","d"],"description":"a C"}`},
		{`{"allOf":[{"$ref":"#/components/schemas/C"},{"$ref":"#/components/schemas/S"}]}`,
			`{"allOf":[{"type":"object","properties":{"c":{"type":"string"}},"required":["c"],"description":"a C"},{"type":"string","description":"an S"}]}`},
		{`{"allOf":[{"properties":{"c":{"type":"string"}}},{"properties":{"c":{"type":"integer"}}}]}`, `{"properties":{"c":{"allOf":[{"type":"string"},{"type":"integer"}]}}}`},
		{`{"allOf":[{"properties":{"c":true}},{"properties":{"c":true}}]}`, `{"properties":{"c":true}}`},
		{`{"allOf":[true]}`, `true`},
		{`{"allOf":[]}`, `{}`},
		{`{"allOf":[{"enum":[1,2]},{"enum":[1,2]}],"nullable":true,"title":"t"}`, `{"enum":[1,2],"nullable":true,"title":"t"}`},
		{`{"allOf":"x"}`, `{"allOf":"x"}`},
		{`{"items":[{"$ref":"#/components/schemas/S"},7],"additionalProperties":{"$ref":"#/components/schemas/S"},"not":{"type":"file"}}`,
			`{"items":[{"type":"string","description":"an S"},7],"additionalProperties":{"type":"string","description":"an S"},"not":{"type":"string","format":"binary"}}`},
		{`{"patternProperties":{"x-":{"$ref":"#/components/schemas/S"}},"$defs":{"example":{"example":1}}}`, `{"patternProperties":{"x-":{"type":"string","description":"an S"}},"$defs":{"example":{}}}`},
		{`{"type":"object","required":["id","n","r"],"properties":{"id":{"readOnly":true},"n":{"type":"string","readOnly":false},"r":{"$ref":"#/components/schemas/R"}}}`,
			`{"type":"object","required":["n"],"properties":{"n":{"type":"string","readOnly":false}}}`},
		{`{"required":["id"],"properties":{"id":{"readOnly":true}}}`, `{"properties":{}}`},
		{`{"type":"string","required":true}`, `{"type":"string"}`},
		{`{"minimum":1,"exclusiveMinimum":true,"maximum":2,"exclusiveMaximum":false}`, `{"exclusiveMinimum":1,"maximum":2}`},
		{`{"exclusiveMinimum":true,"exclusiveMaximum":5}`, `{"exclusiveMaximum":5}`},
		{`{"type":["string","null"],"x-nullable":true,"nullable":false,"xml":{},"externalDocs":{},"discriminator":{},"example":1,"examples":[1]}`,
			`{"type":["string","null"],"nullable":false,"examples":[1]}`},
		{`{"$ref":"#/components/schemas/Tree"}`, `{"anyOf":[{"type":"string"},{"type":"array","items":{"description":"Tree (as above)"}}]}`},
		{`{"$ref":"https://example.org/a.json"}`, `{"description":"a.json (in another file)"}`},
		{`{"$ref":""}`, `{}`},
		{`true`, `true`}, {`"string"`, `"string"`}, {`null`, `{}`}, {`[1]`, `[1]`},
	} {
		res, err := loadAPI(t, `{"openapi":"3.0.0","components":{"schemas":`+components+`},"paths":{"/":{"get":{"operationId":"op","parameters":[{"name":"p","in":"query","schema":`+c.schema+`}]}}}}`)
		if err != nil {
			t.Errorf("%s: %v", c.schema, err)
			continue
		}
		if got, want := py.Compact(theTools(t, res)["op"].Function), `{"name":"op","parameters":{"type":"object","properties":{"p":`+c.want+`}}}`; got != want {
			t.Errorf("%s\ngot  %s\nwant %s", c.schema, got, want)
		}
	}
}

// TestOpenAPIBodies checks which arguments a body becomes.
func TestOpenAPIBodies(t *testing.T) {
	const fields = `{"type":"object","properties":{"a":{},"b":{}},"required":["b"]}`
	body := func(kind, schema string) string { return `{"content":{"` + kind + `":{"schema":` + schema + `}}}` }
	for _, c := range []struct{ body, want string }{
		{body("application/json", fields), `{"a":{},"b":{}} ["b"]`},
		{body("application/vnd.x+json; v=1", fields), `{"a":{},"b":{}} ["b"]`},
		{body("*/*", fields), `{"a":{},"b":{}} ["b"]`},
		{body("multipart/form-data", fields), `{"a":{},"b":{}} ["b"]`},
		{`{"required":true,` + body("application/x-www-form-urlencoded", fields)[1:], `{"a":{},"b":{}} ["b"]`},
		{`{"required":false,` + body("application/json", fields)[1:], `{"a":{},"b":{}}`},
		{body("application/xml", fields), `{"body":` + fields + `}`},
		{`{"required":true,"description":"d",` + body("application/octet-stream", `{"type":"string"}`)[1:], `{"body":{"type":"string","description":"d"}} ["body"]`},
		{`{"content":{"text/csv":{}}}`, `{"body":{"type":"string","description":"text/csv"}}`},
		{`{"content":{"text/csv":7,"application/json":{"schema":{"type":"array","items":{}}}}}`, `{"body":{"type":"array","items":{}}}`},
		{`{"content":{}}`, `{"body":{}}`},
		{`{}`, `{"body":{}}`},
		{`7`, `{}`},
		{`{"$ref":"#/nowhere"}`, `{"body":{}}`},
		{body("application/json", `{"type":"object","properties":{}}`), `{}`},
		{body("application/json", `{"type":"object"}`), `{"body":{"type":"object"}}`},
		{body("application/json", `{"type":"object","additionalProperties":{"type":"string"}}`), `{"body":{"type":"object","additionalProperties":{"type":"string"}}}`},
		{body("application/json", `{"type":"object","properties":{},"additionalProperties":true}`), `{"body":{"type":"object","properties":{},"additionalProperties":true}}`},
		{body("application/json", `{"properties":{"a":{}},"additionalProperties":{"type":"string"}}`), `{"a":{}} null {"type":"string"}`},
		{body("application/json", `{"properties":{"a":{}},"anyOf":[{"required":["a"]},{"properties":{"a":{"const":1}}}]}`), `{"a":{}}`},
		{body("application/json", `{"properties":{"a":{}},"oneOf":[{"properties":{"b":{}}}]}`), `{"body":{"properties":{"a":{}},"oneOf":[{"properties":{"b":{}}}]}}`},
		{body("application/json", `{"oneOf":[`+fields+`]}`), `{"body":{"oneOf":[` + fields + `]}}`},
		{body("application/json", `{"type":["object","null"],"properties":{"a":{}}}`), `{"a":{}}`},
		{body("application/json", `{"type":"array","properties":{"a":{}}}`), `{"body":{"type":"array","properties":{"a":{}}}}`},
		{body("application/json", `{"properties":{"id":{},"body":{},"body_id":{}}}`), `{"body_id":{},"body":{},"body_body_id":{}}`},
		{body("application/json", `true`), `{"body":true}`},
	} {
		id := ""
		if strings.Contains(c.body, `"id"`) {
			id = `{"name":"id","in":"query","schema":{}}`
		}
		res, err := loadAPI(t, `{"openapi":"3.0.0","paths":{"/":{"post":{"operationId":"op","parameters":[`+id+`],"requestBody":`+c.body+`}}}}`)
		if err != nil {
			t.Errorf("%s: %v", c.body, err)
			continue
		}
		function := theTools(t, res)["op"].Function
		parameters, _ := function.Get("parameters")
		schema := parameters.(py.Object)
		properties := schema.Object("properties")
		got := py.Compact(properties.Without("id"))
		required, has := schema.Get("required")
		if rest, ok := schema.Get("additionalProperties"); ok {
			got += " " + py.Compact(required) + " " + py.Compact(rest)
		} else if has {
			got += " " + py.Compact(required)
		}
		if got != c.want {
			t.Errorf("%s\ngot  %s\nwant %s", c.body, got, c.want)
		}
	}
}

// TestOpenAPIDescriptions checks how summary and description become one text.
func TestOpenAPIDescriptions(t *testing.T) {
	for _, c := range [][3]string{
		{"", "", ""}, {"Get it.", "", "Get it."}, {"", "It is got.", "It is got."}, {"Get it.", "Gets it.", "Get it. Gets it."}, {"Get it", "Get it for me.", "Get it for me."},
		{"Get it.", "Get it for me.", "Get it for me."}, {"Get it", "Get it", "Get it"},
	} {
		if got := operationText(c[0], c[1]); got != c[2] {
			t.Errorf("%q and %q give %q, want %q", c[0], c[1], got, c[2])
		}
	}
}

// TestOpenAPINotes checks the sentences of a document's notes.
func TestOpenAPINotes(t *testing.T) {
	for file, want := range map[string][]string{
		"openapi-3.1.yaml": {
			`$.paths["/gates"].trace: the operation is 7, not an object`,
			`$.paths["/elsewhere"]: the path refers to "paths/elsewhere.yaml", another file, which is not followed; bundle the document into one file`,
			`$.webhooks: 1 webhook, which the API calls and a client does not`,
			`$.paths["/gates"].post: refers to "people.yaml#/Person", another file, which is not followed; bundle the document into one file`,
		},
		"openapi-hostile.yaml": {
			`$.paths["/nowhere"].get: refers to "#/components/schemas/Nowhere", 3 times, which is not in the document`,
			`$.paths["/self"].post: 5 references to what stands around the place, where only the name stands: "Node" 1, "Rows" 1, "A" 1, "All" 1, "Loop" 1`,
			`$.paths["/a/b~c%20d/{x}"].get: 5 operations without an operationId, named after method and path, such as "get_a_b_c_20d_x"`,
			`$.paths["/nowhere"].get: the operationId is 5, not text, so it does not count`,
		},
		"openapi-2.0.yaml": {
			`$.paths["/beds/{id}/photo"].post: 1 argument with the name of another, so called after the place too, such as body_id`,
		},
	} {
		res, err := load(t, filepath.Join("testdata", file))
		if err != nil {
			t.Fatal(err)
		}
		var got strings.Builder
		for _, n := range res.Report.Notes {
			fmt.Fprintln(&got, strings.TrimPrefix(n.String(), filepath.Join("testdata", file)+": "))
		}
		for _, w := range want {
			if !strings.Contains(got.String(), w+"\n") {
				t.Errorf("no note says\n%s\nbut\n%s", w, got.String())
			}
		}
	}
}
