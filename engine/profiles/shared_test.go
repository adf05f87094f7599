package profiles

import (
	"bytes"
	"context"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"findable/engine"
	"findable/engine/eval"
	"findable/engine/py"
)

// shared is where the recorded answers and the real catalogs stand beside a
// checkout; tests that read them are skipped where they are not.
const shared = "../../../shared/"

func readShared(t testing.TB, name string) []byte {
	t.Helper()
	raw, err := os.ReadFile(shared + name)
	if err != nil {
		t.Skipf("skipped: the recorded answers are not beside this checkout (%v)", err)
	}
	return raw
}

func parse(t testing.TB, raw []byte) py.Value {
	t.Helper()
	v, err := py.Parse(raw)
	if err != nil {
		t.Fatal(err)
	}
	return v
}

func get(v py.Value, keys ...string) py.Value {
	for _, k := range keys {
		o, _ := v.(py.Object)
		v, _ = o.Get(k)
	}
	return v
}

// mcpTool makes a tool of what its server lists.
func mcpTool(raw py.Object) engine.Tool {
	f := py.Object{{Key: "name", Value: raw.Text("name")}}
	for from, to := range map[string]string{"description": "description", "inputSchema": "parameters"} {
		if v, ok := raw.Get(from); ok {
			f = append(f, py.Member{Key: to, Value: v})
		}
	}
	return engine.Tool{Function: f, Raw: raw}
}

func readServer(name string, tools py.Value) engine.Server {
	s := engine.Server{Name: name}
	for _, tool := range tools.(py.List) {
		s.Tools = append(s.Tools, mcpTool(tool.(py.Object)))
	}
	return s
}

// readSet reads one of the record's sets: a dump, a labelled catalog, or all dumps.
func readSet(t testing.TB, set string) engine.Catalog {
	t.Helper()
	var c engine.Catalog
	kind, name, _ := strings.Cut(set, "/")
	if kind == "all-live" {
		files, _ := filepath.Glob(shared + "catalogs/live/*.json")
		for i, f := range files {
			files[i] = strings.TrimSuffix(filepath.Base(f), ".json")
		}
		slices.Sort(files) // by name, so azure comes before azure-namespace
		for _, name := range files {
			if name != "index" {
				c.Servers = append(c.Servers, readSet(t, "live/"+name).Servers...)
			}
		}
		return c
	}
	if kind == "labelled" && name == "azure-mcp" { // the queries of a live server
		return readSet(t, "live/azure")
	}
	if kind == "labelled" {
		set += ".catalog"
	}
	root := parse(t, readShared(t, "catalogs/"+set+".json"))
	if list, ok := get(root, "servers").(py.List); ok {
		for _, s := range list {
			c.Servers = append(c.Servers, readServer(s.(py.Object).Text("name"), get(s, "tools")))
		}
		return c
	}
	if result := get(root, "result"); result != nil {
		root = result
	}
	c.Servers = append(c.Servers, readServer(name, get(root, "tools")))
	return c
}

// recorded is one row of peers.jsonl.
type recorded struct {
	set, engine, query, fault string
	hits                      py.List
	spread                    py.Value
	orders                    bool
}

func readRecord(t testing.TB) []recorded {
	var rows []recorded
	for line := range bytes.Lines(readShared(t, "parity/peers.jsonl")) {
		o := parse(t, line).(py.Object)
		hits, _ := o.Get("hits")
		spread, _ := o.Get("spread")
		rows = append(rows, recorded{o.Text("set"), o.Text("engine"), o.Text("query"), o.Text("error"), hits.(py.List), spread, o.Has("orders")})
	}
	return rows
}

// TestRecordedAnswers checks every answer that the originals gave: hits and order
// exactly, scores within 1e-9 of each.
func TestRecordedAnswers(t *testing.T) {
	engines := map[string]*Engine{}
	for _, row := range readRecord(t) {
		key := row.set + " " + row.engine
		e := engines[key]
		if e == nil {
			e = engineOf(t, row.engine, readSet(t, row.set))
			engines[key] = e
		}
		got, err := e.Search(row.query, 10)
		if _, refused := err.(*PatternError); refused {
			t.Errorf("%s %q: %v", key, row.query, err)
			continue
		}
		if _, empty := err.(*EmptyQueryError); empty != (row.fault != "") || empty && err.Error() != row.fault {
			t.Errorf("%s %q: error %v, want %q", key, row.query, err, row.fault)
		}
		compare(t, e, row, got)
	}
}

func compare(t *testing.T, e *Engine, row recorded, got Result) {
	var has, wants []string
	worst := 0.0
	for i, h := range got.Hits {
		tool := e.Names().Tool(h.Place)
		if e.Profile.Unit == Servers {
			tool.Bare = ""
		}
		has = append(has, tool.Server+" "+tool.Bare)
		if i < len(row.hits) {
			if score, ok := row.hits[i].(py.List)[2].(py.Number); ok {
				worst = max(worst, math.Abs(h.Score-score.Float())/math.Abs(score.Float()))
			}
		}
	}
	for _, h := range row.hits {
		wants = append(wants, h.(py.List)[0].(string)+" "+h.(py.List)[1].(string))
	}
	if !slices.Equal(has, wants) {
		t.Errorf("%s %s %q:\n got %q\nwant %q", row.set, row.engine, row.query, has, wants)
	} else if worst > 1e-9 {
		t.Errorf("%s %s %q: scores are off by %g", row.set, row.engine, row.query, worst)
	}
}

func readCases(t testing.TB, set string) []eval.Case {
	var cases []eval.Case
	for line := range bytes.Lines(readShared(t, "catalogs/labelled/"+set+".queries.jsonl")) {
		o := parse(t, line).(py.Object)
		c := eval.Case{ID: o.Text("id"), Query: o.Text("query"), Server: o.Text("server")}
		for _, name := range get(o, "expect").(py.List) {
			c.Expect = append(c.Expect, eval.Want{Name: name.(string), Grade: 1})
		}
		cases = append(cases, c)
	}
	return cases
}

// TestRecordedQuality checks the recorded quality of all profiles on the labelled
// sets, to the digits that are recorded.
func TestRecordedQuality(t *testing.T) {
	rows := strings.Split(strings.TrimSpace(string(readShared(t, "parity/peers-quality.tsv"))), "\n")[1:]
	for _, row := range rows {
		f := strings.Split(row, "\t")
		t.Run(f[0]+"/"+f[1], func(t *testing.T) {
			set, _, _ := strings.Cut(f[0], ":")
			p := profileOf(t, f[1])
			if testing.Short() && p.Key == "github-tool-search" {
				t.Skip("takes some seconds")
			}
			e := p.New(readSet(t, "labelled/"+set))
			cases := readCases(t, set)
			for i, c := range cases {
				cases[i] = e.Case(c)
			}
			outcomes, err := eval.Run(context.Background(), e, cases, nil)
			if err != nil {
				t.Fatal(err)
			}
			m := eval.Measured(outcomes, 5)
			got := fmt.Sprintf("%s\t%s\t%d\t%.3f\t%.3f\t%.3f\t%.3f", f[0], p.Key, m.Queries, m.Hit1, m.Recall5, m.MRR, m.ZeroHit)
			if got != row {
				t.Errorf("got  %s\nwant %s", got, row)
			}
		})
	}
}
