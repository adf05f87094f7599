package why_test

import (
	"context"
	"fmt"

	"findable/engine"
	"findable/engine/py"
	"findable/engine/why"
)

// A tool that a query does not find: the verdict, the station at which it stops, and
// the first change that helps.
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
	session := registry.Session(rules, engine.Scope{}, config.Defer)
	world := why.World{World: engine.NewWorld(session, config, 200_000), Loaded: registry}

	journey, err := world.Explain("refund", "reimburse a customer")
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(journey.Verdict, "-", journey.Verdict.Sentence())
	for _, s := range journey.Stations {
		if s.Status == why.Fail {
			fmt.Println(s.Name, "-", s.Evidence)
		}
	}
	for repair := range world.Repairs(context.Background(), journey) {
		fmt.Printf("%s: %s (rank %d)\n", repair.Kind, repair.Change, repair.RankAfter)
		break
	}

	// Output:
	// no_shared_term - the query and the tool share no term
	// shares a term - unknown_word: no tool has reimburse, a, customer
	// query: add the word refund, which is in its name (rank 1)
}
