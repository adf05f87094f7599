package engine

import (
	"math"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"findable/engine/py"
)

// FuzzReadConfig: every value ends in its range, and what was not used as it
// was given has a notice.
func FuzzReadConfig(f *testing.F) {
	for _, c := range list(at(readCases(f, "configs.json"), "cases")) {
		f.Add(py.Compact(at(c, "given")))
	}
	f.Add(`{"defer":["a",null,{}],"threshold_pct":"1_0","max_search_limit":"٣"}`)
	f.Fuzz(func(t *testing.T, text string) {
		raw, err := py.Parse([]byte(text))
		if err != nil {
			raw = text
		}
		for _, rules := range Generations() {
			c, notices := ReadConfig(raw, rules)
			inRange := c.ThresholdPct >= 0 && c.ThresholdPct <= 100 && c.MaxSearchLimit >= 1 && c.MaxSearchLimit <= 50 &&
				c.SearchDefaultLimit >= 1 && c.SearchDefaultLimit <= c.MaxSearchLimit && c.ListingMaxTokens >= 200 && c.ListingMaxTokens <= 60000
			modes := []Mode{Auto, On, Off}
			if !inRange || !slices.Contains(modes, c.Enabled) || !slices.Contains(modes, c.Listing) || (c.Defer == nil) != (rules.DefaultDefer == nil) {
				t.Fatalf("%s: %+v", text, c)
			}
			checkNotices(t, raw, c, notices, rules)
		}
	})
}

func checkNotices(t *testing.T, raw py.Value, c Config, notices []Notice, rules Rules) {
	t.Helper()
	told := func(key string) bool {
		return slices.ContainsFunc(notices, func(n Notice) bool { return n.Key == key })
	}
	section, ok := raw.(py.Object)
	if !ok {
		if asGiven := raw == nil || raw == true || raw == false; told("tool_search") == asGiven {
			t.Fatalf("%s: notices %v", py.Repr(raw), notices)
		}
		return
	}
	if len(notices) == 1 && notices[0].Used == "all defaults" {
		return
	}
	for _, m := range section {
		if used := usedAsGiven(m.Key, m.Value, c, rules); told(m.Key) == used {
			t.Fatalf("%s %s: used as given is %v, notices %v", m.Key, py.Repr(m.Value), used, notices)
		}
	}
}

func usedAsGiven(key string, v py.Value, c Config, rules Rules) bool {
	whole := func(used int) bool {
		f, fault := py.ToFloat(v)
		_, unreadable := py.ToInt(v)
		return fault == py.OK && unreadable == py.OK && f == float64(used)
	}
	mode := func(used Mode) bool {
		words := map[Mode]string{Auto: " auto ", On: " on true yes 1 ", Off: " off false no 0 "}[used]
		word := strings.ToLower(py.Strip(py.Str(v)))
		return word != "" && !strings.Contains(word, " ") && strings.Contains(words, " "+word+" ")
	}
	switch key {
	case "enabled":
		return mode(c.Enabled)
	case "listing":
		return mode(c.Listing)
	case "threshold_pct":
		f, fault := py.ToFloat(v)
		return fault == py.OK && !math.IsNaN(f) && f == c.ThresholdPct
	case "max_search_limit":
		return whole(c.MaxSearchLimit)
	case "search_default_limit":
		return whole(c.SearchDefaultLimit)
	case "listing_max_tokens":
		return whole(c.ListingMaxTokens)
	case "defer":
		names, isList := v.(py.List)
		return isList && rules.DefaultDefer != nil && len(names) == len(c.Defer)
	}
	return false
}

// slowShort is the short description by characters, one rule after another.
func slowShort(description string) string {
	text := []rune(strings.Join(strings.FieldsFunc(description, py.IsSpace), " "))
	for i, r := range text {
		if !strings.ContainsRune(".!?", r) || i+1 < len(text) && text[i+1] != ' ' {
			continue
		}
		short := false
		for _, abbreviation := range []string{"e.g", "i.e", "etc"} {
			before := strings.TrimSuffix(string(text[:i]), abbreviation)
			last, _ := utf8.DecodeLastRuneInString(before)
			if before != string(text[:i]) && (before == "" || !isWordRune(last)) {
				short = true
			}
		}
		if !short {
			text = text[:i+1]
			break
		}
	}
	if len(text) <= 60 {
		return string(text)
	}
	text = text[:60]
	if i := slices.Index(text, ' '); i >= 0 {
		for text[len(text)-1] != ' ' {
			text = text[:len(text)-1]
		}
	}
	return strings.TrimRight(string(text), ",;: ") + "…"
}

func FuzzShortDescription(f *testing.F) {
	for _, seed := range []string{"", "One. Two.", "Use e.g. this! Or that.", "etc. and so on", "xetc. y", "E.g. no", "v1.2 of api.example.com? yes",
		strings.Repeat("word ", 20), strings.Repeat("x", 61), strings.Repeat("天", 70), "a\x1cb\u0085c\u3000d", "a.\u2028b", strings.Repeat("y", 59) + ", z and more"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, description string) {
		if !utf8.ValidString(description) {
			t.Skip("the loaders let no other text in")
		}
		got := ShortDescription(description)
		if want := slowShort(description); got != want {
			t.Fatalf("%q: %q, want %q", description, got, want)
		}
		if utf8.RuneCountInString(got) > 61 || strings.ContainsAny(got, "\n\r\t\v\f\x1c\u0085\u2028\u2029") || py.Strip(got) != got {
			t.Fatalf("%q gives %q", description, got)
		}
	})
}

// FuzzSchemas: neither pass panics, nor changes what it was given; what the
// model is sent is an object schema with keys that its API takes.
func FuzzSchemas(f *testing.F) {
	for _, c := range list(at(readCases(f, "schemas.json"), "cases")) {
		f.Add(py.Compact(at(c, "schema")))
	}
	f.Fuzz(func(t *testing.T, text string) {
		schema, err := py.Parse([]byte(text))
		if err != nil {
			t.Skip()
		}
		before := py.Compact(schema)
		repaired := repairSchema(schema)
		afterRepair := py.Compact(repaired)
		for _, sent := range []py.Object{sanitizeSchema(schema), sanitizeSchema(repaired)} {
			checkSent(t, sent, false)
			for _, word := range []string{"oneOf", "allOf", "anyOf", "enum", "not"} {
				if sent.Has(word) {
					t.Fatalf("%s leaves %s at the top of %s", text, word, py.Compact(sent))
				}
			}
			if at(sent, "type") != "object" || !isObject(at(sent, "properties")) {
				t.Fatalf("%s becomes %s", text, py.Compact(sent))
			}
		}
		if py.Compact(schema) != before || py.Compact(repaired) != afterRepair {
			t.Fatalf("%s was changed in place", text)
		}
		if got := utf8.RuneCountInString(afterRepair); py.Size(repaired) != got {
			t.Fatalf("%s: size %d, want %d", afterRepair, py.Size(repaired), got)
		}
	})
}

// checkSent walks a sanitised schema, or a property map of one: keys are unique,
// and those of property maps good.
func checkSent(t *testing.T, v py.Value, isMap bool) {
	t.Helper()
	switch v := v.(type) {
	case py.List:
		for _, item := range v {
			checkSent(t, item, false)
		}
	case py.Object:
		seen := map[string]bool{}
		for _, m := range v {
			if seen[m.Key] || isMap && !goodPropertyKey(m.Key) {
				t.Fatalf("key %q is bad or stands twice in %s", m.Key, py.Compact(v))
			}
			seen[m.Key] = true
			if isMap || m.Key != "required" && m.Key != "enum" && m.Key != "examples" { // data, passed as it is
				checkSent(t, m.Value, m.Key == "properties" && !isMap)
			}
		}
	}
}

// FuzzListing compares the degradation with the slow renderer on any labels,
// names, descriptions and budgets.
func FuzzListing(f *testing.F) {
	f.Add("crm|add|Add one.\ncrm|find|\nx|y|z", 40)
	f.Add("größe|天気|天気を調べる。 e.g. so\nother||\nb|"+strings.Repeat("long_", 40)+"|", 70)
	f.Add("a|1|\nb|2|\nc|3|\nd|4|", 33)
	f.Fuzz(func(t *testing.T, text string, budget int) {
		if !utf8.ValidString(text) || len(text) > 2000 {
			t.Skip()
		}
		var c Catalog
		for line := range strings.SplitSeq(text, "\n") {
			label, rest, _ := strings.Cut(line, "|")
			name, description, _ := strings.Cut(rest, "|")
			c.Toolsets = append(c.Toolsets, Toolset{Name: label + "s", Tools: []Tool{{Function: py.Object{
				{Key: "name", Value: name}, {Key: "description", Value: description}}}}})
		}
		s := Register(c).Session(Documented(), Scope{}, nil)
		l := PlanListing(s.Groups, budget)
		checkListing(t, l, budget)
		if form, text := slowListing(s.Deferred, budget); l.Form != form || l.Text() != text {
			t.Fatalf("budget %d\n got %s\n%s\nwant %s\n%s", budget, l.Form, l.Text(), form, text)
		}
	})
}

// FuzzSearch compares both generations with the slow scorer on any query.
func FuzzSearch(f *testing.F) {
	for _, seed := range []string{"create issue", "ticket person ticket", "MCP__tracker__CLOSE_ISSUE", "ssue", "mcp", "天気 K", "a a a a", "watcher open crm contact", "\xff\x00 issue"} {
		f.Add(seed, 3)
	}
	catalog := testCatalog(at(list(at(readCases(f, "searches.json"), "cases"))[0], "catalog"))
	registry := Register(catalog)
	var sessions []*Session
	var scorers []slowScorer
	for _, rules := range Generations() {
		s := registry.Session(rules, Scope{}, nil)
		sessions, scorers = append(sessions, s), append(scorers, newSlowScorer(s.Deferred, rules))
	}
	f.Fuzz(func(t *testing.T, query string, limit int) {
		if len(query) > 300 {
			t.Skip()
		}
		for i, s := range sessions {
			checkSearch(t, s, scorers[i], s.Index.Search(query, max(limit, 1)), query, max(limit, 1))
			if limit <= 0 && s.Index.Search(query, limit).Hits != nil {
				t.Fatalf("hits at limit %d", limit)
			}
			arguments := py.Object{{Key: "queries", Value: query}, {Key: "limit", Value: py.Int(limit)}}
			if text := s.ToolSearch(DefaultConfig(s.Rules), arguments).Text; utf8.ValidString(query) {
				if reply := parseJSON(t, []byte(text)); py.Spaced(reply) != text {
					t.Fatalf("the reply does not read back: %s", text)
				}
			}
		}
	})
}

// FuzzRegister prepares any tool record, as a server lists it and as a plugin
// has it, and asks the session everything.
func FuzzRegister(f *testing.F) {
	f.Add(`{"name":"create-issue","description":"Open one.","parameters":{"properties":{"a b":"string"},"required":["a b"]}}`, "my crm")
	f.Add(`{"name":"","description":null,"parameters":null}`, "")
	f.Add(`{"name":"x","description":7,"parameters":[1]}`, "é")
	f.Fuzz(func(t *testing.T, text, server string) {
		v, err := py.Parse([]byte(text))
		record, ok := v.(py.Object)
		if _, named := at(record, "name").(string); err != nil || !ok || !named || !utf8.ValidString(server) {
			t.Skip("not what a loader gives the engine")
		}
		before := py.Compact(record)
		tool := Tool{Function: record}
		r := Register(Catalog{Toolsets: []Toolset{{Name: "kit", Tools: []Tool{tool}}}, Servers: []Server{{Name: server, Tools: []Tool{tool}, Resources: true, Prompts: true}}})
		for _, e := range r.Entries {
			if got := utf8.RuneCountInString(e.Definition()); e.Characters != got {
				t.Fatalf("%s: %d characters, want %d", e.Definition(), e.Characters, got)
			}
			for _, rules := range Generations() {
				s := r.Session(rules, Scope{}, nil)
				everything(s)
				s.ToolDescribe(py.Object{{Key: "names", Value: e.Name}})
				s.ResolveCall(py.Object{{Key: "name", Value: e.Name}, {Key: "arguments", Value: record}})
			}
		}
		if py.Compact(record) != before {
			t.Fatalf("%s became %s", before, py.Compact(record))
		}
	})
}
