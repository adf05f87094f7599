package eval

// Measures are the figures over all cases (cli.md, command eval): means of what
// Outcome gives for each, from 0 to 1.
type Measures struct {
	Queries int
	// Hit1 is the share of queries whose first hit is wanted.
	Hit1 float64
	// RecallLimit and Recall5 are the shares of the wanted tools within the
	// configured limit and within the first five hits.
	RecallLimit, Recall5 float64
	// MRR is the mean reciprocal rank of the first wanted tool over Depth hits.
	MRR float64
	// NDCG is the normalised discounted cumulative gain over five hits.
	NDCG float64
	// ZeroHit is the share of queries that find nothing at all.
	ZeroHit float64
	// ReplyTokens is what a reply costs on average, in tokens.
	ReplyTokens float64
}

// A Measure is one of the figures.
type Measure struct {
	// Name is its name in reports: hit@1, recall@limit, recall@5, mrr@25, ndcg@5,
	// zero_hit.
	Name string
	// Of returns its value for one case; limit is the configured number of hits.
	Of func(o Outcome, limit int) float64
	// Better is +1 where more is better and -1 where less is.
	Better int
}

// All returns the measures in the order of reports.
func All() []Measure {
	return []Measure{
		{"hit@1", func(o Outcome, _ int) float64 { return o.Hit(1) }, 1},
		{"recall@limit", func(o Outcome, limit int) float64 { return o.Recall(limit) }, 1},
		{"recall@5", func(o Outcome, _ int) float64 { return o.Recall(5) }, 1},
		{"mrr@25", func(o Outcome, _ int) float64 { return o.ReciprocalRank() }, 1},
		{"ndcg@5", func(o Outcome, _ int) float64 { return o.NDCG(5) }, 1},
		{"zero_hit", func(o Outcome, _ int) float64 { return zero(o) }, -1},
	}
}

func zero(o Outcome) float64 {
	if len(o.Hits) == 0 {
		return 1
	}
	return 0
}

// Values returns a measure's value for each outcome.
func (m Measure) Values(outcomes []Outcome, limit int) []float64 {
	values := make([]float64, len(outcomes))
	for i, o := range outcomes {
		values[i] = m.Of(o, limit)
	}
	return values
}

// Mean returns the mean, 0 of nothing.
func Mean(values []float64) float64 {
	if len(values) == 0 {
		return 0
	}
	return sum(values) / float64(len(values))
}

// Measured returns the figures over some outcomes; limit is the configured number
// of hits.
func Measured(outcomes []Outcome, limit int) Measures {
	m := Measures{Queries: len(outcomes)}
	for i, to := range []*float64{&m.Hit1, &m.RecallLimit, &m.Recall5, &m.MRR, &m.NDCG, &m.ZeroHit} {
		*to = Mean(All()[i].Values(outcomes, limit))
	}
	for _, o := range outcomes {
		m.ReplyTokens += float64(o.ReplyTokens) / float64(len(outcomes))
	}
	return m
}
