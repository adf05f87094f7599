package ui

import (
	"context"
	"os"
	"slices"
	"strings"
	"testing"

	"findable/engine"
	"findable/loaders"
	samples "findable/sample-catalogs"
	"findable/ui/cell"
)

// TestListedLines looks for what is shown of a tool's listing in the listing
// itself: for every sample and the live dumps, in every form.
func TestListedLines(t *testing.T) {
	for _, s := range samples.All() {
		t.Run(s.Name, func(t *testing.T) {
			t.Parallel()
			checkListedLines(t, sample(t, s.Name).Registry, 23)
		})
	}
	t.Run("live", func(t *testing.T) {
		t.Parallel()
		const dir = "../../shared/catalogs/live"
		if _, err := os.Stat(dir); err != nil {
			t.Skip("the live dumps are not beside this checkout")
		}
		r, err := loaders.Load(context.Background(), []loaders.Source{{Path: dir}}, loaders.Options{Rules: engine.Documented()})
		if err != nil {
			t.Fatal(err)
		}
		checkListedLines(t, engine.Register(r.Catalog), 97)
	})
}

// checkListedLines checks one tool in so many; of small catalogs all.
func checkListedLines(t *testing.T, r *engine.Registry, step int) {
	if len(r.Entries) < 500 {
		step = 1
	}
	forms, deferred := map[engine.Form]bool{}, 0
	for _, change := range []func(*Inputs){
		func(*Inputs) {},
		func(in *Inputs) { in.Config.ThresholdPct, in.Config.ListingMaxTokens, in.Context = 100, 60000, 2000000 },
		func(in *Inputs) { in.Config.ListingMaxTokens = 1000 },
		func(in *Inputs) { in.Config.ListingMaxTokens = 200 },
		func(in *Inputs) { in.Config.ThresholdPct = 0 },
		func(in *Inputs) { in.Generation = "latest" },
		func(in *Inputs) { in.Config.Listing = engine.Off },
		func(in *Inputs) { in.Config.Enabled = engine.Off },
		func(in *Inputs) { *in = in.Switched(r.Entries[0].Toolset, false) },
	} {
		in := inputs()
		change(&in)
		var d derived
		d.update(Source{Registry: r}, in)
		forms[d.assembly.Listing.Form] = true
		deferred += d.assembly.Deferred
		s := &scene{in: in, d: &d}
		for i := 0; i < len(r.Entries); i += step {
			checkListedLine(t, s, r.Entries[i])
		}
	}
	if deferred > 0 && len(forms) < 2 {
		t.Errorf("only the forms %v were seen", forms)
	}
}

func checkListedLine(t *testing.T, s *scene, e *engine.Entry) {
	t.Helper()
	l, line := s.d.assembly.Listing, s.d.listedLine(e)
	if listed := l.Form != engine.None && slices.Contains(s.d.session.Deferred, e); listed != (line.text != "") {
		t.Errorf("%s, form %s: the line is %q", e.Name, l.Form, line.text)
		return
	}
	if line.text == "" {
		return
	}
	text, _ := modelText(s.d)
	lines := strings.Split(text, "\n")
	at := lines[line.number-1]
	want := at // the whole line
	switch state := s.d.state(e); {
	case line.hides != (state == engine.ShownSummary):
		t.Errorf("%s is in a group that is %s, hidden: %v", e.Name, state, line.hides)
	case line.hides && strings.HasPrefix(line.text, e.Label+" ("):
	case state == engine.ShownFull && (line.text == "- "+e.Name || line.text == "- "+e.Name+": "+e.Short):
	case state == engine.ShownNames && slices.Contains(strings.Split(at, ", "), e.Name):
		want = e.Name
	default:
		t.Errorf("%s, state %s: line %d is %q", e.Name, state, line.number, at)
	}
	if line.text != want || !strings.Contains(l.Text(), line.text) {
		t.Errorf("%s: %q is shown, line %d is %q", e.Name, line.text, line.number, at)
	}
	if !line.hides && (!strings.HasPrefix(line.head, e.Label+" tools (") || !slices.Contains(lines[:line.number-1], line.head)) {
		t.Errorf("%s: %q stands above", e.Name, line.head)
	}
}

// TestListedText holds the words to what an agent does with the tool.
func TestListedText(t *testing.T) {
	for _, c := range []struct {
		name, sample, tool, want string
		change                   func(*Inputs)
	}{
		{"by name", "default", "mcp__linear__create_issue", "by name,", nil},
		{"in full", "small", "", "with its name and", nil},
		{"hidden by its server's line", "default", "mcp__skerry__", "NO: skerry is a summary line", nil},
		{"groups", "default", "mcp__linear__create_issue", "NO: linear is a summary line", func(in *Inputs) { in.Config.ListingMaxTokens = 200 }},
		{"no listing", "default", "mcp__linear__create_issue", "NO: there is no listing (listing: off)", func(in *Inputs) { in.Config.Listing = engine.Off }},
		{"no room", "over-budget", "", "NO: there is no listing (not even summaries fit)", nil},
		{"switched off", "default", "mcp__linear__create_issue", "nowhere: it is switched off", func(in *Inputs) { *in = in.Switched("mcp-linear", false) }},
		{"not active", "default", "mcp__linear__create_issue", "no need: tool search is not active", func(in *Inputs) { in.Config.Enabled = engine.Off }},
		{"core", "default", "terminal", "no need: the model has its whole definition", nil},
	} {
		src, in := sample(t, c.sample), inputs()
		if c.change != nil {
			c.change(&in)
		}
		var d derived
		d.update(src, in)
		i := slices.IndexFunc(src.Registry.Entries, func(e *engine.Entry) bool {
			return strings.HasPrefix(e.Name, c.tool) && (c.tool != "" || d.session.Class(e).Deferrable())
		})
		if i < 0 {
			t.Fatalf("%s: there is no tool %s in %s", c.name, c.tool, c.sample)
		}
		s := &scene{Styles: plainStyles(t, cell.Unicode), in: in, d: &d}
		if got := listedText(s, src.Registry.Entries[i]); !strings.HasPrefix(got, c.want) {
			t.Errorf("%s: %q", c.name, got)
		}
	}
}
