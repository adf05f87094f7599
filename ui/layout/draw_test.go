package layout

import (
	"fmt"
	"testing"
)

func TestShow(t *testing.T) {
	for _, a := range []Args{{W: 120, H: 36}, {W: 110, H: 30}, {W: 80, H: 24}, {W: 40, H: 12}, {W: 200, H: 60}, {W: 160, H: 40}, {W: 120, H: 36, View: Listing}} {
		r := Compute(a)
		fmt.Printf("%+v %v\n", a, r.Mode)
		for _, p := range r.Panes {
			fmt.Printf("  %s %+v\n", p.Pane, p.Rect)
		}
		fmt.Println(r.Order)
	}
}
