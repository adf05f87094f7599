package why

import (
	"fmt"
	"slices"
	"strings"

	"findable/engine"
	"findable/engine/py"
	"findable/engine/text"
)

// loaded asks whether the tool is in what was loaded.
func loaded(w World, j *Journey) (Station, Verdict) {
	s := Station{Name: "loaded", Status: Pass}
	if e := j.Entry; e != nil {
		s.Evidence = "registered as " + e.Name
		if place := place(e.Tool.Origin); place != "" {
			s.Evidence = "from " + place
		}
		return s, ""
	}
	s.Status = Fail
	for _, n := range w.Session.Registry.Notes {
		if !about(n, j.Name) {
			continue
		}
		s.Evidence = n.String()
		if place := place(n.Origin); place != "" {
			s.Evidence += " (" + place + ")"
		}
		if n.Kind == engine.AmbiguousName || n.Kind == engine.NameOwned {
			return s, CollisionSkipped
		}
		return s, NotLoaded
	}
	for _, skip := range w.Skipped {
		if strings.Contains(skip.Cause, j.Name) {
			s.Evidence = "passed over on loading: " + skip.Place + ": " + skip.Cause
			return s, NotLoaded
		}
	}
	if slices.ContainsFunc(w.Loaded.Entries, func(e *engine.Entry) bool { return e.Name == j.Name || e.Bare() == j.Name }) {
		s.Evidence = "it was loaded, but a what-if of yours hides or renames it"
		return s, NotLoaded
	}
	s.Evidence = "no tool has that name"
	if j.Near = w.nearNames(j.Name, 3); len(j.Near) > 0 {
		s.Evidence += "; the nearest are " + strings.Join(j.Near, ", ")
	}
	return s, NotLoaded
}

// about reports whether a note tells why a tool of that name, full or bare, did not
// register.
func about(n engine.Note, name string) bool {
	switch n.Kind {
	case engine.AmbiguousName, engine.NameOwned:
		return n.Name == name || slices.Contains(n.Raw, name)
	case engine.FilteredOut, engine.ServerOff:
		server, _ := engine.MCPServer(n.Toolset)
		return slices.ContainsFunc(n.Raw, func(raw string) bool { return raw == name || engine.MCPName(server, raw) == name })
	}
	return false
}

func place(at engine.Origin) string { return strings.TrimSpace(at.File + " " + at.Path) }

// registered asks whether the name is free for tools to have.
func registered(_ World, j *Journey) (Station, Verdict) {
	s := Station{Name: "name is its own", Status: Pass, Evidence: "no bridge tool has it"}
	if j.Entry != nil && slices.Contains(engine.BridgeNames(), j.Entry.Name) {
		s.Status, s.Evidence = Fail, j.Entry.Name+" is one of the three bridge tools"
	}
	return s, ReservedName
}

// inScope asks whether the session may use the tool.
func inScope(w World, j *Journey) (Station, Verdict) {
	s := Station{Name: "in scope", Status: Pass}
	if j.Entry == nil {
		return s, ""
	}
	set, scope := j.Entry.Toolset, w.Session.Scope
	s.Evidence = "the session may use the toolset " + set
	if set == "" {
		s.Evidence = "tools of no toolset are in every session"
	}
	if !scope.Contains(set) {
		s.Status = Fail
		s.Evidence = "the toolset " + set + " is not among the enabled ones: " + strings.Join(scope.Enable, ", ")
		if slices.ContainsFunc(scope.Disable, func(n string) bool { return engine.SameToolset(n, set) }) {
			s.Evidence = "the toolset " + set + " is disabled"
		}
	}
	return s, OutOfScope
}

// deferrable asks whether the tool is one of those that search is for.
func deferrable(w World, j *Journey) (Station, Verdict) {
	s := Station{Name: "deferrable", Status: Pass}
	if j.Entry == nil {
		return s, ""
	}
	class := w.Session.Class(j.Entry)
	s.Evidence = map[engine.Class]string{
		engine.ClassMCP:          "it comes from an MCP server",
		engine.ClassPlugin:       "it comes from a plugin toolset",
		engine.ClassDeferList:    "the key defer names it",
		engine.ClassCore:         "it is on the core list of generation " + w.Session.Rules.Name,
		engine.ClassGUI:          "its toolset " + j.Entry.Toolset + " is a surface of the session",
		engine.ClassUnregistered: "no registry knows it, and such tools stay visible",
	}[class]
	if !class.Deferrable() {
		s.Status = Fail
	}
	return s, AlwaysVisible
}

// switchedOn asks whether tool search is in use at all.
func switchedOn(w World, _ *Journey) (Station, Verdict) {
	s := Station{Name: "tool search on", Status: Pass, Evidence: "enabled: " + string(w.Config.Enabled)}
	if w.Config.Enabled == engine.Off {
		s.Status = Fail
	}
	return s, SearchOff
}

// listed tells how the listing shows the tool. Whoever reads its name there need
// not search; so this never fails.
func listed(w World, j *Journey) (Station, Verdict) {
	s := Station{Name: "listed", Status: Warn}
	if j.Entry == nil {
		return s, ""
	}
	l := w.Assembly.Listing
	i := slices.IndexFunc(l.Groups, func(g engine.Group) bool { return g.Label == j.Entry.Label })
	if i < 0 {
		return s, ""
	}
	switch l.States[i] {
	case engine.ShownFull:
		s.Status, s.Evidence = Pass, "with its name and short description, so the model need not search"
	case engine.ShownNames:
		s.Status, s.Evidence = Pass, "by its name, so the model need not search"
	case engine.ShownSummary:
		s.Evidence = fmt.Sprintf("hidden: its group %s is one summary line", j.Entry.Label)
	case engine.Hidden:
		s.Evidence = "hidden: there is no listing"
	}
	if s.Status == Warn {
		if w.Config.Listing == engine.Off {
			s.Evidence += ", since listing is off"
		} else if from, ok := namedFrom(l.Groups, j.Entry.Label); ok {
			s.Evidence += fmt.Sprintf("; a budget of %s tokens would name it, and it is %s", engine.Number(from), engine.Number(w.Assembly.Budget.Tokens))
		}
	}
	return s, ""
}

// namedFrom returns the least budget, in tokens, whose listing names the tools of a
// group.
func namedFrom(groups []engine.Group, label string) (int, bool) {
	for _, r := range engine.Ladder(groups) {
		if r.Form != engine.None && !slices.Contains(r.Collapsed, label) {
			return r.From, true
		}
	}
	return 0, false
}

// analysed asks what is left of the query.
func analysed(w World, j *Journey) (Station, Verdict) {
	s := Station{Name: "query has words", Status: Pass}
	w.search(j)
	var known []string
	var unknown []engine.Token
	for _, t := range distinct(j.Result.Tokens) {
		if t.DF > 0 {
			known = append(known, fmt.Sprintf("%s (in %s of %s)", t.Term, engine.Number(t.DF), engine.Number(w.Session.Index.Size())))
		} else {
			unknown = append(unknown, t)
		}
	}
	var parts []string
	if len(known) > 0 {
		parts = append(parts, "terms "+strings.Join(known, ", "))
	}
	if len(unknown) > 0 {
		s.Status = Warn
		parts = append(parts, "in no tool: "+w.unknown(unknown))
	}
	if lost := dropped(j.Query); lost != "" {
		parts = append(parts, "dropped: "+lost)
		s.Status = Warn
	}
	if len(j.Result.Tokens) == 0 {
		s.Status = Fail
		parts = append(parts, "only the letters a to z and digits make words")
	}
	s.Evidence = strings.Join(parts, "; ")
	return s, NoTokens
}

// distinct returns the tokens whose terms do not stand before.
func distinct(tokens []engine.Token) []engine.Token {
	var out []engine.Token
	seen := map[string]bool{}
	for _, t := range tokens {
		if !seen[t.Term] {
			seen[t.Term], out = true, append(out, t)
		}
	}
	return out
}

// exact reports whether the query is the tool's full name.
func exact(j *Journey) bool {
	return j.Rank > 0 && j.Result.Hits[j.Rank-1].Exact()
}

// dropped returns the letters and digits of a query that the tokeniser throws away, in
// their order, each run once.
func dropped(query string) string {
	kept := make([]bool, len(query))
	text.EachWord(query, func(_ string, start, end int) {
		for i := start; i < end; i++ {
			kept[i] = true
		}
	})
	var runs []string
	run := ""
	for i, r := range query + " " {
		if i < len(query) && !kept[i] && wordLike(r) {
			run += string(r)
			continue
		}
		if run != "" && !slices.Contains(runs, run) {
			runs = append(runs, run)
		}
		run = ""
	}
	return strings.Join(runs, " ")
}

// shared asks whether query and tool have a term in common.
func shared(w World, j *Journey) (Station, Verdict) {
	s := Station{Name: "shares a term", Status: Pass}
	if j.Doc < 0 {
		return s, ""
	}
	var texts []string
	met := map[string]bool{}
	for _, c := range w.Session.Index.Explain(j.Query, j.Doc).Terms {
		var fields []string
		for f, n := range c.TF {
			if n > 0 {
				fields = append(fields, engine.Field(f).String())
			}
		}
		if len(fields) > 0 && !met[c.Term] {
			met[c.Term] = true
			texts = append(texts, c.Term+" in its "+strings.Join(fields, " and "))
		}
	}
	switch {
	case exact(j):
		s.Evidence = "the query is its full name"
	case len(texts) > 0 && j.Rank == 0 && indexesNothing(j.Entry):
		s.Status, s.Evidence = Fail, wordless
		return s, IndexesNothing
	case len(texts) > 0:
		s.Evidence = strings.Join(texts, ", ")
	case j.Rank > 0:
		s.Status, s.Evidence = Warn, "no term, but nothing scored and its name holds the query: found by the search of names"
	default:
		s.Status = Fail
		return s.without(w, j)
	}
	return s, ""
}

// without finishes the station of a tool that shares no term with the query.
func (s Station) without(w World, j *Journey) (Station, Verdict) {
	if w.Session.Rules.Fallback && strings.Contains(py.Lower(j.Entry.Name), py.Lower(j.Query)) {
		s.Evidence = fmt.Sprintf("its name holds %q, but names are only looked through when nothing scores, and %s", j.Query,
			engine.Plural(j.Result.Matched, "tool scores", "tools score"))
		return s, FallbackSuppressed
	}
	if indexesNothing(j.Entry) {
		s.Evidence = wordless
		return s, IndexesNothing
	}
	var causes []string
	for _, m := range w.misses(j) {
		j.Causes = append(j.Causes, m.cause)
		causes = append(causes, string(m.cause)+": "+m.text)
	}
	s.Evidence = strings.Join(causes, "; ")
	return s, NoSharedTerm
}

const wordless = "search knows no word of it beyond its server's name"

// indexesNothing reports whether all words of a tool only tell which server it is of.
func indexesNothing(e *engine.Entry) bool {
	server := text.Tokens(e.Label)
	return !slices.ContainsFunc(e.Words(), func(word engine.Word) bool { return !slices.Contains(server, word.Term) })
}

// admitted asks whether the generation lets the tool into the ranking.
func admitted(w World, j *Journey) (Station, Verdict) {
	s := Station{Name: "admitted", Status: Pass, Evidence: "any shared term is enough in generation " + w.Session.Rules.Name}
	if j.Doc < 0 || !w.Session.Rules.Gate || j.Result.Gate < 0 {
		return s, ""
	}
	held := map[string]bool{}
	for _, word := range j.Entry.Words() {
		held[word.Term] = true
	}
	gate := j.Result.Tokens[j.Result.Gate]
	n := 0
	for _, term := range j.Result.Answerable {
		if held[term] {
			n++
		}
	}
	s.Evidence = fmt.Sprintf("it has the rarest word %s and %d of %s", gate.Word, n,
		engine.Plural(len(j.Result.Answerable), "word that some tool has", "words that some tool has"))
	switch {
	case exact(j):
		s.Evidence = "the query is its full name"
	case !held[gate.Term]:
		s.Status = Fail
		s.Evidence = fmt.Sprintf("the rarest word of the query, %s, is in %s, and not in this one", gate.Word, engine.Plural(gate.DF, "tool", "tools"))
		if gate.DF == 0 {
			s.Evidence = fmt.Sprintf("the word %s is in no tool, so this generation finds nothing at all", gate.Word)
		}
		return s, RarestTermGate
	case n < j.Result.Required:
		s.Status = Fail
		s.Evidence = fmt.Sprintf("it has %d of the %d words that some tool has, and %d are required", n, len(j.Result.Answerable), j.Result.Required)
	}
	return s, CoverageFloor
}

// ranked tells the tool's place among all that are admitted.
func ranked(_ World, j *Journey) (Station, Verdict) {
	s := Station{Name: "ranked", Status: Pass}
	if j.Rank > 0 {
		s.Evidence = fmt.Sprintf("rank %s of %s, score %s", engine.Number(j.Rank), engine.Number(j.Result.Matched), score(j.Result.Hits[j.Rank-1].Score))
	}
	return s, ""
}

// withinLimit asks whether the tool is among the hits that are returned.
func withinLimit(w World, j *Journey) (Station, Verdict) {
	s := Station{Name: "within the limit", Status: Pass, Evidence: fmt.Sprintf("rank %s, limit %d", engine.Number(j.Rank), j.Limit)}
	if j.Rank == 0 || j.Rank <= j.Limit {
		return s, ""
	}
	s.Status = Fail
	last, _ := j.last()
	own := j.Result.Hits[j.Rank-1].Score
	s.Evidence = fmt.Sprintf("rank %s, limit %d; the last hit scores %s, it scores %s", engine.Number(j.Rank), j.Limit, score(last.Score), score(own))
	if own == last.Score {
		s.Evidence += ": a tie, and ties go by name"
		return s, TieLost
	}
	if rival, ok := w.Rival(*j); ok && !rival.Exact() {
		s.Evidence += "; what puts " + rival.Entry.Name + " before it: " + won(Margins(rival.Explanation, w.Session.Index.Explain(j.Query, j.Doc)))
	}
	return s, BelowLimit
}

// callable tells how the model calls what it has found.
func callable(_ World, j *Journey) (Station, Verdict) {
	s := Station{Name: "callable", Status: Pass}
	if j.Entry != nil {
		s.Evidence = "tool_call with the name " + j.Entry.Name
	}
	return s, ""
}
