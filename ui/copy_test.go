package ui

import "testing"

func TestCopyTakesTheOriginal(t *testing.T) {
	d, a := start(t, "default", 120, 36)
	var got []string
	a.clipboard = func(text string) (string, error) { got = append(got, text); return "", nil }
	d.Press("/")
	d.Type("create an issue")
	d.Press("enter", "y", "Y", "r", "y", "esc", "2", "y")
	e := a.d.results[0].Hits[0].Entry
	want := []string{e.Name, e.Definition(), a.reply().Text, a.d.assembly.Listing.Text()}
	if len(got) != len(want) {
		t.Fatalf("%d copies, want %d", len(got), len(want))
	}
	for i := range want {
		if got[i] != want[i] {
			t.Errorf("copy %d is %q, want %q", i, got[i], want[i])
		}
	}
	wantOnScreen(t, d, "sent to the terminal's clipboard: the listing")
	a.clipboard = func(string) (string, error) { return "/somewhere/text", nil }
	d.Press("y")
	wantOnScreen(t, d, "is in the file /somewhere/text")
}

func TestReplyAndInspector(t *testing.T) {
	d, a := start(t, "default", 120, 36)
	d.Press("r")
	wantOnScreen(t, d, "there is no query")
	d.Press("/")
	d.Type("create an issue")
	d.Press("enter", "r")
	wantOnScreen(t, d, "tool_search's reply", `"total_available": 3400`, `"matches": [`)
	d.Press("esc", "i")
	e := a.d.results[0].Hits[0].Entry
	wantOnScreen(t, d, "Tool "+e.Name, "mcp: deferred", "its line   "+e.Name, "stands in  line 11", "j k scroll   y copies the definition   e edit   p pin   x hide   esc closes", "name: linear creat issu", "in a tool_search reply", "as an agent sends it")
}
