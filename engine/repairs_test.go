package engine

import (
	"slices"
	"testing"

	"findable/engine/py"
)

func TestRepairs(t *testing.T) {
	for _, tt := range []struct {
		name, raw string
		want      []Repair
	}{
		{"nothing", `{"name": "a", "description": "d", "inputSchema": {"type": "object", "properties": {"x": {"type": "string"}}}}`, nil},
		{"no schema, no description", `{"name": "a"}`, []Repair{
			{"there was none: a sentence with tool and server stands in", "description"},
			{"there was no schema: an empty object stands in", "parameters"}}},
		{"name and tags", `{"name": "a-b", "description": "d\udb40\udc41", "inputSchema": {"type": "object", "properties": {}}}`, []Repair{
			{"characters outside A-Z a-z 0-9 _ became _", "name"}, {"invisible tag characters were taken out", "description"}}},
		{"unions", `{"name": "a", "description": "d", "inputSchema": {"type": "object", "properties": {
			"n": {"anyOf": [{"type": "string"}, {"type": "null"}]},
			"e": {"oneOf": [{"type": "string", "const": "x"}, {"type": "string", "const": "y"}]},
			"o": {"type": "object"}, "t": {"type": ["string", "integer"]}}}}`, []Repair{
			{"a union with null became nullable", "parameters.properties.n"},
			{"a union of constants became an enum", "parameters.properties.e"},
			{"the shape of an object was completed", "parameters.properties.o"},
			{"sanitised for the model's API", "parameters.properties.t"}}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			v, err := py.Parse([]byte(tt.raw))
			if err != nil {
				t.Fatal(err)
			}
			r := Register(Catalog{Servers: []Server{{Name: "s", Tools: []Tool{mcpTool(v)}}}})
			if got := r.Entries[0].Repairs(); !slices.Equal(got, tt.want) {
				t.Errorf("repairs %v, want %v", got, tt.want)
			}
		})
	}
}

// TestRepairsAreComplete checks on the real catalogs that a tool without repairs
// is sent as it was dumped, and one with repairs is not.
func TestRepairsAreComplete(t *testing.T) {
	for _, e := range Register(Catalog{Servers: readSet(t, "all-live")}).Entries {
		same := py.Compact(e.Function.Without("name")) == py.Compact(e.Tool.Function.Without("name"))
		repairs := slices.DeleteFunc(e.Repairs(), func(r Repair) bool { return r.Path == "name" })
		if same != (len(repairs) == 0) {
			t.Errorf("%s: sent as dumped is %v, repairs %v", e.Name, same, repairs)
		}
	}
}
