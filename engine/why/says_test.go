package why

import (
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"findable/engine"
	"findable/engine/py"
)

// slowNow is the slow engine of the session that is being checked.
var slowNow *slow

func slowOf(w World) *slow {
	if slowNow == nil || slowNow.world.Session != w.Session {
		slowNow = newSlow(w)
	}
	slowNow.world = w
	return slowNow
}

func parsed(figure string) int {
	n, err := strconv.Atoi(strings.ReplaceAll(figure, ",", ""))
	if err != nil {
		return -1
	}
	return n
}

// in returns the frequency that "in no tool" or "in 2 tools" gives.
func in(text string) int {
	if text == "in no tool" {
		return 0
	}
	return parsed(strings.Fields(text)[1])
}

// dfOf is the document frequency of a word.
func (s *slow) dfOf(word string) int {
	terms := slowTokens(word)
	if len(terms) != 1 {
		return -1
	}
	return s.df[terms[0]]
}

func (s *slow) place(name, query string) int {
	return 1 + slices.IndexFunc(s.rank(query), func(p standing) bool { return p.name == name })
}

// A statement is one way in which a repair says what it does, and what holds it
// against the slow engine: "" when it is true.
type statement struct {
	pattern *regexp.Regexp
	check   func(s *slow, j Journey, r Repair, m []string) string
}

var statements = []statement{
	{regexp.MustCompile(`^write (\w+) for (\w+): \w+ is (in no tool|in [\d,]+ tools?), \w+ in ([\d,]+)$`), func(s *slow, j Journey, r Repair, m []string) string {
		return unless(s.dfOf(m[2]) == in(m[3]) && s.dfOf(m[1]) == parsed(m[4]) && slices.Contains(slowTokens(r.Query), slowTokens(m[1])[0]), "the figures are others")
	}},
	{regexp.MustCompile(`^write the words as the tool has them: (.+)$`), func(s *slow, j Journey, r Repair, m []string) string {
		return unless(m[1] == r.Query && s.held(j, r.Query) > s.held(j, j.Query), "it has no more of these words")
	}},
	{regexp.MustCompile(`^leave (\w+) out, which is (in no tool|in [\d,]+ tools?)( and not in this one)?$`), func(s *slow, j Journey, r Repair, m []string) string {
		gone := slowTokens(m[1])[0]
		return unless(s.dfOf(m[1]) == in(m[2]) && !slices.Contains(s.docs[j.Entry.Name], gone) && len(slowTokens(r.Query)) == len(slowTokens(j.Query))-1, "another word is left out")
	}},
	{regexp.MustCompile(`^leave out what the tool does not have: (.+)$`), func(s *slow, j Journey, r Repair, m []string) string {
		return unless(s.held(j, m[1]) == 0 && s.held(j, r.Query) == len(slowTokens(r.Query)), "it leaves out what the tool has, or not all of the rest")
	}},
	{regexp.MustCompile(`^add the word (\w+), which is in its (name|source|description|parameter)$`), func(s *slow, j Journey, r Repair, m []string) string {
		return unless(r.Query == j.Query+" "+m[1] && s.held(j, m[1]) == 1, "the tool does not have the word")
	}},
	{regexp.MustCompile(`^three words that bring it to rank 1: (.+)$`), func(_ *slow, _ Journey, r Repair, m []string) string {
		return unless(m[1] == r.Query && r.RankAfter == 1 && len(strings.Fields(m[1])) == 3, "it is not at rank 1")
	}},
	{regexp.MustCompile(`^the fewest words that bring it to rank 1: (.+)$`), func(s *slow, j Journey, r Repair, m []string) string {
		if m[1] != r.Query || r.RankAfter != 1 {
			return "it is not at rank 1"
		}
		return fewer(j, s.world.Session, len(strings.Fields(m[1])))
	}},
	{regexp.MustCompile(`^search for the full name$`), func(_ *slow, j Journey, r Repair, _ []string) string {
		return unless(r.Query == j.Entry.Name, "that is not its name")
	}},
	{regexp.MustCompile(`^send it as (\d+) queries in one call; ".+" finds it$`), func(s *slow, j Journey, r Repair, m []string) string {
		queries := py.List{}
		for _, q := range r.Queries {
			queries = append(queries, q)
		}
		reply := s.world.Session.ToolSearch(s.world.Config, py.Object{{Key: "queries", Value: queries}})
		found := slices.ContainsFunc(reply.Results, func(g engine.Result) bool {
			return g.Query == r.Query && slices.ContainsFunc(g.Hits, func(h engine.Hit) bool { return h.Entry == j.Entry })
		})
		return unless(found && len(r.Queries) == parsed(m[1]), "such a call does not find it")
	}},
	{regexp.MustCompile(`^raise search_default_limit to (\d+)(?: and max_search_limit to (\d+))?(?:: .*)?$`), func(s *slow, j Journey, r Repair, m []string) string {
		c := r.After.Config
		return unless(c.SearchDefaultLimit == parsed(m[1]) && parsed(m[1]) == j.Rank && c.MaxSearchLimit == max(s.world.Config.MaxSearchLimit, j.Rank) &&
			(m[2] != "") == (c.MaxSearchLimit != s.world.Config.MaxSearchLimit), "the settings are others")
	}},
	{regexp.MustCompile(`^set( listing to auto)?,?(?: listing_max_tokens to ([\d,]+))?,?(?: threshold_pct to ([\d.]+))? and the listing names it: .*$`), func(s *slow, j Journey, r Repair, m []string) string {
		c := r.After.Config
		if m[2] != "" && c.ListingMaxTokens != parsed(m[2]) || m[3] != "" && strconv.FormatFloat(c.ThresholdPct, 'g', -1, 64) != m[3] || !strings.Contains(r.After.Assembly.Listing.Text(), j.Entry.Name) {
			return "the settings are others, or the listing lacks it"
		}
		if m[2] != "" && c.ListingMaxTokens > engine.MinListingMaxTokens {
			c.ListingMaxTokens--
			return unless(!strings.Contains(s.world.Session.Assemble(c, s.world.Context).Listing.Text(), j.Entry.Name), "a smaller budget does it")
		}
		return ""
	}},
	{regexp.MustCompile(`^set enabled to auto(, and the listing names it)?(?:: .*)?$`), func(_ *slow, j Journey, r Repair, m []string) string {
		return unless(r.After.Config.Enabled == engine.Auto && (m[1] == "" || strings.Contains(r.After.Assembly.Listing.Text(), j.Entry.Name)), "the listing lacks it")
	}},
	{regexp.MustCompile(`^enable the toolset ([^,:]+)(, and the model sees it without a search|, and the listing names it)?(?:: .*)?$`), func(_ *slow, j Journey, r Repair, m []string) string {
		return unless(m[1] == j.Entry.Toolset && r.After.Session.Scope.Contains(m[1]), "it is not in scope then")
	}},
	{regexp.MustCompile(`^(?:keep it|keep its whole server|take it out of the key) (?:eager \(a what-if: the reference cannot\)|defer, and the model sees it without a search)(?:: .*)?$`), func(_ *slow, j Journey, r Repair, _ []string) string {
		return unless(slices.ContainsFunc(r.After.Session.Visible, func(e *engine.Entry) bool { return e.Name == j.Entry.Name }), "the model does not see it")
	}},
	{regexp.MustCompile(`^add (?:English beside ".+", which search passes over, )?to its description: (.+)$`), func(s *slow, j Journey, r Repair, m []string) string {
		set, _ := r.Edits[0].Set.Get("description")
		return unless(len(r.Edits) == 1 && set == strings.TrimSpace(strings.TrimSpace(j.Entry.Tool.Function.Text("description"))+" "+m[1]) && s.held(j, m[1]) == 0, "the edit is another, or the tool has the words")
	}},
	{regexp.MustCompile(`^name it (\w+), so that its words count one by one$`), func(_ *slow, _ Journey, r Repair, m []string) string {
		set, _ := r.Edits[0].Set.Get("name")
		return unless(set == m[1] && strings.HasSuffix(r.Name, m[1]), "the edit is another")
	}},
	{regexp.MustCompile(`^an agent of generation (\w+) finds it$`), func(s *slow, j Journey, r Repair, m []string) string {
		return unless(r.After.Session.Rules.Name == m[1] && newSlow(r.After).place(j.Entry.Name, j.Query) == r.RankAfter, "it does not")
	}},
}

// fewer finds fewer words of the tool than n that bring it to rank 1.
func fewer(j Journey, session *engine.Session, n int) string {
	words := j.Entry.Words()
	for i, word := range words {
		if n > 1 && rankIn(session, j.Entry.Name, word.Text) == 1 {
			return word.Text + " alone does it"
		}
		for _, second := range words[:i] {
			if n > 2 && rankIn(session, j.Entry.Name, word.Text+" "+second.Text) == 1 {
				return word.Text + " and " + second.Text + " do it"
			}
		}
	}
	return ""
}

func unless(true bool, text string) string {
	if true {
		return ""
	}
	return text
}

// held counts the tokens of a text that a tool has.
func (s *slow) held(j Journey, text string) int {
	n := 0
	for _, term := range slowTokens(text) {
		if slices.Contains(s.docs[j.Entry.Name], term) {
			n++
		}
	}
	return n
}

// says holds what a repair says of itself against the slow engine.
func (s *slow) says(fail func(string, ...any), j Journey, r Repair) {
	for _, x := range statements {
		if m := x.pattern.FindStringSubmatch(r.Change); m != nil {
			if wrong := x.check(s, j, r, m); wrong != "" {
				fail("%q: %s", r.Change, wrong)
			}
			s.turn(fail, r)
			return
		}
	}
	fail("nothing checks what %q says", r.Change)
}

// turn holds the cost of a knob against two assemblies made anew.
func (s *slow) turn(fail func(string, ...any), r Repair) {
	m := regexp.MustCompile(`: ([+-][\d,]+) tokens a turn$`).FindStringSubmatch(r.Change)
	if m == nil {
		return
	}
	before, after := s.world.Session.Assemble(s.world.Config, s.world.Context), r.After.Session.Assemble(r.After.Config, s.world.Context)
	if got := after.TurnTokens - before.TurnTokens; got != parsed(strings.TrimPrefix(m[1], "+")) {
		fail("%q: it is %d tokens", r.Change, got)
	}
}

var frequency = regexp.MustCompile(`(\w+) \(in ([\d,]+) of ([\d,]+)\)`)

// evidence holds the figures of a station against the slow engine.
func (s *slow) evidence(fail func(string, ...any), st Station) {
	for _, m := range frequency.FindAllStringSubmatch(st.Evidence, -1) {
		if s.df[m[1]] != parsed(m[2]) || len(s.names) != parsed(m[3]) {
			fail("%q: it is %d of %d", m[0], s.df[m[1]], len(s.names))
		}
	}
}

// TestStatements: what is true of a repair is told from what is not.
func TestStatements(t *testing.T) {
	w := world(office(), engine.Documented(), tight)
	j, err := w.Explain("list_rooms", "archive room")
	if err != nil {
		t.Fatal(err)
	}
	for r := range w.Repairs(t.Context(), j) {
		for _, c := range []struct{ is, lie string }{{"leave archive out, which is in 8 tools and not in this one", "leave archive out, which is in 7 tools and not in this one"},
			{"search for the full name", "search for its bare name"}} {
			if r.Change != c.is {
				continue
			}
			told := false
			r.Change = c.lie
			slowOf(w).says(func(string, ...any) { told = true }, j, r)
			if !told {
				t.Errorf("nobody minds %q", c.lie)
			}
		}
	}
}
