package loaders

import (
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"findable/engine"
	"findable/engine/py"
)

// apiOf is a document with these components' schemas and one operation that
// takes the first of them, S0.
func apiOf(schemas ...string) string {
	var b strings.Builder
	b.WriteString(`{"openapi":"3.0.0","paths":{"/":{"post":{"operationId":"op","requestBody":{"required":true,"content":{"application/json":{"schema":{"$ref":"#/components/schemas/S0"}}}}}}},"components":{"schemas":{`)
	for i, s := range schemas {
		if i > 0 {
			b.WriteByte(',')
		}
		fmt.Fprintf(&b, `"S%d":%s`, i, s)
	}
	b.WriteString(`}}}`)
	return b.String()
}

// chain makes n schemas of a pattern in which %d is the number of the next; the
// last is a text.
func chain(n int, pattern string) []string {
	all := make([]string, n)
	for i := range all {
		all[i] = strings.ReplaceAll(pattern, "%d", strconv.Itoa(i+1))
	}
	return append(all, `{"type":"string","title":"end"}`)
}

// TestOpenAPILimits checks that references which come to more than a tool may
// hold are cut, with a note, and those that do not are followed to the end.
func TestOpenAPILimits(t *testing.T) {
	ref := `{"$ref":"#/components/schemas/S%d"}`
	twice := `{"type":"object","properties":{"a":` + ref + `,"b":` + ref + `}}`
	var knot []string // everything refers to everything
	for range 20 {
		var all []string
		for i := range 20 {
			all = append(all, fmt.Sprintf(`"p%d":{"$ref":"#/components/schemas/S%[1]d"}`, i))
		}
		knot = append(knot, `{"type":"object","properties":{`+strings.Join(all, ",")+`}}`)
	}
	for name, c := range map[string]struct {
		text string
		cut  bool
		ends bool // the last schema is reached
		deep int  // values at least
	}{
		"alias chain":        {apiOf(chain(50, ref)...), false, true, 3},
		"long alias chain":   {apiOf(chain(1000, ref)...), true, false, 2},
		"chain":              {apiOf(chain(50, `{"properties":{"x":`+ref+`}}`)...), false, true, 100},
		"long chain":         {apiOf(chain(1000, `{"properties":{"x":`+ref+`}}`)...), true, false, 100},
		"small bomb":         {apiOf(chain(5, twice)...), false, true, 2 << 5},
		"bomb":               {apiOf(chain(30, twice)...), true, false, 2 << 8},
		"small ones stay":    {apiOf(chain(30, strings.Replace(twice, `"a":`, `"u":{"$ref":"#/components/schemas/S30"},"a":`, 1))...), true, true, 2 << 8},
		"bomb in a list":     {apiOf(chain(30, `{"anyOf":[`+ref+`,`+ref+`]}`)...), true, false, 2 << 8},
		"bomb through allOf": {apiOf(chain(30, `{"allOf":[`+ref+`,{"properties":{"p%d":`+ref+`}}]}`)...), true, false, 1},
		"knot":               {apiOf(knot...), true, false, 20 * 20},
		"nested in itself":   {apiOf(strings.Repeat(`{"items":`, 300) + `{}` + strings.Repeat(`}`, 300)), true, false, 100},
	} {
		t.Run(name, func(t *testing.T) {
			res, err := loadAPI(t, c.text)
			if err != nil {
				t.Fatal(err)
			}
			function := theTools(t, res)["op"].Function
			n := values(function)
			if n > maxToolValues || n < c.deep {
				t.Errorf("%d values", n)
			}
			cut := slices.ContainsFunc(res.Report.Notes, func(n Note) bool {
				return n.Kind == Cut && n.Path == `$.paths["/"].post` && strings.Contains(n.Text, `"op" refers to more than is written out; left out: `)
			})
			if cut != c.cut || !cut && len(res.Report.Notes) != 0 {
				t.Errorf("notes %v", res.Report.Notes)
			}
			if ends := strings.Contains(py.Compact(function), `"end"`); ends != c.ends {
				t.Errorf("ends %v: %.300s", ends, py.Compact(function))
			}
			wellFormedSchema(t, function)
		})
	}
}

// wellFormedSchema checks that a definition reads back from its JSON.
func wellFormedSchema(t testing.TB, function py.Object) {
	t.Helper()
	if _, err := py.Parse([]byte(py.Compact(function))); err != nil {
		t.Errorf("does not read back: %v", err)
	}
}

// TestOpenAPIDocumentLimit checks that a document of many operations that are all
// as large as one may be gives smaller ones, and loses none.
func TestOpenAPIDocumentLimit(t *testing.T) {
	var paths []string
	const n = 3000
	for i := range n {
		paths = append(paths, fmt.Sprintf(`"/%d":{"post":{"requestBody":{"content":{"application/json":{"schema":{"$ref":"#/components/schemas/S0"}}}}}}`, i))
	}
	twice := `{"type":"object","properties":{"a":{"$ref":"#/components/schemas/S%d"},"b":{"$ref":"#/components/schemas/S%d"}}}`
	text := strings.Replace(apiOf(chain(9, twice)...), `"paths":{`, `"paths":{`+strings.Join(paths, ",")+`,`, 1)
	res, err := loadAPI(t, text)
	if err != nil || res.Report.Tools != n+1 || res.Report.Skipped != 0 {
		t.Fatalf("%v %+v", err, res.Report.Tools)
	}
	if size := values(theTools(t, res)["op"].Function); size > maxToolValues/4 || size < 2<<4 {
		t.Errorf("%d values", size)
	}
	// What stands in the text itself is never cut, only left out as a whole.
	wide := `{"enum":[` + strings.Repeat("1,", 9_000) + `1]}`
	text = strings.Replace(apiOf(wide), `"paths":{`, `"paths":{`+strings.Join(paths, ",")+`,`, 1)
	text = strings.ReplaceAll(text, `"requestBody":`, `"parameters":[{"$ref":"#/components/parameters/P"}],"x":`)
	text = strings.Replace(text, `"components":{`, `"components":{"parameters":{"P":{"name":"p","in":"query","schema":`+wide+`}},`, 1)
	res, err = loadAPI(t, text)
	if err != nil || res.Report.Skipped != 1 || res.Report.Tools < 400 || res.Report.Tools > 450 {
		t.Fatalf("%v %d tools, %v", err, res.Report.Tools, res.Report.Notes)
	}
	if last := res.Report.Notes[1]; !strings.Contains(last.Text, "come to 4 million values; this and the 25") {
		t.Errorf("note %s", last)
	}
}

// TestOpenAPIPointers checks what references lead to, however they are written.
func TestOpenAPIPointers(t *testing.T) {
	text := `{"openapi":"3.0.0","components":{"schemas":{"a/b":{"title":"1"},"c d":{"title":"2"},"e~f":{"title":"3"},"ü":{"title":"4"},"":{"title":"5"},"%":{"title":"6"},
		"list":[{"title":"7"}],"~1":{"title":"8"}`
	for i := range 50 { // enough for an index
		text += fmt.Sprintf(`,"S%d":{}`, i)
	}
	r := newReferences(parsed(t, text+`}}}`))
	for ref, want := range map[string]string{
		"#/components/schemas/a~1b": "1", "#/components/schemas/a%2Fb": "", "#/components/schemas/c%20d": "2", "#/components/schemas/c d": "2", "#/components/schemas/e~0f": "3",
		"#/components/schemas/%C3%BC": "4", "#/components/schemas/ü": "4", "#/components/schemas/": "5", "#/components/schemas/%": "6", "#/components/schemas/%25": "6",
		"#/components/schemas/list/0": "7", "#/components/schemas/list/1": "", "#/components/schemas/list/-1": "", "#/components/schemas/list/x": "", "#/components/schemas/~01": "8",
		"#": "", "#/": "", "#x": "", "#/components/schemas/list": "", "#/openapi/x": "", "": "",
	} {
		for range 2 { // the second answer is a remembered one
			to, why := r.find(ref)
			title := ""
			if to != nil {
				title = to.value.(py.Object).Text("title")
			}
			if title != want || (why == noCause) != (want != "") {
				t.Errorf("%s: %q, %s", ref, title, why)
			}
		}
	}
	for ref, want := range map[string]string{"#/a/b": "b", "#/a/b~1c%20d": "b/c d", "x.yaml": "x.yaml", "https://h/p.json#/D": "D", "#": "#", "#/": "#/", "x#y": "y"} {
		if got := refName(ref); got != want {
			t.Errorf("%s is called %q", ref, got)
		}
	}
}

func parsed(t testing.TB, text string) py.Object {
	t.Helper()
	v, err := py.Parse([]byte(text))
	if err != nil {
		t.Fatal(err)
	}
	return v.(py.Object)
}

// An apiMaker makes up documents without references.
type apiMaker struct{ *rand.Rand }

func (m apiMaker) name() string { return string(rune('a' + m.IntN(8))) }

func (m apiMaker) parameters() string {
	var all []string
	for range m.IntN(5) {
		in := []string{"path", "query", "header", "cookie"}[m.IntN(4)]
		all = append(all, fmt.Sprintf(`{"name":%q,"in":%q,"required":%v,"schema":{"type":"string"}}`, m.name(), in, m.IntN(2) == 0))
	}
	return "[" + strings.Join(all, ",") + "]"
}

func (m apiMaker) operation(i int) string {
	var fields []string
	for _, name := range strings.Split("abcdefgh", "")[m.IntN(8):] {
		fields = append(fields, fmt.Sprintf(`%q:{"type":"integer"}`, name))
	}
	body := fmt.Sprintf(`,"requestBody":{"content":{"application/json":{"schema":{"type":"object","properties":{%s}}}}}`, strings.Join(fields, ","))
	if m.IntN(2) == 0 {
		body = ""
	}
	return fmt.Sprintf(`{"operationId":"op%d","parameters":%s%s}`, i, m.parameters(), body)
}

func (m apiMaker) document() string {
	var paths []string
	for i := range 1 + m.IntN(6) {
		item := []string{`"parameters":` + m.parameters()}
		for j, method := range methods[:1+m.IntN(len(methods))] {
			item = append(item, fmt.Sprintf("%q:%s", method, m.operation(100*i+j)))
		}
		paths = append(paths, fmt.Sprintf(`"/p%d":{%s}`, i, strings.Join(item, ",")))
	}
	return `{"openapi":"3.0.3","paths":{` + strings.Join(paths, ",") + `}}`
}

// TestOpenAPIArgumentsAreCounted compares the arguments of made-up operations with
// a count by the words of the specification: each place and name once, the
// operation's own or its path's, and each field of the body.
func TestOpenAPIArgumentsAreCounted(t *testing.T) {
	m := apiMaker{rand.New(rand.NewPCG(34, 4))}
	for range 300 {
		text := m.document()
		res, err := loadAPI(t, text)
		if err != nil {
			t.Fatal(err, text)
		}
		tools := theTools(t, res)
		paths := objectOf(field(parsed(t, text), "paths"))
		operations := 0
		for _, path := range paths {
			item := path.Value.(py.Object)
			for _, method := range item {
				o, ok := method.Value.(py.Object)
				if !ok {
					continue
				}
				operations++
				places := map[string]bool{}
				for _, holder := range []py.Object{item, o} {
					for _, p := range holder.List("parameters") {
						places[p.(py.Object).Text("in")+" "+p.(py.Object).Text("name")] = true
					}
				}
				if body, ok := field(o, "requestBody").(py.Object); ok {
					fields := parsedPath(body, "content", "application/json", "schema", "properties")
					for _, f := range fields {
						places["body "+f.Key] = true
					}
				}
				parameters := objectOf(field(tools[o.Text("operationId")].Function, "parameters"))
				properties := parameters.Object("properties")
				names := map[string]bool{}
				for _, p := range properties {
					names[p.Key] = true
				}
				if len(names) != len(places) || len(properties) != len(names) {
					t.Fatalf("%s has %d arguments, want %d\n%s", o.Text("operationId"), len(properties), len(places), text)
				}
				for place := range places {
					if _, name, _ := strings.Cut(place, " "); !names[name] {
						t.Fatalf("%s lacks %s", o.Text("operationId"), name)
					}
				}
			}
		}
		if operations != len(tools) {
			t.Fatalf("%d tools of %d operations", len(tools), operations)
		}
	}
}

// graph makes components that refer to each other at random.
func (m apiMaker) graph() []string {
	n := 2 + m.IntN(12)
	var schema func(depth int) string
	list := func(depth int, name bool) string {
		var all []string
		for i := range 1 + m.IntN(4) {
			key := ""
			if name {
				key = fmt.Sprintf(`"%s%d":`, m.name(), i)
			}
			all = append(all, key+schema(depth+1))
		}
		return strings.Join(all, ",")
	}
	schema = func(depth int) string {
		kind := m.IntN(9)
		if depth > 3 {
			kind = m.IntN(3)
		}
		switch kind {
		case 0, 1:
			return fmt.Sprintf(`{"$ref":"#/components/schemas/S%d"}`, m.IntN(n+1)) // the last is not there
		case 2:
			return []string{`{"type":"string","enum":["x","y"]}`, `{"type":"integer","readOnly":true}`, `true`, `{}`, `{"type":["number","null"],"example":[1,2]}`}[m.IntN(5)]
		case 3:
			return `{"type":"array","items":` + schema(depth+1) + `}`
		case 4:
			return `{"anyOf":[` + list(depth, false) + `]}`
		case 5, 6:
			return `{"allOf":[` + list(depth, false) + `],"required":["a0"]}`
		case 7:
			return fmt.Sprintf(`{"$ref":"#/components/schemas/S%d","description":"d"}`, m.IntN(n))
		}
		return `{"type":"object","required":["a0","b1"],"properties":{` + list(depth, true) + `},"additionalProperties":` + schema(depth+1) + `}`
	}
	all := make([]string, n)
	for i := range all {
		all[i] = schema(0)
	}
	return all
}

// TestOpenAPISizesHold writes out schemas that refer to each other at random: none
// is larger than was reckoned, no reference is left, each that was not followed is
// accounted for, and what had room is complete.
func TestOpenAPISizesHold(t *testing.T) {
	m := apiMaker{rand.New(rand.NewPCG(4, 34))}
	cut, whole := 0, 0
	for range 2000 {
		text := apiOf(m.graph()...)
		document := parsed(t, text)
		r := newReferences(document)
		d := &apiDocument{reading: &reading{file: "f", ledger: newLedger()}, references: r, root: node{value: document, path: "$"}}
		var a arguments
		a.collect(r, d.operations()[0])
		allowed := 10 + m.IntN(2000)
		deepest, reckoned := r.deepest(&a.outline, allowed)
		if reckoned > allowed && deepest > 0 {
			t.Fatalf("%d values for %d", reckoned, allowed)
		}
		schema := a.schema(&speller{references: r, deepest: deepest})
		const around = 6 // the object with its type, its properties, its required list with a name
		if size := values(schema); size > reckoned+around {
			t.Fatalf("%d values, reckoned %d, %d deep\n%s\n%s", size, reckoned, deepest, text, py.Compact(schema))
		}
		written := py.Compact(schema)
		if strings.Contains(written, `"$ref"`) {
			t.Fatalf("a reference is left\n%s\n%s", text, written)
		}
		large := slices.ContainsFunc(a.cuts, func(c refCut) bool { return c.why == large })
		if large && deepest == maxReferences || strings.Contains(written, "not written out") && !large {
			t.Fatalf("cuts %v at %d deep\n%s", a.cuts, deepest, text)
		}
		if large {
			cut++
		} else {
			whole++
		}
	}
	if cut < 50 || whole < 50 {
		t.Errorf("%d cut and %d whole: one of the two is hardly tested", cut, whole)
	}
}

func parsedPath(o py.Object, keys ...string) py.Object {
	for _, k := range keys {
		o = o.Object(k)
	}
	return o
}

// FuzzOpenAPI checks that no document makes the reader panic or write out more
// than it may, and that what it makes of one registers.
func FuzzOpenAPI(f *testing.F) {
	files, err := filepath.Glob("testdata/openapi*")
	if err != nil {
		f.Fatal(err)
	}
	for _, file := range files {
		raw, err := os.ReadFile(file)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(raw)
	}
	f.Add([]byte(apiOf(`{"allOf":[{"$ref":"#/components/schemas/S0"},{"$ref":"#/components/schemas/S1"}],"required":["a"]}`,
		`{"allOf":[{"$ref":"#/components/schemas/S0"}],"properties":{"a":{"$ref":"#/paths/~1"}}}`)))
	m := apiMaker{rand.New(rand.NewPCG(1, 1))}
	f.Add([]byte(m.document()))
	f.Fuzz(func(t *testing.T, raw []byte) {
		docs, _ := documents(raw)
		for _, d := range docs {
			if !(openAPI{}).holds(d.value) {
				continue
			}
			r := &reading{file: "f", ledger: newLedger()}
			openAPI{}.read(r, node{value: d.value, path: "$"})
			if len(r.lists) == 0 && len(r.ledger.notes) == 0 {
				t.Error("no tool and no note")
			}
			for _, l := range r.lists {
				total := 0
				for _, tool := range l.tools {
					total += values(tool.Function)
					if len(raw) < py.MaxDepth { // a deep default stays as it is
						wellFormedSchema(t, tool.Function)
					}
				}
				if total > 2*maxDocumentValues {
					t.Errorf("%d values", total)
				}
				engine.Register(engine.Catalog{Servers: []engine.Server{{Name: "f", Tools: l.tools}}})
			}
		}
	})
}

// largeAPI is a document of so many operations with shared components: each path
// has parameters by reference, half of the operations a body of nested schemas.
func largeAPI(operations int) string {
	var paths, schemas strings.Builder
	for i := range operations / 2 {
		fmt.Fprintf(&paths, `"/teams/{team}/things%d/{id}":{"parameters":[{"$ref":"#/components/parameters/team"},{"$ref":"#/components/parameters/id"}],`+
			`"get":{"operationId":"things%d-get","summary":"Get a thing","description":"Returns one thing of the team, with all that belongs to it.","parameters":[{"$ref":"#/components/parameters/page"}]},`+
			`"put":{"operationId":"things%d-put","summary":"Replace a thing","requestBody":{"required":true,"content":{"application/json":{"schema":{"$ref":"#/components/schemas/Thing%d"}}}}}},`, i, i, i, i%400)
	}
	for i := range 400 {
		fmt.Fprintf(&schemas, `"Thing%d":{"allOf":[{"$ref":"#/components/schemas/Base"},{"type":"object","required":["label"],"properties":{"label":{"type":"string","description":"What people call it."},`+
			`"owner":{"$ref":"#/components/schemas/Person"},"parts":{"type":"array","items":{"$ref":"#/components/schemas/Part%d"}}}}]},`+
			`"Part%d":{"type":"object","properties":{"kind":{"type":"string","enum":["wood","stone","glass"]},"size":{"type":"number","minimum":0},"maker":{"$ref":"#/components/schemas/Person"},"inside":{"$ref":"#/components/schemas/Part%d"}}},`, i, i, i, i)
	}
	return `{"openapi":"3.0.3","info":{"title":"Things","version":"1"},"paths":{` + strings.TrimSuffix(paths.String(), ",") +
		`},"components":{"parameters":{"team":{"name":"team","in":"path","required":true,"description":"The team's name.","schema":{"type":"string"}},"id":{"name":"id","in":"path","required":true,"schema":{"type":"integer"}},` +
		`"page":{"name":"page","in":"query","schema":{"type":"integer","default":1}}},"schemas":{` + schemas.String() +
		`"Base":{"type":"object","properties":{"id":{"type":"string","readOnly":true},"notes":{"type":"string","nullable":true},"tags":{"type":"object","additionalProperties":{"type":"string"}}}},` +
		`"Person":{"type":"object","required":["name"],"properties":{"name":{"type":"string"},"mail":{"type":"string","format":"email"},"address":{"$ref":"#/components/schemas/Address"}}},` +
		`"Address":{"type":"object","properties":{"street":{"type":"string"},"town":{"type":"string"},"country":{"type":"string","maxLength":2}}}}}}`
}

// BenchmarkOpenAPI reads documents of 2,500 operations, from text to catalog: one
// with shared components, and one in which everything refers to everything.
func BenchmarkOpenAPI(b *testing.B) {
	shared := largeAPI(2500)
	var knot strings.Builder
	for i := range 40 {
		var all []string
		for j := range 10 {
			all = append(all, fmt.Sprintf(`"p%d":{"$ref":"#/components/schemas/Knot%d"}`, j, (i*7+j*3)%40))
		}
		fmt.Fprintf(&knot, `"Knot%d":{"type":"object","properties":{%s}},`, i, strings.Join(all, ","))
	}
	tangled := strings.Replace(shared, `"Base":`, knot.String()+`"Base":`, 1)
	tangled = strings.ReplaceAll(tangled, `"town":{"type":"string"}`, `"town":{"$ref":"#/components/schemas/Knot0"}`)
	for _, c := range []struct{ name, text string }{{"shared", shared}, {"tangled", tangled}} {
		b.Run(c.name, func(b *testing.B) {
			b.SetBytes(int64(len(c.text)))
			b.ReportAllocs()
			for b.Loop() {
				if res, err := loadAPI(b, c.text); err != nil || res.Report.Tools != 2500 {
					b.Fatal(err, res.Report.Tools)
				}
			}
		})
	}
}
