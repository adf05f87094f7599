package cli

import (
	"regexp"
	"strings"
	"testing"
)

// TestShippedModels checks that every model that ships says where its context length
// is from and when that was looked up.
func TestShippedModels(t *testing.T) {
	models := new(preferences).models()
	if len(models) < 10 {
		t.Fatalf("only %d models", len(models))
	}
	date := regexp.MustCompile(`^20\d\d-\d\d-\d\d$`)
	for i, m := range models {
		if m.Context < 4096 || m.Context > 10_000_000 || !strings.HasPrefix(m.Source, "https://") || !date.MatchString(m.Checked) {
			t.Errorf("%+v", m)
		}
		if i > 0 && m.Context < models[i-1].Context {
			t.Errorf("%s stands before %s", models[i-1].Name, m.Name)
		}
	}
}

// TestOwnModels reads a file of one's own, good lines and bad ones.
func TestOwnModels(t *testing.T) {
	p := preferences{folder: folder(t, map[string]string{"models.yaml": "tiny: 100\ngpt-4: {context: 9}\nbad: no\nworse: [1]\nnegative: -3\ntiny: 5\n"})}
	models := p.models()
	if models[0] != (model{Name: "gpt-4", Context: 9}) || models[1] != (model{Name: "tiny", Context: 100}) {
		t.Errorf("%+v", models[:2])
	}
	if len(p.notes) != 4 { // three bad lines and one that is there twice
		t.Errorf("%+v", p.notes)
	}
	for _, m := range models {
		if m.Name == "bad" || m.Context < 1 {
			t.Errorf("%+v", m)
		}
	}
	broken := preferences{folder: folder(t, map[string]string{"models.yaml": "a: b: c"})}
	if got := broken.models(); len(got) != len(new(preferences).models()) || len(broken.notes) != 1 {
		t.Errorf("%d models, notes %+v", len(got), broken.notes)
	}
}
