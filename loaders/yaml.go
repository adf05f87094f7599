package loaders

import (
	"errors"
	"fmt"
	"io"
	"strings"

	"gopkg.in/yaml.v3"

	"findable/engine/py"
)

// maxAliasValues is how many values the aliases of one YAML text may add by
// repeating what they refer to. A file written by hand stays far below; an
// alias bomb is stopped before the values that it stands for are counted out.
const maxAliasValues = 1_000_000

// The limits of one YAML text. Its library takes some 300 bytes for each value, and
// what may be one is counted beforehand. The OpenAPI document of GitHub, one of the
// largest, has 9 MB and a million.
const (
	MaxYAMLBytes  = 32 << 20
	MaxYAMLValues = 3_000_000
)

// yamlSyntax is YAML, and what is left when nothing else fits.
type yamlSyntax struct{}

// begins reports false for what begins like JSON and is large, or has its
// kind of comments: YAML in its flow form is short.
func (yamlSyntax) begins(t *text) bool {
	const maxFlowBytes = 1 << 20
	return !(jsonSyntax{}).begins(t) || len(t.body) <= maxFlowBytes && !t.json.comments
}

func (yamlSyntax) read(t *text) ([]document, *Error) { return t.yaml() }

// yaml reads the documents of a YAML text. Scalars are taken as PyYAML takes them
// (scalar.go), keys stay the text they are written as.
func (t *text) yaml() ([]document, *Error) {
	if len(t.body) > MaxYAMLBytes {
		return nil, errorf("", "is not JSON, and YAML is read up to %d MB; write it as JSON", MaxYAMLBytes>>20)
	}
	values := 0
	for _, sign := range []string{"\n", ",", "[", "{", "- ", ": "} {
		values += strings.Count(t.body, sign)
	}
	if values > MaxYAMLValues {
		return nil, errorf("", "is not JSON, and YAML of more than %d million values is not read; write it as JSON", MaxYAMLValues/1_000_000)
	}
	var docs []document
	dec := yaml.NewDecoder(strings.NewReader(t.body))
	for {
		var n yaml.Node
		err := dec.Decode(&n)
		if errors.Is(err, io.EOF) {
			return docs, nil
		}
		if err != nil {
			place, msg := yamlPlace(strings.TrimPrefix(err.Error(), "yaml: "))
			return docs, errorf(place, "neither JSON nor YAML: %s; mend it or dump the server again", msg)
		}
		y := yamlReader{anchored: map[*yaml.Node]counted{}, repeated: &t.repeated}
		v, _, err := y.value(&n, 0)
		if err != nil {
			place, msg := yamlPlace(err.Error())
			return docs, errorf(place, "%s", msg)
		}
		docs = append(docs, document{value: v, line: n.Line})
	}
}

// yamlPlace splits "line n: message".
func yamlPlace(s string) (place, msg string) {
	if line, rest, ok := strings.Cut(s, ": "); ok && strings.HasPrefix(line, "line ") {
		return line, rest
	}
	return "", s
}

// A counted value knows how many values it is made of, itself included.
type counted struct {
	value py.Value
	size  int
}

// A yamlReader turns nodes into values. What an alias refers to is turned once
// and shared, as values never change; only its size is counted again.
type yamlReader struct {
	anchored map[*yaml.Node]counted
	aliased  int     // values added by aliases
	repeated *census // keys that their mapping had already
}

func (y *yamlReader) value(n *yaml.Node, depth int) (v py.Value, size int, err error) {
	if depth > py.MaxDepth {
		return nil, 0, fmt.Errorf("line %d: nested more than %d deep", n.Line, py.MaxDepth)
	}
	switch n.Kind {
	case yaml.DocumentNode:
		return y.value(n.Content[0], depth)
	case yaml.AliasNode:
		return y.alias(n)
	case yaml.SequenceNode:
		v, size, err = y.list(n, depth)
	case yaml.MappingNode:
		v, size, err = y.object(n, depth)
	case yaml.ScalarNode:
		size = 1
		v, err = scalar(n)
	}
	if err == nil && n.Anchor != "" {
		y.anchored[n] = counted{v, size}
	}
	return v, size, err
}

func (y *yamlReader) alias(n *yaml.Node) (py.Value, int, error) {
	target, ok := y.anchored[n.Alias]
	if !ok { // an anchor comes before its aliases, unless it stands around them
		return nil, 0, fmt.Errorf("line %d: *%s stands inside what it refers to", n.Line, n.Value)
	}
	return target.value, target.size, y.repeat(n, target.size)
}

func (y *yamlReader) repeat(n *yaml.Node, size int) error {
	if y.aliased += size; y.aliased > maxAliasValues {
		return fmt.Errorf("line %d: the aliases up to here repeat more than %d values; write the file without them", n.Line, maxAliasValues)
	}
	return nil
}

func (y *yamlReader) list(n *yaml.Node, depth int) (py.Value, int, error) {
	if err := plainTag(n, "!!seq"); err != nil {
		return nil, 0, err
	}
	l, size := make(py.List, 0, len(n.Content)), 1
	for _, c := range n.Content {
		v, s, err := y.value(c, depth+1)
		if err != nil {
			return nil, 0, err
		}
		l, size = append(l, v), size+s
	}
	return l, size, nil
}

// object reads a mapping. Merged keys come first and the mapping's own go over
// them, each at the place where its key was first met, as in the reference's
// language.
func (y *yamlReader) object(n *yaml.Node, depth int) (py.Value, int, error) {
	if err := plainTag(n, "!!map"); err != nil {
		return nil, 0, err
	}
	o := members{}
	size := 1
	merged := false
	for i := 0; i+1 < len(n.Content); i += 2 {
		if !isMerge(n.Content[i]) {
			continue
		}
		merged = true
		s, err := y.merge(&o, n.Content[i+1], depth)
		if err != nil {
			return nil, 0, err
		}
		size += s
	}
	for i := 0; i+1 < len(n.Content); i += 2 {
		k := n.Content[i]
		if isMerge(k) {
			continue
		}
		if k.Kind == yaml.AliasNode {
			k = k.Alias
		}
		if k.Kind != yaml.ScalarNode {
			return nil, 0, fmt.Errorf("line %d: a key that is a list or a mapping; keys are text", k.Line)
		}
		if k.Anchor != "" {
			y.anchored[k] = counted{k.Value, 1}
		}
		v, s, err := y.value(n.Content[i+1], depth+1)
		if err != nil {
			return nil, 0, err
		}
		if again := o.put(k.Value, v); again && !merged {
			y.repeated.add(1, k.Line, k.Value)
		}
		size += s
	}
	return o.object, size, nil
}

func isMerge(k *yaml.Node) bool { return k.Kind == yaml.ScalarNode && k.Tag == "!!merge" }

// merge puts the keys of `<<: value` into o: a mapping, or a list of mappings of
// which the first wins.
func (y *yamlReader) merge(o *members, n *yaml.Node, depth int) (int, error) {
	v, size, err := y.value(n, depth+1)
	if err != nil {
		return 0, err
	}
	list, ok := v.(py.List)
	if !ok {
		list = py.List{v}
	}
	for i := len(list) - 1; i >= 0; i-- {
		m, ok := list[i].(py.Object)
		if !ok {
			return 0, fmt.Errorf("line %d: `<<` wants a mapping or a list of mappings", n.Line)
		}
		for _, e := range m {
			o.put(e.Key, e.Value)
		}
	}
	return size, y.repeat(n, size)
}

// plainTag refuses a list or a mapping with another tag than its own.
func plainTag(n *yaml.Node, own string) error {
	if t := n.ShortTag(); t != own {
		return fmt.Errorf("line %d: the tag %q is not read here; take it out", n.Line, t)
	}
	return nil
}
