package why

import (
	"context"
	"slices"

	"findable/engine"
	"findable/engine/eval"
)

// Effect returns what a repair does to evaluation cases, held against the world that
// it repairs. Wanted tools that the model sees without a search after it are left
// out of both sides, and a tool that it renames is the same tool. The error is that
// of a context that ends.
func (r Repair) Effect(ctx context.Context, before World, cases []eval.Case) (eval.Comparison, error) {
	cases = eval.Without(cases, eval.NamesOf(r.After.Session.Visible))
	was, err := before.try(ctx, cases)
	if err != nil {
		return eval.Comparison{}, err
	}
	renamed := r.renamed(before, cases)
	is, err := r.After.try(ctx, renamed)
	if err != nil {
		return eval.Comparison{}, err
	}
	for i := range is {
		is[i].Case = cases[i]
	}
	return eval.Compare(eval.NewTry(1, "", before.limit(), was), eval.NewTry(2, "", r.After.limit(), is)), nil
}

func (w World) try(ctx context.Context, cases []eval.Case) ([]eval.Outcome, error) {
	return eval.Run(ctx, eval.NewSession(w.Session, w.Config), cases, nil)
}

// renamed returns the cases with a renamed tool under its new name.
func (r Repair) renamed(before World, cases []eval.Case) []eval.Case {
	if r.was == "" || r.was == r.Name {
		return cases
	}
	old, ok := before.Session.Registry.Lookup(r.was)
	if !ok {
		return cases
	}
	is := eval.NamesOf([]*engine.Entry{old})
	out := slices.Clone(cases)
	for i := range out {
		out[i].Expect = slices.Clone(out[i].Expect)
		for k, w := range out[i].Expect {
			if is.Find(w.Name) != nil {
				out[i].Expect[k].Name = r.Name
			}
		}
	}
	return out
}
