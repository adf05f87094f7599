package cli

import (
	"strings"
	"testing"

	"findable/engine/py"
)

// TestRecordedLadders holds what ladder prints for the real sets against the
// recorded listings, budget by budget.
func TestRecordedLadders(t *testing.T) {
	checked := 0
	for line := range strings.Lines(readShared(t, "parity/real.jsonl")) {
		row := parse(t, line)
		steps := list(callJSON(t, append([]string{"ladder"}, dumpsOf(t, row.Text("set"))...)...), "steps")
		documented, _ := row.Get("documented")
		for _, l := range list(documented.(py.Object), "listings") {
			want := l.(py.List)
			budget, _ := py.ToInt(want[0])
			characters, _ := py.ToInt(want[2])
			at := 0
			for i := range steps {
				if number(steps[i].(py.Object), "from") <= budget {
					at = i
				}
			}
			step := steps[at].(py.Object)
			if checked++; step.Text("form") != want[1] || number(step, "tokens") != (characters+3)/4 {
				t.Errorf("%s at %d: %s, the record has %s", row.Text("set"), budget, py.Compact(step), py.Compact(want))
			}
		}
	}
	if checked == 0 {
		t.Error("nothing was checked")
	}
}
