package why

import (
	"cmp"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"findable/engine"
	"findable/engine/py"
	"findable/engine/text"
)

// dumps makes a catalog of real dumps, one server each; all of them without names.
func dumps(t testing.TB, names ...string) engine.Catalog {
	t.Helper()
	files, _ := filepath.Glob("../../../shared/catalogs/live/*.json")
	if len(files) == 0 {
		t.Skip("the shared catalogs are not here")
	}
	var c engine.Catalog
	for _, file := range files {
		name := strings.TrimSuffix(filepath.Base(file), ".json")
		if len(names) > 0 && !slices.Contains(names, name) {
			continue
		}
		raw, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		v, err := py.Parse(raw)
		if err != nil {
			t.Fatal(err)
		}
		root, _ := v.(py.Object)
		if result, ok := root.Get("result"); ok {
			root = result.(py.Object)
		}
		list, _ := root.Get("tools")
		c.Servers = append(c.Servers, engine.Server{Name: name, Tools: dumped(list)})
	}
	return c
}

// dumped makes tools from the records of a dump.
func dumped(list py.Value) []engine.Tool {
	records, _ := list.(py.List)
	var tools []engine.Tool
	for _, item := range records {
		o := item.(py.Object)
		schema, _ := o.Get("inputSchema")
		tools = append(tools, engine.Tool{Raw: o, Function: py.Object{{Key: "name", Value: o.Text("name")},
			{Key: "description", Value: o.Text("description")}, {Key: "parameters", Value: schema}}})
	}
	return tools
}

// slowTokens cuts a text as engine.md, section 7, says.
func slowTokens(s string) []string {
	var out []string
	word := ""
	for _, r := range s + " " {
		switch {
		case 'a' <= r && r <= 'z', '0' <= r && r <= '9':
			word += string(r)
		case 'A' <= r && r <= 'Z':
			word += string(r + 'a' - 'A')
		case word != "":
			out, word = append(out, text.Stem(word)), ""
		}
	}
	return out
}

// slowDocument is the token list of a tool.
func slowDocument(e *engine.Entry) []string {
	name := e.Name
	name = strings.TrimPrefix(name, "mcp__")
	for _, sep := range []string{"_", ".", ":", "-"} {
		name = strings.ReplaceAll(name, sep, " ")
	}
	out := slowTokens(name)
	if !slices.Contains(strings.Fields(name), e.Label) {
		out = append(out, slowTokens(e.Label)...)
	}
	out = append(out, slowTokens(e.Description())...)
	for _, m := range e.Properties() {
		out = append(out, slowTokens(m.Key)...)
	}
	return out
}

// A slow is a search engine without an index.
type slow struct {
	world   World
	names   []string // of the deferred tools, sorted
	entries map[string]*engine.Entry
	docs    map[string][]string
	df      map[string]int
	average float64
}

func newSlow(w World) *slow {
	s := &slow{world: w, entries: map[string]*engine.Entry{}, docs: map[string][]string{}, df: map[string]int{}}
	total := 0
	for _, e := range w.Session.Registry.Entries {
		if slices.Contains(engine.BridgeNames(), e.Name) || !w.Session.Scope.Contains(e.Toolset) || !s.mayDefer(e) {
			continue
		}
		s.names = append(s.names, e.Name)
		s.entries[e.Name] = e
		doc := slowDocument(e)
		s.docs[e.Name] = doc
		total += len(doc)
		seen := map[string]bool{}
		for _, term := range doc {
			if !seen[term] {
				s.df[term]++
			}
			seen[term] = true
		}
	}
	slices.Sort(s.names)
	s.average = float64(total) / float64(max(len(s.names), 1))
	return s
}

// mayDefer follows engine.md, section 2; only the core list is taken from the
// engine.
func (s *slow) mayDefer(e *engine.Entry) bool {
	rules := s.world.Session.Rules
	switch {
	case rules.DefaultDefer != nil && slices.Contains(s.world.Config.Defer, e.Name):
		return true
	case s.world.Session.Class(e) == engine.ClassCore, e.Toolset == "":
		return false
	case strings.HasPrefix(e.Toolset, "mcp-"):
		return true
	}
	gui := []string{"desktop_ui", "project"}
	if rules.Name == "latest" {
		gui = append(gui, "setup")
	}
	return !slices.Contains(gui, e.Toolset)
}

func (s *slow) idf(term string) float64 {
	n, df := float64(len(s.names)), float64(s.df[term])
	return math.Log(1 + (n-df+0.5)/(df+0.5))
}

func count(doc []string, term string) int {
	n := 0
	for _, t := range doc {
		if t == term {
			n++
		}
	}
	return n
}

// score is the BM25 score of a tool.
func (s *slow) score(name string, query []string) float64 {
	doc, sum := s.docs[name], 0.0
	for _, term := range query {
		tf := float64(count(doc, term))
		if tf == 0 {
			continue
		}
		bottom := tf + float64(1.5*(0.25+float64(0.75*float64(len(doc)))/max(s.average, 1)))
		if s.world.Session.Rules.IDFFirst {
			sum += float64(float64(s.idf(term)*tf)*2.5) / bottom
		} else {
			sum += float64(s.idf(term) * (float64(tf*2.5) / bottom))
		}
	}
	return sum
}

// admission returns why generation latest keeps a tool with a shared term out,
// Found when it does not.
func (s *slow) admission(name string, query []string) Verdict {
	gate := query[0]
	var answerable []string
	for _, term := range query {
		if s.df[term] < s.df[gate] {
			gate = term
		}
		if s.df[term] > 0 && !slices.Contains(answerable, term) {
			answerable = append(answerable, term)
		}
	}
	held := 0
	for _, term := range answerable {
		if slices.Contains(s.docs[name], term) {
			held++
		}
	}
	switch {
	case !slices.Contains(s.docs[name], gate):
		return RarestTermGate
	case len(answerable) >= 4 && 2*held < len(answerable):
		return CoverageFloor
	}
	return Found
}

// A standing is a tool in a slow ranking.
type standing struct {
	name  string
	score float64
}

// rank returns all tools that a query admits, best first.
func (s *slow) rank(query string) []standing {
	tokens := slowTokens(query)
	if len(tokens) == 0 {
		return nil
	}
	latest := s.world.Session.Rules.Name == "latest"
	var out []standing
	for _, name := range s.names {
		score := s.score(name, tokens)
		if strings.EqualFold(name, query) {
			score = math.Inf(1)
		} else if score > 0 && latest && s.admission(name, tokens) != Found {
			score = 0
		}
		if score > 0 {
			out = append(out, standing{name, score})
		}
	}
	if len(out) == 0 && !latest {
		for _, name := range s.names {
			if strings.Contains(strings.ToLower(name), strings.ToLower(query)) {
				out = append(out, standing{name, 0})
			}
		}
	}
	slices.SortStableFunc(out, func(a, b standing) int { return cmp.Compare(b.score, a.score) })
	return out
}

// verdict derives the verdict on a registered tool, code by code in their order.
func (s *slow) verdict(e *engine.Entry, query string) (Verdict, int) {
	ranking := s.rank(query)
	rank := 1 + slices.IndexFunc(ranking, func(p standing) bool { return p.name == e.Name })
	limit := s.world.Config.SearchDefaultLimit
	off := s.world.Config.Enabled == engine.Off
	tokens := slowTokens(query)
	doc, deferred := s.docs[e.Name]
	shares := slices.ContainsFunc(tokens, func(term string) bool { return slices.Contains(doc, term) })
	server := slowTokens(e.Label)
	switch {
	case rank > 0 && rank <= limit && !off:
		return Found, rank
	case slices.Contains(engine.BridgeNames(), e.Name):
		return ReservedName, rank
	case !s.world.Session.Scope.Contains(e.Toolset):
		return OutOfScope, rank
	case !deferred:
		return AlwaysVisible, rank
	case off:
		return SearchOff, 0
	case len(tokens) == 0:
		return NoTokens, rank
	case rank > 0 && ranking[limit-1].score == ranking[rank-1].score:
		return TieLost, rank
	case rank > 0:
		return BelowLimit, rank
	case !shares && s.world.Session.Rules.Name == "documented" && strings.Contains(strings.ToLower(e.Name), strings.ToLower(query)):
		return FallbackSuppressed, rank
	case !slices.ContainsFunc(doc, func(term string) bool { return !slices.Contains(server, term) }):
		return IndexesNothing, rank
	case !shares:
		return NoSharedTerm, rank
	}
	return s.admission(e.Name, tokens), rank
}

// TestSlowVerdicts takes random tools and queries of all real dumps and of the two
// made-up catalogs, derives each verdict and rank the slow way, and tries every
// repair of some.
func TestSlowVerdicts(t *testing.T) {
	t.Run("city", func(t *testing.T) { holdAgainstSlow(t, city(), 100) })
	t.Run("office", func(t *testing.T) { holdAgainstSlow(t, office(), 100) })
	t.Run("dumps", func(t *testing.T) { holdAgainstSlow(t, dumps(t), 20) })
}

// holdAgainstSlow takes some pairs in each of ten worlds.
func holdAgainstSlow(t *testing.T, c engine.Catalog, pairs int) {
	t.Helper()
	const tried = 4 // the repairs of every fourth
	r := rand.New(rand.NewPCG(3, 14))
	for _, rules := range engine.Generations() {
		for _, change := range []func(*engine.Config, *engine.Scope){nil, tight, noShut, disabling("github-mcp-server", "github"), off} {
			w := world(c, rules, change)
			s := newSlow(w)
			for i := range pairs {
				e := w.Session.Registry.Entries[r.IntN(len(w.Session.Registry.Entries))]
				query := randomQuery(r, w, e)
				j, err := w.Explain(e.Name, query)
				if err != nil {
					t.Fatal(err)
				}
				verdict, rank := s.verdict(e, j.Query)
				if j.Verdict != verdict || j.Rank != rank {
					t.Errorf("%s: %q of %s: %s at %d, the slow way %s at %d", rules.Name, query, e.Name, j.Verdict, j.Rank, verdict, rank)
				}
				if i%tried == 0 {
					check(t, w, j)
				}
			}
		}
	}
}

// randomQuery makes a query of words of the tool, of other tools, and of no tool:
// whole ones, misspelt ones, and pieces of names.
func randomQuery(r *rand.Rand, w World, e *engine.Entry) string {
	entries := w.Session.Registry.Entries
	var words []string
	for range 1 + r.IntN(6) {
		from := e
		if r.IntN(2) > 0 {
			from = entries[r.IntN(len(entries))]
		}
		all := strings.Fields(from.Name + " " + strings.ReplaceAll(from.Bare(), "_", " ") + " " + from.Description())
		word := all[r.IntN(len(all))]
		switch r.IntN(12) {
		case 0:
			return from.Name[r.IntN(len(from.Name)):]
		case 1:
			return strings.ToUpper(from.Name)
		case 2:
			word = word[:len(word)/2] + "q" + word[len(word)/2:]
		case 3:
			word = "创建 " + word
		}
		words = append(words, word)
	}
	return strings.ToValidUTF8(strings.Join(words, " "), "")
}
