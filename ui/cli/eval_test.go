package cli

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"findable/engine/profiles"
	"findable/engine/py"
)

// TestQuality checks the recorded quality of all labelled sets, both generations, as
// the command prints it.
func TestQuality(t *testing.T) {
	for _, row := range strings.Split(strings.TrimSpace(readShared(t, "parity/quality.tsv")), "\n")[1:] {
		f := strings.Split(row, "\t")
		set, generation := f[0], f[1]
		dump := shared + "catalogs/labelled/" + set + ".catalog.json"
		if set == "azure-mcp" {
			dump = shared + "catalogs/live/azure.json"
		}
		o := callJSON(t, "eval", "--cases", shared+"catalogs/labelled/"+set+".queries.jsonl", "--generation", generation, dump)
		got := fmt.Sprintf("%s\t%s\t%d", set, generation, number(o, "queries"))
		for _, key := range []string{"hit@1", "recall@5", "mrr@25", "zero_hit"} {
			v, _ := o.Get(key)
			mean := v.(py.Number).Float()
			got += fmt.Sprintf("\t%.3f", mean)
			intervals, _ := o.Get("intervals")
			ends := list(intervals.(py.Object), key)
			if low, high := ends[0].(py.Number).Float(), ends[1].(py.Number).Float(); low > mean || high < mean || high-low > 0.3 {
				t.Errorf("%s, %s: %s is %f, between %f and %f", set, generation, key, mean, low, high)
			}
		}
		if got != row {
			t.Errorf("got  %s\nwant %s", got, row)
		}
		if n := len(list(o, "per_query")); n != number(o, "queries") {
			t.Errorf("%s: %d queries and %d rows", set, number(o, "queries"), n)
		}
	}
}

// TestEngines checks that every key gives an engine over the sample's tools, and that
// the first of each is what it is called.
func TestEngines(t *testing.T) {
	keys := engineKeys()
	for _, want := range append(generationNames(), "fastmcp-bm25", "fastmcp-regex", "github-tool-search", "docker-mcp-find", "mcpproxy") {
		if !slices.Contains(keys, want) {
			t.Errorf("there is no engine %s", want)
		}
	}
	slices.Sort(keys)
	if len(slices.Compact(slices.Clone(keys))) != len(keys) {
		t.Errorf("a key twice: %v", keys)
	}
	all, err := chosen([]string{"latest", "all"}, "documented")
	if err != nil || len(all) != len(keys) || all[0].key != "latest" {
		t.Errorf("%d engines, the first %s, %v", len(all), all[0].key, err)
	}
}

// TestEvalTellsOfCutQueries has two queries that are longer than the engines of others
// read, which the reference reads whole.
func TestEvalTellsOfCutQueries(t *testing.T) {
	file := filepath.Join(t.TempDir(), "cases.jsonl")
	long := fmt.Sprintf(`{"query":"create an issue %s","expect":["create_issue"]}`+"\n", strings.Repeat("x", profiles.MaxQuery))
	if err := os.WriteFile(file, []byte(long+long+`{"query":"create an issue","expect":["create_issue"]}`), 0o600); err != nil {
		t.Fatal(err)
	}
	var out, told bytes.Buffer
	args := []string{"eval", "--cases", file, "--engine", "latest", "--engine", "mcpproxy", "--engine", "fastmcp-regex"}
	if status := Main(t.Context(), args, strings.NewReader(""), &out, &told); status != 0 {
		t.Fatalf("exit status %d: %s", status, told.String())
	}
	want := "findable: warning: under mcpproxy only the first 5,000 characters of 2 queries count\n"
	if told.String() != want {
		t.Errorf("told %q, want %q", told.String(), want)
	}
}
