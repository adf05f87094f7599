package why

import (
	"context"
	"fmt"
	"testing"

	"findable/engine"
)

// BenchmarkRepairs tries all repairs of one miss among 3,300 tools.
func BenchmarkRepairs(b *testing.B) {
	c := office()
	for s := range 30 {
		server := engine.Server{Name: fmt.Sprintf("server%d", s)}
		for i := range 110 {
			server.Tools = append(server.Tools, tool(fmt.Sprintf("do_%d_%d", s, i), fmt.Sprintf("Does thing %d of kind %d for the team in room %d.", i, i%13, i%7), "id:the id"))
		}
		c.Servers = append(c.Servers, server)
	}
	for _, rules := range engine.Generations() {
		w := world(c, rules, nil)
		for what, f := range map[string]func(Journey){"repairs": func(j Journey) { w.Repairs(context.Background(), j) }, "journey": func(j Journey) { w.Explain(j.Name, j.Query) }} {
			b.Run(rules.Name+"/"+what, func(b *testing.B) {
				j, err := w.Explain("list_rooms", "archive the room of team")
				if err != nil {
					b.Fatal(err)
				}
				for b.Loop() {
					f(j)
				}
			})
		}
	}
}
