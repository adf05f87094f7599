package cli

import (
	"strings"
	"testing"

	"findable/engine/py"
	"findable/ui/cell"
)

// TestCostAgrees asks the app and the command what a session costs.
func TestCostAgrees(t *testing.T) {
	for _, args := range [][]string{{"--sample", "small"}, {"--sample", "default"}, {"--sample", "core-only"}, {"--sample", "small", "--set", "listing=off", "--context", "8000"}} {
		o := callJSON(t, append([]string{"cost", "--bpe"}, args...)...)
		screen := call(t, append([]string{"--print", "cost", "--size", "200x50"}, args...)...)
		verdict, _ := o.Get("verdict")
		want := []string{strings.Join(strings.Fields(verdict.(py.Object).Text("text"))[:4], " ")}
		for _, w := range list(o, "ways") {
			way := w.(py.Object)
			billed, _ := way.Get("billed")
			want = append(want, cell.Number(number(way, "turn_tokens")), cell.Number(number(way, "sent")), rounded(billed.(py.Number).Float()))
		}
		counts, _ := o.Get("bpe")
		for _, x := range list(counts.(py.Object), "texts")[:1] {
			want = append(want, cell.Number(number(x.(py.Object), "tokens")))
		}
		for _, w := range want {
			if !strings.Contains(screen, w) {
				t.Errorf("%v: the command says %q, the app does not:\n%s", args, w, screen)
			}
		}
	}
}
