package advice

import (
	"context"
	"math"
	"math/rand/v2"
	"os"
	"slices"
	"testing"

	"findable/engine"
	"findable/engine/eval"
	"findable/loaders"
)

const labelled = "../../../shared/catalogs/labelled/"

// TestReal holds the points of real catalogs with labelled queries against settings
// drawn at random, measured from the replies alone.
func TestReal(t *testing.T) {
	for _, name := range []string{"livemcpbench", "bfcl"} {
		t.Run(name, func(t *testing.T) {
			if _, err := os.Stat(labelled + name + ".catalog.json"); err != nil {
				t.Skip("the labelled catalogs are not here: ", err)
			}
			res, err := loaders.Load(context.Background(), []loaders.Source{{Path: labelled + name + ".catalog.json"}}, loaders.Options{})
			if err != nil {
				t.Fatal(err)
			}
			set, err := loaders.ReadCases(context.Background(), labelled+name+".queries.jsonl", "", loaders.Options{})
			if err != nil {
				t.Fatal(err)
			}
			r := rand.New(rand.NewPCG(5, 5))
			rules := engine.Documented()
			q := Question{engine.Register(res.Catalog).Session(rules, engine.Scope{}, nil), engine.DefaultConfig(rules), 200_000, set.Cases[:min(len(set.Cases), 60)]}
			a, err := Advise(context.Background(), q, nil)
			if err != nil {
				t.Fatal(err)
			}
			chose, check := eval.Halves(q.Cases)
			for _, i := range a.Shown() {
				p := a.Points[i]
				tokens, reach, recall := slowly(t, q, p.Config, check)
				if math.Abs(tokens-p.Tokens(p.Checked)) > near || math.Abs(reach-p.Checked.Reach) > near || p.Assembly.Active && math.Abs(recall-p.Checked.Recall) > near {
					t.Errorf("%s: %v tokens, reach %v, recall %v, claimed %v and %+v", p.Moved(q.Config), tokens, reach, recall, p.Tokens(p.Checked), p.Checked)
				}
			}
			for range 25 {
				c := q.Config
				c.ListingMaxTokens = engine.MinListingMaxTokens + r.IntN(12_000)
				c.ThresholdPct = float64(r.IntN(100)) / 10
				c.SearchDefaultLimit = q.limits(false)[r.IntN(len(q.limits(false)))]
				tokens, reach, _ := slowly(t, q, c, chose)
				if !slices.ContainsFunc(a.Points, func(p Point) bool {
					return p.Front && p.Tokens(p.Chosen) <= tokens+near && p.Chosen.Reach >= reach-near
				}) {
					t.Errorf("no point of the front is as good as %v: %v tokens, reach %v", Changes(q.Config, c), tokens, reach)
				}
			}
		})
	}
}
