package engine

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"findable/engine/py"
)

// The files of testdata hold cases of our own, each expected value worked out
// from the rules and not from the code. They catch a break where the recorded
// answers are not at hand.

func readCases(t testing.TB, name string) py.Object {
	t.Helper()
	text, err := os.ReadFile(filepath.Join("testdata", name))
	if err != nil {
		t.Fatal(err)
	}
	return parseJSON(t, text).(py.Object)
}

// eachCase runs a file's cases for the generations they are of.
func eachCase(t *testing.T, file string, f func(t *testing.T, c py.Object, rules Rules)) {
	t.Helper()
	cases := list(at(readCases(t, file), "cases"))
	if len(cases) == 0 {
		t.Fatalf("%s holds no cases", file)
	}
	for _, raw := range cases {
		c := object(raw)
		for _, rules := range Generations() {
			if g := c.Text("generation"); g == "" || g == rules.Name {
				t.Run(c.Text("shows")+"/"+rules.Name, func(t *testing.T) { f(t, c, rules) })
			}
		}
	}
}

// testTool reads a tool of testdata: its name, or name, description and
// parameters.
func testTool(v py.Value) Tool {
	if name, ok := v.(string); ok {
		return Tool{Function: py.Object{{Key: "name", Value: name}}}
	}
	return Tool{Function: object(v)}
}

func testTools(v py.Value) []Tool {
	var tools []Tool
	for _, t := range list(v) {
		tools = append(tools, testTool(t))
	}
	return tools
}

func testCatalog(v py.Value) Catalog {
	c := Catalog{Core: testTools(at(v, "core")), Unregistered: testTools(at(v, "unregistered"))}
	for _, set := range list(at(v, "toolsets")) {
		c.Toolsets = append(c.Toolsets, Toolset{Name: str(at(set, "name")), Tools: testTools(at(set, "tools"))})
	}
	for _, s := range list(at(v, "servers")) {
		c.Servers = append(c.Servers, Server{
			Name: str(at(s, "name")), Tools: testTools(at(s, "tools")),
			Resources: at(s, "resources") == true, Prompts: at(s, "prompts") == true,
			OmitResources: at(s, "omit_resources") == true, OmitPrompts: at(s, "omit_prompts") == true,
			Disabled: at(s, "disabled") == true, Include: stringsOf(at(s, "include")), Exclude: stringsOf(at(s, "exclude")),
		})
	}
	return c
}

// testSession prepares a case's catalog, with its defer list or the default one.
func testSession(c py.Object, rules Rules) *Session {
	deferList := rules.DefaultDefer
	if given, ok := c.Get("defer"); ok {
		deferList = stringsOf(given)
	}
	scope := Scope{Enable: stringsOf(at(c, "enable")), Disable: stringsOf(at(c, "disable"))}
	return Register(testCatalog(at(c, "catalog"))).Session(rules, scope, deferList)
}

func TestSchemas(t *testing.T) {
	for _, c := range list(at(readCases(t, "schemas.json"), "cases")) {
		t.Run(str(at(c, "shows")), func(t *testing.T) {
			schema := at(c, "schema")
			before := py.Compact(schema)
			check := func(what string, got py.Object, want py.Value) {
				t.Helper()
				if py.Compact(got) != py.Compact(want) {
					t.Errorf("%s\n got %s\nwant %s", what, py.Compact(got), py.Compact(want))
				}
			}
			if plain, ok := object(c).Get("plain"); ok {
				check("plain", sanitizeSchema(schema), plain)
				check("plain again", sanitizeSchema(plain), plain)
			}
			if repaired, ok := object(c).Get("repaired"); ok {
				sent, ok := object(c).Get("sent")
				if !ok {
					sent = repaired
				}
				check("repaired", repairSchema(schema), repaired)
				check("repaired again", repairSchema(repairSchema(schema)), repaired)
				check("sent", sanitizeSchema(repairSchema(schema)), sent)
				check("sent again", sanitizeSchema(sanitizeSchema(repairSchema(schema))), sent)
			}
			if py.Compact(schema) != before {
				t.Errorf("the schema itself became %s", py.Compact(schema))
			}
		})
	}
}

func TestPreparation(t *testing.T) {
	eachCase(t, "preparation.json", func(t *testing.T, c py.Object, rules Rules) {
		s := testSession(c, rules)
		r := replayer{t: t}
		names := func(what string, entries []*Entry) {
			if want, ok := c.Get(what); ok {
				r.equal(what, fmt.Sprint(entryNames(entries)), fmt.Sprint(stringsOf(want)))
			}
		}
		names("names", s.Registry.Entries)
		names("visible", s.Visible)
		names("deferred", s.Deferred)
		notes := py.List{}
		for _, n := range s.Registry.Notes {
			raw := py.List{}
			for _, name := range n.Raw {
				raw = append(raw, name)
			}
			notes = append(notes, py.List{string(n.Kind), n.Toolset, n.Name, raw})
		}
		r.equal("notes", py.Compact(notes), py.Compact(at(c, "notes")))
		for _, m := range object(at(c, "described")) {
			if e, ok := s.Registry.Lookup(m.Key); !ok || e.Description() != m.Value {
				t.Errorf("the description of %s should be %q", m.Key, m.Value)
			}
		}
	})
}

// TestUtilityTools holds the generated tools against the table of their sizes.
func TestUtilityTools(t *testing.T) {
	table := []struct {
		tool                    string
		definition, description int // without the server's name
		stems                   string
	}{
		{"list_resources", 170, 43, "avail from list mcp resourc server"},
		{"read_resource", 253, 41, "a by from mcp read resourc server uri"},
		{"list_prompts", 166, 41, "avail from list mcp prompt server"},
		{"get_prompt", 384, 39, "a by from get mcp name prompt server"},
	}
	for _, server := range []string{"x", "tracker", "größe"} {
		r := Register(Catalog{Servers: []Server{{Name: server, Resources: true, Prompts: true}}})
		n := utf8.RuneCountInString(server)
		for _, row := range table {
			e, ok := r.Lookup(MCPName(server, row.tool))
			if !ok {
				t.Fatalf("%s has no %s", server, row.tool)
			}
			if want := row.definition + 2*n; e.Characters != want || utf8.RuneCountInString(e.Definition()) != want {
				t.Errorf("%s: %d characters, want %d", e.Name, e.Characters, want)
			}
			if got, want := utf8.RuneCountInString(e.Description()), row.description+n; got != want {
				t.Errorf("%s: description of %d characters, want %d", e.Name, got, want)
			}
			if server != "x" {
				continue // the name's own stems would stand among the others
			}
			var stems []string
			for _, number := range e.doc.field(DescriptionField) {
				if stem := r.words.terms[number]; stem != "x" {
					stems = append(stems, stem)
				}
			}
			slices.Sort(stems)
			if got := strings.Join(stems, " "); got != row.stems {
				t.Errorf("%s: stems %q, want %q", e.Name, got, row.stems)
			}
		}
	}
	get := Register(Catalog{Servers: []Server{{Name: "s", Prompts: true}}})
	e, _ := get.Lookup("mcp__s__get_prompt")
	parameters := e.Parameters()
	for path, want := range map[string]int{"name": 30, "arguments": 40} {
		if got := utf8.RuneCountInString(str(at(parameters, "properties", path, "description"))); got != want {
			t.Errorf("get_prompt's %s is described in %d characters, want %d", path, got, want)
		}
	}
	if at(parameters, "properties", "arguments", "additionalProperties") != true ||
		py.Compact(at(parameters, "required")) != `["name"]` {
		t.Errorf("get_prompt takes %s", py.Compact(parameters))
	}
}

func TestConfigs(t *testing.T) {
	eachCase(t, "configs.json", func(t *testing.T, c py.Object, rules Rules) {
		got, notices := ReadConfig(at(c, "given"), rules)
		want := configObject(DefaultConfig(rules))
		for _, m := range object(at(c, "used")) {
			want = want.With(m.Key, m.Value)
		}
		r := replayer{t: t}
		r.equal("config", py.Compact(configObject(got)), py.Compact(want))
		keys := py.List{}
		for _, n := range notices {
			keys = append(keys, n.Key)
			if n.Given == "" || n.Used == "" || n.Why == "" {
				t.Errorf("the notice %+v leaves something out", n)
			}
		}
		r.equal("notices", py.Compact(keys), py.Compact(at(c, "notices")))
	})
}

func TestBudgets(t *testing.T) {
	for _, row := range list(at(readCases(t, "budgets.json"), "rows")) {
		c := DefaultConfig(Documented())
		c.ThresholdPct, c.ListingMaxTokens = at(row, 1).(py.Number).Float(), integer(at(row, 2))
		b := NewBudget(c, integer(at(row, 0)))
		if want := integer(at(row, 3)); b.Tokens != want || b.Tokens != min(b.Percent, b.Cap) || b.CapBinds() != (b.Cap < b.Percent) {
			t.Errorf("%s: %+v, want %d", py.Compact(row), b, want)
		}
	}
}
