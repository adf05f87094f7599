package eval

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"strings"
	"testing"

	"findable/engine"
	"findable/engine/py"
)

const shared = "../../../shared/"

func readShared(t testing.TB, name string) []byte {
	t.Helper()
	raw, err := os.ReadFile(shared + name)
	if err != nil {
		t.Skip("the shared catalogs are not here: ", err)
	}
	return raw
}

func parse(t testing.TB, raw []byte) py.Object {
	t.Helper()
	v, err := py.Parse(raw)
	if err != nil {
		t.Fatal(err)
	}
	return v.(py.Object)
}

func get(v py.Value, keys ...string) py.Value {
	for _, k := range keys {
		o, _ := v.(py.Object)
		v, _ = o.Get(k)
	}
	return v
}

// labelled reads a labelled set: its catalog and its cases.
func labelled(t testing.TB, set string) (*engine.Registry, []Case) {
	t.Helper()
	file := "catalogs/labelled/" + set + ".catalog.json"
	if set == "azure-mcp" { // the queries of a live server
		file = "catalogs/live/azure.json"
	}
	root := py.Value(parse(t, readShared(t, file)))
	servers, _ := get(root, "servers").(py.List)
	if servers == nil {
		servers = py.List{py.Object{{Key: "name", Value: "azure"}, {Key: "tools", Value: get(root, "result", "tools")}}}
	}
	var catalog engine.Catalog
	for _, s := range servers {
		server := engine.Server{Name: s.(py.Object).Text("name")}
		for _, tool := range get(s, "tools").(py.List) {
			var f py.Object
			for _, m := range tool.(py.Object) {
				switch m.Key {
				case "name", "description":
					f = append(f, m)
				case "inputSchema":
					f = append(f, py.Member{Key: "parameters", Value: m.Value})
				}
			}
			server.Tools = append(server.Tools, engine.Tool{Function: f})
		}
		catalog.Servers = append(catalog.Servers, server)
	}
	var cases []Case
	for _, line := range bytes.Split(bytes.TrimSpace(readShared(t, "catalogs/labelled/"+set+".queries.jsonl")), []byte("\n")) {
		o := parse(t, line)
		c := Case{ID: o.Text("id"), Query: o.Text("query")}
		for _, name := range get(o, "expect").(py.List) {
			c.Expect = append(c.Expect, Want{name.(string), 1})
		}
		cases = append(cases, c)
	}
	return engine.Register(catalog), cases
}

// TestRecordedQuality checks the recorded quality of both generations on all
// labelled sets, to the digits that are recorded.
func TestRecordedQuality(t *testing.T) {
	rows := strings.Split(strings.TrimSpace(string(readShared(t, "parity/quality.tsv"))), "\n")[1:]
	for _, row := range rows {
		f := strings.Split(row, "\t")
		rules := engine.Documented()
		if f[1] == "latest" {
			rules = engine.Latest()
		}
		registry, cases := labelled(t, f[0])
		session := registry.Session(rules, engine.Scope{}, rules.DefaultDefer)
		outcomes, err := Run(context.Background(), rankOnly{NewSession(session, engine.DefaultConfig(rules))}, cases, nil)
		if err != nil {
			t.Fatal(err)
		}
		m := Measured(outcomes, 5)
		got := fmt.Sprintf("%s\t%s\t%d\t%.3f\t%.3f\t%.3f\t%.3f", f[0], rules.Name, m.Queries, m.Hit1, m.Recall5, m.MRR, m.ZeroHit)
		if got != row {
			t.Errorf("got  %s\nwant %s", got, row)
		}
	}
}

// rankOnly leaves the costs of the replies out.
type rankOnly struct{ engine Engine }

func (r rankOnly) Names() *Names { return r.engine.Names() }

func (r rankOnly) Rank(query string, n int) ([]int, error) { return r.engine.Rank(query, n) }
