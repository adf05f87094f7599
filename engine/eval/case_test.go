package eval

import (
	"testing"
)

func TestSpaced(t *testing.T) {
	all := make([]int, 1000)
	for i := range all {
		all[i] = i
	}
	if got := Spaced(all, 200); len(got) != 200 || got[0] != 0 || got[1] != 5 || got[199] != 995 {
		t.Errorf("%v", got)
	}
	for n := 1; n < 300; n++ {
		got := Spaced(all[:137], n)
		if len(got) != min(n, 137) {
			t.Fatalf("%d of 137 are %d", n, len(got))
		}
		for i := 1; i < len(got); i++ {
			if got[i] <= got[i-1] {
				t.Fatalf("%d of 137: %v", n, got)
			}
		}
	}
}

// TestKnownAndWithout checks that the two part the wanted tools of all cases between
// them, and change no case that they are given.
func TestKnownAndWithout(t *testing.T) {
	names := NewNames([]Tool{{Server: "mail", Bare: "send", Full: "mcp__mail__send"}})
	cases := []Case{
		{Query: "both", Expect: []Want{{"mcp__mail__send", 1}, {"fax", 1}}},
		{Query: "here", Expect: []Want{{"mail.send", 2}}},
		{Query: "nowhere", Expect: []Want{{"fax", 1}}},
	}
	for _, c := range []struct {
		what string
		got  []Case
		want map[string]string
	}{
		{"known", Known(cases, names), map[string]string{"both": "mcp__mail__send", "here": "mail.send"}},
		{"without", Without(cases, names), map[string]string{"both": "fax", "nowhere": "fax"}},
	} {
		if len(c.got) != len(c.want) {
			t.Errorf("%s: %v", c.what, c.got)
		}
		for _, x := range c.got {
			if len(x.Expect) != 1 || x.Expect[0].Name != c.want[x.Query] {
				t.Errorf("%s: %v, want %s", c.what, x, c.want[x.Query])
			}
		}
	}
	if len(cases[0].Expect) != 2 || cases[0].Expect[1].Name != "fax" {
		t.Errorf("the cases given became %v", cases)
	}
}
