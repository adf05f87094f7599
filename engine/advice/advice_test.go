package advice

import (
	"context"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"findable/engine"
	"findable/engine/eval"
	"findable/engine/py"
)

// tool makes a tool that takes one string.
func tool(name, description string) engine.Tool {
	return engine.Tool{Function: py.Object{{Key: "name", Value: name}, {Key: "description", Value: description},
		{Key: "parameters", Value: py.Object{{Key: "type", Value: "object"}, {Key: "properties", Value: py.Object{{Key: "id", Value: py.Object{{Key: "type", Value: "string"}}}}}}}}}
}

var words = strings.Fields("read write list send find make drop copy move mail file note task user page team build branch issue label price order stock photo")

// random makes a question about a few servers of made-up tools, visible ones among
// them, with cases of which some want tools that are not there.
func random(r *rand.Rand) Question {
	rules := engine.Generations()[r.IntN(2)]
	phrase := func(n int) string {
		var p []string
		for range n {
			p = append(p, words[r.IntN(len(words))])
		}
		return strings.Join(p, " ")
	}
	catalog := engine.Catalog{Toolsets: []engine.Toolset{{Name: engine.CoreToolset, Tools: []engine.Tool{tool("terminal", "Run a command"), tool("memory", "Remember")}}}}
	names := []string{"terminal", "nowhere"}
	for i := range r.IntN(5) {
		server := engine.Server{Name: fmt.Sprintf("s%d", i)}
		for j := range 1 + r.IntN(12) {
			name := fmt.Sprintf("%s_%d", strings.ReplaceAll(phrase(2), " ", "_"), j)
			names = append(names, name)
			server.Tools = append(server.Tools, tool(name, phrase(r.IntN(9))))
		}
		catalog.Servers = append(catalog.Servers, server)
	}
	c := engine.DefaultConfig(rules)
	c.Enabled = []engine.Mode{engine.Auto, engine.On, engine.Auto, engine.Off}[r.IntN(4)]
	c.Listing = []engine.Mode{engine.Auto, engine.Auto, engine.On, engine.Off}[r.IntN(4)]
	c.ThresholdPct = []float64{0, 0.1, 1, 5, 33.3}[r.IntN(5)]
	c.ListingMaxTokens = 200 + r.IntN(1000)
	c.SearchDefaultLimit = 1 + r.IntN(25)
	q := Question{engine.Register(catalog).Session(rules, engine.Scope{}, c.Defer), c, []int{0, 2000, 8000, 200000}[r.IntN(4)], nil}
	for range 1 + r.IntN(30) {
		one := eval.Case{Query: phrase(1 + r.IntN(4)), Any: r.IntN(4) == 0}
		for range 1 + r.IntN(3) {
			one.Expect = append(one.Expect, eval.Want{Name: names[r.IntN(len(names))], Grade: 1})
		}
		q.Cases = append(q.Cases, one)
	}
	return q
}

// slowly measures a configuration on some cases from nothing but what the model
// would be given: the definitions that are loaded, the listing's names and the text
// of the replies.
func slowly(t *testing.T, q Question, c engine.Config, cases []eval.Case) (tokens, reach, recall float64) {
	t.Helper()
	w := engine.NewWorld(q.Session, c, q.Context)
	sights, names := w.Sights(), eval.NewSession(q.Session, c).Names()
	for _, one := range cases {
		reply := q.Session.ToolSearch(c, py.Object{{Key: "queries", Value: py.List{one.Query}}})
		parsed, err := py.Parse([]byte(reply.Text))
		if err != nil {
			t.Fatal(err)
		}
		results, _ := parsed.(py.Object).Get("results")
		matches, _ := results.(py.List)[0].(py.Object).Get("matches")
		var seen, reached, found float64
		var describe py.List
		for _, wanted := range one.Expect {
			full := []string{}
			for _, place := range names.Find(wanted.Name) {
				full = append(full, names.Tool(place).Full)
			}
			if len(full) > 0 {
				describe = append(describe, full[0])
			} else if wanted.Name == "terminal" {
				full = append(full, wanted.Name)
			}
			known := slices.ContainsFunc(full, func(n string) bool {
				return sights[n] == engine.Loaded || sights[n] == engine.Described || sights[n] == engine.Named
			})
			matched := slices.ContainsFunc(full, func(n string) bool {
				at := slices.Index(matches.(py.List), py.Value(n))
				return at >= 0 && at < eval.Depth
			})
			seen, reached, found = seen+asNumber(known), reached+asNumber(known || matched), found+asNumber(matched)
		}
		n := float64(len(one.Expect))
		if one.Any {
			n, seen, reached, found = 1, min(seen, 1), min(reached, 1), min(found, 1)
			describe = describe[:min(len(describe), 1)]
		}
		reach, recall = reach+reached/n, recall+found/n
		if w.Assembly.Active && len(describe) > 0 {
			tokens += float64(q.Session.ToolDescribe(py.Object{{Key: "names", Value: describe}}).Tokens())
		}
		if w.Assembly.Active && seen < n {
			tokens += float64(reply.Tokens())
		}
	}
	n := float64(max(len(cases), 1))
	return float64(w.Assembly.TurnTokens) + tokens/n, reach / n, recall / n
}

func asNumber(b bool) float64 {
	if b {
		return 1
	}
	return 0
}

const near = 1e-9

// TestApplied sets the knobs of every point and finds exactly what it claims, on
// both halves.
func TestApplied(t *testing.T) {
	for seed := range uint64(60) {
		q := random(rand.New(rand.NewPCG(seed, 1)))
		a, err := Advise(context.Background(), q, nil)
		if err != nil {
			t.Fatal(err)
		}
		chose, check := eval.Halves(q.Cases)
		for _, p := range a.Points {
			for _, half := range []struct {
				cases []eval.Case
				score Score
			}{{chose, p.Chosen}, {check, p.Checked}} {
				tokens, reach, recall := slowly(t, q, p.Config, half.cases)
				if math.Abs(tokens-p.Tokens(half.score)) > near || math.Abs(reach-half.score.Reach) > near || len(half.cases) != half.score.Cases {
					t.Fatalf("seed %d, %v: applied %v tokens and reach %v, claimed %v and %+v", seed, Changes(q.Config, p.Config), tokens, reach, p.Tokens(half.score), half.score)
				}
				if p.Assembly.Active && math.Abs(recall-half.score.Recall) > near {
					t.Fatalf("seed %d, %v: recall %v, claimed %v", seed, Changes(q.Config, p.Config), recall, half.score.Recall)
				}
			}
		}
		if len(Changes(q.Config, a.Points[a.Present].Config)) > 0 {
			t.Fatalf("seed %d: the present point is another one", seed)
		}
	}
}

// TestFront holds the front against settings drawn at random from the whole range of
// the knobs: each is beaten, or met, by a point of the front.
func TestFront(t *testing.T) {
	for seed := range uint64(40) {
		r := rand.New(rand.NewPCG(seed, 2))
		q := random(r)
		a, err := Advise(context.Background(), q, nil)
		if err != nil {
			t.Fatal(err)
		}
		for i, p := range a.Points { // two by two, as the front is defined
			beaten := slices.ContainsFunc(a.Points, func(o Point) bool {
				x, y := o.Tokens(o.Chosen), p.Tokens(p.Chosen)
				return x <= y && o.Chosen.Reach >= p.Chosen.Reach && (x < y || o.Chosen.Reach > p.Chosen.Reach)
			})
			alike := slices.ContainsFunc(a.Points[:i], func(o Point) bool {
				return o.Tokens(o.Chosen) == p.Tokens(p.Chosen) && o.Chosen.Reach == p.Chosen.Reach
			})
			if p.Front == (beaten || alike) {
				t.Fatalf("seed %d, point %d: front %v, beaten %v, alike %v", seed, i, p.Front, beaten, alike)
			}
		}
		chose, _ := eval.Halves(q.Cases)
		for range 60 {
			c := q.Config
			c.Enabled = []engine.Mode{engine.Auto, engine.On, engine.Off}[r.IntN(3)]
			c.Listing = []engine.Mode{engine.Auto, engine.Off}[r.IntN(2)]
			c.ThresholdPct = math.Floor(r.Float64()*1000) / 10
			c.ListingMaxTokens = 200 + r.IntN(800)
			c.SearchDefaultLimit = q.limits(false)[r.IntN(len(q.limits(false)))]
			if x := q.Session.Assemble(c, q.Context); c.Enabled == engine.Off && q.Context > 0 && x.EagerTokens > q.Context {
				continue
			}
			tokens, reach, _ := slowly(t, q, c, chose)
			if !slices.ContainsFunc(a.Points, func(p Point) bool {
				return p.Front && p.Tokens(p.Chosen) <= tokens+near && p.Chosen.Reach >= reach-near
			}) {
				t.Fatalf("seed %d: no point of the front is as good as %v: %v tokens, reach %v", seed, Changes(q.Config, c), tokens, reach)
			}
		}
	}
}

// shop is a catalog in which each tool is found by its own word at the first place,
// and by the word of all at its place in the list.
func shop(servers, tools int) *engine.Session {
	var catalog engine.Catalog
	for s := range servers {
		server := engine.Server{Name: fmt.Sprintf("shop%d", s)}
		for i := range tools {
			server.Tools = append(server.Tools, tool(fmt.Sprintf("thing%d%02d", s, i), fmt.Sprintf("Everyone's word%d%02d, which is described here at some length", s, i)))
		}
		catalog.Servers = append(catalog.Servers, server)
	}
	return engine.Register(catalog).Session(engine.Documented(), engine.Scope{}, nil)
}

// cases asks for tools of the shop in turn, by a query made of the tool's number.
func cases(n int, query func(i, s, tool int) string) []eval.Case {
	var all []eval.Case
	for i := range n {
		all = append(all, eval.Case{Query: query(i, i%4, i/4), Expect: []eval.Want{{Name: fmt.Sprintf("thing%d%02d", i%4, i/4), Grade: 1}}})
	}
	return all
}

func own(_, s, tool int) string { return fmt.Sprintf("described word%d%02d", s, tool) }

func TestChoose(t *testing.T) {
	config := func(limit, cap int) engine.Config {
		c := engine.DefaultConfig(engine.Documented())
		c.SearchDefaultLimit, c.ListingMaxTokens = limit, cap
		return c
	}
	everyone := func(i, s, tool int) string { return "thing" } // all match alike: the first in the catalog are found
	tests := []struct {
		name     string
		question Question
		code     Code
		words    []string // of the text
		changes  string   // from the present to the pick
		more     bool
	}{
		{"a limit that nobody needs", Question{shop(4, 40), config(25, 200), 0, cases(60, own)}, Take,
			[]string{"search_default_limit: 1", "No case finds less", "up to 5 %"}, "[search_default_limit: 1]", false},
		{"nothing is better", Question{shop(4, 40), config(1, 200), 0, cases(60, own)}, Keep, []string{"Keep what you have"}, "[]", false},
		{"only the other half needs the limit", Question{shop(4, 40), config(10, 200), 0, cases(60, func(i, s, tool int) string {
			if i%2 == 0 {
				return own(i, s, tool)
			}
			return fmt.Sprintf("described word000 word%d%02d", s, tool) // alike, in the catalog's order
		})}, Unconfirmed, []string{"search_default_limit: 1", "on the other 30 it finds"}, "[]", false},
		{"names would find what no query does", Question{shop(4, 40), config(1, 200), 0, cases(60, everyone)}, Keep,
			[]string{"Keep what you have", "Where finding more is worth"}, "[]", true},
		{"few cases", Question{shop(4, 40), config(25, 200), 0, cases(12, own)}, FewCases, []string{"6 and 6 cases"}, "[]", false},
		{"no cases", Question{shop(4, 40), config(25, 200), 0, nil}, NoCases, []string{"160 tools", "own words"}, "[]", false},
		{"a small catalog", Question{shop(1, 3), config(5, 4000), 200000, cases(3, own)}, Take, []string{"enabled: off", "no tool has to be searched for"}, "[enabled: off]", false},
		{"nothing deferrable", Question{shop(0, 0), config(5, 4000), 200000, nil}, OnePoint, []string{"nothing to choose"}, "[]", false},
		{"switched off, too long", Question{shop(4, 40), func() engine.Config { c := config(5, 4000); c.Enabled = engine.Off; return c }(), 4000, cases(60, own)}, Take,
			[]string{"enabled: auto"}, "", false},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			a, err := Advise(context.Background(), test.question, nil)
			if err != nil {
				t.Fatal(err)
			}
			if a.Code != test.code || a.More >= 0 != test.more {
				t.Errorf("code %s, more %d: %s", a.Code, a.More, a.Text)
			}
			for _, w := range test.words {
				if !strings.Contains(a.Text, w) {
					t.Errorf("no %q in %q", w, a.Text)
				}
			}
			if got := fmt.Sprint(Changes(test.question.Config, a.Points[a.Pick].Config)); test.changes != "" && got != test.changes {
				t.Errorf("the pick moves %s, want %s", got, test.changes)
			}
			if (a.Code == Take) != (a.Pick != a.Present) {
				t.Errorf("%s with the pick %d beside the present %d", a.Code, a.Pick, a.Present)
			}
		})
	}
}

func TestTooLong(t *testing.T) {
	c := engine.DefaultConfig(engine.Documented())
	for _, context1 := range []int{0, 4000, 1 << 20} {
		a, err := Advise(context.Background(), Question{shop(4, 40), c, context1, nil}, nil)
		if err != nil {
			t.Fatal(err)
		}
		off := slices.ContainsFunc(a.Points, func(p Point) bool { return !p.Assembly.Active })
		if a.TooLong != (context1 == 4000) || off == a.TooLong {
			t.Errorf("context %d: too long %v, a point with tool search off %v", context1, a.TooLong, off)
		}
	}
}

func TestCancelled(t *testing.T) {
	ctx, stop := context.WithCancel(context.Background())
	_, err := Advise(ctx, random(rand.New(rand.NewPCG(3, 3))), func(done, of int) { stop() })
	if !errors.Is(err, context.Canceled) {
		t.Error("not cancelled: ", err)
	}
}

// TestSelfKeeps checks that without cases the limit stays and nothing is advised that
// shows less.
func TestSelfKeeps(t *testing.T) {
	for seed := range uint64(40) {
		q := random(rand.New(rand.NewPCG(seed, 4)))
		q.Cases = nil
		a, err := Advise(context.Background(), q, nil)
		if err != nil {
			t.Fatal(err)
		}
		for _, p := range a.Points {
			if p.Config.SearchDefaultLimit != q.Config.SearchDefaultLimit {
				t.Fatalf("seed %d: limit %d", seed, p.Config.SearchDefaultLimit)
			}
		}
		if a.Pick != a.Present && a.Points[a.Pick].Assembly.Active {
			t.Fatalf("seed %d: %s", seed, a.Text)
		}
	}
}

func BenchmarkAdvise(b *testing.B) {
	q := Question{shop(4, 800), engine.DefaultConfig(engine.Documented()), 200_000, cases(200, own)}
	for b.Loop() {
		if _, err := Advise(context.Background(), q, nil); err != nil {
			b.Fatal(err)
		}
	}
}
