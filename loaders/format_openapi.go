package loaders

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"unicode"

	"findable/engine/py"
)

// openAPI is an OpenAPI 3 document or a Swagger 2 one: a tool for each operation.
// The two differ in where things stand and hardly in what they are called, so
// both are read by one set of rules.
type openAPI struct{}

func (openAPI) name() string { return "OpenAPI document" }

func (openAPI) holds(v py.Value) bool {
	o, _ := v.(py.Object)
	for _, key := range []string{"openapi", "swagger"} {
		version := o.Text(key)
		if number, _ := o.Get(key); version == "" {
			n, _ := number.(py.Number) // as YAML reads 2.0
			version = string(n)
		}
		if version != "" && version[0] >= '0' && version[0] <= '9' { // the address of a document is none
			return true
		}
	}
	return false
}

func (openAPI) read(r *reading, n node) {
	r.took(n.value)
	for _, m := range n.value.(py.Object) {
		if m.Key != "tools" {
			r.shut(m.Value)
		}
	}
	d := &apiDocument{reading: r, root: n, references: newReferences(n.value.(py.Object))}
	operations := d.operations()
	if len(operations) == 0 {
		r.note(Skipped, n.path, "an OpenAPI document without operations; give the one that has them under \"paths\"")
		return
	}
	depths, arguments := d.arguments(operations)
	l := list{path: n.key("paths").path, server: n.server}
	for i, deepest := range depths {
		l.tools = append(l.tools, d.tool(operations[i], &arguments[i], deepest))
	}
	r.lists = append(r.lists, l)
	if rest := operations[len(depths):]; len(rest) > 0 {
		r.note(Skipped, rest[0].at.path, "the operations before this come to %d million values; this and the %d after it are left out, split the document",
			maxDocumentValues/1_000_000, len(rest)-1)
	}
	d.report(operations, arguments)
	d.card()
}

// An apiDocument is an OpenAPI document while it is read.
type apiDocument struct {
	*reading
	*references
	root node
}

// An operation is what a client can ask of an API: a method of a path.
type operation struct {
	name, method, path string
	at                 node
	// item is what the operations of the path have in common.
	item node
}

// methods are the keys of a path under which operations stand.
var methods = []string{"get", "put", "post", "delete", "options", "head", "patch", "trace", "query"}

// operations lists the operations in the order of the document, each with its
// name. Where nothing names one it is called after method and path.
func (d *apiDocument) operations() []operation {
	var all []operation
	paths := d.root.key("paths")
	items, ok := paths.value.(py.Object)
	if !ok && paths.value != nil {
		d.note(Skipped, paths.path, "the paths of the API are %s, not an object", describe(paths.value))
	}
	for _, m := range items {
		if strings.HasPrefix(m.Key, "x-") {
			continue
		}
		item := node{value: m.Value, path: paths.path + pathKey(m.Key)}
		if o, ok := d.item(item); ok {
			item.value = o
			all = append(all, d.itemOperations(item, m.Key)...)
		}
	}
	if hooks, _ := d.root.key("webhooks").value.(py.Object); len(hooks) > 0 {
		d.note(Skipped, d.root.key("webhooks").path, "%d webhook%s, which the API calls and a client does not", len(hooks), plural(len(hooks)))
	}
	d.nameThem(all)
	return all
}

// item returns what a path holds. Where it is a reference, keys beside it go over
// those that it points at.
func (d *apiDocument) item(n node) (py.Object, bool) {
	o, ok := n.value.(py.Object)
	if !ok {
		d.note(Skipped, n.path, "the path is %s, not an object", describe(n.value))
		return nil, false
	}
	if !o.Has("$ref") {
		return o, true
	}
	target, why := d.object(o)
	if target == nil {
		d.note(Skipped, n.path, "the path refers to %s, %s", quoted(o.Text("$ref")), why)
		return nil, false
	}
	merged := members{}
	for _, m := range slices.Concat(target, o.Without("$ref")) {
		merged.put(m.Key, m.Value)
	}
	return merged.object, true
}

func (d *apiDocument) itemOperations(item node, path string) (all []operation) {
	for _, m := range item.value.(py.Object) {
		at := node{value: m.Value, path: item.path + pathKey(m.Key)}
		method := strings.ToLower(m.Key)
		o, isObject := m.Value.(py.Object)
		switch {
		case slices.Contains(methods, method) && isObject:
			all = append(all, operation{name: strings.TrimSpace(o.Text("operationId")), method: strings.ToUpper(method), path: path, at: at, item: item})
			for _, key := range []string{"operationId", "summary", "description"} {
				if v, ok := o.Get(key); ok && v != nil && o.Text(key) == "" && v != "" {
					d.note(Odd, at.path, "the %s is %s, not text, so it does not count", key, describe(v))
				}
			}
		case slices.Contains(methods, method):
			d.note(Skipped, at.path, "the operation is %s, not an object", describe(m.Value))
		case isObject && !strings.HasPrefix(m.Key, "x-"):
			d.note(Skipped, at.path, "%s is no method that is known", quoted(m.Key))
		}
	}
	return all
}

// nameThem names the operations without an operationId, so that no two of them
// and none of the others have one name.
func (d *apiDocument) nameThem(all []operation) {
	taken := make(map[string]bool, len(all))
	for _, op := range all {
		taken[op.name] = true
	}
	next := map[string]int{} // the number a clash goes on with
	made, first := 0, operation{}
	for i := range all {
		op := &all[i]
		if op.name != "" {
			continue
		}
		plain := methodPath(op.method, op.path)
		op.name = plain
		for n := max(2, next[plain]); taken[op.name]; n++ {
			op.name = fmt.Sprintf("%s_%d", plain, n)
			next[plain] = n + 1
		}
		taken[op.name] = true
		if made++; made == 1 {
			first = *op
		}
	}
	if made > 0 {
		d.note(Renamed, first.at.path, "%d operation%s without an operationId, named after method and path, such as %s", made, plural(made), quoted(first.name))
	}
}

// methodPath makes a name of a method and a path: get_pets_petId.
func methodPath(method, path string) string {
	parts := strings.FieldsFunc(path, func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) })
	return strings.Join(append([]string{strings.ToLower(method)}, parts...), "_")
}

// card takes what the document says of the API. Its title is none of a server's
// names: it is for people and changes with every edition, so the server is named
// after the file.
func (d *apiDocument) card() {
	info, _ := d.root.key("info").value.(py.Object)
	text := strings.TrimSpace(cmp.Or(info.Text("description"), info.Text("summary")))
	if url := d.baseURL(); url != "" {
		text = strings.TrimSpace(text + "\n\nBase URL: " + url)
	}
	if c := (Card{Name: d.root.server, Title: info.Text("title"), Description: text, Source: "OpenAPI document"}); c.Title+text != "" {
		d.reading.card(d.root, c)
	}
}

// baseURL returns where the API is served, as far as the document says.
func (d *apiDocument) baseURL() string {
	root := d.root.value.(py.Object)
	if servers, _ := d.root.key("servers").value.(py.List); len(servers) > 0 {
		first, _ := servers[0].(py.Object)
		return first.Text("url")
	}
	if root.Text("host") == "" {
		return root.Text("basePath")
	}
	scheme := "https"
	if schemes, _ := d.root.key("schemes").value.(py.List); len(schemes) > 0 && !slices.Contains(schemes, py.Value(scheme)) {
		scheme, _ = schemes[0].(string)
	}
	return scheme + "://" + root.Text("host") + root.Text("basePath")
}
