package profiles

import (
	"strings"

	"findable/engine/py"
	"findable/engine/py/re"
)

const (
	fastmcpRepository = "PrefectHQ/fastmcp"
	fastmcpCommit     = "743ddffd"
	fastmcpSource     = "fastmcp_slim/fastmcp/server/transforms/search/"
	fastmcpLimit      = "the server's author (max_results)"
	fastmcpCatalog    = "Every tool is searched: in the original pinned ones are not, and of one name only the highest version is."
)

var fastmcpBM25 = Profile{
	Key: "fastmcp-bm25", Title: "FastMCP BM25",
	Repository: fastmcpRepository, Commit: fastmcpCommit,
	Sources:     []string{fastmcpSource + "base.py", fastmcpSource + "bm25.py", "fastmcp_slim/fastmcp/server/transforms/catalog.py"},
	Approximate: []string{fastmcpCatalog},
	Default:     5, LimitBy: fastmcpLimit,
	Argument: "query", Unit: Tools, Scored: true, Nothing: "[]",
	build: okapi{
		documents: func(servers []server) [][]weighted {
			var out [][]weighted
			for _, t := range allTools(servers) {
				out = append(out, []weighted{{fastmcpText(t), 1}})
			}
			return out
		},
		words: asciiWords(py.Lower, 2),
		k1:    1.5, b: 0.75,
	}.build,
}

var fastmcpRegex = Profile{
	Key: "fastmcp-regex", Title: "FastMCP regex",
	Repository: fastmcpRepository, Commit: fastmcpCommit,
	Sources: []string{fastmcpSource + "base.py", fastmcpSource + "regex.py"},
	Approximate: []string{fastmcpCatalog,
		"Most look-around, back-references and other forms that Go's regexp has not are refused with an error; the original runs them.",
		`\b knows the letters of ASCII only, and i does not match ı or İ.`,
		"What is no pattern is so for Python 3.11; later ones may differ."},
	Default: 5, LimitBy: fastmcpLimit,
	Argument: "pattern", Unit: Tools, Nothing: "[], also for a pattern that does not compile",
	build: func(servers []server) ranker {
		var s searchedTexts
		for _, t := range allTools(servers) {
			text := fastmcpText(t)
			s.texts, s.folded = append(s.texts, text), append(s.folded, re.Fold(text))
		}
		return s
	},
}

// fastmcpText is what FastMCP searches of a tool.
func fastmcpText(t tool) string {
	parts := []string{t.name}
	if t.description != "" {
		parts = append(parts, t.description)
	}
	for _, p := range t.properties() {
		parts = append(parts, p.name)
		if p.description != "" {
			parts = append(parts, p.description)
		}
	}
	return strings.Join(parts, " ")
}

// searchedTexts gives the tools that a pattern is found in, in catalog order.
type searchedTexts struct{ texts, folded []string }

// maxSearchSteps bounds one search by what it takes at most, in instructions of the
// pattern times bytes of the texts: up to ten seconds.
const maxSearchSteps = 2_000_000_000

func (s searchedTexts) rank(pattern string, n int) (Result, error) {
	p, err := re.Compile("(?i)" + pattern)
	if err == re.ErrRefused {
		return Result{}, nil
	} else if err != nil {
		return Result{}, &PatternError{pattern, err.Error()}
	}
	var hits []Hit
	steps := 0
	for i, text := range s.texts {
		if !strings.Contains(s.folded[i], p.Literal()) {
			continue
		}
		if steps += p.Size() * len(text); steps > maxSearchSteps {
			return Result{}, &PatternError{pattern, "this pattern takes too long on this catalog"}
		}
		if p.Search(text) {
			if hits = append(hits, Hit{Place: i}); len(hits) == n {
				break
			}
		}
	}
	return Result{Hits: hits}, nil
}
