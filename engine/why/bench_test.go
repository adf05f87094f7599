package why

import (
	"context"
	"fmt"
	"slices"
	"testing"

	"findable/engine"
	"findable/engine/eval"
)

// many is the office among n more tools, on servers of 110.
func many(n int) engine.Catalog {
	c := office()
	for s := range n / 110 {
		server := engine.Server{Name: fmt.Sprintf("server%d", s)}
		for i := range 110 {
			server.Tools = append(server.Tools, tool(fmt.Sprintf("do_%d_%d", s, i), fmt.Sprintf("Does thing %d of kind %d for the team in room %d.", i, i%13, i%7), "id:the id"))
		}
		c.Servers = append(c.Servers, server)
	}
	return c
}

// BenchmarkVerdict explains one miss, with a word that no tool has, to the end.
func BenchmarkVerdict(b *testing.B) {
	for _, n := range []int{3_300, 100_000} {
		c := many(n)
		for _, rules := range engine.Generations() {
			w := world(c, rules, nil)
			b.Run(fmt.Sprintf("%s/%d", rules.Name, n), func(b *testing.B) {
				for b.Loop() {
					if _, err := w.Explain("list_rooms", "archive the rom of team"); err != nil {
						b.Fatal(err)
					}
				}
			})
		}
	}
}

// BenchmarkRepairs tries all repairs of one miss among 3,300 tools, and the first
// of them.
func BenchmarkRepairs(b *testing.B) {
	for _, rules := range engine.Generations() {
		w := world(many(3_300), rules, nil)
		j, err := w.Explain("list_rooms", "archive the room of team")
		if err != nil {
			b.Fatal(err)
		}
		b.Run(rules.Name+"/all", func(b *testing.B) {
			for b.Loop() {
				for range w.Repairs(context.Background(), j) {
				}
			}
		})
		b.Run(rules.Name+"/first", func(b *testing.B) {
			for b.Loop() {
				for range w.Repairs(context.Background(), j) {
					break
				}
			}
		})
	}
}

// BenchmarkLongTool explains a miss of the tool with the most words of all real dumps,
// and tries all its repairs.
func BenchmarkLongTool(b *testing.B) {
	c := dumps(b)
	for _, rules := range engine.Generations() {
		w := world(c, rules, nil)
		longest := slices.MaxFunc(w.Session.Deferred, func(x, y *engine.Entry) int { return len(x.Words()) - len(y.Words()) })
		b.Run(rules.Name+"/verdict", func(b *testing.B) {
			for b.Loop() {
				if _, err := w.Explain(longest.Name, "frobnicate the quux"); err != nil {
					b.Fatal(err)
				}
			}
		})
		j, err := w.Explain(longest.Name, "frobnicate the quux")
		if err != nil {
			b.Fatal(err)
		}
		b.Run(rules.Name+"/repairs", func(b *testing.B) {
			for b.Loop() {
				for range w.Repairs(context.Background(), j) {
				}
			}
		})
	}
}

// BenchmarkEffect holds a repair that makes another session against 200 cases among
// 3,300 tools.
func BenchmarkEffect(b *testing.B) {
	w := world(many(3_300), engine.Documented(), nil)
	var cases []eval.Case
	for i := range 200 {
		cases = append(cases, eval.Case{Query: fmt.Sprintf("do thing %d of kind %d for the team", i, i%13), Expect: []eval.Want{{Name: fmt.Sprintf("do_3_%d", i%110), Grade: 1}}})
	}
	j, err := w.Explain("list_rooms", "archive things of kinds")
	if err != nil {
		b.Fatal(err)
	}
	var last Repair
	for r := range w.Repairs(context.Background(), j) {
		if r.Kind != QueryRepair {
			last = r
		}
	}
	if last.Kind == "" {
		b.Fatalf("no repair of another session: %s", j.Verdict)
	}
	for b.Loop() {
		if _, err := last.Effect(context.Background(), w, cases); err != nil {
			b.Fatal(err)
		}
	}
}
