package ui

import (
	"slices"
	"strings"
	"testing"

	"findable/engine"
	"findable/ui/layout"
)

// rowsOf are the rows of the palette or of help for a filter.
func rowsOf(a *App, filter string) []choice { return a.overlay.(*chooser).choices(filter) }

func TestPaletteHasEverything(t *testing.T) {
	d, a := start(t, "default", 120, 36)
	d.Press(":")
	all := rowsOf(a, "")
	for _, x := range a.actions {
		i := slices.IndexFunc(all, func(c choice) bool { return c.id == x.id })
		if i < 0 || all[i].key != a.keyNames(x) || !slices.ContainsFunc(rowsOf(a, x.title), func(c choice) bool { return c.id == x.id }) {
			t.Errorf("%s is not in the palette, without its keys, or its title does not find it", x.id)
		}
	}
	for _, k := range knobs {
		if rows := rowsOf(a, k.key); !slices.ContainsFunc(rows, func(c choice) bool { return c.note == "now "+k.show(a.in) }) {
			t.Errorf("%s is not in the palette with its value: %+v", k.key, rows)
		}
	}
	for _, name := range a.themeNames() {
		if rows := rowsOf(a, "theme "+name); len(rows) == 0 || rows[0].id != "theme "+name || rows[0].key != "t" {
			t.Errorf("the theme %s is not first: %+v", name, rows)
		}
	}
	if !slices.ContainsFunc(rowsOf(a, "latest"), func(c choice) bool { return c.id == "generation latest" && c.key == "v" }) {
		t.Error("the other generation is not in the palette")
	}
	d.Press("esc", "?")
	help := rowsOf(a, "")
	for _, x := range a.actions {
		if !slices.ContainsFunc(help, func(c choice) bool { return c.id == x.id }) {
			t.Errorf("%s is not in help", x.id)
		}
	}
}

func TestPaletteSetsEveryKnob(t *testing.T) {
	for _, c := range []struct {
		text string
		set  func(Inputs) bool
	}{
		{"threshold_pct 7", func(in Inputs) bool { return in.Config.ThresholdPct == 7 }},
		{"thre 7.5", func(in Inputs) bool { return in.Config.ThresholdPct == 7.5 }},
		{"set listing_max_tokens 1,234", func(in Inputs) bool { return in.Config.ListingMaxTokens == 1234 }},
		{"listing off", func(in Inputs) bool { return in.Config.Listing == engine.Off }},
		{"enabled on", func(in Inputs) bool { return in.Config.Enabled == engine.On }},
		{"context 1M", func(in Inputs) bool { return in.Context == 1000000 }},
		{"context unknown", func(in Inputs) bool { return in.Context == 0 }},
		{"search_default_limit 9", func(in Inputs) bool { return in.Config.SearchDefaultLimit == 9 }},
		{"max_search_limit 3", func(in Inputs) bool { return in.Config.MaxSearchLimit == 3 && in.Config.SearchDefaultLimit == 3 }},
		{"generation latest", func(in Inputs) bool { return in.Generation == "latest" }},
	} {
		d, a := start(t, "default", 120, 36)
		d.Press(":")
		d.Type(c.text)
		d.Press("enter")
		if !c.set(a.in) || a.overlay != nil {
			t.Errorf("%q gives %+v, and the palette is open: %v", c.text, a.in, a.overlay != nil)
		}
	}
	d, a := start(t, "default", 120, 36)
	d.Press(":")
	d.Type("threshold_pct 700")
	wantOnScreen(t, d, "not now: takes a number from 0 to 100")
	d.Press("enter")
	if a.overlay == nil || a.in.Config.ThresholdPct != 5 {
		t.Error("a value out of range is taken")
	}
	d.Press("esc", "v", ":")
	d.Type("defer a, b")
	d.Press("enter")
	if !slices.Equal(a.in.Config.Defer, []string{"a", "b"}) {
		t.Errorf("defer is %q", a.in.Config.Defer)
	}
}

func TestPaletteCompletes(t *testing.T) {
	d, a := start(t, "default", 120, 36)
	d.Press(":")
	d.Type("thre")
	wantOnScreen(t, d, "tab completes")
	d.Press("tab")
	wantOnScreen(t, d, "filter › threshold_pct", "0 to 100 %, step 0.5, default 5")
	d.Type("9")
	d.Press("enter")
	if a.in.Config.ThresholdPct != 9 {
		t.Errorf("threshold_pct is %g", a.in.Config.ThresholdPct)
	}
}

// TestPaletteRemembers runs again what was run last, on the inputs as they then are.
func TestPaletteRemembers(t *testing.T) {
	d, a := start(t, "default", 120, 36)
	d.Press(":")
	d.Type("context 8k")
	d.Press("enter", ":")
	d.Type("view 2")
	d.Press("enter", "?")
	d.Type("sort the servers")
	d.Press("enter", ":")
	var ids []string
	for _, row := range rowsOf(a, "")[:4] {
		ids = append(ids, row.id)
	}
	if got := strings.Join(ids, ", "); !strings.HasPrefix(got, "sort, view-listing, context 8k, ") {
		t.Errorf("first in the palette are %s", got)
	}
	n := len(rowsOf(a, ""))
	d.Press("esc", "u", "u")
	a.setQuery("invoice")
	d.Press(":", "down", "down", "enter")
	if a.in.Context != 8000 || a.in.Query != "invoice" {
		t.Errorf("run again it gives %+v", a.in)
	}
	d.Press(":")
	if rows := rowsOf(a, ""); rows[0].id != "context 8k" || len(rows) != n {
		t.Errorf("%d rows, the first is %s", len(rows), rows[0].id)
	}
	for _, name := range a.themeNames() {
		a.remember("theme " + name)
	}
	if len(a.recent) != remembered {
		t.Errorf("%d are remembered", len(a.recent))
	}
}

// TestActionsOfOtherPanes runs an action where it works.
func TestActionsOfOtherPanes(t *testing.T) {
	for _, w := range []int{80, 120} {
		d, a := start(t, "default", w, 36)
		d.Press("2", ":")
		d.Type("sort the servers")
		d.Press("enter")
		if a.view != layout.Tune || a.focus() != layout.Servers || a.servers.order != byName {
			t.Errorf("%d wide: view %d, pane %s, order %s", w, a.view, a.focus(), a.servers.order)
		}
		d.Press("u")
		if a.servers.order != bySize {
			t.Error("it can't be undone")
		}
		d.Press("?")
		d.Type("show this definition")
		d.Press("enter")
		if a.focus() != layout.Bridge || !a.bridge.open[0] {
			t.Errorf("%d wide: help leads to %s", w, a.focus())
		}
	}
}

func TestThemesAreTriedOn(t *testing.T) {
	d, a := start(t, "default", 120, 36)
	was := a.styles
	d.Press(":")
	d.Type("theme light")
	if a.styles.Theme.Name != "light" {
		t.Errorf("under the cursor is light, shown is %s", a.styles.Theme.Name)
	}
	d.Press("down")
	if a.styles.Theme.Name == "light" {
		t.Error("the next theme is not shown")
	}
	d.Press("esc")
	if a.styles != was {
		t.Errorf("after esc the theme is %s", a.styles.Theme.Name)
	}
	d.Press(":")
	d.Type("theme light")
	d.Press("enter")
	if a.styles.Theme.Name != "light" {
		t.Errorf("enter gives %s", a.styles.Theme.Name)
	}
}
