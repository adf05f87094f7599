package cli

import (
	"context"
	"fmt"
	"math"
	"strconv"

	"github.com/spf13/cobra"

	"findable/engine/bpe"
	"findable/engine/cost"
)

// costFlags are those of cost alone.
type costFlags struct {
	use cost.Use
	bpe bool
}

func (r *run) cost() *cobra.Command {
	c := r.command("cost [FLAGS] [DUMP...]", "Compare what tools cost: all loaded, behind the bridge, with and without a listing",
		`Count the tokens that tools take in a session, all loaded, behind the bridge with its listing
and behind the bridge alone, with the round trips that the bridge adds, the replies they bring and
what a prompt cache forgives. Billed tokens are at the price of a token without a cache. Queries
are those that the mean reply of tool_search is taken over; without any, each tool's own name.`,
		"  findable cost dumps/\n  findable cost --turns 50 --tools 8 --cache-ratio 0.5 --cache-write 1 dumps/\n  findable cost --bpe --json dumps/", r.runCost)
	r.use = cost.DefaultUse()
	f := c.Flags()
	f.SortFlags = false
	f.Var(whole{&r.use.Turns, 1}, "turns", fmt.Sprintf("requests that the work takes with every tool loaded, `N` (default %d)", r.use.Turns))
	f.Var(whole{&r.use.Tools, 0}, "tools", fmt.Sprintf("different deferred tools that it calls, `N` (default %d)", r.use.Tools))
	f.Var(share{&r.use.CacheRead, 0, 1}, "cache-ratio", fmt.Sprintf("price of a cached token over that of one without a cache, `X`; 1 is no cache (default %v)", r.use.CacheRead))
	f.Var(share{&r.use.CacheWrite, 0, 4}, "cache-write", fmt.Sprintf("price of a token that the cache takes in, likewise, `X` (default %v)", r.use.CacheWrite))
	f.Var(whole{&r.use.Conversation, 0}, "conversation", fmt.Sprintf("`TOKENS` of the conversation, which each round trip reads again (default %d)", r.use.Conversation))
	f.Var(share{&r.use.Found, 0.05, 1}, "found", fmt.Sprintf("share of searches that find their tool, `X` (default %v)", r.use.Found))
	f.BoolVar(&r.bpe, "bpe", false, "count tokens with "+bpe.Encoding+" too, beside four characters a token")
	r.queryFlags(c)
	return c
}

// whole is a flag that takes a whole number.
type whole struct {
	to      *int
	minimum int
}

func (w whole) String() string { return "" }
func (w whole) Type() string   { return "int" }

func (w whole) Set(text string) error {
	n, err := strconv.Atoi(text)
	if err != nil || n < w.minimum || n > 1_000_000 {
		return fmt.Errorf("write a whole number from %d to 1000000, without commas", w.minimum)
	}
	*w.to = n
	return nil
}

// share is a flag that takes a number between two others.
type share struct {
	to        *float64
	low, high float64
}

func (s share) String() string { return "" }
func (s share) Type() string   { return "float" }

func (s share) Set(text string) error {
	v, err := strconv.ParseFloat(text, 64)
	if err != nil || math.IsNaN(v) || v < s.low || v > s.high {
		return fmt.Errorf("write a number from %v to %v, such as 0.5", s.low, s.high)
	}
	*s.to = v
	return nil
}

// A reckoning is what cost prints.
type reckoning struct {
	use     cost.Use
	sizes   cost.Sizes
	bills   []cost.Bill
	verdict cost.Verdict
	// texts are what is counted with a vocabulary too; nil when nobody asks.
	texts []bpe.Text
}

func (r *run) runCost(ctx context.Context, dumps []string) error {
	queries, err := r.queries(dumps)
	if err != nil {
		return err
	}
	s, err := r.open(ctx, dumps)
	if err != nil {
		return err
	}
	r.warn(s.source.Notes, s.notices)
	session, config := s.session(), s.inputs.Effective()
	k := reckoning{use: r.use}
	if k.sizes, err = cost.Measure(ctx, session, config, s.inputs.Context, queries); err != nil {
		return err
	}
	k.use.Tools = min(k.use.Tools, k.sizes.Deferred)
	for _, w := range cost.Ways() {
		k.bills = append(k.bills, cost.Of(k.sizes, k.use, w))
	}
	k.verdict = cost.Judge(k.sizes, k.use)
	if r.bpe {
		counts, err := new(bpe.Counter).Count(ctx, session, session.Assemble(config, s.inputs.Context))
		if err != nil {
			return err
		}
		k.texts = append([]bpe.Text{counts.Definitions, counts.Listing}, counts.Scripts...)
	}
	if r.json {
		r.printJSON(k.json())
	} else {
		r.printCost(k)
	}
	return nil
}
