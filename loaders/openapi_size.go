package loaders

import "findable/engine/py"

// The limits of what the references of a document may come to, written out. The
// largest real tool known has 7,000 values, 1,300 tools have 90,000 together.
const (
	// maxToolValues is how many values the schema of one operation may have: a
	// quarter of it, a sixteenth and so on where all operations together would come
	// to more than maxDocumentValues.
	maxToolValues     = 10_000
	minToolValues     = maxToolValues / 64
	maxDocumentValues = 4_000_000
	// maxReferences is how many references are followed one inside another. Real
	// documents need about ten.
	maxReferences = 64
	// maxOutlined is how many values are looked at to know the sizes of what
	// references point at; from there on none is followed.
	maxOutlined = 50_000_000
	// smallValues is how many values a schema without references has at most that is
	// written out wherever it stands: a name in its place would not be shorter.
	smallValues = 8
	// stubValues is how many values stand in place of a reference at most.
	stubValues = 4
)

// depths are the numbers of references, one inside another, that a tool is tried
// with.
var depths = []int{0, 1, 2, 3, 4, 6, 8, 16, maxReferences}

// A target is what references point at.
type target struct {
	value py.Value
	out   outline
	known bool // the outline
	// costs holds, for each number of references that are followed inside, how many
	// values it comes to, written out; 0 is unknown.
	costs [maxReferences + 1]int32
}

// An outline is the size of a schema that is not written out yet.
type outline struct {
	values int       // besides those of the references
	refs   []*target // nil for those to nothing
}

// cost returns how many values a target comes to when so many references are
// followed one inside another, at most: what comes back to a schema around it is
// only left out here where that is the schema itself. More than maxToolValues
// count as one more.
func (r *references) cost(t *target, deepest int) int {
	if n := t.costs[deepest]; n > 0 {
		return int(n)
	}
	n := r.sum(r.outline(t), t, deepest)
	t.costs[deepest] = int32(min(n, maxToolValues+1))
	return n
}

func (r *references) outline(t *target) *outline {
	if !t.known {
		t.known = true
		r.measure(&t.out, t.value)
	}
	return &t.out
}

// small reports whether a target is written out even where no reference is
// followed any more.
func (r *references) small(t *target) bool {
	o := r.outline(t)
	return len(o.refs) == 0 && o.values <= smallValues
}

// sum returns the size of an outline, which is that of the target in, with so
// many references followed one inside another.
func (r *references) sum(o *outline, in *target, deepest int) int {
	n := o.values
	for _, t := range o.refs {
		switch {
		case t == nil || t == in:
			n += stubValues
		case r.small(t):
			n += t.out.values
		case deepest == 0:
			n += stubValues
		default:
			n += r.cost(t, deepest-1)
		}
		if deepest > 0 && n > maxToolValues {
			return maxToolValues + 1
		}
	}
	return max(n, 1)
}

// deepest returns how many references may be followed one inside another so that
// an outline comes to no more values than are allowed, and how many it comes to.
// What stands in the operation itself is not cut.
func (r *references) deepest(o *outline, allowed int) (deepest, values int) {
	if n := r.sum(o, nil, maxReferences); n <= allowed {
		return maxReferences, n
	}
	deepest, values = 0, r.sum(o, nil, 0)
	for _, d := range depths[1:] {
		n := r.sum(o, nil, d)
		if n > allowed {
			break
		}
		deepest, values = d, n
	}
	return deepest, values
}

// measure adds a schema to an outline, in the steps in which a speller writes it
// out.
func (r *references) measure(out *outline, v py.Value) {
	o, isObject := v.(py.Object)
	switch r.outlined++; {
	case r.outlined > maxOutlined:
		out.values += maxToolValues
		return
	case !isObject:
		out.values += values(v)
		return
	}
	out.values++
	for _, m := range o {
		sub, isObject := m.Value.(py.Object)
		list, isList := m.Value.(py.List)
		switch ref, isText := m.Value.(string); {
		case m.Key == "$ref" && isText:
			t, _ := r.find(ref)
			out.refs = append(out.refs, t)
			out.values++ // an allOf, where words stand beside it that do not go together
		case openAPIWord(m.Key):
		case (m.Key == "properties" || holdsSchemaMap(m.Key)) && isObject:
			out.values++
			for _, p := range sub {
				r.measure(out, p.Value)
			}
		case holdsSchema(m.Key) && isObject:
			r.measure(out, sub)
		case (holdsSchema(m.Key) || m.Key == "allOf") && isList:
			out.values++
			for _, b := range list {
				r.measure(out, b)
			}
		default:
			n := values(m.Value)
			r.outlined += n
			out.values += n
		}
	}
}

// values counts the values that one is made of, itself included.
func values(v py.Value) int {
	n := 1
	switch v := v.(type) {
	case py.Object:
		for _, m := range v {
			n += values(m.Value)
		}
	case py.List:
		for _, item := range v {
			n += values(item)
		}
	}
	return n
}
