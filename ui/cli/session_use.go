package cli

import (
	"findable/engine/cost"
	"findable/engine/py"
)

// What a session does and what its tokens cost stands in a saved session as it does
// in the JSON of findable cost. It is there only where it is not cost.DefaultUse.
const useKey = "use"

// A useNumber is one of the numbers of a cost.Use, with the range of its knob in the
// app.
type useNumber struct {
	key       string
	whole     bool
	low, high float64
	get       func(cost.Use) float64
	set       func(*cost.Use, float64)
}

var useNumbers = []useNumber{
	{"turns", true, 1, cost.MaxTurns, func(u cost.Use) float64 { return float64(u.Turns) }, func(u *cost.Use, v float64) { u.Turns = int(v) }},
	{"tools", true, 0, 200, func(u cost.Use) float64 { return float64(u.Tools) }, func(u *cost.Use, v float64) { u.Tools = int(v) }},
	{"found", false, 0.05, 1, func(u cost.Use) float64 { return u.Found }, func(u *cost.Use, v float64) { u.Found = v }},
	{"conversation", true, 0, 1e6, func(u cost.Use) float64 { return float64(u.Conversation) }, func(u *cost.Use, v float64) { u.Conversation = int(v) }},
	{"cache_ratio", false, 0, 1, func(u cost.Use) float64 { return u.CacheRead }, func(u *cost.Use, v float64) { u.CacheRead = v }},
	{"cache_write", false, 0, 4, func(u cost.Use) float64 { return u.CacheWrite }, func(u *cost.Use, v float64) { u.CacheWrite = v }},
}

func useValue(u cost.Use) py.Object {
	o := py.Object{}
	for _, n := range useNumbers {
		v := py.Value(py.Float(n.get(u)))
		if n.whole {
			v = py.Int(int(n.get(u)))
		}
		o = append(o, py.Member{Key: n.key, Value: v})
	}
	return o
}

// use reads what a session does; a number that cannot be one keeps its default.
func (r stateReader) use(v py.Value, path string) cost.Use {
	u := cost.DefaultUse()
	o, ok := v.(py.Object)
	if !ok {
		r.note(path+"."+useKey, "a mapping of numbers is wanted here")
		return u
	}
	for _, n := range useNumbers {
		v, there := o.Get(n.key)
		if !there {
			continue
		}
		number, ok := v.(py.Number)
		if !ok || n.whole && !number.IsInt() || !(number.Float() >= n.low && number.Float() <= n.high) {
			r.note(path+"."+useKey+"."+n.key, "a number from %v to %v is wanted here", n.low, n.high)
			continue
		}
		n.set(&u, number.Float())
	}
	return u
}
