package ui

import (
	"reflect"
	"strings"
	"testing"

	"findable/ui/layout"
	"findable/ui/uitest"
)

// withCards is a sample and two servers that are only named, one of which can be
// reached.
func withCards(t *testing.T, w, h int) (*uitest.Driver, *App) {
	t.Helper()
	src := sample(t, "small")
	src.Cards = []Card{{Name: "zeta", Kind: "client configuration", File: "mcp.json", Reach: "npx -y zeta --key …"},
		{Name: "zoo", Kind: "registry list", File: "servers.json"}}
	clock := uitest.NewClock()
	_, old := start(t, "small", w, h)
	a := New(src, inputs(), old.styles, clock)
	d := uitest.NewDriver(t, a, clock, w, h)
	a.setFocus(layout.Servers)
	return d, a
}

// TestConnect launches a server only after it was asked for, and was told what it
// will run.
func TestConnect(t *testing.T) {
	d, a := withCards(t, 120, 36)
	l := &scripted{results: []func() (Loaded, error){fails("zeta: exited with code 1"), gives(Loaded{sample(t, "default"), inputs()})}}
	a.loader = l
	d.Press("G", "k", "C")
	wantOnScreen(t, d, "Connect to zeta", "Starts this program", "npx -y zeta --key …", "mcp.json")
	d.Press("x", "esc")
	if len(l.asked) != 0 || a.overlay != nil {
		t.Fatalf("launched %v, overlay %v", l.asked, a.overlay)
	}
	d.Press("enter", "enter")
	wantOnScreen(t, d, "what was loaded before stays", "exited with code 1", "no tools")
	d.Press("space", "enter")
	if want := [][]string{{"zeta"}, {"zeta"}}; !reflect.DeepEqual(l.asked, want) {
		t.Errorf("launched %v, want %v", l.asked, want)
	}
	if !reflect.DeepEqual(a.connected, []string{"zeta"}) || !strings.Contains(a.message, "connecting to zeta") {
		t.Errorf("connected %v, message %q", a.connected, a.message)
	}
}

// TestUnconnectable says why a server cannot be connected to.
func TestUnconnectable(t *testing.T) {
	d, a := withCards(t, 80, 24)
	a.loader = &scripted{}
	for _, key := range []string{"C", "enter", "o", "l", "i"} {
		d.Press("G", key)
	}
	d.Press("G", "enter")
	wantOnScreen(t, d, "does not say how to reach zoo")
	d.Press("g", "C")
	wantOnScreen(t, d, "the cursor is on no server")
	if a.overlay != nil || !a.in.Equal(inputs()) {
		t.Errorf("overlay %v, inputs %+v", a.overlay, a.in)
	}
}

// TestConnectFrames draws the question at all sizes.
func TestConnectFrames(t *testing.T) {
	d, a := withCards(t, 40, 12)
	a.loader = &scripted{}
	d.Press("G", "k", "C")
	for w := 1; w < 130; w += 3 {
		for h := 1; h < 40; h += 3 {
			d.Resize(w, h)
			if err := uitest.CheckFrame(a.View(), w, h); err != nil {
				t.Fatal(err)
			}
		}
	}
}

// TestCardsAlone begins with the cursor on the servers where nothing else is there.
func TestCardsAlone(t *testing.T) {
	for _, size := range [][2]int{{120, 36}, {80, 24}} {
		_, with := withCards(t, 120, 36)
		src := nothing()
		src.Cards = with.src.Cards
		clock := uitest.NewClock()
		a := New(src, inputs(), with.styles, clock)
		a.loader = &scripted{}
		d := uitest.NewDriver(t, a, clock, size[0], size[1])
		wantOnScreen(t, d, "2 servers are named and no tools are loaded", "zeta")
		d.Press("C")
		wantOnScreen(t, d, "Connect to zeta")
	}
}
