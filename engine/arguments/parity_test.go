package arguments

import (
	"os"
	"slices"
	"testing"

	"findable/engine/py"
)

const recorded = "../../../shared/parity/arguments.json"

// readRecorded reads the recorded answers, or skips where they are absent.
func readRecorded(t *testing.T) py.Object {
	t.Helper()
	text, err := os.ReadFile(recorded)
	if os.IsNotExist(err) {
		t.Skipf("%s is not here: the recorded answers of the reference are not compared", recorded)
	}
	if err != nil {
		t.Fatal(err)
	}
	return parse(t, string(text)).(py.Object)
}

func parse(t testing.TB, text string) py.Value {
	t.Helper()
	v, err := py.Parse([]byte(text))
	if err != nil {
		t.Fatalf("%s: %v", text, err)
	}
	return v
}

func list(o py.Object, key string) py.List {
	v, _ := o.Get(key)
	l, _ := v.(py.List)
	return l
}

func object(o py.Object, key string) py.Object {
	v, _ := o.Get(key)
	sub, _ := v.(py.Object)
	return sub
}

func TestRecordedChecks(t *testing.T) {
	cases := list(readRecorded(t), "cases")
	if len(cases) != 89 {
		t.Errorf("%d cases, want 89", len(cases))
	}
	for _, c := range cases {
		c := c.(py.Object)
		t.Run(c.Text("id"), func(t *testing.T) {
			schema, ok := c.Get("registered")
			if !ok {
				schema, _ = c.Get("schema")
			}
			args := object(c, "arguments")
			before := py.Compact(args)
			documented, latest := object(c, "documented"), object(c, "latest")

			var want []string
			for _, key := range list(documented, "missing") {
				want = append(want, key.(string))
			}
			missing := Missing(schema, args)
			if !slices.Equal(missing, want) {
				t.Errorf("missing %q, want %q", missing, want)
			}

			repaired := Repair(schema, args, cleanKeys)
			wantRepaired, ok := c.Get("repaired")
			if !ok {
				wantRepaired = args
			}
			if got, want := py.Compact(repaired), py.Compact(wantRepaired); got != want {
				t.Errorf("repaired to %s, want %s", got, want)
			}
			if py.Compact(args) != before {
				t.Errorf("the arguments were changed in place: %s", py.Compact(args))
			}

			if len(missing) > 0 {
				return // the later generation names these too, before anything else
			}
			got, want2 := Check(schema, repaired), (*Fault)(nil)
			if latest.Text("result") == "bad_arguments" {
				want2 = &Fault{latest.Text("path"), latest.Text("constraint")}
			}
			if !sameFault(got, want2) {
				t.Errorf("fault %v, want %v", got, want2)
			}
		})
	}
}

func sameFault(a, b *Fault) bool {
	if a == nil || b == nil {
		return a == b
	}
	return *a == *b
}

func TestRecordedCalls(t *testing.T) {
	cases := list(readRecorded(t), "calls_form")
	if len(cases) != 16 {
		t.Errorf("%d cases, want 16", len(cases))
	}
	for _, c := range cases {
		c := c.(py.Object)
		t.Run(c.Text("id"), func(t *testing.T) {
			latest := object(c, "latest")
			calls, kind := ReadCalls(object(c, "tool_call"))
			if kind != latest.Text("kind") {
				t.Fatalf("kind %q, want %q", kind, latest.Text("kind"))
			}
			if kind != "" {
				return
			}
			if calls[0].Name != latest.Text("name") || py.Compact(calls[0].Arguments) != py.Compact(object(latest, "arguments")) {
				t.Errorf("read %s %s, want %s", calls[0].Name, py.Compact(calls[0].Arguments), py.Compact(latest))
			}
		})
	}
}
