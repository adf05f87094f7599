package loaders

import (
	"encoding/json"
	"os"
	"strings"
	"testing"

	"findable/engine/py"
)

// TestScalars compares plain scalars with what PyYAML 6.0.3 made of them
// (testdata/scalars.tsv: the scalar, the JSON of its value). Where it fails or
// makes a date, the text stays.
func TestScalars(t *testing.T) {
	rows, err := os.ReadFile("testdata/scalars.tsv")
	if err != nil {
		t.Fatal(err)
	}
	for row := range strings.Lines(string(rows)) {
		text, want, _ := strings.Cut(strings.TrimSuffix(row, "\n"), "\t")
		if want == "fails" {
			want = py.Compact(text)
		}
		if got := py.Compact(plain(text)); got != want {
			t.Errorf("%s: got %s, want %s", text, got, want)
		}
	}
}

// TestYAML compares documents with what PyYAML 6.0.3 made of them.
func TestYAML(t *testing.T) {
	raw, err := os.ReadFile("testdata/documents.json")
	if err != nil {
		t.Fatal(err)
	}
	var cases []struct{ YAML, JSON string }
	if err := json.Unmarshal(raw, &cases); err != nil {
		t.Fatal(err)
	}
	for _, c := range cases {
		docs, fault := documents([]byte(c.YAML))
		if fault != nil || len(docs) != 1 || py.Spaced(docs[0].value) != c.JSON {
			t.Errorf("%q\ngot  %v %v\nwant %s", c.YAML, docs, fault, c.JSON)
		}
	}
}

func TestKeysStayText(t *testing.T) {
	docs, fault := documents([]byte("on: 1\n12: 2\n~: 3\n---\n&k x: *k\n"))
	if fault != nil || len(docs) != 2 || py.Compact(docs[0].value) != `{"on":1,"12":2,"~":3}` || py.Compact(docs[1].value) != `{"x":"x"}` {
		t.Errorf("%v %v", docs, fault)
	}
	if docs[1].line != 4 {
		t.Errorf("the second document begins at line %d", docs[1].line)
	}
}
