package advice

import (
	"fmt"
	"math"
	"slices"
	"strconv"

	"findable/engine"
)

// limits are the values of search_default_limit that are tried besides the present
// one: all that differ much in what they find, up to where hits are still looked at
// (eval.Depth).
var limits = []int{1, 2, 3, 5, 8, 10, 15, 20, 25}

// A setting is one configuration with what it comes to.
type setting struct {
	config   engine.Config
	assembly engine.Assembly
	shown    map[string]bool // labels of the groups whose tools are named
	named    int
}

func newSetting(c engine.Config, a engine.Assembly) setting {
	s := setting{config: c, assembly: a, shown: map[string]bool{}}
	for i, g := range a.Listing.Groups {
		if a.Listing.States[i].Names() {
			s.shown[g.Label] = true
			s.named += len(g.Entries)
		}
	}
	return s
}

// An outcome is all that a model can tell two settings apart by.
type outcome struct {
	active bool
	text   string
	limit  int
}

// grid returns one setting for each outcome of the grid, the one that moves the
// fewest knobs, and how many settings were tried. tooLong says that all definitions
// together do not fit the context, so that switching tool search off is left out.
func (q Question) grid(sameLimit bool) (settings []setting, tried int, tooLong bool) {
	at := map[outcome]int{}
	for _, c := range q.budgets() {
		a := q.Session.Assemble(c, q.Context)
		present := len(Changes(q.Config, c)) == 0
		if !a.Active && a.Deferred > 0 && q.Context > 0 && a.EagerTokens > q.Context && !present {
			tooLong = true
			continue
		}
		for _, limit := range q.limits(sameLimit) {
			c.SearchDefaultLimit = limit
			tried++
			o := outcome{a.Active, a.Listing.Text(), limit}
			if !a.Active {
				o.limit = 0
			}
			i, known := at[o]
			switch {
			case !known:
				at[o] = len(settings)
				settings = append(settings, newSetting(c, a))
			case len(Changes(q.Config, c)) < len(Changes(q.Config, settings[i].config)):
				settings[i] = newSetting(c, a)
			}
		}
	}
	return settings, tried, tooLong
}

// limits returns the search limits to try, the present one first.
func (q Question) limits(same bool) []int {
	present := q.Config.SearchDefaultLimit
	all := []int{present}
	for _, n := range limits {
		if !same && n != present && n <= q.Config.MaxSearchLimit {
			all = append(all, n)
		}
	}
	return all
}

// budgets returns the configurations to try but for the limit, the present one
// first: tool search off, the listing off, and every rung of the ladder that the
// knobs can reach.
func (q Question) budgets() []engine.Config {
	all := []engine.Config{q.Config}
	off, bare, on := q.Config, q.Config, q.Config
	off.Enabled, bare.Listing = engine.Off, engine.Off
	for _, c := range []*engine.Config{&bare, &on} {
		if c.Enabled == engine.Off {
			c.Enabled = engine.Auto
		}
	}
	if on.Listing == engine.Off {
		on.Listing = engine.Auto
	}
	all = append(all, off, bare)
	rungs := q.Session.Ladder(on)
	for i, rung := range rungs {
		below := math.MaxInt
		if i+1 < len(rungs) {
			below = rungs[i+1].From
		}
		if c, ok := on.Reaching(rung.From, below, q.Context); ok {
			all = append(all, c)
		}
	}
	return all
}

// A Change is one knob with its values before and after, as a config file has them.
type Change struct{ Key, Before, After string }

// Changes returns the knobs of the grid that differ between two configurations, in
// the order of engine.ConfigKeys.
func Changes(from, to engine.Config) []Change {
	percent := func(c engine.Config) string { return strconv.FormatFloat(c.ThresholdPct, 'f', -1, 64) }
	all := []Change{
		{"enabled", string(from.Enabled), string(to.Enabled)},
		{"threshold_pct", percent(from), percent(to)},
		{"listing", string(from.Listing), string(to.Listing)},
		{"listing_max_tokens", strconv.Itoa(from.ListingMaxTokens), strconv.Itoa(to.ListingMaxTokens)},
		{"search_default_limit", strconv.Itoa(from.SearchDefaultLimit), strconv.Itoa(to.SearchDefaultLimit)},
	}
	return slices.DeleteFunc(all, func(c Change) bool { return c.Before == c.After })
}

// String writes a change as a config file would have the key after it.
func (c Change) String() string { return fmt.Sprintf("%s: %s", c.Key, c.After) }
