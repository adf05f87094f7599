package engine

import (
	"math"
	"regexp"
	"slices"
	"strings"
	"testing"

	"findable/engine/py"
	"findable/engine/text"
)

// TestRecordedCases replays cases.json: every hand-made edge case of the
// reference, both generations, byte for byte.
func TestRecordedCases(t *testing.T) {
	recorded := parseJSON(t, readShared(t, "parity/cases.json"))
	ran := 0
	for _, c := range list(at(recorded, "cases")) {
		for _, rules := range Generations() {
			want, ok := object(c).Get(rules.Name)
			if !ok {
				want = at(c, "documented")
			}
			t.Run(str(at(c, "id"))+"/"+rules.Name, func(t *testing.T) {
				replay(t, object(at(c, "input")), object(want), rules, ok)
			})
			ran++
		}
	}
	if ran < 180 {
		t.Errorf("replayed %d cases, want the 91 recorded ones for both generations", ran)
	}
}

// A replayer checks one recorded output; it returns false for a key it does not
// know, so that nothing recorded goes unchecked.
type replayer struct {
	t       *testing.T
	in      py.Object
	rules   Rules
	config  Config
	session *Session
	reg     *Registry
	context int
	own     bool // the record is of this generation, not of the other one
}

func replay(t *testing.T, in, want py.Object, rules Rules, own bool) {
	raw, _ := in.Get("config")
	config, _ := ReadConfig(raw, rules)
	r := replayer{t: t, in: in, rules: rules, own: own, config: config, context: integer(at(in, "context"))}
	catalog := caseCatalog(at(in, "catalog"))
	if in.Text("pipeline") == "plain" {
		r.reg = plainRegistry(catalog)
	} else {
		r.reg = Register(catalog)
	}
	r.session = r.reg.Session(rules, Scope{}, config.Defer)
	for _, m := range want {
		r.check(m.Key, m.Value)
	}
}

func (r *replayer) check(key string, want py.Value) {
	if at(want, "raised") != nil {
		r.t.Logf("%s: the reference raises here; findable answers without the parameter names", key)
		return
	}
	switch key {
	case "tool_search_text":
		r.equal(key, maskWords(r.session.ToolSearch(r.config, r.searchArguments())), str(want))
	case "tool_describe_text":
		names, _ := r.in.Get("describe")
		arguments, whole := names.(py.Object)
		if !whole {
			arguments = py.Object{{Key: "names", Value: names}}
		}
		r.equal(key, maskWords(r.session.ToolDescribe(arguments)), str(want))
	case "tool_call":
		r.calls(list(want))
	case "ranking":
		r.ranking(list(want))
	case "doc_tokens":
		got := py.Object{}
		for _, m := range object(want) {
			e, ok := r.reg.Lookup(m.Key)
			if !ok {
				r.t.Errorf("%s is not registered", m.Key)
				continue
			}
			got = append(got, py.Member{Key: m.Key, Value: terms(r.reg, e)})
		}
		r.equal(key, py.Compact(got), py.Compact(want))
	case "tool_order":
		r.equal(key, strings.Join(entryNames(r.reg.Entries), " "), strings.Join(stringsOf(want), " "))
	case "visible", "deferrable":
		entries := r.session.Visible
		if key == "deferrable" {
			entries = r.session.Deferred
		}
		r.equal(key, strings.Join(entryNames(entries), " "), strings.Join(stringsOf(want), " "))
	case "notes":
		var got []string
		for _, n := range r.reg.Notes {
			got = append(got, n.String())
		}
		r.equal(key, strings.Join(got, "\n"), strings.Join(stringsOf(want), "\n"))
	case "config":
		c := r.config
		if !object(want).Has("defer") { // recorded where the generations agree
			c.Defer = nil
		}
		r.equal(key, py.Compact(configObject(c)), py.Compact(want))
	case "limit_effective":
		limit, _ := r.in.Get("limit")
		r.equal(key, string(py.Int(Limit(r.config, limit))), py.Str(want))
	case "assembly":
		r.equal(key, py.Compact(assemblyObject(r.session, r.session.Assemble(r.config, r.context))), py.Compact(want))
	case "budget":
		r.equal(key, string(py.Int(NewBudget(r.config, r.context).Tokens)), py.Str(want))
	case "bridge_sizes":
		a := r.session.Assemble(r.config, r.context)
		r.equal(key, py.Compact(py.List{py.Int(a.Bridge[0]), py.Int(a.Bridge[1]), py.Int(a.Bridge[2])}), py.Compact(want))
	case "deferrable_tokens":
		r.equal(key, string(py.Int(r.session.Assemble(r.config, 0).SchemaTokens)), py.Str(want))
	case "rows":
		r.rows(list(want))
	case "short_desc":
		for i, s := range list(at(r.in, key)) {
			r.equal(py.Repr(s), ShortDescription(str(s)), str(at(want, i)))
		}
	case "tokenize":
		for i, s := range list(at(r.in, key)) {
			r.equal(py.Repr(s), strings.Join(text.Tokens(str(s)), " "), strings.Join(stringsOf(at(want, i)), " "))
		}
	case "stems":
		for _, m := range object(want) {
			r.equal(m.Key, text.Stem(m.Key), str(m.Value))
		}
	case "mcp_names":
		for i, pair := range list(at(r.in, key)) {
			r.equal(py.Repr(pair), MCPName(str(at(pair, 0)), str(at(pair, 1))), str(at(want, i)))
		}
	case "note": // explains the rows beside it
	default:
		r.t.Errorf("no check for the recorded %q", key)
	}
}

func (r *replayer) equal(what, got, want string) {
	r.t.Helper()
	if got != want {
		r.t.Errorf("%s\n got %s\nwant %s", what, got, want)
	}
}

func (r *replayer) searchArguments() py.Object {
	if args, ok := r.in.Get("search_args"); ok {
		return object(args)
	}
	args := py.Object{}
	if q, ok := r.in.Get("queries"); ok {
		args = append(args, py.Member{Key: "queries", Value: q})
	}
	if l, ok := r.in.Get("limit"); ok {
		args = append(args, py.Member{Key: "limit", Value: l})
	}
	return args
}

func (r *replayer) ranking(want py.List) {
	limit, _ := r.in.Get("limit")
	for i, row := range want {
		query := str(at(row, "query"))
		got := r.session.Index.Search(query, Limit(r.config, limit))
		var tokens []string
		for _, tok := range got.Tokens {
			tokens = append(tokens, tok.Term)
			r.equal("df of "+tok.Term, string(py.Int(tok.DF)), py.Str(at(row, "query_df", tok.Term)))
		}
		r.equal("tokens", strings.Join(tokens, " "), strings.Join(stringsOf(at(row, "query_tokens")), " "))
		r.equal("n_docs", string(py.Int(r.session.Index.Size())), py.Str(at(row, "n_docs")))
		r.close("avg_doc_len", r.session.Index.average, at(row, "avg_doc_len"))
		var matches []string
		for _, h := range got.Hits {
			matches = append(matches, h.Entry.Name)
		}
		r.equal("matches of "+query, strings.Join(matches, " "), strings.Join(stringsOf(at(row, "matches")), " "))
		if used, ok := object(row).Get("fallback_used"); ok && used != got.Fallback {
			r.t.Errorf("%q (%d): fallback %v, want %v", query, i, got.Fallback, used)
		}
		if gate, ok := object(row).Get("gate_token"); ok {
			if g := ""; got.Gate >= 0 {
				g = got.Tokens[got.Gate].Term
				r.equal("gate of "+query, g, str(gate))
			}
			answerable := slices.Sorted(slices.Values(got.Answerable)) // recorded sorted
			r.equal("answerable of "+query, strings.Join(answerable, " "), strings.Join(stringsOf(at(row, "answerable")), " "))
			r.equal("required of "+query, string(py.Int(got.Required)), py.Str(at(row, "required_terms")))
		}
		r.scores(query, list(at(row, "scores")))
	}
}

// scores checks every document with a score above zero, before admission.
func (r *replayer) scores(query string, want py.List) {
	var got []Hit
	for d, e := range r.session.Deferred {
		x := r.session.Index.Explain(query, d)
		if strings.EqualFold(e.Name, query) {
			x.Score = math.Inf(1)
		}
		if x.Score > 0 {
			got = append(got, Hit{Doc: d, Entry: e, Score: x.Score})
		}
	}
	slices.SortStableFunc(got, func(a, b Hit) int {
		switch {
		case a.Score > b.Score:
			return -1
		case a.Score < b.Score:
			return 1
		}
		return 0
	})
	if len(got) != len(want) {
		r.t.Errorf("%q: %d tools score, want %d", query, len(got), len(want))
		return
	}
	for i, h := range got {
		r.equal(query, h.Entry.Name, str(at(want[i], "name")))
		if at(want[i], "exact") == true {
			if !h.Exact() {
				r.t.Errorf("%q: %s should be exact", query, h.Entry.Name)
			}
			continue
		}
		r.close(query+" "+h.Entry.Name, h.Score, at(want[i], "score"))
		r.equal("length of "+h.Entry.Name, string(py.Int(h.Entry.doc.length())), py.Str(at(want[i], "doc_len")))
	}
}

func (r *replayer) close(what string, got float64, want py.Value) {
	r.t.Helper()
	w := want.(py.Number).Float()
	// A record of the generation itself is met to the last bit; the other one's
	// differ there by the order of operations.
	if !sameScore(got, w) || r.own && got != w {
		r.t.Errorf("%s: %v, want %v", what, got, w)
	}
}

// sameScore compares within the records' relative tolerance.
func sameScore(got, want float64) bool {
	return math.Abs(got-want) <= 1e-12*math.Abs(want)
}

func (r *replayer) rows(want py.List) {
	switch {
	case r.in.Has("limits"):
		for i, row := range want {
			raw := list(at(r.in, "limits"))[i]
			limit := Limit(r.config, raw)
			r.equal("limit "+py.Repr(raw), string(py.Int(limit)), py.Str(at(row, "effective")))
			got := r.session.Index.Search(r.in.Text("query"), limit)
			r.equal("matches at limit "+py.Repr(raw), string(py.Int(len(got.Hits))), py.Str(at(row, "matches")))
		}
	case r.in.Has("configs"):
		for i, row := range want {
			raw := list(at(r.in, "configs"))[i]
			given := raw
			if raw == "absent" {
				raw = nil
			}
			c, _ := ReadConfig(raw, Documented())
			r.equal("config "+py.Repr(given), py.Compact(configObject(c)), py.Compact(at(row, "config")))
		}
	case r.in.Has("budgets"):
		for i, row := range want {
			pair := list(at(r.in, "budgets"))[i]
			c, _ := ReadConfig(at(pair, 0), r.rules)
			r.equal("budget "+py.Repr(pair), string(py.Int(NewBudget(c, integer(at(pair, 1))).Tokens)), py.Str(at(row, "budget")))
		}
	default:
		r.boundaries(want)
	}
}

// boundaries checks each row at its first and at its last budget.
func (r *replayer) boundaries(want py.List) {
	for i, row := range want {
		from := integer(at(row, "budget"))
		to := from + 3
		if i+1 < len(want) {
			to = integer(at(want[i+1], "budget")) - 1
		}
		for _, budget := range []int{from, to} {
			c := DefaultConfig(r.rules)
			c.ThresholdPct, c.ListingMaxTokens = 100, MaxListingMaxTokens
			a := r.session.Assemble(c, budget)
			got := py.Object{{Key: "budget", Value: py.Int(from)}, {Key: "form", Value: string(a.Listing.Form)},
				{Key: "tier", Value: py.Int(a.Tier)}, {Key: "listing_tokens", Value: nil}, {Key: "listing", Value: nil}}
			if a.Listing.Form != None {
				got = got.With("listing_tokens", py.Int(a.Listing.Tokens)).With("listing", a.Listing.Text())
			}
			r.equal("budget "+string(py.Int(budget)), py.Compact(got), py.Compact(row))
		}
	}
}

func terms(r *Registry, e *Entry) py.List {
	out := py.List{}
	for _, t := range e.doc.terms {
		out = append(out, r.words.terms[t])
	}
	return out
}

func entryNames(entries []*Entry) []string {
	out := make([]string, len(entries))
	for i, e := range entries {
		out[i] = e.Name
	}
	return out
}

func configObject(c Config) py.Object {
	o := py.Object{{Key: "enabled", Value: string(c.Enabled)}, {Key: "threshold_pct", Value: py.Float(c.ThresholdPct)},
		{Key: "search_default_limit", Value: py.Int(c.SearchDefaultLimit)}, {Key: "max_search_limit", Value: py.Int(c.MaxSearchLimit)},
		{Key: "listing", Value: string(c.Listing)}, {Key: "listing_max_tokens", Value: py.Int(c.ListingMaxTokens)}}
	if c.Defer != nil {
		names := slices.Clone(c.Defer)
		slices.Sort(names)
		l := py.List{}
		for _, n := range names {
			l = append(l, n)
		}
		o = append(o, py.Member{Key: "defer", Value: l})
	}
	return o
}

func assemblyObject(s *Session, a Assembly) py.Object {
	model := py.List{}
	for _, e := range s.Visible {
		model = append(model, e.Name)
	}
	if a.Active {
		for _, n := range BridgeNames() {
			model = append(model, n)
		}
	} else {
		for _, e := range s.Deferred {
			model = append(model, e.Name)
		}
		slices.SortFunc(model, func(a, b py.Value) int { return strings.Compare(a.(string), b.(string)) })
	}
	o := py.Object{{Key: "activated", Value: a.Active}, {Key: "tier", Value: py.Int(a.Tier)},
		{Key: "listing_form", Value: string(a.Listing.Form)}, {Key: "deferred_count", Value: py.Int(a.Deferred)},
		{Key: "deferred_tokens", Value: py.Int(a.SchemaTokens)}, {Key: "threshold_tokens", Value: py.Int(a.Threshold)},
		{Key: "model_tool_names", Value: model}, {Key: "listing", Value: nil}, {Key: "listing_tokens", Value: nil},
		{Key: "listing_chars", Value: nil}}
	if a.Listing.Form != None {
		o = o.With("listing", a.Listing.Text()).With("listing_tokens", py.Int(a.Listing.Tokens)).
			With("listing_chars", py.Int(a.Listing.Characters))
	}
	return o
}

var deferrableError = regexp.MustCompile("\"`[^`\"]*` is not a deferred tool[^\"]*\"")

// maskWords puts the records' markers in the place of findable's own prose.
func maskWords(r Reply) string {
	out := r.Text
	if r.Kind != "" {
		o := parseError(out)
		return py.Spaced(o.With("error", "<error:"+string(r.Kind)+">"))
	}
	out = strings.ReplaceAll(out, py.Compact(noMatchHint), `"<hint>"`)
	out = strings.ReplaceAll(out, py.Compact(notFoundHint), `"<hint>"`)
	return deferrableError.ReplaceAllString(out, `"<error:not_deferrable>"`)
}

func parseError(text string) py.Object {
	v, err := py.Parse([]byte(text))
	if err != nil {
		return py.Object{{Key: "error", Value: err.Error()}}
	}
	o := v.(py.Object)
	if o.Has("hint") {
		o = o.With("hint", "<hint>")
	}
	return o
}

// calls compares each tool_call as the records write it down.
func (r *replayer) calls(want py.List) {
	for i, call := range list(at(r.in, "calls")) {
		got := r.session.ResolveCall(object(call))
		row := py.Object{{Key: "name", Value: nil}, {Key: "arguments", Value: py.Object{}}, {Key: "error", Value: nil}}
		if got.Entry == nil {
			row = row.With("error", "<error:"+string(got.Error.Kind)+">")
		} else {
			var text py.Value
			if got.Error.Kind != "" {
				text = maskWords(got.Error)
			}
			row = row.With("name", got.Entry.Name).With("arguments", got.Arguments).
				With("in_scope", got.InScope).With("validation_text", text)
		}
		r.equal("call "+py.Compact(call), py.Compact(row), py.Compact(want[i]))
	}
}
