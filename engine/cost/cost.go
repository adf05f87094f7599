// Package cost counts what tools cost over a session, in tokens: all of them
// loaded, behind the bridge with its listing, or behind the bridge alone.
//
// Measure takes the sizes from a session: what each way puts into every request,
// and how long the replies are that the bridge adds to the conversation. Of
// reckons with them for a Use, what a session does, and gives a Bill. Break-even
// points are found by trying every number (breakeven.go), and Judge says in words
// which way is the cheapest (verdict.go).
//
// Left out is what all ways have in common, the conversation and the tools' own
// answers, and what is small beside the rest: the words of the calls themselves.
package cost

import "math"

// A Way is how an agent gives its tools to the model.
type Way string

// The ways.
const (
	Eager   Way = "eager"   // every definition in every request
	Listing Way = "listing" // the bridge, with the listing that fits the budget
	Alone   Way = "alone"   // the bridge with `listing: off`
)

// Words returns the way as people read it.
func (w Way) Words() string {
	switch w {
	case Eager:
		return "all loaded"
	case Listing:
		return "bridge with listing"
	}
	return "bridge alone"
}

// Ways returns the three ways in the order in which they are shown.
func Ways() []Way { return []Way{Eager, Listing, Alone} }

// Use is what a session does, and what its tokens cost.
type Use struct {
	// Turns is the number of requests that the work takes with every tool loaded,
	// from 1 up.
	Turns int
	// Tools is the number of different deferred tools that it calls, spread evenly
	// over the turns; no more than there are.
	Tools int
	// Found is the share of searches that find the tool, above 0 up to 1. After a miss
	// the model searches once more.
	Found float64
	// Conversation is how long the rest of a request is on average, in tokens: each
	// further round trip reads it again.
	Conversation int
	// CacheRead is the price of a token that the prompt cache holds and CacheWrite
	// that of one it takes in, both over the price of a token without a cache. Both
	// are 1 where nothing is cached.
	CacheRead, CacheWrite float64
}

// DefaultUse returns the knobs that a user begins with. The numbers of turns, tools
// and tokens are round ones and no measurement. That 74 % of searches find their
// tool is the figure published for one model (engine.md, section 13). A cached token
// costs a tenth, and taking one in a quarter more, as Anthropic prices its
// five-minute cache (2026); OpenAI's GPT-5 had the tenth without the quarter.
func DefaultUse() Use {
	return Use{Turns: 20, Tools: 3, Found: 0.74, Conversation: 10_000, CacheRead: 0.1, CacheWrite: 1.25}
}

// Sizes are the sizes of a session that a bill is made of, in tokens.
type Sizes struct {
	// Eager, Listing and Alone are what every request carries for its tools in each
	// way.
	Eager, Listing, Alone int
	// Deferred counts the tools that can be deferred, Shown those whose name the
	// listing shows, so that the model need not search for them.
	Deferred, Shown int
	// SearchReply and DescribeReply are mean lengths of what tool_search answers to
	// one query and tool_describe to one name, rounded up.
	SearchReply, DescribeReply int
	// Context is the model's context length, 0 for unknown.
	Context int
}

// Prefix returns what every request carries for its tools in a way.
func (s Sizes) Prefix(w Way) int {
	switch w {
	case Eager:
		return s.Eager
	case Listing:
		return s.Listing
	}
	return s.Alone
}

// A Bill is what the tools of one session cost in one way.
type Bill struct {
	Way Way
	// Prefix is what every request carries for its tools, in tokens.
	Prefix int
	// Searches and Describes are the round trips that the bridge adds: one
	// tool_describe a tool, and before it a tool_search, or several until it is found,
	// where the listing does not show its name.
	Searches, Describes int
	// Requests is the number of all requests: the turns and the round trips.
	Requests int

	// Definitions, Replies and Reread are the tokens sent over the session: the tools
	// of every request; the replies of the bridge, which stay in the conversation and
	// are sent with every later request; the conversation as the further round trips
	// read it once more. Sent is their sum.
	Definitions, Replies, Reread, Sent int
	// Fresh are those of them that no request before has sent, Cached the others.
	Fresh, Cached int
	// Billed is what all that costs, in tokens at the price without a cache.
	Billed float64
}

// Of reckons what a session's tools cost in a way.
func Of(s Sizes, u Use, w Way) Bill {
	b := Bill{Way: w, Prefix: s.Prefix(w)}
	tools := min(max(u.Tools, 0), s.Deferred)
	turns := max(u.Turns, 1)
	if w != Eager {
		b.Describes, b.Searches = tools, searches(s, w, tools, u.Found)
	}
	extra := b.Searches + b.Describes
	b.Requests = turns + extra
	b.Definitions, b.Reread = b.Prefix*b.Requests, extra*u.Conversation
	replies := b.Searches*s.SearchReply + b.Describes*s.DescribeReply
	if extra > 0 {
		b.Replies = carried(s, b, turns)
	}
	b.Sent = b.Definitions + b.Replies + b.Reread
	b.Fresh = b.Prefix + replies
	b.Cached = b.Sent - b.Fresh
	b.Billed = float64(b.Fresh)*u.CacheWrite + float64(b.Cached)*u.CacheRead
	return b
}

// searches returns how many searches some tools take. Each of the deferred tools is
// as likely to be one of them, so that the share of tools to search for is that of
// the names not shown. Both numbers are rounded half up.
func searches(s Sizes, w Way, tools int, found float64) int {
	if w == Listing && s.Deferred > 0 {
		tools = (2*tools*(s.Deferred-s.Shown) + s.Deferred) / (2 * s.Deferred)
	}
	return int(math.Floor(float64(tools)/found + 0.5))
}

// carried returns the tokens of the replies over all requests that carry them. Tool
// i of n is needed in turn i × turns / n, and its round trips come before that
// turn's own request. The searches are spread over the tools as evenly.
func carried(s Sizes, b Bill, turns int) int {
	sum, trips := 0, 0
	for i := range b.Describes {
		made := i*turns/b.Describes + trips // requests before the one that asks
		n := (i+1)*b.Searches/b.Describes - i*b.Searches/b.Describes
		for range n {
			made++
			sum += s.SearchReply * (b.Requests - made)
		}
		sum += s.DescribeReply * (b.Requests - made - 1)
		trips += n + 1
	}
	return sum
}
