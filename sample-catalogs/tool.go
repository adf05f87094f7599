package samples

import (
	"bytes"
	"encoding/json"
	"strings"
)

// A tool is one entry of a tools/list result, its keys in the usual order.
type tool struct {
	Name        string `json:"name"`
	Description string `json:"description"`
	InputSchema schema `json:"inputSchema"`
}

// A schema is the JSON Schema of an object.
type schema struct {
	Type       string   `json:"type"`
	Properties fields   `json:"properties"`
	Required   []string `json:"required,omitempty"`
}

// object returns the schema of an object with these properties.
func object(properties fields) schema {
	s := schema{Type: "object", Properties: properties}
	for _, f := range properties {
		if f.required {
			s.Required = append(s.Required, f.name)
		}
	}
	return s
}

// fields are properties in their order, which a Go map would lose.
type fields []field

// A field is one property of a schema.
type field struct {
	name        string
	required    bool
	Type        string   `json:"type"`
	Format      string   `json:"format,omitempty"`
	Enum        []string `json:"enum,omitempty"`
	Items       *field   `json:"items,omitempty"`
	Properties  fields   `json:"properties,omitempty"`
	Description string   `json:"description,omitempty"`
}

// MarshalJSON writes the fields as one object.
func (list fields) MarshalJSON() ([]byte, error) {
	var b bytes.Buffer
	b.WriteByte('{')
	for i, f := range list {
		if i > 0 {
			b.WriteByte(',')
		}
		b.Write(encode(f.name))
		b.WriteByte(':')
		b.Write(encode(f))
	}
	b.WriteByte('}')
	return b.Bytes(), nil
}

// encode writes a value of this package as JSON, leaving <, > and & as they are.
func encode(v any) []byte {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	if err := e.Encode(v); err != nil {
		panic(err) // nothing here is beyond JSON
	}
	return bytes.TrimSuffix(b.Bytes(), []byte("\n"))
}

// dump writes tools as the result of tools/list.
func dump(tools []tool) []byte {
	return encode(struct {
		Tools []tool `json:"tools"`
	}{tools})
}

// readFields reads the fields cell of a table, such as "name! size_gb:int
// mode:read/write"; a bare "-" is none. The notes describe common names.
func readFields(cell string, notes map[string]string) fields {
	var list fields
	for word := range strings.FieldsSeq(cell) {
		if word == "-" {
			continue
		}
		word, required := strings.CutSuffix(word, "!")
		name, kind, _ := strings.Cut(word, ":")
		f := field{name: name, required: required, Type: "string", Description: notes[name]}
		switch kind {
		case "":
		case "int":
			f.Type = "integer"
		case "number":
			f.Type = "number"
		case "bool":
			f.Type = "boolean"
		case "list":
			f.Type, f.Items = "array", &field{Type: "string"}
		case "map":
			f.Type = "object"
		case "time":
			f.Format = "date-time"
		default:
			f.Enum = strings.Split(kind, "/")
		}
		list = append(list, f)
	}
	return list
}
