package engine

import (
	"math"
	"reflect"

	"findable/engine/py"
)

// Section returns values of tools.tool_search, in the order of ConfigKeys, that
// ReadConfig reads as c under the same rules: all keys that the generation has, and
// those of them alone that differ from its defaults. Pinned writes `enabled: on`
// where c says auto: the two behave the same, and only on cannot come to mean
// something else in a later release.
func (c Config) Section(rules Rules, pinned bool) (all, differing py.Object) {
	if pinned && c.Enabled == Auto {
		c.Enabled = On
	}
	defaults := DefaultConfig(rules).values(rules)
	all = c.values(rules)
	for i, m := range all {
		if !reflect.DeepEqual(m.Value, defaults[i].Value) {
			differing = append(differing, m)
		}
	}
	return all, differing
}

func (c Config) values(rules Rules) py.Object {
	percent := py.Float(c.ThresholdPct)
	if c.ThresholdPct == math.Trunc(c.ThresholdPct) {
		percent = py.Int(int(c.ThresholdPct)) // 8 reads better than 8.0
	}
	all := py.Object{
		{Key: "enabled", Value: string(c.Enabled)}, {Key: "threshold_pct", Value: percent},
		{Key: "listing", Value: string(c.Listing)}, {Key: "listing_max_tokens", Value: py.Int(c.ListingMaxTokens)},
		{Key: "search_default_limit", Value: py.Int(c.SearchDefaultLimit)}, {Key: "max_search_limit", Value: py.Int(c.MaxSearchLimit)},
	}
	if rules.DefaultDefer == nil {
		return all
	}
	names := py.List{}
	for _, name := range c.Defer {
		names = append(names, name)
	}
	return append(all, py.Member{Key: "defer", Value: names})
}
