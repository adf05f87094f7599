package engine

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"

	"findable/engine/py"
)

// A Mode is the value of `enabled` and `listing`. Auto and On behave the same
// today; only Off differs.
type Mode string

// The modes.
const (
	Auto Mode = "auto"
	On   Mode = "on"
	Off  Mode = "off"
)

// Config is the mapping tools.tool_search of an agent's config.yaml, read and
// clamped (engine.md, section 1).
type Config struct {
	// Enabled is the switch of the whole; default auto.
	Enabled Mode
	// ThresholdPct is the share of the context the listing may take, in
	// percent, 0 to 100; default 5.
	ThresholdPct float64
	// MaxSearchLimit is the most matches a query may ask for, 1 to 50; default 25.
	MaxSearchLimit int
	// SearchDefaultLimit is the number of matches a query gets that asks for
	// none, 1 to MaxSearchLimit; default 5.
	SearchDefaultLimit int
	// Listing switches the listing; default auto.
	Listing Mode
	// ListingMaxTokens caps the listing, in tokens, 200 to 60,000; default 4,000.
	ListingMaxTokens int
	// Defer names tools to defer, core or GUI or not; nil where the generation
	// has no such key.
	Defer []string
}

// A Notice tells of one value in a configuration that was not used as given.
type Notice struct {
	// Key is the name under tools.tool_search, or "tool_search" for the whole.
	Key string
	// Given and Used are the values in Python's text form.
	Given, Used string
	// Why is one sentence.
	Why string
}

// The ranges of the integer keys and of threshold_pct, both ends included.
const (
	MinThresholdPct, MaxThresholdPct         = 0.0, 100.0
	MinSearchLimit, MaxSearchLimit           = 1, 50
	MinListingMaxTokens, MaxListingMaxTokens = 200, 60000
)

// DefaultConfig returns the configuration of an agent that says nothing.
func DefaultConfig(rules Rules) Config {
	return Config{
		Enabled: Auto, ThresholdPct: 5, MaxSearchLimit: 25, SearchDefaultLimit: 5,
		Listing: Auto, ListingMaxTokens: 4000, Defer: slices.Clone(rules.DefaultDefer),
	}
}

// ReadConfig reads the value of tools.tool_search as the reference does, never
// failing: what cannot be used falls back to its default, what is out of range
// is clamped, and each correction comes back as a Notice. Pass nil for a section
// that is null or absent; within it a null is a value to correct, a missing key
// is not.
func ReadConfig(raw py.Value, rules Rules) (Config, []Notice) {
	c := DefaultConfig(rules)
	section, ok := raw.(py.Object)
	if !ok {
		if raw == false {
			c.Enabled = Off
			return c, nil
		}
		if raw == nil || raw == true { // the legacy switch: true is today's default
			return c, nil
		}
		return c, []Notice{{"tool_search", py.Repr(raw), "all defaults",
			"only a mapping, true or false is read here; any other value means the defaults, and so `enabled: auto`"}}
	}
	r := configReader{section: section}
	c.Enabled = r.mode("enabled")
	c.ThresholdPct = r.percent("threshold_pct", c.ThresholdPct)
	c.MaxSearchLimit = r.integer("max_search_limit", c.MaxSearchLimit, MinSearchLimit, MaxSearchLimit)
	c.SearchDefaultLimit = r.integer("search_default_limit", c.SearchDefaultLimit, MinSearchLimit, c.MaxSearchLimit)
	c.Listing = r.mode("listing")
	c.ListingMaxTokens = r.integer("listing_max_tokens", c.ListingMaxTokens, MinListingMaxTokens, MaxListingMaxTokens)
	c.Defer = r.names("defer", c.Defer)
	if r.tooLarge != "" {
		return DefaultConfig(rules), []Notice{{r.tooLarge, r.given(r.tooLarge), "all defaults",
			"a number too large to hold; the reference then drops the whole section"}}
	}
	for _, m := range section {
		if !slices.Contains(configKeys[:], m.Key) || m.Key == "defer" && rules.DefaultDefer == nil {
			r.notice(m.Key, "ignored", fmt.Sprintf("generation %s has no such key", rules.Name))
		}
	}
	return c, r.notices
}

var configKeys = [...]string{
	"enabled", "threshold_pct", "listing", "listing_max_tokens", "search_default_limit", "max_search_limit", "defer",
}

// ConfigKeys returns the keys of tools.tool_search in the order they are shown.
func ConfigKeys() []string { return slices.Clone(configKeys[:]) }

type configReader struct {
	section  py.Object
	notices  []Notice
	tooLarge string // the first key whose number Python can't convert: OverflowError
}

func (r *configReader) given(key string) string {
	v, _ := r.section.Get(key)
	return py.Repr(v)
}

func (r *configReader) notice(key, used, why string) {
	r.notices = append(r.notices, Notice{key, r.given(key), used, why})
}

// mode reads `enabled` and `listing`.
func (r *configReader) mode(key string) Mode {
	v, ok := r.section.Get(key)
	if !ok {
		return Auto
	}
	switch word := strings.ToLower(py.Strip(py.Str(v))); word {
	case "true", "1", "yes", "on":
		return On
	case "false", "0", "no", "off":
		return Off
	case "auto":
		return Auto
	}
	r.notice(key, string(Auto), "not one of auto, on, off, true, false, yes, no, 1, 0")
	return Auto
}

func (r *configReader) percent(key string, fallback float64) float64 {
	v, ok := r.section.Get(key)
	if !ok {
		return fallback
	}
	f, fault := py.ToFloat(v)
	why := ""
	switch _, truth := v.(bool); {
	case fault == py.TooLarge:
		r.tooLarge = cmp.Or(r.tooLarge, key)
	case truth:
		why = "true counts as 1, false as 0"
	case fault != py.OK:
		f, why = fallback, "not a number"
	case math.IsNaN(f):
		f, why = MaxThresholdPct, "not a number (NaN) ends at the upper bound in the reference"
	case f < MinThresholdPct || f > MaxThresholdPct:
		f, why = min(max(f, MinThresholdPct), MaxThresholdPct), "outside 0 to 100"
	}
	if why != "" {
		r.notice(key, string(py.Float(f)), why)
	}
	return f
}

func (r *configReader) integer(key string, fallback, low, high int) int {
	v, ok := r.section.Get(key)
	n, why := fallback, ""
	if ok {
		var fault py.Fault
		n, fault = py.ToInt(v)
		_, truth := v.(bool)
		switch number, _ := v.(py.Number); {
		case fault == py.TooLarge:
			r.tooLarge = cmp.Or(r.tooLarge, key)
		case truth:
			why = "true counts as 1, false as 0"
		case fault != py.OK:
			n, why = min(max(fallback, low), high), "not a whole number"
		case number != "" && !number.IsInt() && number.Float() != math.Trunc(number.Float()):
			why = "the fraction is dropped"
		}
	}
	if n < low || n > high {
		n = min(max(n, low), high)
		if ok {
			why = fmt.Sprintf("outside %d to %d", low, high)
		} else {
			r.notices = append(r.notices, Notice{key, "the default " + string(py.Int(fallback)), string(py.Int(n)),
				fmt.Sprintf("the default is above max_search_limit, %d", high)})
		}
	}
	if why != "" {
		r.notice(key, string(py.Int(n)), why)
	}
	return n
}

func (r *configReader) names(key string, fallback []string) []string {
	v, ok := r.section.Get(key)
	if !ok || fallback == nil {
		return fallback
	}
	list, ok := v.(py.List)
	if !ok {
		r.notice(key, "the default list", "not a list of names")
		return fallback
	}
	names, used := []string{}, py.List{}
	for _, item := range list {
		if s := py.Strip(py.Str(item)); s != "" {
			names, used = append(names, s), append(used, s)
		}
	}
	if len(names) < len(list) {
		r.notice(key, py.Repr(used), "blank names are dropped")
	}
	return names
}
