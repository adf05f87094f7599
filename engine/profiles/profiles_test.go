package profiles

import (
	"math"
	"reflect"
	"slices"
	"strings"
	"testing"

	"findable/engine"
	"findable/engine/eval"
	"findable/engine/py"
)

// aTool makes a tool of a name, a description, and properties as "name" or
// "name: description".
func aTool(name, description string, properties ...string) engine.Tool {
	f := py.Object{{Key: "name", Value: name}, {Key: "description", Value: description}}
	if properties != nil {
		var of py.Object
		for _, p := range properties {
			name, description, _ := strings.Cut(p, ": ")
			of = append(of, py.Member{Key: name, Value: py.Object{{Key: "description", Value: description}}})
		}
		f = append(f, py.Member{Key: "parameters", Value: py.Object{{Key: "type", Value: "object"}, {Key: "properties", Value: of}}})
	}
	return engine.Tool{Function: f}
}

func catalogOf(server string, tools ...engine.Tool) engine.Catalog {
	return engine.Catalog{Servers: []engine.Server{{Name: server, Tools: tools}}}
}

func engineOf(t testing.TB, key string, c engine.Catalog) *Engine {
	t.Helper()
	return profileOf(t, key).New(c)
}

func profileOf(t testing.TB, key string) Profile {
	t.Helper()
	i := slices.IndexFunc(All(), func(p Profile) bool { return p.Key == key })
	if i < 0 {
		t.Fatalf("no profile %s", key)
	}
	return All()[i]
}

// found is a hit as tests write it.
type found struct {
	name  string
	score float64
}

func search(t testing.TB, e *Engine, query string, n int) []found {
	t.Helper()
	r, err := e.Search(query, n)
	if err != nil {
		t.Errorf("%q: %v", query, err)
	}
	out := []found{}
	for _, h := range r.Hits {
		out = append(out, found{e.Names().Tool(h.Place).Bare, h.Score})
	}
	return out
}

func expect(t testing.TB, e *Engine, query string, n int, want ...found) {
	t.Helper()
	got := search(t, e, query, n)
	ok := len(got) == len(want)
	for i := range min(len(got), len(want)) {
		ok = ok && got[i].name == want[i].name && math.Abs(got[i].score-want[i].score) < 1e-12
	}
	if !ok {
		t.Errorf("%s %q: %v, want %v", e.Profile.Key, query, got, want)
	}
}

func TestFastMCPBM25(t *testing.T) {
	e := engineOf(t, "fastmcp-bm25", catalogOf("garden", aTool("open_gate", "Opens the gate."), aTool("close", "", "gate: Which gate")))
	// open gate opens the gate, and close gate which gate: 5 and 4 words, gate twice.
	first := 2*math.Log(1.2)*5/(2+1.625) + math.Log(2)*2.5/(1+1.625)
	expect(t, e, "gate open gate", 5, found{"open_gate", first}, found{"close", 2 * math.Log(1.2) * 5 / (2 + 1.375)})
	expect(t, e, "gate open gate", 1, found{"open_gate", first})
	expect(t, e, "garden", 5) // the server does not count
	expect(t, e, "", 5)
	expect(t, e, "a 查询 !", 5)
	ties := engineOf(t, "fastmcp-bm25", catalogOf("s", aTool("b rain", ""), aTool("a rain", ""), aTool("c rain", "")))
	if got := search(t, ties, "rain", 5); got[0].name != "b rain" || got[2].name != "c rain" {
		t.Errorf("equal scores come as %v", got)
	}
	nested := engineOf(t, "fastmcp-bm25", engine.Catalog{Servers: []engine.Server{{Name: "s", Tools: []engine.Tool{
		{Function: py.Object{{Key: "name", Value: "x1"}, {Key: "description", Value: nil}, {Key: "parameters", Value: py.Object{
			{Key: "title", Value: "unread"}, {Key: "properties", Value: py.Object{{Key: "on_time", Value: true}}}}}}}}}}})
	expect(t, nested, "unread", 5)
	expect(t, engineOf(t, "fastmcp-bm25", catalogOf("s", aTool("a gate", ""))), "a", 5) // too short
	expect(t, nested, "TIME", 5, found{"x1", math.Log(0.5/1.5 + 1)})
}

func TestFastMCPRegex(t *testing.T) {
	e := engineOf(t, "fastmcp-regex", catalogOf("s", aTool("list_issues", "Lists issues\nof a project."), aTool("getIssue", "", "id: The number")))
	for pattern, want := range map[string]string{
		"ISSUE": "list_issues getIssue", "": "list_issues getIssue", "issues.of": "", "issues\nof": "list_issues", "^list_.*s$": "",
		`\bid\b the`: "getIssue", "(?<=list_)iss": "list_issues", "number$": "getIssue", "[": "", "?": "", "(?<n>a)": "", `i\w{1,}e`: "list_issues getIssue",
		"what issues are there": "",
	} {
		var got []string
		for _, f := range search(t, e, pattern, 5) {
			got = append(got, f.name)
		}
		if strings.Join(got, " ") != want {
			t.Errorf("%q finds %q, want %q", pattern, got, want)
		}
	}
	expect(t, e, "issue", 1, found{"list_issues", 0})
	for _, pattern := range []string{`(a)\1`, `issue(?!s)`, `a{1001}`} {
		var fault *PatternError
		if _, err := e.Search(pattern, 5); !asError(err, &fault) || fault.Pattern != pattern {
			t.Errorf("%q: %v", pattern, err)
		}
	}
	long := engineOf(t, "fastmcp-regex", catalogOf("s", aTool("x", strings.Repeat("ab", 400_000))))
	if _, err := long.Search(strings.Repeat("a?", 2000)+"$", 5); err == nil {
		t.Error("a search of any length")
	}
}

func asError[E error](err error, to *E) bool {
	e, ok := err.(E)
	*to = e
	return ok
}

func TestGitHub(t *testing.T) {
	one := func(tool engine.Tool, query string) Hit {
		r, err := engineOf(t, "github-tool-search", catalogOf("s", tool)).Search(query, 3)
		if err != nil || len(r.Hits) != 1 {
			t.Fatalf("%q: %v, %v", query, r.Hits, err)
		}
		return r.Hits[0]
	}
	issue := aTool("issue_write", "An issue.", "issue_number")
	for _, c := range []struct {
		tool    engine.Tool
		query   string
		score   float64
		matched string
	}{
		// Exact tokens, two words in the name, distinct, all, in tokens, as many; no
		// description, so it is alike in name and in everything ("issue_write ").
		{aTool("issue_write", ""), "issue write", 2.5 + 2 + 1.6 + 2 + 4 + 2 + 2*(1-1.0/11) + 0.5*(1-2.0/12), "name:exact-tokens name:token"},
		// A word four times over: whole and as a word, with a token too many.
		{issue, " Issue ", 5 + 1.5 + 2 + 1 + (1 + 0.4) + 0.8 + 4 - 0.5 + 2*(1-6.0/11) + 0.8*(1-4.0/9) + 0.6*(1-7.0/12) + 0.5*(1-29.0/34),
			"name:substring name:prefix description parameter name:token parameter:token"},
		// A repeated word counts again, but not as distinct, which forfeits the 2.
		{aTool("x", "abc"), "abc abc", 1.2 + 0.8 - 0.5 + 0.8*(1-4.0/7) + 0.5*(1-3.0/7), "description:token"},
		// A full name is one word of three tokens, of which none contains it.
		{aTool("a_b_c", ""), "a_b_c", 5 + 1.5 + 1 + 0.8 - 1.5 + 2 + 0.5*(1-1.0/6), "name:substring name:prefix name:token"},
		// Properties stand sorted in the text of everything, "x  a b".
		{aTool("x", "", "b", "a"), "a b", 0.8 + 1.6 + 2 - 0.5 + 0.6*(1-2.0/3) + 0.5*(1-3.0/6), "parameter:token"},
		// 查 has three bytes: one of two characters changes, and it counts for a sixth.
		{aTool("查询", "查"), "查问", 2*(1-1.0/6) + 0.8*(1-1.0/6) - 0.5 + 0.5*(1-3.0/10), ""},
	} {
		h := one(c.tool, c.query)
		if math.Abs(h.Score-c.score) > 1e-12 || strings.Join(h.MatchedIn, " ") != c.matched {
			t.Errorf("%q: %v %q, want %v %q", c.query, h.Score, h.MatchedIn, c.score, c.matched)
		}
	}
	e := engineOf(t, "github-tool-search", catalogOf("s", issue))
	expect(t, e, "  ", 3)
	// Alike by a third, less a half for a token too many: below 1.
	expect(t, engineOf(t, "github-tool-search", catalogOf("s", aTool("abc", ""))), "axx", 3)
}

func TestDocker(t *testing.T) {
	c := engine.Catalog{Servers: []engine.Server{
		{Name: "shed", Tools: []engine.Tool{aTool("open_gate", "Opens.", "water: not read")}},
		{Name: "beds", Tools: []engine.Tool{aTool("rain", "")}},
	}}
	e := engineOf(t, "docker-mcp-find", c)
	// 4 + 2·2 + 1 words against 4 + 2, gate twice; said twice it counts once.
	gate := math.Log(2) * 5 / (2 + 1.5*(0.25+0.75*9/7.5))
	expect(t, e, "gate, gate", 10, found{"shed", gate})
	expect(t, e, "water", 10)
	expect(t, e, "…", 10)
	var empty *EmptyQueryError
	if _, err := e.Search("", 10); !asError(err, &empty) || err.Error() != "query parameter is required" {
		t.Errorf("%v", err)
	}
	same := engineOf(t, "docker-mcp-find", engine.Catalog{Servers: []engine.Server{
		{Name: "b", Tools: []engine.Tool{aTool("x", "")}}, {Name: "a", Tools: []engine.Tool{aTool("x", "")}}}})
	if got := search(t, same, "x", 10); len(got) != 2 || got[0].name != "a" {
		t.Errorf("equal scores come as %v", got)
	}
}

func TestMcpproxy(t *testing.T) {
	e := engineOf(t, "mcpproxy", catalogOf("s", aTool("shut", ""), aTool("open", "gate")))
	// open: 13 words in _all (open 4 times, gate, properties, required and type
	// twice, the server), 6 in searchable_text. A word in no tool has idf 1 + ln 2.
	none := 1 + math.Log(2)
	all, text := float64(float32(1/math.Sqrt(13))), float64(float32(1/math.Sqrt(6)))
	norm := 1 / math.Sqrt(50*none*none+1+2.25)
	expect(t, e, "gate", 5, found{"open", (math.Sqrt2*all + 1.5*text) * norm * 2 / 5})
	norm = 1 / math.Sqrt(50*none*none+(1+2.25)*(1+none*none))
	expect(t, e, "the gate rain", 5, found{"open", (math.Sqrt2*all/2 + 1.5*text/2) * norm * 2 / 5})
	norm = 1 / math.Sqrt(25+16+9+1+2.25)
	expect(t, e, "open", 5, found{"open", (5 + 4 + 3 + 2*all + 1.5*math.Sqrt2*text) * norm})
	expect(t, e, "the of", 5)
	expect(t, e, " ", 5)
	var empty *EmptyQueryError
	if _, err := e.Search("", 5); !asError(err, &empty) || err.Error() != "search query cannot be empty" {
		t.Errorf("%v", err)
	}

	e = engineOf(t, "mcpproxy", catalogOf("s", aTool("open_gate", ""), aTool("open_gap", ""), aTool("shut_gate", "")))
	none, one := 1+math.Log(3), 1+math.Log(1.5)
	norm = 1 / math.Sqrt((25+16+1+2.25)*none*none+2*(9+6.25)*one*one)
	half := (3 + 2.5) * one * one * norm / 2 * 2 / 6
	expect(t, e, "open_ga", 5, found{"open_gap", half}, found{"open_gate", half}) // by id
	if got := search(t, e, "n_g*e", 5); len(got) != 1 || got[0].name != "open_gate" {
		t.Errorf("the wildcard finds %v", got)
	}
	clash := engineOf(t, "mcpproxy", catalogOf("s", aTool("a:x", "first"), aTool("x", "second")))
	if got := search(t, clash, "first second", 5); len(got) != 1 || got[0].name != "x" {
		t.Errorf("of one id %v is found", got)
	}
}

func TestMcpproxyReadsSchemas(t *testing.T) {
	for schema, want := range map[string]string{
		`{}`: `{"properties":{},"required":[],"type":""}`,
		`{"type":"object","title":"t","$schema":"s","oneOf":[],"properties":{"b":{"x":1.0,"a":1e21},"a":true},"required":["b"]}`://
		`{"properties":{"a":true,"b":{"a":1e+21,"x":1}},"required":["b"],"type":"object"}`,
		`{"definitions":{"d":{}},"additionalProperties":false,"properties":[]}`://
		`{"$defs":{"d":{}},"additionalProperties":false,"properties":{},"required":[],"type":""}`,
		`{"$defs":{"e":"<p>\nUse"},"definitions":{},"type":["a"],"required":null}`://
		`{"$defs":{"e":"\u003cp\u003e\nUse"},"properties":{},"required":[],"type":""}`,
	} {
		if got := jsonText(parse(t, []byte(schema)).(py.Object)); got != want {
			t.Errorf("%s\n got %s\nwant %s", schema, got, want)
		}
	}
	var words []string
	bleveWords(jsonText(parse(t, []byte(`{"type":"object","properties":{"p":{"description":"<a>\nUse it"}}}`)).(py.Object)),
		func(w string) { words = append(words, w) })
	if got := strings.Join(words, " "); got != "properties p description u003ca u003e nuse required type object" {
		t.Errorf("words %q", got)
	}
	tool := aTool("x", "")
	tool.Raw = py.Object{{Key: "outputSchema", Value: py.Object{{Key: "type", Value: "object"}, {Key: "required", Value: py.List{"lorry"}}}}}
	e := engineOf(t, "mcpproxy", catalogOf("s", tool))
	if got := search(t, e, "lorry", 5); len(got) != 1 {
		t.Error("an output schema is not read")
	}
}

func TestWords(t *testing.T) {
	read := func(reader wordReader, text string) string {
		var out []string
		reader(text, func(w string) { out = append(out, w) })
		return strings.Join(out, "|")
	}
	for text, want := range map[string]string{
		"create_issue x a-b É9":                         "create_issue|x|b|é9",
		"don't a.b 1.5 1.a 1,000 a,b a:b 1:2 a..b it’s": "a.b|1.5|1|1,000|b|a:b|1|2|b|it’s",
		"查询 code 検索する カタカナ 한국어":                         "查|询|code|検|索|す|る|カタカナ|한국어",
		"ก ไทย ລາວ":                                     "",
		"e\u0301a \u0301 x\u00ady":                      "e\u0301a|x\u00ady",
		"_ __a ½ ① \"q\" 'r' U.S.A.":                    "_|__a|q|r|u.s.a",
		"ΑΣ ΣΑ İx":                                      "ας|σα|ix",
		"צה\"ל צ' ד":                                    "צה\"ל|צ'|ד",
		"１２ ａｂ カ_1 カ1":                                  "ａｂ|カ_1|カ|1",
		"a\n\u0301b \xffc a\xffb":                       "b|c|b",
		"isn't The can't no-one ours":                   "one",
	} {
		if got := read(bleveWords, text); got != want {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
	if len(stopWords) != 174 {
		t.Errorf("%d stop words", len(stopWords))
	}
	for _, c := range []struct {
		reader     wordReader
		text, want string
	}{
		{asciiWords(py.Lower, 2), "create_Issue-É2x a 1 查 İs K9", "create|issue|2x|k9"},
		{asciiWords(strings.ToLower, 1), "create_Issue-É2x a 1 查 İs", "create|issue|2x|a|1|is"},
	} {
		if got := read(c.reader, c.text); got != c.want {
			t.Errorf("%q: %q, want %q", c.text, got, c.want)
		}
	}
}

// TestNew checks which tools count, and in which order.
func TestNew(t *testing.T) {
	c := engine.Catalog{
		Core:         []engine.Tool{aTool("terminal", "")},
		Unregistered: []engine.Tool{aTool("loose", "")},
		Toolsets:     []engine.Toolset{{Name: "notes", Tools: []engine.Tool{aTool("jot", "")}}},
		Servers: []engine.Server{
			{Name: "off", Disabled: true, Tools: []engine.Tool{aTool("x", "")}},
			{Name: "my-shed", Exclude: []string{"secret*"}, Tools: []engine.Tool{aTool("a.b", ""), aTool("secret_key", ""), aTool("a_b", "")}},
		},
	}
	tools := []eval.Tool{{Server: "notes", Bare: "jot", Full: "jot"}, {Server: "my-shed", Bare: "a.b", Full: "mcp__my_shed__a_b"},
		{Server: "my-shed", Bare: "a_b", Full: "mcp__my_shed__a_b"}}
	servers := []eval.Tool{{Server: "notes", Bare: "notes", Full: "notes"}, {Server: "my-shed", Bare: "my-shed", Full: "my-shed"}}
	for _, p := range All() {
		var got []eval.Tool
		names := p.New(c).Names()
		for i := range names.Len() {
			got = append(got, names.Tool(i))
		}
		want := tools
		if p.Unit == Servers {
			want = servers
		}
		if !slices.Equal(got, want) {
			t.Errorf("%s ranks %v", p.Key, got)
		}
	}
}

func TestCase(t *testing.T) {
	c := engine.Catalog{Servers: []engine.Server{
		{Name: "a", Tools: []engine.Tool{aTool("x", ""), aTool("y", "")}}, {Name: "b", Tools: []engine.Tool{aTool("x", "")}}}}
	of := eval.Case{Query: "q", Expect: []eval.Want{{Name: "y", Grade: 1}, {Name: "x", Grade: 3}, {Name: "nowhere", Grade: 1}}}
	if got := engineOf(t, "mcpproxy", c).Case(of); !reflect.DeepEqual(got, of) {
		t.Errorf("%v", got)
	}
	docker := engineOf(t, "docker-mcp-find", c)
	want := []eval.Want{{Name: "a", Grade: 3}, {Name: "b", Grade: 3}, {Name: "nowhere", Grade: 1}}
	if got := docker.Case(of); !slices.Equal(got.Expect, want) || got.Query != "q" {
		t.Errorf("%v", got)
	}
	of.Server = "b"
	if got := docker.Case(of); !slices.Equal(got.Expect, []eval.Want{{Name: "b", Grade: 3}}) {
		t.Errorf("%v", got)
	}
}

// TestProfilesSay checks that each profile says where it comes from.
func TestProfilesSay(t *testing.T) {
	keys := map[string]bool{}
	for _, p := range All() {
		if keys[p.Key] || p.Title == "" || p.Repository == "" || len(p.Commit) != 8 || p.Sources == nil || p.Approximate == nil ||
			p.Default < 1 || p.Most != 0 && p.Most < p.Default || p.LimitBy == "" || p.Argument == "" || p.Nothing == "" {
			t.Errorf("%s leaves something out", p.Key)
		}
		keys[p.Key] = true
	}
}
