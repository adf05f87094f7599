package loaders

import (
	"mime"
	"strings"

	"findable/engine/py"
)

// A requestBody is the body that an operation takes.
type requestBody struct {
	// object holds the description, schema the schema, not written out.
	object py.Object
	schema py.Value
	// whole says that the body is one value without fields of its own.
	whole bool
}

// swaggerBody is the body of Swagger 2, a parameter whose name says nothing.
func swaggerBody(parameter py.Object) *requestBody {
	return &requestBody{object: parameter, schema: schemaUnder(parameter)}
}

// request takes the body of OpenAPI 3: of several media types the one that says
// most of its fields.
func (a *arguments) request(r *references, n node) {
	o, why := r.object(n.value)
	if o == nil {
		a.lacks("body", n, why)
		if _, isObject := n.value.(py.Object); isObject { // there is one, though it cannot be read
			a.body = &requestBody{schema: py.Object{}, whole: true}
		}
		return
	}
	content := o.Object("content")
	var media py.Object
	rank, kind := wholeBody+1, ""
	for _, m := range content {
		if is := mediaRank(m.Key); is < rank {
			media, _ = m.Value.(py.Object)
			rank, kind = is, m.Key
		}
	}
	a.body = &requestBody{object: o, schema: schemaUnder(media), whole: rank >= wholeBody}
	if rank == wholeBody && !media.Has("schema") { // bytes or text, which need none
		a.body.schema = described(py.Object{{Key: "type", Value: "string"}, {Key: "description", Value: kind}}, o)
	}
}

// The ranks of media types: the first of the lowest is read. From wholeBody on a
// body has no fields of its own.
const (
	jsonBody = iota
	formBody
	multipartBody
	wholeBody
)

func mediaRank(kind string) int {
	base, _, err := mime.ParseMediaType(kind)
	if err != nil {
		base = kind
	}
	switch {
	case strings.HasSuffix(base, "/json") || strings.HasSuffix(base, "+json") || base == "*/*" || base == "application/*":
		return jsonBody
	case base == "application/x-www-form-urlencoded":
		return formBody
	case strings.HasPrefix(base, "multipart/"):
		return multipartBody
	}
	return wholeBody
}

// addTo adds the arguments of a body whose schema is written out: its fields where
// it is an object that lists them, else `body`. Many documents leave out that a
// body is required, so only an explicit `false` makes its required fields optional.
func (q *requestBody) addTo(b *schemaBuilder, schema py.Value) {
	must, given := q.object.Get("required")
	o, _ := schema.(py.Object)
	properties, has := field(o, "properties").(py.Object)
	switch {
	case q.whole || !has || !onlyFields(o, properties):
		if o.Text("description") == "" {
			schema = described(schema, q.object)
		}
		if name := b.add("body", "request", schema); must == true {
			b.required = append(b.required, name)
		}
		return
	case len(properties) == 0:
		return // nothing to send
	}
	called := map[string]string{}
	for _, p := range properties {
		called[p.Key] = b.add(p.Key, "body", p.Value)
	}
	b.rest, _ = o.Get("additionalProperties")
	if given && must == false {
		return
	}
	for _, v := range o.List("required") {
		field, _ := v.(string)
		if name := called[field]; name != "" {
			b.required = append(b.required, name)
			delete(called, field)
		}
	}
}

// onlyFields reports whether the properties of a body say all that it may hold: no
// part of a union brings others.
func onlyFields(o, properties py.Object) bool {
	if kind := o.Text("type"); kind != "" && kind != "object" {
		return false
	}
	for _, word := range []string{"allOf", "patternProperties", "if", "dependentSchemas"} {
		if o.Has(word) {
			return false
		}
	}
	if rest, ok := o.Get("additionalProperties"); ok && rest != false && len(properties) == 0 {
		return false
	}
	own := map[string]bool{}
	for _, p := range properties {
		own[p.Key] = true
	}
	for _, word := range []string{"anyOf", "oneOf"} {
		for _, v := range o.List(word) {
			branch, _ := v.(py.Object)
			if len(properties) == 0 || branch.Has("allOf") || branch.Has("anyOf") || branch.Has("oneOf") {
				return false
			}
			for _, p := range branch.Object("properties") {
				if !own[p.Key] {
					return false
				}
			}
		}
	}
	return true
}
