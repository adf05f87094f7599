package ui

import (
	"strings"
	"testing"

	tea "github.com/charmbracelet/bubbletea"
)

// TestHeaderNamesTheViews looks at the line of views at all widths, with three views
// more than there are: the one that is shown has its name, the others at least their
// keys, and all of it fits.
func TestHeaderNamesTheViews(t *testing.T) {
	for _, tt := range []struct {
		w, h int
		want string
	}{
		{200, 50, "[1 Tune] 2 Listing  3 Why  4 Map  5 Eval  6 A/B  7 Audit  8 Cost  9 Play "},
		{120, 36, "[1 Tune] 2 List  3 Why  4 Map  5 Eval  6 A/B  7 Audit  8 Cost  9 Play "},
		{110, 30, "[1 Tune] 2  3  4  5  6  7  8  9 "},
		{80, 24, "[1 Tune] 2  3  4  5  6  7  8  9 "},
		{60, 20, "[1 Tune] 2  3  4  5  6  7  8  9 "},
	} {
		d, a := start(t, "small", tt.w, tt.h)
		line := strings.Split(d.View(), "\n")[1]
		if !strings.HasPrefix(line, tt.want) {
			t.Errorf("%d × %d: %s", tt.w, tt.h, line)
		}
		for _, v := range views {
			line := strings.Split(d.View(), "\n")[1]
			d.Send(tea.MouseMsg{X: strings.Index(line, a.keyOf(v.action)), Y: 1, Button: tea.MouseButtonLeft, Action: tea.MouseActionPress})
			if line = strings.Split(d.View(), "\n")[1]; a.view != v.view || !strings.Contains(line, "["+a.label(v)+"]") && !strings.Contains(line, "["+a.shortLabel(v)+"]") {
				t.Errorf("%d × %d: a click on %s shows view %d: %s", tt.w, tt.h, v.name, a.view+1, line)
			}
		}
	}
}
