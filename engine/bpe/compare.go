package bpe

import (
	"context"
	"slices"
	"sync"

	"findable/engine"
)

// A Text is a text, or several, with its tokens estimated and counted.
type Text struct {
	Name string
	// Characters and Tokens count them. Estimate is the reference's, four characters
	// a token: rounded up for what the reference rounds up, the definitions and the
	// listing, and not rounded for the parts of a text.
	Characters, Tokens int
	Estimate           float64
}

// Fault is by how much the estimate is off, as a share of the count: -0.5 where there
// are twice as many tokens. It is 0 of nothing.
func (t Text) Fault() float64 {
	if t.Tokens == 0 {
		return 0
	}
	return t.Estimate/float64(t.Tokens) - 1
}

// Counts are the texts of an assembly, counted.
type Counts struct {
	// Definitions are all that the session has, Listing the listing.
	Definitions, Listing Text
	// Scripts and Servers are the parts of the definitions, by script, in the order of
	// Tally, and by label. Each adds up to the definitions but for what rounding the
	// estimate adds.
	Scripts, Servers []Text
}

// A Counter counts definitions and remembers each, so that a session with other
// tools in scope costs only what is new. Its zero value is ready to use, in several
// goroutines too.
type Counter struct {
	mu    sync.Mutex
	known map[*engine.Entry][]Part
}

// Count counts the definitions of a session and the listing of an assembly. It fails
// with the context's error when that ends.
func (c *Counter) Count(ctx context.Context, s *engine.Session, a engine.Assembly) (Counts, error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	counts := Counts{
		Definitions: Text{Name: "definitions", Estimate: float64(a.EagerTokens)},
		Listing:     Text{Name: "listing", Characters: a.Listing.Characters, Tokens: Count(a.Listing.Text()), Estimate: float64(a.Listing.Tokens)},
	}
	known := make(map[*engine.Entry][]Part, len(s.Registry.Entries))
	place := map[string]int{}
	var byScript [len(scripts)]Text
	for _, e := range slices.Concat(s.Visible, s.Deferred) {
		if ctx.Err() != nil {
			return Counts{}, ctx.Err()
		}
		parts, ok := c.known[e]
		if !ok {
			parts = Tally(e.Definition())
		}
		known[e] = parts
		i, ok := place[e.Label]
		if !ok {
			i = len(counts.Servers)
			place[e.Label] = i
			counts.Servers = append(counts.Servers, Text{Name: e.Label})
		}
		for _, p := range parts {
			counts.Definitions.add(p, false)
			counts.Servers[i].add(p, true)
			byScript[slices.Index(scripts[:], p.Script)].add(p, true)
		}
	}
	for i, t := range byScript {
		if t.Name = string(scripts[i]); t.Characters+t.Tokens > 0 {
			counts.Scripts = append(counts.Scripts, t)
		}
	}
	c.remember(s.Registry, known)
	return counts, nil
}

// remember keeps what was counted of tools that are still registered, in scope or not.
func (c *Counter) remember(r *engine.Registry, known map[*engine.Entry][]Part) {
	for _, e := range r.Entries {
		if parts, ok := c.known[e]; ok {
			known[e] = parts
		}
	}
	c.known = known
}

func (t *Text) add(p Part, estimate bool) {
	t.Characters, t.Tokens = t.Characters+p.Characters, t.Tokens+p.Tokens
	if estimate {
		t.Estimate = float64(t.Characters) / 4
	}
}
