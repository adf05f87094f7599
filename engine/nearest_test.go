package engine

import (
	"testing"

	"findable/engine/py"
)

func TestNearest(t *testing.T) {
	var c Catalog
	for _, name := range []string{"list_repositories", "get_repository", "report_bug", "send_message", "massage", "a"} {
		c.Toolsets = append(c.Toolsets, Toolset{Name: "p", Tools: []Tool{{Function: py.Object{{Key: "name", Value: name}}}}})
	}
	x := Register(c).Session(Documented(), Scope{}, nil).Index
	for _, tt := range []struct {
		term string
		want []string
	}{
		{"repo", []string{"repositori"}}, // two tools begin so, one with report
		{"mesage", []string{"messag"}},   // the words are stems: messag, massag
		{"sned", []string{"send"}},       // neighbours swapped
		{"zzqxzz", nil},
		{"b", nil},
	} {
		near := x.Nearest(tt.term, 1)
		if len(near) != len(tt.want) || len(near) > 0 && near[0].Term != tt.want[0] {
			t.Errorf("nearest to %s: %v, want %v", tt.term, near, tt.want)
		}
	}
}

func TestEdits(t *testing.T) {
	for _, tt := range []struct {
		a, b string
		want int
	}{{"", "", 0}, {"abc", "abc", 0}, {"abc", "acb", 1}, {"abc", "abd", 1}, {"abc", "ab", 1}, {"kitten", "sitting", 3}} {
		if got := Edits(tt.a, tt.b, 9); got != tt.want {
			t.Errorf("%s to %s takes %d edits, want %d", tt.a, tt.b, got, tt.want)
		}
		if tt.want > 0 && Edits(tt.a, tt.b, tt.want-1) != tt.want {
			t.Errorf("%s to %s: over the limit %d is not told", tt.a, tt.b, tt.want-1)
		}
	}
}
