package loaders

import (
	"strings"

	"findable/engine/py"
)

// cohereTool is a tool of the first version of Cohere's API: {name, description,
// parameter_definitions: {parameter: {description, type, required}}}.
var cohereTool = shape{
	name:  "Cohere tools",
	agent: true,
	open: func(o py.Object) (py.Object, string, bool) {
		return o, "parameter_definitions", o.Has("parameter_definitions")
	},
	convert: cohereSchema,
}

// cohereSchema makes JSON Schema of Cohere's parameters: the types are Python's, and
// each parameter says itself whether it is required.
func cohereSchema(v py.Value) py.Value {
	definitions, ok := v.(py.Object)
	if !ok {
		return v
	}
	properties, required := make(py.Object, 0, len(definitions)), py.List(nil)
	for _, m := range definitions {
		o, ok := m.Value.(py.Object)
		if !ok {
			properties = append(properties, m)
			continue
		}
		property := py.Object{}
		for _, word := range o {
			switch kind, isText := word.Value.(string); {
			case word.Key == "required":
				if word.Value == true {
					required = append(required, m.Key)
				}
			case word.Key == "type" && isText:
				property = append(property, pythonType(kind)...)
			default:
				property = append(property, word)
			}
		}
		properties = append(properties, py.Member{Key: m.Key, Value: property})
	}
	schema := py.Object{{Key: "type", Value: "object"}, {Key: "properties", Value: properties}}
	if required != nil {
		schema = append(schema, py.Member{Key: "required", Value: required})
	}
	return schema
}

// pythonType returns the keywords of JSON Schema for a type of Python's, such as str
// or List[int]; another word stays as it is.
func pythonType(name string) py.Object {
	outer, inner, generic := strings.Cut(name, "[")
	word := typeWords[strings.ToLower(outer)]
	if word == "" {
		return py.Object{{Key: "type", Value: name}}
	}
	keywords := py.Object{{Key: "type", Value: word}}
	if item, closed := strings.CutSuffix(inner, "]"); generic && closed && word == "array" {
		keywords = append(keywords, py.Member{Key: "items", Value: pythonType(item)})
	}
	return keywords
}
