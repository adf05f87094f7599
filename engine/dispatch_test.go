package engine

import (
	"fmt"
	"strings"
	"testing"
	"unicode/utf8"

	"findable/engine/py"
)

func TestReplies(t *testing.T) {
	eachCase(t, "replies.json", func(t *testing.T, c py.Object, rules Rules) {
		s := testSession(c, rules)
		for _, row := range list(at(c, "rows")) {
			want := object(row)
			if own, ok := want.Get(rules.Name); ok {
				want = object(own)
			} else if want.Has("documented") || want.Has("latest") {
				continue
			}
			t.Run(str(at(row, "shows")), func(t *testing.T) { checkReply(t, s, object(row), want) })
		}
	})
}

func checkReply(t *testing.T, s *Session, row, want py.Object) {
	r := replayer{t: t}
	args := object(at(row, "call", 1))
	before := py.Compact(args)
	var reply Reply
	switch tool := at(row, "call", 0); tool {
	case "tool_search":
		reply = s.ToolSearch(DefaultConfig(s.Rules), args)
	case "tool_describe":
		reply = s.ToolDescribe(args)
	case "tool_call":
		resolution := s.ResolveCall(args)
		name := ""
		if resolution.Entry != nil {
			name = resolution.Entry.Name
		}
		r.equal("resolves", name, want.Text("resolves"))
		if arguments, ok := want.Get("arguments"); ok {
			r.equal("arguments", py.Compact(resolution.Arguments), py.Compact(arguments))
		}
		if _, deferred := s.Deferrable(name); resolution.InScope != deferred {
			t.Errorf("in scope: %v", resolution.InScope)
		}
		reply = resolution.Error
	default:
		t.Fatalf("the case calls %v", tool)
	}
	r.equal("kind", string(reply.Kind), want.Text("kind"))
	text, ok := want.Get("text")
	if kind := want.Text("kind"); ok {
		r.equal("text", maskWords(reply), py.Spaced(text))
	} else if kind != "" && str(at(parseError(reply.Text), "error")) == "" {
		t.Errorf("no sentence in %s", reply.Text)
	}
	if py.Compact(args) != before {
		t.Errorf("the arguments became %s", py.Compact(args))
	}
}

func TestLimits(t *testing.T) {
	c := DefaultConfig(Documented()) // default 5, at most 25
	for text, want := range map[string]int{
		"null": 5, "3": 3, "0": 1, "-4": 1, "25": 25, "26": 25, "3.9": 3, `"12"`: 12, `" 1_2 "`: 12, `"3.9"`: 5, `""`: 5, "[]": 5, "{}": 5,
		"true": 1, "false": 1, "NaN": 5, "1e30": 25, "123456789012345678901234567890": 25,
	} {
		if got := Limit(c, parseJSON(t, []byte(text))); got != want {
			t.Errorf("limit %s: %d, want %d", text, got, want)
		}
	}
}

// TestRecordCuts checks where a tool_search record and an error are cut: by
// characters, with the mark of the later generation.
func TestRecordCuts(t *testing.T) {
	properties, required := py.Object{}, py.List{py.Number("1"), nil}
	for i := range 40 {
		name := fmt.Sprintf("p%02d", i) + strings.Repeat("x", 70)
		if i < 3 {
			name = name[:64+i-1] // 63, 64 and 65 characters
		}
		properties = append(properties, py.Member{Key: name, Value: py.Object{}})
		required = append(required, name)
	}
	schema := py.Object{{Key: "type", Value: "object"}, {Key: "properties", Value: properties}, {Key: "required", Value: required}}
	for _, rules := range Generations() {
		for _, n := range []int{399, 400, 401, 499, 500, 501} {
			plugin := Tool{Function: py.Object{{Key: "name", Value: "cut"}, {Key: "description", Value: strings.Repeat("天", n)}, {Key: "parameters", Value: schema}}}
			s := Register(Catalog{Toolsets: []Toolset{{Name: "kit", Tools: []Tool{plugin}}}}).Session(rules, Scope{}, nil)
			record := s.Record(s.Deferred[0])
			want := strings.Repeat("天", min(n, map[string]int{"documented": 400, "latest": 500}[rules.Name]))
			if rules.Name == "latest" && n > 500 {
				want += "…"
			}
			if got := record.Text("description"); got != want {
				t.Errorf("%s: %d characters come back as %d, ending in %.10q", rules.Name, n, utf8.RuneCountInString(got), got[max(0, len(got)-9):])
			}
			names := stringsOf(at(record, "required"))
			if len(names) != 32 {
				t.Fatalf("%d required names, want 32", len(names))
			}
			for i, want := range []int{63, 64, 64, 64} {
				if got := len(names[i]); got != want {
					t.Errorf("required name %d has %d characters, want %d", i, got, want)
				}
			}
		}
		s := Register(Catalog{}).Session(rules, Scope{}, nil)
		text := s.ResolveCall(py.Object{{Key: "name", Value: strings.Repeat("é", 5000)}}).Error.Text
		if got := utf8.RuneCountInString(str(at(parseJSON(t, []byte(text)), "error"))); got != 2049 {
			t.Errorf("%s: an error of %d characters, want 2,048 and a mark", rules.Name, got)
		}
	}
}

// TestSuggested shows that the later generation's suggestions are over the whole
// registry.
func TestSuggested(t *testing.T) {
	s := Register(Catalog{Servers: []Server{
		{Name: "b", Tools: []Tool{testTool("go"), testTool("ago")}}, {Name: "a", Tools: []Tool{testTool("go"), testTool("x__go")}},
	}, Unregistered: []Tool{testTool("mcp__0__go")}}).Session(Latest(), Scope{Disable: []string{"a"}}, nil)
	if got := strings.Join(s.Suggested("go"), " "); got != "mcp__a__go mcp__a__x__go mcp__b__go" {
		t.Errorf("suggested: %s", got)
	}
	got := s.ResolveCall(py.Object{{Key: "name", Value: "go"}}).Error
	if got.Kind != UnknownTool || !strings.Contains(got.Text, "mcp__a__go, mcp__a__x__go, mcp__b__go") {
		t.Errorf("%s: %s", got.Kind, got.Text)
	}
}
