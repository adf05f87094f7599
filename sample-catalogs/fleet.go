package samples

import (
	"fmt"
	"strings"
)

// A team is one MCP server of the fleet with what its tools act on.
type team struct {
	name      string
	region    string // what a regional team covers; empty for the others
	resources []*resource
}

// regions are the parts of the company in which regional teams run their own
// server, by the ending of its name.
var regions = []struct{ ending, covers string }{
	{"alps", "the Alpine countries"},
	{"benelux", "the Benelux countries"},
	{"iberia", "Spain and Portugal"},
	{"nordics", "the Nordic countries"},
}

// fleet returns the servers of a retail company in which every team runs its
// own: one for each top row of the table, for regional rows one a region.
func fleet(g grammar) []team {
	var teams []team
	family := map[string][]*resource{}
	var tops []*resource
	for _, r := range g.resources("fleet.txt") {
		name := r.group + "-" + r.path[0]
		if r.parent == nil {
			tops = append(tops, r)
		}
		family[name] = append(family[name], r)
	}
	for _, top := range tops {
		name := top.group + "-" + top.path[0]
		if !top.regional {
			teams = append(teams, team{name: name, resources: family[name]})
			continue
		}
		for _, region := range regions {
			teams = append(teams, team{name + "-" + region.ending, region.covers, family[name]})
		}
	}
	return teams
}

// tools returns what the team's server offers, verb first: list_parcels.
func (t team) tools(g grammar) []tool {
	var tools []tool
	for _, r := range t.resources {
		for _, a := range r.actions {
			noun := r.one
			if strings.Contains(a.sayings[0].text, "{many}") && !strings.Contains(a.sayings[0].text, "{a}") {
				noun = r.many
			}
			built := g.tool(a.verb+"_"+snake(noun), r, a)
			if t.region != "" {
				built.Description += " Covers " + t.region + " only."
			}
			tools = append(tools, built)
		}
	}
	return tools
}

// overBudget writes the session file with the whole fleet, one line a server.
func overBudget(teams []team) []byte {
	var b strings.Builder
	b.WriteString(overBudgetHead)
	for _, t := range teams {
		fmt.Fprintf(&b, "  %s: %s\n", t.name, fleetFile(t))
	}
	return []byte(b.String())
}

func fleetFile(t team) string { return "generated/fleet/" + t.name + ".json" }

const overBudgetHead = `# A retail company in which every team runs its own MCP server. There are so
# many that even one summary line for each does not fit the default budget:
# tier 2, and the model gets no listing at all. Raise listing_max_tokens
# above 6,050 and the summaries come back.
findable: session/1

core: all

app:
  queries:
    - approve an invoice
    - where is my parcel
    - book a meeting room

servers:
`
