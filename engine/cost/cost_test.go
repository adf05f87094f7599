package cost

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"findable/engine"
	"findable/engine/py"
)

// simulate plays a session request by request: the slow and obvious version of Of.
func simulate(s Sizes, u Use, w Way) Bill {
	b := Bill{Way: w, Prefix: s.Prefix(w)}
	var history, known []int // replies in the conversation; those that the cache has
	request := func(extra bool) {
		b.Requests++
		b.Definitions += b.Prefix
		if b.Requests == 1 {
			b.Fresh += b.Prefix
		} else {
			b.Cached += b.Prefix
		}
		if extra {
			b.Reread += u.Conversation
			b.Cached += u.Conversation
		}
		for i, r := range history {
			b.Replies += r
			if i < len(known) {
				b.Cached += r
			} else {
				b.Fresh += r
			}
		}
		known = history
	}
	tools := min(u.Tools, s.Deferred)
	unlisted := float64(tools)
	if w == Listing {
		unlisted = math.Floor(unlisted*float64(s.Deferred-s.Shown)/float64(max(s.Deferred, 1)) + 0.5)
	}
	searches := int(math.Floor(unlisted/u.Found + 0.5))
	need := make([][]int, u.Turns) // by turn, the searches for each tool called in it
	for i := range tools {
		turn := int(math.Floor(float64(i) * float64(u.Turns) / float64(tools)))
		need[turn] = append(need[turn], (i+1)*searches/tools-i*searches/tools)
	}
	// The answer to a request decides what the next one is for.
	extra := false
	for turn := range u.Turns {
		if w != Eager {
			for _, n := range need[turn] {
				for range n {
					request(extra)
					b.Searches++
					history, extra = append(history[:len(history):len(history)], s.SearchReply), true
				}
				request(extra)
				b.Describes++
				history, extra = append(history[:len(history):len(history)], s.DescribeReply), true
			}
		}
		request(extra)
		extra = false
	}
	b.Sent = b.Fresh + b.Cached
	b.Billed = float64(b.Fresh)*u.CacheWrite + float64(b.Cached)*u.CacheRead
	return b
}

func randomSizes(r *rand.Rand) Sizes {
	s := Sizes{Eager: r.IntN(100_000), Listing: r.IntN(20_000), Alone: r.IntN(5000), Deferred: r.IntN(60),
		SearchReply: r.IntN(3000), DescribeReply: r.IntN(2000), Context: r.IntN(3) * 50_000}
	s.Shown = r.IntN(s.Deferred + 1)
	return s
}

func randomUse(r *rand.Rand) Use {
	return Use{Turns: 1 + r.IntN(60), Tools: r.IntN(70), Found: 0.1 + 0.9*r.Float64(), Conversation: r.IntN(20_000), CacheRead: r.Float64(), CacheWrite: 1 + r.Float64()}
}

// TestOfAddsUp plays random sessions and compares every figure to the token.
func TestOfAddsUp(t *testing.T) {
	r := rand.New(rand.NewPCG(11, 12))
	for range 5000 {
		s, u := randomSizes(r), randomUse(r)
		for _, w := range Ways() {
			got, want := Of(s, u, w), simulate(s, u, w)
			if got != want {
				t.Fatalf("%+v %+v %s\n got %+v\nwant %+v", s, u, w, got, want)
			}
			if got.Definitions+got.Replies+got.Reread != got.Sent || got.Fresh+got.Cached != got.Sent || got.Requests != u.Turns+got.Searches+got.Describes {
				t.Fatalf("parts do not add up: %+v", got)
			}
		}
		same := u
		same.CacheRead, same.CacheWrite = 1, 1
		if b := Of(s, same, Listing); b.Billed != float64(b.Sent) {
			t.Fatalf("without a cache %v is billed of %d sent", b.Billed, b.Sent)
		}
	}
}

// TestOfByHand is one session reckoned on paper: 4 turns, 2 tools, of which one is
// listed.
func TestOfByHand(t *testing.T) {
	s := Sizes{Eager: 1000, Listing: 300, Alone: 100, Deferred: 10, Shown: 5, SearchReply: 40, DescribeReply: 20}
	u := Use{Turns: 4, Tools: 2, Found: 1, Conversation: 500, CacheRead: 0.1, CacheWrite: 1.25}
	// Eager: 4 × 1000, the first fresh.
	if b := Of(s, u, Eager); b.Sent != 4000 || b.Billed != 1000*1.25+3000*0.1 {
		t.Errorf("eager: %+v", b)
	}
	// Listing: tool 1 in turn 0 is listed: describe. Tool 2 in turn 2: search, describe.
	// 7 requests; the replies are in 6, 3 and 2 of them.
	b := Of(s, u, Listing)
	want := Bill{Way: Listing, Prefix: 300, Searches: 1, Describes: 2, Requests: 7, Definitions: 2100,
		Replies: 6*20 + 3*40 + 2*20, Reread: 1500, Sent: 2100 + 280 + 1500, Fresh: 300 + 80, Cached: 3500,
		Billed: 380*1.25 + 3500*0.1}
	if b != want {
		t.Errorf("listing\n got %+v\nwant %+v", b, want)
	}
}

// TestBreakEven compares both break-evens with a look at every number.
func TestBreakEven(t *testing.T) {
	r := rand.New(rand.NewPCG(2, 3))
	found := 0
	for range 200 {
		s, u := randomSizes(r), randomUse(r)
		cheaper := func(u Use) bool { return simulate(s, u, Listing).Billed < simulate(s, u, Eager).Billed }
		if upTo, ok := BreakEvenTools(s, u, Listing, Eager); ok {
			found++
			for x := u; x.Tools <= s.Deferred+1; x.Tools++ {
				if x.Tools = max(x.Tools, 0); x.Tools <= upTo && !cheaper(x) || x.Tools == upTo+1 && x.Tools <= s.Deferred && cheaper(x) {
					t.Fatalf("%+v %+v: %d tools, break-even %d", s, u, x.Tools, upTo)
				}
			}
		}
		from, ok := BreakEvenTurns(s, u, Listing, Eager)
		at := func(turns int) bool { x := u; x.Turns = turns; return cheaper(x) }
		for _, turns := range []int{1, 2, 10, from - 1, from, from + 1, MaxTurns} {
			if turns < 1 || turns > MaxTurns {
				continue
			}
			if ok && turns >= from && !at(turns) || ok && turns == from-1 && at(turns) || !ok && turns == MaxTurns && at(turns) {
				t.Fatalf("%+v %+v: %d turns, break-even %d, %v", s, u, turns, from, ok)
			}
		}
	}
	if t.Logf("%d of 200 have one", found); found < 20 {
		t.Error("too few to say anything")
	}
}

// TestJudge holds the verdict against the bills.
func TestJudge(t *testing.T) {
	base := Use{Turns: 20, Tools: 3, Found: 0.74, Conversation: 1000, CacheRead: 0.1, CacheWrite: 1.25}
	for _, x := range []struct {
		name string
		s    Sizes
		u    Use
		code Code
		word string
	}{
		{"nothing", Sizes{Eager: 500, Listing: 500, Alone: 500}, base, NothingDeferred, "Nothing can be deferred"},
		{"smaller than the bridge", Sizes{Eager: 500, Listing: 900, Alone: 700, Deferred: 4, Shown: 4}, base, LoadAll, "smaller than the bridge"},
		{"small", Sizes{Eager: 1000, Listing: 900, Alone: 700, Deferred: 8, Shown: 8, SearchReply: 300, DescribeReply: 200}, base, LoadAll, "this catalog is small"},
		{"large, listed", Sizes{Eager: 90_000, Listing: 3000, Alone: 700, Deferred: 400, Shown: 400, SearchReply: 1500, DescribeReply: 300}, base, UseListing, "with its listing"},
		{"large, groups", Sizes{Eager: 90_000, Listing: 9000, Alone: 700, Deferred: 400, Shown: 0, SearchReply: 500, DescribeReply: 300}, base, UseAlone, "the bridge alone"},
		{"large, no listing", Sizes{Eager: 90_000, Listing: 700, Alone: 700, Deferred: 400, SearchReply: 500, DescribeReply: 300}, base, UseAlone, "No listing fits"},
		{"larger than the context", Sizes{Eager: 90_000, Listing: 5000, Alone: 700, Deferred: 400, Shown: 400, Context: 64_000, SearchReply: 1500, DescribeReply: 300}, base, TooLarge, "1.4 times as long as the context"},
		{"many tools", Sizes{Eager: 3000, Listing: 900, Alone: 700, Deferred: 60, Shown: 60, SearchReply: 300, DescribeReply: 400}, Use{Turns: 20, Tools: 60, Found: 1, CacheRead: 1, CacheWrite: 1}, LoadAll, "round trips"},
	} {
		v := Judge(x.s, x.u)
		if v.Code != x.code || !strings.Contains(v.Text, x.word) {
			t.Errorf("%s: %+v", x.name, v)
		}
		if eager := Of(x.s, x.u, Eager).Billed; eager > 0 && math.Abs(v.Saves-(1-Of(x.s, x.u, v.Way).Billed/eager)) > 1e-12 && v.Code != NothingDeferred {
			t.Errorf("%s: saves %v", x.name, v.Saves)
		}
	}
	r := rand.New(rand.NewPCG(8, 9))
	for range 3000 {
		s, u := randomSizes(r), randomUse(r)
		v, best := Judge(s, u), math.Inf(1)
		for _, w := range Ways() {
			if w != Eager || v.Code != TooLarge {
				best = min(best, Of(s, u, w).Billed)
			}
		}
		if s.Deferred > 0 && Of(s, u, v.Way).Billed > best*alike*alike {
			t.Fatalf("%+v %+v: %+v is not about the cheapest, %v", s, u, v, best)
		}
	}
}

func measured(t *testing.T, s *engine.Session, c engine.Config, length int, queries []string) Sizes {
	t.Helper()
	m, err := Measure(t.Context(), s, c, length, queries)
	if err != nil {
		t.Fatal(err)
	}
	return m
}

// TestMeasure holds the sizes against the session they are of.
func TestMeasure(t *testing.T) {
	var c engine.Catalog
	for i := range 3 {
		server := engine.Server{Name: fmt.Sprintf("shed-%d", i)}
		for j := range 5 {
			server.Tools = append(server.Tools, engine.Tool{Function: py.Object{{Key: "name", Value: fmt.Sprintf("rake_%d", j)},
				{Key: "description", Value: "Rakes the leaves off the lawn."}}})
		}
		c.Servers = append(c.Servers, server)
	}
	s := engine.Register(c).Session(engine.Documented(), engine.Scope{}, nil)
	config := engine.DefaultConfig(s.Rules)
	m := measured(t, s, config, 200_000, nil)
	a := s.Assemble(config, 200_000)
	if m.Eager != a.EagerTokens || m.Listing != a.TurnTokens || m.Deferred != 15 || m.Shown != 15 || m.Context != 200_000 {
		t.Errorf("%+v", m)
	}
	reply := s.ToolDescribe(py.Object{{Key: "names", Value: py.List{"mcp__shed_0__rake_0"}}})
	if m.DescribeReply != reply.Tokens() { // all tools are as long
		t.Errorf("describe reply %d, one has %d characters", m.DescribeReply, reply.Characters())
	}
	one := s.ToolSearch(config, py.Object{{Key: "queries", Value: py.List{"lawn"}}})
	if got := measured(t, s, config, 0, []string{"lawn"}).SearchReply; got != one.Tokens() {
		t.Errorf("search reply %d, the query's own has %d characters", got, one.Characters())
	}
	off := config
	off.Enabled, off.Listing = engine.Off, engine.Off
	if got := measured(t, s, off, 200_000, nil); got != m {
		t.Errorf("switched off: %+v, want %+v", got, m)
	}
	config.ThresholdPct = 0
	if got := measured(t, s, config, 200_000, nil); got.Shown != 0 || got.Listing != got.Alone {
		t.Errorf("without a budget: %+v", got)
	}
	ended, end := context.WithCancel(t.Context())
	end()
	if _, err := Measure(ended, s, config, 0, nil); err == nil {
		t.Error("it goes on after its context has ended")
	}
	none := engine.Register(engine.Catalog{}).Session(engine.Documented(), engine.Scope{}, nil)
	if got := measured(t, none, config, 0, nil); got != (Sizes{}) {
		t.Errorf("of nothing: %+v", got)
	}
}
