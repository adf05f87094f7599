package loaders

import (
	"strings"

	"findable/engine/py"
)

// arguments are what an operation takes: its parameters and its body, in this
// order.
type arguments struct {
	parameters []parameterOf
	body       *requestBody // nil without one
	// outline is the size that the schema of all of them has.
	outline outline
	// notes have no file yet; cuts and renamed are there once the schema is.
	notes   []Note
	cuts    []refCut
	renamed int // names that another argument has
}

// A parameterOf is a parameter of an operation, its references followed.
type parameterOf struct {
	// place is where it goes: path, query, header, cookie, body.
	place, name string
	// object holds the description, schema its schema, not written out.
	object   py.Object
	schema   py.Value
	required bool
}

func (a *arguments) note(n node, k Kind, text string) {
	a.notes = append(a.notes, Note{Kind: k, Path: n.path, Text: text})
}

// collect finds the arguments of an operation. A parameter of its own takes the
// place of its path's.
func (a *arguments) collect(r *references, op operation) {
	at := map[[2]string]int{}
	for _, list := range []node{op.item.key("parameters"), op.at.key("parameters")} {
		items, ok := list.value.(py.List)
		if !ok && list.value != nil {
			a.note(list, Skipped, "the parameters are "+describe(list.value)+", not a list")
		}
		for i, v := range items {
			o, why := r.object(v)
			p := parameterOf{place: o.Text("in"), name: o.Text("name"), object: o}
			key := [2]string{p.place, p.name}
			switch j, met := at[key]; {
			case o == nil:
				a.lacks("parameter", list.item(i), why)
			case p.place == "body": // Swagger 2
				a.body = swaggerBody(o)
			case p.name == "":
				a.note(list.item(i), Skipped, "a parameter without a name: "+describe(o))
			case p.place == "":
				a.note(list.item(i), Skipped, "the parameter "+quoted(p.name)+" does not say where it goes: "+describe(o))
			case met:
				a.parameters[j] = p
			default:
				at[key] = len(a.parameters)
				a.parameters = append(a.parameters, p)
			}
		}
	}
	if request := op.at.key("requestBody"); request.value != nil {
		a.request(r, request)
	}
	a.measure(r)
}

// measure completes the parameters and takes the size of everything.
func (a *arguments) measure(r *references) {
	for i := range a.parameters {
		p := &a.parameters[i]
		must, _ := p.object.Get("required")
		p.required = must == true || p.place == "path" // which has to be, whatever it says
		if p.place == "formData" {                     // Swagger 2
			p.place = "body"
		}
		p.schema = ownSchema(p.object)
		a.outline.values++
		r.measure(&a.outline, p.schema)
	}
	if a.body != nil {
		r.measure(&a.outline, a.body.schema)
	}
}

// lacks notes what is no object and does not refer to one.
func (a *arguments) lacks(what string, n node, why cause) {
	if o, _ := n.value.(py.Object); o.Has("$ref") {
		a.note(n, Cut, "the "+what+" is "+quoted(o.Text("$ref"))+", "+string(why))
	} else {
		a.note(n, Skipped, "the "+what+" is "+describe(n.value)+", not an object")
	}
}

// ownSchema returns the schema of a parameter: under `schema`, under the first
// media type of `content`, or, in Swagger 2, the parameter itself.
func ownSchema(o py.Object) py.Value {
	content := o.Object("content")
	switch {
	case o.Has("schema"):
		return schemaUnder(o)
	case len(content) > 0:
		media, _ := content[0].Value.(py.Object)
		return schemaUnder(media)
	}
	return o.Without("name", "in", "required", "description", "allowEmptyValue", "style", "explode", "allowReserved", "content", "examples")
}

func schemaUnder(o py.Object) py.Value {
	if schema, ok := o.Get("schema"); ok && schema != nil {
		return schema
	}
	return py.Object{}
}

// described gives a schema the description of what stands around it.
func described(schema py.Value, around py.Object) py.Value {
	o, ok := schema.(py.Object)
	text := strings.TrimSpace(around.Text("description"))
	if !ok || text == "" {
		return schema
	}
	return o.With("description", text)
}

// schema writes out the schema of all arguments.
func (a *arguments) schema(s *speller) py.Object {
	b := schemaBuilder{taken: map[string]bool{}, properties: py.Object{}}
	for _, p := range a.parameters {
		if name := b.add(p.name, p.place, described(s.schema(p.schema), p.object)); p.required {
			b.required = append(b.required, name)
		}
	}
	if a.body != nil {
		a.body.addTo(&b, s.schema(a.body.schema))
	}
	a.cuts, a.renamed = s.cuts, b.renamed
	out := py.Object{{Key: "type", Value: "object"}, {Key: "properties", Value: b.properties}}
	if len(b.required) > 0 {
		out = append(out, py.Member{Key: "required", Value: b.required})
	}
	if b.rest != nil {
		out = append(out, py.Member{Key: "additionalProperties", Value: b.rest})
	}
	return out
}

// A schemaBuilder puts the schemas of arguments together.
type schemaBuilder struct {
	properties py.Object
	required   py.List
	rest       py.Value // what else the body may hold, nil where it does not say
	taken      map[string]bool
	renamed    int
}

// add takes one argument and returns what it is called. A name that is taken gets
// its place before it: body_id beside the id of the path.
func (b *schemaBuilder) add(name, place string, schema py.Value) string {
	if b.taken[name] {
		b.renamed++
	}
	for b.taken[name] {
		name = place + "_" + name
	}
	b.taken[name] = true
	b.properties = append(b.properties, py.Member{Key: name, Value: schema})
	return name
}
