package advice

import (
	"context"
	"slices"

	"findable/engine"
	"findable/engine/eval"
	"findable/engine/py"
)

// A need is a case with all of its outcome that no knob but those of a setting
// decides.
type need struct {
	outcome eval.Outcome
	wants   []want
	// replies are the tokens of tool_search's answer by limit, describe those of
	// tool_describe's.
	replies  map[int]int
	describe int
}

// A want is one needed tool.
type want struct {
	visible bool     // loaded whatever is set
	labels  []string // the groups of the deferred tools that its name may mean
	rank    int      // that of the search, 0 for none
}

// seen reports whether the model has or reads the tool's name before it searches.
func (w want) seen(s setting) bool {
	return w.visible || slices.ContainsFunc(w.labels, func(l string) bool { return !s.assembly.Active || s.shown[l] })
}

func (w want) reached(s setting) bool {
	return w.seen(s) || s.assembly.Active && w.rank > 0 && w.rank <= s.config.SearchDefaultLimit
}

// reach is the share of the needed tools that can be reached.
func (n need) reach(s setting) float64 { return n.share(func(w want) bool { return w.reached(s) }) }

// share is that of the wants of which something holds; where any is enough, 1 or 0.
func (n need) share(holds func(want) bool) float64 {
	count := 0
	for _, w := range n.wants {
		if holds(w) {
			count++
		}
	}
	if n.outcome.Case.Any {
		return float64(min(count, 1))
	}
	return float64(count) / float64(max(len(n.wants), 1))
}

// tokens is what the bridge answers.
func (n need) tokens(s setting) int {
	if !s.assembly.Active {
		return 0
	}
	sum := n.describe
	if n.share(func(w want) bool { return w.seen(s) }) < 1 {
		sum += n.replies[s.config.SearchDefaultLimit]
	}
	return sum
}

func reaches(needs []need, s setting) []float64 {
	values := make([]float64, len(needs))
	for i, n := range needs {
		values[i] = n.reach(s)
	}
	return values
}

func score(needs []need, s setting) Score {
	replies, recalls := make([]float64, len(needs)), make([]float64, len(needs))
	for i, n := range needs {
		replies[i], recalls[i] = float64(n.tokens(s)), n.outcome.Recall(s.config.SearchDefaultLimit)
	}
	return Score{Cases: len(needs), Replies: eval.Mean(replies), Reach: eval.Mean(reaches(needs, s)), Recall: eval.Mean(recalls)}
}

// A measure asks a session the cases once, for all settings.
type measure struct {
	question Question
	engine   *eval.Session
	visible  *eval.Names
	limits   []int // of the settings that search
}

func newMeasure(q Question, settings []setting) *measure {
	m := &measure{question: q, engine: eval.NewSession(q.Session, q.Config), visible: eval.NamesOf(q.Session.Visible)}
	for _, s := range settings {
		if limit := s.config.SearchDefaultLimit; s.assembly.Active && !slices.Contains(m.limits, limit) {
			m.limits = append(m.limits, limit)
		}
	}
	return m
}

// ask holds the cases against the session.
func (m *measure) ask(ctx context.Context, cases []eval.Case, asked func(done, of int)) ([]need, error) {
	needs := make([]need, 0, len(cases))
	for i, c := range cases {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		hits, _ := m.engine.Rank(c.Query, eval.Depth)
		needs = append(needs, m.need(eval.Judge(c, m.engine.Names(), hits)))
		if asked != nil {
			asked(i+1, len(cases))
		}
	}
	return needs, nil
}

func (m *measure) need(o eval.Outcome) need {
	n := need{outcome: o, replies: map[int]int{}}
	var names []string // of deferred tools
	for i, w := range o.Case.Expect {
		found := want{rank: o.Ranks[i]}
		for place, tool := range m.engine.Names().Find(w.Name) {
			t := m.engine.Names().Tool(tool)
			found.labels = append(found.labels, t.Server)
			if place == 0 {
				names = append(names, t.Full)
			}
		}
		found.visible = found.labels == nil && m.visible.Find(w.Name) != nil
		n.wants = append(n.wants, found)
	}
	if o.Case.Any && len(names) > 0 {
		names = names[:1]
	}
	n.describe = m.describe(names)
	for _, limit := range m.limits {
		c := m.question.Config
		c.SearchDefaultLimit = limit
		reply := m.question.Session.ToolSearch(c, py.Object{{Key: "queries", Value: py.List{o.Case.Query}}})
		n.replies[limit] = reply.Tokens()
	}
	return n
}

// describe returns the tokens of tool_describe's answer to some names, 0 for none.
func (m *measure) describe(names []string) int {
	if len(names) == 0 {
		return 0
	}
	list := py.List{}
	for _, name := range names[:min(len(names), engine.MaxNames)] {
		list = append(list, name)
	}
	reply := m.question.Session.ToolDescribe(py.Object{{Key: "names", Value: list}})
	return reply.Tokens()
}
