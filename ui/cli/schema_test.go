package cli

import (
	"encoding/json"
	"strings"
	"sync"
	"testing"

	"github.com/google/jsonschema-go/jsonschema"
)

// strictly returns the schemas as tests hold output against them: closed, so that
// a member without a description fails.
var strictly = sync.OnceValue(func() map[string]*jsonschema.Resolved {
	all := map[string]*jsonschema.Resolved{}
	for _, name := range schemaNames() {
		text, err := schemas.ReadFile("schemas/" + name + ".json")
		if err != nil {
			panic(err)
		}
		var s jsonschema.Schema
		if err := json.Unmarshal(text, &s); err != nil {
			panic(name + ": " + err.Error())
		}
		closed(&s)
		if all[name], err = s.Resolve(nil); err != nil {
			panic(name + ": " + err.Error())
		}
	}
	return all
})

// closed lets objects have nothing but what is described; an object of which
// nothing is described may have anything.
func closed(s *jsonschema.Schema) {
	if s == nil {
		return
	}
	if s.Properties != nil && s.AdditionalProperties == nil {
		s.AdditionalProperties = &jsonschema.Schema{Not: &jsonschema.Schema{}}
	}
	for _, p := range s.Properties {
		closed(p)
	}
	for _, d := range s.Defs {
		closed(d)
	}
	closed(s.Items)
}

// conforms holds one JSON text against the schema that it names, "" when it
// conforms or names none.
func conforms(text string) string {
	var v any
	if json.Unmarshal([]byte(text), &v) != nil {
		return ""
	}
	o, _ := v.(map[string]any)
	named, _ := o["schema"].(string)
	if named == "" {
		named, _ = o["findable"].(string) // a session file
	}
	name, _ := strings.CutPrefix(named, "findable.")
	name, is := strings.CutSuffix(name, "/1")
	if !is {
		return ""
	}
	s := strictly()[name]
	if s == nil {
		return named + " has no schema in ui/cli/schemas"
	}
	if err := s.Validate(v); err != nil {
		return err.Error()
	}
	return ""
}

// What a schema says is told from what it does not say.
func TestConforms(t *testing.T) {
	good := `{"schema":"findable.version/1","version":"v1","go":"go1","os":"linux","arch":"amd64","generations":["latest"]}`
	if why := conforms(good); why != "" {
		t.Error(why)
	}
	for _, bad := range []string{
		strings.Replace(good, `"os":"linux",`, "", 1), strings.Replace(good, `"v1"`, `1`, 1),
		strings.Replace(good, `"os"`, `"more":1,"os"`, 1), `{"schema":"findable.nothing/1"}`,
	} {
		if conforms(bad) == "" {
			t.Errorf("conforms: %s", bad)
		}
	}
}

// Every member of every schema says what it is.
func TestSchemasDescribe(t *testing.T) {
	var check func(place string, s *jsonschema.Schema)
	check = func(place string, s *jsonschema.Schema) {
		if s == nil {
			return
		}
		for name, p := range s.Properties {
			at := place + "." + name
			if p.Description == "" && p.Const == nil && p.Ref == "" {
				t.Errorf("%s has no description", at)
			}
			check(at, p)
		}
		for name, d := range s.Defs {
			check(place+"#"+name, d)
		}
		check(place, s.Items)
	}
	for name, s := range strictly() {
		check(name, s.Schema())
	}
}
