package cli

import (
	"cmp"
	_ "embed"
	"maps"
	"path/filepath"
	"slices"

	"gopkg.in/yaml.v3"
)

// A model is a name for a context length, with where that is known from.
type model struct {
	Name    string `yaml:"-"`
	Context int    // tokens
	Source  string // an address
	Checked string // a date
}

//go:embed models.yaml
var shippedModels []byte

// models returns the models that ship, with those of models.yaml in the folder over
// them, by context length. What is wrong with a line of that file is noted.
func (p *preferences) models() []model {
	const kind = "models"
	all := map[string]model{}
	if err := yaml.Unmarshal(shippedModels, &all); err != nil {
		panic(err) // a test reads it
	}
	if p.folder != "" {
		file := filepath.Join(p.folder, "models.yaml")
		for _, s := range p.settings(kind, file) {
			m, err := model{}, error(nil)
			if s.value.Kind == yaml.ScalarNode {
				err = s.value.Decode(&m.Context)
			} else {
				err = s.value.Decode(&m)
			}
			if err != nil || m.Context < 1 {
				p.note(kind, file, s.line, s.key, "a context length in tokens is wanted, such as 200000 or {context: 200000}; the line is left out")
				continue
			}
			all[s.key] = m
		}
	}
	names := slices.Collect(maps.Keys(all))
	list := make([]model, len(names))
	for i, name := range names {
		list[i] = all[name]
		list[i].Name = name
	}
	slices.SortFunc(list, func(a, b model) int { return cmp.Or(cmp.Compare(a.Context, b.Context), cmp.Compare(a.Name, b.Name)) })
	return list
}
