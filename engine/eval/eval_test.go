package eval

import (
	"context"
	"errors"
	"math"
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"
	"testing"
)

var garden = NewNames([]Tool{
	{"shed", "open_gate", "mcp__shed__open_gate"},
	{"shed", "water.all", "mcp__shed__water_all"},
	{"beds", "open_gate", "mcp__beds__open_gate"},
	{"my-beds", "rainFall", "mcp__my_beds__rainFall"},
})

func TestFind(t *testing.T) {
	for name, want := range map[string][]int{
		"mcp__shed__open_gate":            {0},
		"open_gate":                       {0, 2},
		"water.all":                       {1},
		"shed:open_gate":                  {0},
		"beds/open_gate":                  {2},
		"shed.water.all":                  {1},
		"shed__water_all":                 {1},
		"mcp_shed_water_all":              {1},
		"mcp:my-beds:rainFall":            {3},
		"my_beds-rainfall":                {3},
		"connectors__shed__open-gate":     {0},
		"mcp__plugin_x_y_shed__water":     nil,
		"mcp__plugin_x_y_shed__water.all": {1},
		"close_gate":                      nil,
		"":                                nil,
	} {
		if got := garden.Find(name); !reflect.DeepEqual(got, want) {
			t.Errorf("%q means %v, want %v", name, got, want)
		}
	}
}

// TestFindCut: a name that a client has cut at 64 characters means the one tool
// whose name goes on there.
func TestFindCut(t *testing.T) {
	long := strings.Repeat("very_", 12) + "long_"
	n := NewNames([]Tool{
		{"shed", long + "open", "mcp__shed__" + long + "open"},
		{"shed", long + "close", "mcp__shed__" + long + "close"},
		{"beds", "a" + long + "rain", "mcp__beds__a" + long + "rain"},
	})
	for name, want := range map[string][]int{
		("mcp__beds__a" + long)[:64]:         {2},
		("mcp__beds__a" + long)[:63]:         nil,
		("beds-a" + long + "rain")[:64]:      {2},
		("mcp__shed__" + long + "open")[:64]: nil, // two begin so
	} {
		if got := n.Find(name); !reflect.DeepEqual(got, want) {
			t.Errorf("%q means %v, want %v", name, got, want)
		}
	}
}

func wants(grades ...int) []Want {
	names := []string{"mcp__shed__open_gate", "water.all", "rainFall", "nowhere"}
	var out []Want
	for i, g := range grades {
		if g > 0 {
			out = append(out, Want{names[i], g})
		}
	}
	return out
}

func TestJudge(t *testing.T) {
	for name, c := range map[string]struct {
		c                         Case
		hits                      []int
		rank                      int
		hit1, recall5, recall1, n float64
	}{
		"first":          {Case{Expect: wants(1)}, []int{0, 1}, 1, 1, 1, 1, 1},
		"third":          {Case{Expect: wants(1)}, []int{1, 2, 0}, 3, 0, 1, 0, 0.5},
		"none":           {Case{Expect: wants(1)}, []int{1, 2}, 0, 0, 0, 0, 0},
		"one of two":     {Case{Expect: wants(1, 1)}, []int{1, 2}, 1, 1, 0.5, 0.5, 1 / (1 + 1/math.Log2(3))},
		"any of two":     {Case{Expect: wants(1, 1), Any: true}, []int{2, 1}, 2, 0, 1, 0, 1 / math.Log2(3)},
		"graded":         {Case{Expect: wants(1, 3)}, []int{0, 1}, 1, 1, 1, 0.5, (1 + 3/math.Log2(3)) / (3 + 1/math.Log2(3))},
		"not loaded too": {Case{Expect: wants(1, 0, 0, 1)}, []int{0}, 1, 1, 0.5, 0.5, 1 / (1 + 1/math.Log2(3))},
		"nothing wanted": {Case{}, []int{0}, 0, 0, 0, 0, 0},
	} {
		o := Judge(c.c, garden, c.hits)
		got := []float64{float64(o.Rank()), o.Hit(1), o.Recall(5), o.Recall(1), o.NDCG(5)}
		for i, want := range []float64{float64(c.rank), c.hit1, c.recall5, c.recall1, c.n} {
			if math.Abs(got[i]-want) > 1e-12 {
				t.Errorf("%s: figure %d is %v, want %v", name, i, got[i], want)
			}
		}
	}
	if o := Judge(Case{Expect: wants(1, 0, 0, 1)}, garden, nil); !slices.Equal(o.Unknown, []string{"nowhere"}) {
		t.Errorf("unknown %v", o.Unknown)
	}
}

// TestMeasureProperties checks on random rankings that no figure leaves 0 to 1,
// that recall grows with k, and that a better place never makes a figure worse.
func TestMeasureProperties(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	tools := make([]Tool, 40)
	for i := range tools {
		tools[i] = Tool{Bare: string(rune('a' + i)), Full: string(rune('a' + i))}
	}
	names := NewNames(tools)
	for range 2000 {
		var c Case
		for _, i := range r.Perm(40)[:1+r.IntN(5)] {
			c.Expect = append(c.Expect, Want{tools[i].Full, 1 + r.IntN(3)})
		}
		c.Any = r.IntN(3) == 0
		hits := r.Perm(40)[:r.IntN(31)]
		o := Judge(c, names, hits)
		for _, m := range All() {
			if v := m.Of(o, 7); v < 0 || v > 1+1e-12 {
				t.Fatalf("%s is %v", m.Name, v)
			}
		}
		for k := 1; k < Depth; k++ {
			if o.Recall(k) > o.Recall(k+1) {
				t.Fatalf("recall falls from %d to %d hits", k, k+1)
			}
		}
		if len(hits) < 2 {
			continue
		}
		i := 1 + r.IntN(len(hits)-1)
		better := slices.Clone(hits)
		better[0], better[i] = better[i], better[0]
		wanted := func(hit int) bool {
			return slices.ContainsFunc(c.Expect, func(w Want) bool { return w.Name == tools[hit].Full })
		}
		if !wanted(hits[i]) || wanted(hits[0]) {
			continue
		}
		b := Judge(c, names, better)
		for _, m := range All() {
			if float64(m.Better)*(m.Of(b, 7)-m.Of(o, 7)) < -1e-12 {
				t.Fatalf("%s is worse when a wanted tool moves from %d to the top", m.Name, i+1)
			}
		}
	}
}

func TestInterval(t *testing.T) {
	if low, high := Interval([]float64{0.4, 0.4, 0.4}); math.Abs(low-0.4)+math.Abs(high-0.4) > 1e-12 {
		t.Errorf("of equal values %v to %v", low, high)
	}
	values := make([]float64, 400)
	for i := range values {
		values[i] = float64(i % 2)
	}
	low, high := Interval(values) // the normal approximation gives 0.5 ± 0.049
	if math.Abs(low-0.451) > 0.01 || math.Abs(high-0.549) > 0.01 {
		t.Errorf("of 400 fair coins %v to %v", low, high)
	}
	if again, _ := Interval(values); again != low {
		t.Error("another draw, another interval")
	}
	if low, high := Interval(nil); low != 0 || high != 0 {
		t.Error("an interval of nothing")
	}
}

// inOrder ranks the tools in their order, and refuses the query "no".
type inOrder struct{ names *Names }

func (e inOrder) Names() *Names { return e.names }

func (e inOrder) Rank(query string, n int) ([]int, error) {
	if query == "no" {
		return nil, errors.New("it will not")
	}
	return []int{0, 1, 2, 3}[:min(n, 4)], nil
}

func TestRun(t *testing.T) {
	cases := []Case{{Query: "a", Expect: wants(0, 1)}, {Query: "no", Expect: wants(1)}}
	asked := 0
	got, err := Run(context.Background(), inOrder{garden}, cases, func(n int) { asked = n })
	if err != nil || asked != 2 || got[0].Rank() != 2 || got[1].Fault == nil {
		t.Errorf("%+v, %v, %d asked", got, err, asked)
	}
	m := Measured(got, 1)
	if m.Queries != 2 || m.MRR != 0.25 || m.ZeroHit != 0.5 || m.Recall5 != 0.5 || m.RecallLimit != 0 {
		t.Errorf("%+v", m)
	}
	ctx, stop := context.WithCancel(context.Background())
	stop()
	if _, err := Run(ctx, inOrder{garden}, cases, nil); err == nil {
		t.Error("goes on without its context")
	}
	if m := Measured(nil, 5); m != (Measures{}) {
		t.Errorf("of nothing %+v", m)
	}
}
