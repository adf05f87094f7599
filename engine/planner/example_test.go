package planner_test

import (
	"fmt"

	"findable/engine"
	"findable/engine/planner"
)

// Four calls of one message: two read and run side by side, the question to the user
// stops everything, and the last waits for it.
func ExampleNew() {
	rules := engine.Documented()
	session := engine.Register(engine.Catalog{}).Session(rules, engine.Scope{}, nil)
	calls := []planner.Call{
		{Name: "tool_search", Arguments: `{"queries": ["issues"]}`},
		{Name: "read_file", Arguments: `{"path": "notes.txt"}`},
		{Name: "clarify", Arguments: `{"question": "Which one?"}`},
		{Name: "write_file", Arguments: `{"path": "notes.txt", "content": "x"}`},
	}
	plan := planner.New(session, planner.Folders{Working: "/work", Home: "/home/me"}, calls)
	for _, s := range plan.Segments {
		fmt.Println("side by side:", s.Parallel)
		for _, i := range s.Calls {
			fmt.Printf("  %s: %s\n", plan.Decisions[i].Name, plan.Why(i))
		}
	}

	// Output:
	// side by side: true
	//   tool_search: looking up tools changes nothing
	//   read_file: its files are its own
	// side by side: false
	//   clarify: a question to the user stops everything
	//   write_file: it could run beside others, and none stands next to it
}
