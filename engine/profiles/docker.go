package profiles

import "strings"

var docker = Profile{
	Key: "docker-mcp-find", Title: "Docker mcp-find",
	Repository: "docker/mcp-gateway", Commit: "2bd20fe8",
	Sources: []string{"pkg/gateway/findmcps.go", "pkg/gateway/reload.go", "pkg/gateway/dynamic_mcps.go"},
	Approximate: []string{
		"Servers have neither title nor description here: dumps carry none.",
		"Equal scores come by name; in the original in random order.",
		"The keyword search; the original's embeddings, where switched on, cannot be replayed."},
	Default: 10, LimitBy: "the caller (limit)",
	Argument: "query", Unit: Servers, Scored: true, Nothing: `{"prompt": …, "total_matches": 0, "servers": []}`,
	build: func(servers []server) ranker {
		return refusesEmpty{okapi{
			documents: dockerDocuments,
			words:     asciiWords(strings.ToLower, 1),
			k1:        1.5, b: 0.75, once: true,
			ties: func(servers []server) []int32 {
				names := make([]string, len(servers))
				for i, s := range servers {
					names[i] = s.name
				}
				return ranks(names)
			},
		}.build(servers), "query parameter is required"}
	},
}

// dockerDocuments returns the texts of each server.
func dockerDocuments(servers []server) [][]weighted {
	out := make([][]weighted, len(servers))
	for i, s := range servers {
		out[i] = []weighted{{s.name, 4}, {s.title, 3}, {s.description, 1}}
		for _, t := range s.tools {
			out[i] = append(out[i], weighted{t.name, 2}, weighted{t.description, 1})
		}
	}
	return out
}

// refusesEmpty is a ranker that refuses the empty query, in the original's words.
type refusesEmpty struct {
	ranker
	words string
}

func (r refusesEmpty) rank(query string, n int) (Result, error) {
	if query == "" {
		return Result{}, &EmptyQueryError{r.words}
	}
	return r.ranker.rank(query, n)
}
