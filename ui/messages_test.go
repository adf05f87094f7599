package ui

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"findable/ui/layout"
	"findable/ui/uitest"
)

// TestMessagesCanBeReadAgain looks at what the status line has said: the last first,
// one message a step, and no more than so many.
func TestMessagesCanBeReadAgain(t *testing.T) {
	d, a := start(t, "awkward", 120, 36)
	d.Press("v")
	d.Advance(90 * time.Second)
	d.Press("j", "j", "j", "l", "l", "l", "!")
	wantOnScreen(t, d, "said last", "12:01:30  threshold_pct", "12:00:00  generation", "on what was loaded: ")
	if s := d.Screen(); strings.Index(s, "12:01:30") > strings.Index(s, "12:00:00") || strings.Count(s, "12:01:30") != 1 {
		t.Errorf("the last message should come first, and a slider's steps be one:\n%s", s)
	}
	for i := range 2 * remembers {
		a.say(fmt.Sprintf("message %d", i))
	}
	d.Press("esc", "!")
	wantOnScreen(t, d, "message 99", "message 92")
	if strings.Contains(d.Screen(), "message 91") {
		t.Error("old messages should not push the notes away")
	}
	d.Press("G")
	wantOnScreen(t, d, "message 50")
	if len(a.said) != remembers {
		t.Errorf("%d messages are kept", len(a.said))
	}
}

// TestCutMessages says where a message that does not fit can be read.
func TestCutMessages(t *testing.T) {
	d, a := start(t, "small", 60, 20)
	a.say(strings.Repeat("a long message ", 6) + "ends here")
	d.Press("k")
	wantOnScreen(t, d, "a long message a long", "… (!)")
	d.Press("!")
	wantOnScreen(t, d, "ends here")
}

// TestHelpAboveAReader closes help, the palette and the theme tried on in it, and is
// back at what was being read.
func TestHelpAboveAReader(t *testing.T) {
	d, a := start(t, "default", 120, 36)
	d.Press("/", "create an issue", "enter", "i", "j", "j")
	read, look := a.overlay, a.styles
	for _, keys := range [][]string{{"?", "esc"}, {"?", "?"}, {":", "esc"}, {":", "theme light", "ctrl+p"}, {"?", "zzz", "esc"}} {
		if d.Press(keys...); a.overlay != read || a.styles != look || read.(*reader).list.top != 2 {
			t.Errorf("%v leads to %+v", keys, a.overlay)
		}
	}
	d.Press("?")
	d.Type("view 2")
	if d.Press("enter"); a.overlay != nil || a.view != layout.Listing {
		t.Errorf("what help runs is not seen: view %d, overlay %+v", a.view, a.overlay)
	}
	d.Press("T", "enter", "?", "esc")
	if o, ok := a.overlay.(*tour); !ok || o.at != 1 {
		t.Errorf("help leads from the tour to %+v", a.overlay)
	}
	d.Press("esc", "?", "esc")
	if a.overlay != nil {
		t.Errorf("help leaves %+v", a.overlay)
	}
}

// TestHelpOnASmallScreen reads help where there is room for nothing else.
func TestHelpOnASmallScreen(t *testing.T) {
	d, a := start(t, "default", 120, 36)
	d.Press("j", "j", "j")
	before := a.in
	for _, size := range [][2]int{{39, 9}, {200, 5}, {20, 60}, {12, 4}, {3, 3}, {1, 1}} {
		d.Resize(size[0], size[1])
		d.Press("?")
		d.Type("undo")
		d.Press("down", "enter")
		if err := uitest.CheckFrame(d.View(), size[0], size[1]); err != nil || !a.helping() {
			t.Errorf("at %v: %v, help is open: %v", size, err, a.helping())
		}
		if size == [2]int{39, 9} {
			wantOnScreen(t, d, "filter › undo", "u          Undo the last", "not now: nothing to redo")
		}
		if d.Press("esc", "l", "!"); a.overlay != nil || !a.in.Equal(before) {
			t.Errorf("at %v keys do what can't be seen", size)
		}
	}
	d.Resize(39, 9)
	wantOnScreen(t, d, "40×10 needed, 39×9 now")
	if d.Press("q"); !d.Quit {
		t.Error("q does not quit")
	}
}

// TestDisabledInHelp looks for what can't be run now: however narrow, help says why.
func TestDisabledInHelp(t *testing.T) {
	d, a := start(t, "default", 40, 12)
	d.Press("?")
	d.Type("redo what")
	wantOnScreen(t, d, "Redo what was u… not now", "not now: nothing to redo")
	if d.Press("enter"); !a.helping() {
		t.Error("enter closes help")
	}
}
