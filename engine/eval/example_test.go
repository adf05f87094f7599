package eval_test

import (
	"context"
	"fmt"

	"findable/engine"
	"findable/engine/eval"
	"findable/engine/py"
)

// How well the reference's engine finds what two queries need.
func Example() {
	tool := func(name, description string) engine.Tool {
		return engine.Tool{Function: py.Object{{Key: "name", Value: name}, {Key: "description", Value: description}}}
	}
	registry := engine.Register(engine.Catalog{Servers: []engine.Server{{Name: "shop", Tools: []engine.Tool{
		tool("refund", "Give the money for an order back."),
		tool("find_order", "Find an order by its number."),
	}}}})
	rules := engine.Documented()
	config := engine.DefaultConfig(rules)
	session := eval.NewSession(registry.Session(rules, engine.Scope{}, config.Defer), config)
	cases := []eval.Case{
		{Query: "money back for an order", Expect: []eval.Want{{Name: "refund", Grade: 1}}},
		{Query: "reimburse a customer", Expect: []eval.Want{{Name: "shop.refund", Grade: 1}}},
	}

	outcomes, err := eval.Run(context.Background(), session, cases, nil)
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, o := range outcomes {
		fmt.Printf("%q: rank %d of %d hits\n", o.Case.Query, o.Rank(), len(o.Hits))
	}
	m := eval.Measured(outcomes, config.SearchDefaultLimit)
	fmt.Printf("recall@limit %.2f, MRR %.2f, found nothing %.2f\n", m.RecallLimit, m.MRR, m.ZeroHit)

	// Output:
	// "money back for an order": rank 1 of 2 hits
	// "reimburse a customer": rank 0 of 0 hits
	// recall@limit 0.50, MRR 0.50, found nothing 0.50
}
