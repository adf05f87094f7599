package engine

import (
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"findable/engine/py"
)

// benchCatalog is the mixed catalog of 2,954 tools that the reference's own
// times are known for; where it is absent a made one of the same size serves.
func benchCatalog(b *testing.B) Catalog {
	b.Helper()
	if _, err := os.Stat(filepath.Join(shared, "catalogs")); err == nil {
		return Catalog{Servers: readSet(b, "mixed/cloudflare-sdk+linear+memory")}
	}
	return madeCatalog(2954)
}

// madeCatalog makes n tools over a few hundred words, spread over servers of 250.
func madeCatalog(n int) Catalog {
	verbs := []string{"create", "list", "delete", "update", "search", "rotate", "export", "restore"}
	nouns := []string{"issue", "message", "zone", "record", "invoice", "customer", "bucket", "secret", "pipeline",
		"channel", "document", "calendar", "event", "alert", "dashboard", "certificate", "account", "policy"}
	var c Catalog
	for i := range n {
		if i%250 == 0 {
			c.Servers = append(c.Servers, Server{Name: fmt.Sprintf("service-%d", i/250)})
		}
		verb, noun := verbs[i%len(verbs)], nouns[(i/len(verbs))%len(nouns)]
		other := nouns[(i*7+3)%len(nouns)]
		properties := py.Object{}
		for _, p := range []string{noun + "_id", other + "_name", "page", "limit"} {
			properties = append(properties, py.Member{Key: p, Value: py.Object{
				{Key: "type", Value: "string"}, {Key: "description", Value: "The " + p + " to use in this call."}}})
		}
		s := &c.Servers[len(c.Servers)-1]
		s.Tools = append(s.Tools, Tool{Function: py.Object{
			{Key: "name", Value: fmt.Sprintf("%s_%s_%s_%d", verb, noun, other, i)},
			{Key: "description", Value: fmt.Sprintf("Use this to %s the %s of a %s in workspace number %d. It returns the %s "+
				"together with every %s that belongs to it, and takes a page and a limit.", verb, noun, other, i, noun, other)},
			{Key: "parameters", Value: py.Object{{Key: "type", Value: "object"}, {Key: "properties", Value: properties}}},
		}})
	}
	return c
}

func benchSession(c Catalog) *Session { return Register(c).Session(Documented(), Scope{}, nil) }

func BenchmarkPrepare(b *testing.B) {
	c := benchCatalog(b)
	for b.Loop() {
		Register(c)
	}
	b.ReportMetric(float64(c.Size()), "tools")
}

func BenchmarkSession(b *testing.B) {
	r := Register(benchCatalog(b))
	for b.Loop() {
		r.Session(Documented(), Scope{}, nil)
	}
}

func BenchmarkAssemble(b *testing.B) {
	s := benchSession(benchCatalog(b))
	for _, budget := range []int{4000, 60000} {
		b.Run(fmt.Sprint(budget), func(b *testing.B) {
			c := DefaultConfig(s.Rules)
			c.ThresholdPct, c.ListingMaxTokens = 100, budget
			for b.Loop() {
				s.Assemble(c, 1000000)
			}
		})
	}
}

func BenchmarkSearch(b *testing.B) {
	for _, rules := range Generations() {
		s := Register(benchCatalog(b)).Session(rules, Scope{}, nil)
		for _, query := range []string{"create a new issue", "list dns zone records", "kubernetes"} {
			b.Run(rules.Name+"/"+query, func(b *testing.B) {
				b.ReportAllocs()
				for b.Loop() {
					s.Index.Search(query, 25)
				}
			})
		}
	}
}

func BenchmarkExplain(b *testing.B) {
	s := benchSession(benchCatalog(b))
	for b.Loop() {
		s.Index.Explain("create a new issue", 100)
	}
}

func BenchmarkToolSearch(b *testing.B) {
	s := benchSession(benchCatalog(b))
	c := DefaultConfig(s.Rules)
	args := py.Object{{Key: "queries", Value: py.List{"create a new issue", "list dns zone records"}}}
	for b.Loop() {
		s.ToolSearch(c, args)
	}
}

func BenchmarkHundredThousand(b *testing.B) {
	c := madeCatalog(100000)
	r := Register(c)
	b.Run("register", func(b *testing.B) {
		for b.Loop() {
			Register(c)
		}
	})
	b.Run("index", func(b *testing.B) {
		for b.Loop() {
			r.Session(Documented(), Scope{}, nil)
		}
	})
	s := r.Session(Documented(), Scope{}, nil)
	for _, query := range []string{"create a new issue", "rotate the secret of a bucket", "workspace number 4711"} {
		b.Run("search/"+query, func(b *testing.B) {
			for b.Loop() {
				s.Index.Search(query, 25)
			}
		})
	}
}

func BenchmarkNearest(b *testing.B) {
	s := benchSession(benchCatalog(b))
	for b.Loop() {
		s.Index.Nearest("organizashun", 3)
	}
}
