package cli

import (
	"bufio"
	"context"
	"io"
	"slices"
	"strings"
	"testing"

	"findable/engine"
	"findable/engine/py"
	samples "findable/sample-catalogs"
)

// newRun returns a run as the command line would make it.
func newRun(generation string) *run {
	return &run{out: bufio.NewWriter(io.Discard), stderr: io.Discard, flags: flags{generation: generation}}
}

// TestSamples says what each sample is there to show.
func TestSamples(t *testing.T) {
	want := map[string]struct {
		tier int
		form engine.Form
	}{
		"default":     {1, engine.Mixed},
		"small":       {1, engine.Full},
		"core-only":   {0, engine.None},
		"over-budget": {2, engine.None},
		"awkward":     {1, engine.Full},
	}
	for _, name := range samples.Names() {
		for _, generation := range generationNames() {
			r := newRun(generation)
			r.sample = name
			s, err := r.open(context.Background(), nil)
			if err != nil {
				t.Errorf("%s: %v", name, err)
				continue
			}
			a := s.session().Assemble(s.inputs.Effective(), s.inputs.Context)
			if w, known := want[name]; !known || a.Tier != w.tier || a.Listing.Form != w.form {
				t.Errorf("%s, %s: tier %d, form %s, want %d, %s", name, generation, a.Tier, a.Listing.Form, w.tier, w.form)
			}
			if len(s.source.Queries) == 0 {
				t.Errorf("%s suggests no query", name)
			}
			for _, q := range s.source.Queries {
				if name != "core-only" && name != "awkward" && s.session().Index.Search(q, 1).Matched == 0 && generation == "documented" {
					t.Errorf("%s suggests %q, which finds nothing", name, q)
				}
			}
		}
	}
}

// TestInputs checks what the app begins with.
func TestInputs(t *testing.T) {
	r := newRun("documented")
	s, err := r.open(context.Background(), nil)
	if err != nil {
		t.Fatal(err)
	}
	if in := s.inputs; in.Generation != "documented" || in.Context != 200000 || in.Config.Defer != nil || s.source.RawConfig != nil || s.source.Name != "sample default" {
		t.Errorf("the default: %+v, %q", in, s.source.Name)
	}
	r = newRun("documented")
	r.set, r.enable, r.disable = []string{"defer=[a]", "threshold_pct=101"}, []string{"wiki"}, []string{"slack"}
	r.context.values = []int{0}
	if s, err = r.open(context.Background(), nil); err != nil {
		t.Fatal(err)
	}
	in := s.inputs
	if !slices.Equal(in.Config.Defer, []string{"a"}) || in.Effective().Defer != nil {
		t.Errorf("a list of one's own waits for the generation that has it: %v", in.Config.Defer)
	}
	if in.Generation = "latest"; !slices.Equal(in.Effective().Defer, []string{"a"}) {
		t.Errorf("generation latest defers %v", in.Effective().Defer)
	}
	if in.Context != 0 || in.Config.ThresholdPct != 100 || len(s.notices) != 2 || !in.Scope.Contains("mcp-wiki") || in.Scope.Contains("mcp-slack") {
		t.Errorf("settings of the flags: %+v, notices %v", in, s.notices)
	}
	if got := py.Compact(s.source.RawConfig); got != `{"defer":["a"],"threshold_pct":101}` {
		t.Errorf("raw configuration %s", got)
	}
}

func TestMerged(t *testing.T) {
	for _, c := range []struct{ under, over, want string }{
		{`null`, `{"a":1}`, `{"a":1}`},
		{`{"a":1,"b":2}`, `{"b":3,"c":4}`, `{"a":1,"b":3,"c":4}`},
		{`{"a":1}`, `null`, `{"a":1}`},
		{`{"a":1}`, `false`, `false`},
		{`false`, `{"a":1}`, `{"enabled":false,"a":1}`},
		{`"off"`, `{"a":1}`, `{"a":1}`},
		{`{"a":1}`, `[1]`, `[1]`},
		{`{"a":1}`, `{"a":null}`, `{"a":null}`},
	} {
		under, over := parseValue(t, c.under), parseValue(t, c.over)
		if got := py.Compact(merged(under, over)); got != c.want {
			t.Errorf("%s over %s: %s, want %s", c.over, c.under, got, c.want)
		}
		if py.Compact(under) != c.under {
			t.Errorf("%s was changed to %s", c.under, py.Compact(under))
		}
	}
}

func parseValue(t *testing.T, text string) py.Value {
	t.Helper()
	v, err := py.Parse([]byte(text))
	if err != nil {
		t.Fatal(err)
	}
	return v
}

func TestEscaped(t *testing.T) {
	const json = "{\"a\":\"\u009b\u202e\U000e0041\x7fé文\"}"
	const want = `{"a":"\u009b\u202e\udb40\udc41\u007fé文"}`
	if got := escaped(json); got != want {
		t.Errorf("%s, want %s", got, want)
	}
	if escaped(want) != want {
		t.Error("clean JSON was changed")
	}
}

// FuzzConfigValue checks that any value of --set is read or refused, and that what
// is JSON on one line is read as JSON.
func FuzzConfigValue(f *testing.F) {
	for _, seed := range []string{"off", "3", "[a, b]", "", "{a: 1}", "'", "a\nb: c", "&a [*a]", "- x", `"\u0000"`, "1e400", "!!int x"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		got, ok := configValue(context.Background(), text)
		var words py.List
		if v, err := py.Parse([]byte(text)); err == nil {
			words, _ = v.(py.List)
		}
		for _, w := range words {
			if s, isText := w.(string); !isText || py.Compact(s) != `"`+s+`"` || s == "" {
				return // numbers and escapes are YAML's own affair
			}
		}
		if len(words) > 0 && (!ok || py.Compact(got) != py.Compact(words)) {
			t.Errorf("%q: %v %v", text, ok, got)
		}
	})
}

// TestAllCoreFollowsTheGeneration checks that `core: all` is each generation's
// own core, also after switching in the app.
func TestAllCoreFollowsTheGeneration(t *testing.T) {
	r := newRun("documented")
	r.sample = "over-budget"
	s, err := r.open(context.Background(), nil)
	if err != nil {
		t.Fatal(err)
	}
	for _, rules := range engine.Generations() {
		registry := s.source.Registry
		if rules.Name != "documented" {
			registry = s.source.Others[rules.Name]
		}
		for _, name := range rules.Core {
			if _, ok := registry.Lookup(name); !ok {
				t.Errorf("generation %s lacks its core tool %s", rules.Name, name)
			}
		}
	}
}

// TestReportTextFollowsTheInputs checks that what the app copies is what the
// command prints for the same settings.
func TestReportTextFollowsTheInputs(t *testing.T) {
	r := newRun("documented")
	s, err := r.open(context.Background(), nil)
	if err != nil {
		t.Fatal(err)
	}
	in := s.inputs
	in.Config.ListingMaxTokens = 300
	got := r.reportText(s, in)
	var want strings.Builder
	if code := Main(context.Background(), []string{"report", "--set", "listing_max_tokens=300"}, nil, &want, io.Discard); code != 0 {
		t.Fatalf("exit code %d", code)
	}
	if got != want.String() {
		t.Errorf("copied\n%s\nprinted\n%s", got, want.String())
	}
}
