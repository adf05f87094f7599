package eval

import (
	"fmt"
	"testing"
)

// TestHalves checks that all wordings of a need are on one side, that nothing is
// lost, and that the needs are shared evenly.
func TestHalves(t *testing.T) {
	var cases []Case
	for i := range 40 {
		cases = append(cases, Case{Query: fmt.Sprint("query ", i), Expect: []Want{{Name: fmt.Sprint("tool ", i*7%13)}}, Any: i%5 == 0})
	}
	first, second := Halves(cases)
	if len(first)+len(second) != len(cases) {
		t.Errorf("%d and %d of %d cases", len(first), len(second), len(cases))
	}
	needs := [2]map[string]bool{{}, {}}
	for i, half := range [][]Case{first, second} {
		for _, c := range half {
			needs[i][needKey(c)] = true
		}
	}
	for key := range needs[0] {
		if needs[1][key] {
			t.Errorf("%q is on both sides", key)
		}
	}
	if d := len(needs[0]) - len(needs[1]); d < 0 || d > 1 {
		t.Errorf("%d and %d needs", len(needs[0]), len(needs[1]))
	}
	if a, b := Halves(nil); a != nil || b != nil {
		t.Error("halves of nothing: ", a, b)
	}
}
