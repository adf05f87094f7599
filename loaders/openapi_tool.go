package loaders

import (
	"cmp"
	"strings"

	"findable/engine"
	"findable/engine/py"
)

// arguments collects what the operations take, and returns for each how many
// references may be followed one inside another. When they come to more than a
// document may, it is of the first ones only.
func (d *apiDocument) arguments(operations []operation) (deepest []int, all []arguments) {
	total := 0
	for _, op := range operations {
		var a arguments
		a.collect(d.references, op)
		if total += a.outline.values; total > maxDocumentValues {
			break
		}
		all = append(all, a)
	}
	deepest = d.depths(all)
	return deepest, all[:len(deepest)]
}

// depths returns for each operation how many references may be followed one inside
// another, or for the first ones only.
func (d *apiDocument) depths(all []arguments) (deepest []int) {
	for allowed := maxToolValues; allowed >= minToolValues; allowed /= 4 {
		total := 0
		deepest = deepest[:0]
		for i := range all {
			depth, values := d.deepest(&all[i].outline, allowed)
			if total += values; total > maxDocumentValues {
				break
			}
			deepest = append(deepest, depth)
		}
		if len(deepest) == len(all) {
			break
		}
	}
	return deepest
}

// tool makes the tool of an operation.
func (d *apiDocument) tool(op operation, a *arguments, deepest int) engine.Tool {
	t := engine.Tool{Origin: d.origin(op.at.path)}
	t.Function, t.Raw = op.records(a.schema(&speller{references: d.references, deepest: deepest}))
	return t
}

// records returns an operation as an agent sends it and as an MCP server would
// list it. The latter is what the tool counts as dumped: the operation as written
// does not stand by itself, its references lead into the document.
func (op operation) records(schema py.Object) (function, record py.Object) {
	o, _ := op.at.value.(py.Object)
	item, _ := op.item.value.(py.Object)
	summary := strings.TrimSpace(cmp.Or(o.Text("summary"), item.Text("summary")))
	head := py.Object{{Key: "name", Value: op.name}}
	if text := operationText(summary, strings.TrimSpace(cmp.Or(o.Text("description"), item.Text("description")))); text != "" {
		head = append(head, py.Member{Key: "description", Value: text})
	}
	annotations := py.Object{{Key: "title", Value: cmp.Or(summary, op.name)},
		{Key: "readOnlyHint", Value: op.readOnly()}, {Key: "destructiveHint", Value: op.method == "DELETE"}}
	meta := py.Object{{Key: "method", Value: op.method}, {Key: "path", Value: op.path}}
	for _, key := range []string{"deprecated", "tags"} {
		if v, ok := o.Get(key); ok && py.Truthy(v) {
			meta = append(meta, py.Member{Key: key, Value: v})
		}
	}
	head = head[:len(head):len(head)]
	return append(head, py.Member{Key: "parameters", Value: schema}),
		append(head, py.Member{Key: "inputSchema", Value: schema}, py.Member{Key: "annotations", Value: annotations},
			py.Member{Key: "_meta", Value: py.Object{{Key: "openapi", Value: meta}}})
}

// readOnly reports whether the method is safe as HTTP has it (RFC 9110, section
// 9.2.1, and QUERY).
func (op operation) readOnly() bool {
	switch op.method {
	case "GET", "HEAD", "OPTIONS", "TRACE", "QUERY":
		return true
	}
	return false
}

// operationText makes the description of a tool: the summary as its first
// sentence, unless the description begins with it.
func operationText(summary, description string) string {
	switch {
	case summary == "" || strings.HasPrefix(description, strings.TrimSuffix(summary, ".")):
		return description
	case description == "":
		return summary
	}
	return strings.TrimSuffix(summary, ".") + ". " + description
}
