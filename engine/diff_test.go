package engine

import (
	"reflect"
	"testing"

	"findable/engine/py"
)

func TestDiff(t *testing.T) {
	registry := func(tools ...string) *Registry {
		s := Server{Name: "garden"}
		for _, text := range tools {
			v, err := py.Parse([]byte(text))
			if err != nil {
				t.Fatal(err)
			}
			s.Tools = append(s.Tools, Tool{Function: v.(py.Object)})
		}
		return Register(Catalog{Servers: []Server{s}})
	}
	from := registry(`{"name":"open"}`, `{"name":"shut"}`, `{"name":"rain","description":"Let it rain."}`)
	to := registry(`{"name":"rain","description":"Let it pour."}`, `{"name":"open"}`, `{"name":"mow"}`)
	want := Delta{Added: []string{"mcp__garden__mow"}, Removed: []string{"mcp__garden__shut"}, Changed: []string{"mcp__garden__rain"}}
	if got := Diff(from, to); !reflect.DeepEqual(got, want) || got.Empty() {
		t.Errorf("got %+v, want %+v", got, want)
	}
	if got := Diff(from, from); !got.Empty() {
		t.Errorf("a registry differs from itself: %+v", got)
	}
}
