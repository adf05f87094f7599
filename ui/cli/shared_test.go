package cli

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"findable/engine/py"
)

const shared = "../../../shared/"

// readShared reads a file of the record, or skips the test where it is not here,
// and where the race detector would make it slow for nothing.
func readShared(t *testing.T, name string) string {
	t.Helper()
	if testing.Short() {
		t.Skip("replaying the record is left out with -short")
	}
	raw, err := os.ReadFile(shared + name)
	if err != nil {
		t.Skip("the shared record is not here: ", err)
	}
	return string(raw)
}

// call runs findable within this process and returns what it printed.
func call(t *testing.T, args ...string) string {
	t.Helper()
	var out, faults bytes.Buffer
	if status := Main(context.Background(), args, strings.NewReader(""), &out, &faults); status != 0 {
		t.Fatalf("findable %s: exit status %d: %s", strings.Join(args, " "), status, faults.String())
	}
	return out.String()
}

func callJSON(t *testing.T, args ...string) py.Object {
	t.Helper()
	return parse(t, call(t, append(args, "--json")...))
}

func parse(t *testing.T, text string) py.Object {
	t.Helper()
	v, err := py.Parse([]byte(text))
	if err != nil {
		t.Fatal(err)
	}
	return v.(py.Object)
}

func list(o py.Object, key string) py.List {
	v, _ := o.Get(key)
	l, _ := v.(py.List)
	return l
}

func number(o py.Object, key string) int {
	v, _ := o.Get(key)
	n, _ := py.ToInt(v)
	return n
}

func digest(text string) string {
	sum := sha256.Sum256([]byte(text))
	return hex.EncodeToString(sum[:8])
}

// dumpsOf returns the dumps of one of the record's sets, as arguments.
func dumpsOf(t *testing.T, set string) []string {
	t.Helper()
	kind, name, _ := strings.Cut(set, "/")
	switch kind {
	case "all-live":
		files, err := filepath.Glob(shared + "catalogs/live/*.json")
		if err != nil {
			t.Fatal(err)
		}
		return slices.DeleteFunc(files, func(f string) bool { return filepath.Base(f) == "index.json" })
	case "mixed":
		var dumps []string
		for part := range strings.SplitSeq(name, "+") {
			dir := "live/"
			if _, err := os.Stat(shared + "catalogs/live/" + part + ".json"); err != nil {
				dir = "flat/"
			}
			dumps = append(dumps, dumpsOf(t, dir+part)...)
		}
		return dumps
	case "labelled":
		return []string{shared + "catalogs/" + set + ".catalog.json"}
	}
	return []string{shared + "catalogs/" + set + ".json"}
}

// TestRecordedDefinitions compares size and digest of every line of definitions
// with the record.
func TestRecordedDefinitions(t *testing.T) {
	want := map[string][]string{}
	var sets []string
	for _, row := range strings.Split(strings.TrimSpace(readShared(t, "parity/definitions.tsv")), "\n")[1:] {
		set, rest, _ := strings.Cut(row, "\t")
		if want[set] == nil {
			sets = append(sets, set)
		}
		want[set] = append(want[set], rest)
	}
	checked := 0
	for _, set := range sets {
		var got []string
		for line := range strings.Lines(call(t, append([]string{"definitions"}, dumpsOf(t, set)...)...)) {
			line = strings.TrimSuffix(line, "\n")
			function, _ := parse(t, line).Get("function")
			got = append(got, fmt.Sprintf("%s\t%d\t%s", function.(py.Object).Text("name"), len([]rune(line)), digest(line)))
		}
		checked += len(got)
		if !slices.IsSorted(got) {
			t.Errorf("%s: the definitions are not sorted", set)
		}
		slices.Sort(got)
		slices.Sort(want[set])
		if !slices.Equal(got, want[set]) {
			t.Errorf("%s: %d definitions, want %d; some differ", set, len(got), len(want[set]))
		}
	}
	if checked != 19788 {
		t.Errorf("checked %d definitions, want the recorded 19,788", checked)
	}
}

// TestRecordedSets compares what search, listing and report print for the real
// sets with the record, both generations.
func TestRecordedSets(t *testing.T) {
	for line := range strings.Lines(readShared(t, "parity/real.jsonl")) {
		row := parse(t, line)
		set := row.Text("set")
		t.Run(set, func(t *testing.T) {
			core := filepath.Join(t.TempDir(), "core.yaml")
			if err := os.WriteFile(core, []byte("findable: session/1\ncore: "+py.Compact(list(row, "core"))+"\n"), 0o600); err != nil {
				t.Fatal(err)
			}
			documented, _ := row.Get("documented")
			for _, generation := range generationNames() {
				want, _ := row.Get(generation)
				r := record{t, want.(py.Object), append(dumpsOf(t, set), core, "--generation", generation)}
				r.report()
				r.listings()
				r.searches(list(documented.(py.Object), "search"))
			}
		})
	}
}

// A record is what was recorded of a set in one generation, and the arguments
// that load it.
type record struct {
	t    *testing.T
	want py.Object
	args []string
}

func (r record) call(args ...string) py.Object { return callJSON(r.t, append(args, r.args...)...) }

func (r record) report() {
	got := r.call("report")
	for key, recorded := range map[string]string{"visible": "visible", "deferred": "deferrable", "schema_tokens": "tokens"} {
		if number(got, key) != number(r.want, recorded) {
			r.t.Errorf("report: %s %d, want %d", key, number(got, key), number(r.want, recorded))
		}
	}
	var notes py.List
	for _, n := range list(got, "notes") {
		switch note := n.(py.Object); note.Text("kind") { // the notes on registering
		case "duplicate", "ambiguous", "owned":
			notes = append(notes, note.Text("text"))
		}
	}
	if want := list(r.want, "notes"); py.Compact(notes) != py.Compact(want) {
		r.t.Errorf("report: notes\n got %s\nwant %s", py.Compact(notes), py.Compact(want))
	}
}

func (r record) listings() {
	args := []string{"listing"}
	for _, l := range list(r.want, "listings") {
		args = append(args, "--budget", py.Str(l.(py.List)[0]))
	}
	got := list(r.call(args...), "listings")
	for i, want := range list(r.want, "listings") {
		l := got[i].(py.Object)
		row := py.List{py.Int(number(l, "budget")), l.Text("form"), py.Int(number(l, "characters")), ""}
		if l.Text("text") != "" {
			row[3] = digest(l.Text("text"))
		}
		if py.Compact(row) != py.Compact(want) {
			r.t.Errorf("listing %s, want %s", py.Compact(row), py.Compact(want))
		}
		r.parts(l)
	}
}

// parts checks that the parts add up, with the head line, and that the tier goes
// with the form.
func (r record) parts(l py.Object) {
	sum := 0
	for _, s := range list(l, "servers") {
		sum += number(s.(py.Object), "tokens")
	}
	tier := map[string]int{"full": 1, "names": 1, "mixed": 1, "groups": 2, "none": 2}[l.Text("form")]
	const head = 21 // tokens of "Deferred tool catalog …"
	if l.Text("form") != "none" && sum+head != number(l, "tokens") || number(l, "tier") != tier {
		r.t.Errorf("listing of budget %d: %d tokens in parts of %d, tier %d", number(l, "budget"), sum, number(l, "tokens"), number(l, "tier"))
	}
}

func (r record) searches(documented py.List) {
	args, five := []string{"search", "--limit", "25"}, []string{"search"}
	for i, d := range documented {
		query := py.Str(d.(py.List)[0])
		if args = append(args, "--query="+query); i < 5 {
			five = append(five, "--query="+query)
		}
	}
	got := list(r.call(args...), "results")
	for i, want := range list(r.want, "search") {
		res := got[i].(py.Object)
		if want == "same" {
			r.names(res, documented[i].(py.List)[1])
			continue
		}
		r.names(res, want.(py.List)[1])
		r.scores(res, want.(py.List)[2].(py.List))
	}
	reply := maskHints(parse(r.t, r.call(five...).Text("reply")))
	if want := r.want.Text("reply"); digest(py.Spaced(reply)) != want {
		r.t.Errorf("reply %s, want digest %s", py.Spaced(reply), want)
	}
}

// maskHints puts <hint> where the record has it: its own words are not ours.
func maskHints(reply py.Object) py.Object {
	var results py.List
	for _, r := range list(reply, "results") {
		group := r.(py.Object)
		if group.Has("hint") {
			group = group.With("hint", "<hint>")
		}
		results = append(results, group)
	}
	return reply.With("results", results)
}

func (r record) names(res py.Object, want py.Value) {
	names := py.List{}
	for _, h := range list(res, "hits") {
		names = append(names, h.(py.Object).Text("name"))
	}
	if py.Compact(names) != py.Compact(want) {
		r.t.Errorf("%q\n got %s\nwant %s", res.Text("query"), py.Compact(names), py.Compact(want))
	}
}

func (r record) scores(res py.Object, want py.List) {
	hits := list(res, "hits")
	if len(hits) < len(want) {
		return // names has said so
	}
	fallback, _ := res.Get("fallback")
	for i, w := range want {
		hit := hits[i].(py.Object)
		score, _ := hit.Get("score")
		exact, _ := hit.Get("exact")
		recorded, isNumber := w.(py.Number)
		switch {
		case !isNumber: // "exact"
			if exact != true || score != nil {
				r.t.Errorf("%q: hit %d is no exact one", res.Text("query"), i+1)
			}
		case recorded.Float() == 0:
			if fallback != true || score != nil {
				r.t.Errorf("%q: hit %d is no fallback hit", res.Text("query"), i+1)
			}
		default:
			got, isNumber := score.(py.Number)
			if !isNumber || exact != false || math.Abs(got.Float()-recorded.Float()) > 1e-12*recorded.Float() {
				r.t.Errorf("%q: hit %d scores %v, want %s", res.Text("query"), i+1, score, recorded)
			}
		}
	}
}
