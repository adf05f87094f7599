package why

import (
	"bufio"
	"bytes"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"findable/engine"
	"findable/engine/py"
)

// TestLabelledQueries takes what people ask in published query sets, and the tool that
// they want or a random one, derives each verdict the slow way, and tries all repairs.
func TestLabelledQueries(t *testing.T) {
	files, _ := filepath.Glob("../../../shared/catalogs/labelled/*.catalog.json")
	if len(files) == 0 {
		t.Skip("the shared catalogs are not here")
	}
	const pairs = 6 // a set and generation
	r := rand.New(rand.NewPCG(2, 7))
	for _, file := range files {
		c, queries := labelled(t, file)
		for _, rules := range engine.Generations() {
			w := world(c, rules, nil)
			s := newSlow(w)
			for i := range pairs {
				q := queries[r.IntN(len(queries))]
				entries := w.Session.Registry.Entries
				at := slices.IndexFunc(entries, func(e *engine.Entry) bool { return i%3 > 0 && e.Tool.Name() == q.want })
				if at < 0 {
					at = r.IntN(len(entries))
				}
				j, err := w.Explain(entries[at].Name, q.text)
				if err != nil {
					t.Fatal(err)
				}
				if verdict, rank := s.verdict(entries[at], j.Query); j.Verdict != verdict || j.Rank != rank {
					t.Errorf("%s, %s: %q of %s: %s at %d, the slow way %s at %d", filepath.Base(file), rules.Name, q.text, j.Name, j.Verdict, j.Rank, verdict, rank)
				}
				check(t, w, j)
			}
		}
	}
}

type labelledQuery struct{ text, want string }

// labelled reads a published set: its catalog and its queries.
func labelled(t *testing.T, file string) (c engine.Catalog, queries []labelledQuery) {
	t.Helper()
	read := func(file string) []byte {
		raw, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		return raw
	}
	parse := func(raw []byte) py.Object {
		v, err := py.Parse(raw)
		if err != nil {
			t.Fatal(err)
		}
		return v.(py.Object)
	}
	servers, _ := parse(read(file)).Get("servers")
	for _, item := range servers.(py.List) {
		o := item.(py.Object)
		tools, _ := o.Get("tools")
		c.Servers = append(c.Servers, engine.Server{Name: o.Text("name"), Tools: dumped(tools)})
	}
	lines := bufio.NewScanner(bytes.NewReader(read(strings.Replace(file, ".catalog.json", ".queries.jsonl", 1))))
	lines.Buffer(nil, 1<<20)
	for lines.Scan() {
		o := parse(lines.Bytes())
		expect, _ := o.Get("expect")
		queries = append(queries, labelledQuery{o.Text("query"), expect.(py.List)[0].(string)})
	}
	return c, queries
}
