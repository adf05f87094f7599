package loaders

import (
	"net/url"
	"strconv"
	"strings"

	"findable/engine/py"
)

// references finds what the references of a document point at.
type references struct {
	document py.Object
	found    map[string]*target                 // by reference, nil for those to nothing
	targets  map[*py.Member]*target             // by what they point at
	index    map[*py.Member]map[string]py.Value // of objects too large to look through
	outlined int                                // values looked at for outlines
}

func newReferences(document py.Object) *references {
	return &references{document: document, found: map[string]*target{}, targets: map[*py.Member]*target{}, index: map[*py.Member]map[string]py.Value{}}
}

// A cause says why nothing, or not all, stands where a reference does.
type cause string

const (
	noCause cause = ""
	// circular is a reference from inside to what stands around it.
	circular cause = "which stands around it"
	// missing is a reference to nothing, or to what is neither schema nor object.
	missing cause = "which is not in the document"
	// outside is a reference to another file.
	outside cause = "another file, which is not followed; bundle the document into one file"
	// large is a reference that is not written out so that the tool stays small.
	large cause = "which is left out for its size"
)

// find returns what a reference points at, an object or a boolean. References to
// one object, however they are written, have one target.
func (r *references) find(ref string) (*target, cause) {
	pointer, local := strings.CutPrefix(ref, "#")
	if !local && ref != "" {
		return nil, outside
	}
	t, known := r.found[ref]
	if !known {
		t = r.target(r.point(pointer))
		r.found[ref] = t
	}
	if t == nil {
		return nil, missing
	}
	return t, noCause
}

func (r *references) target(v py.Value) *target {
	o, isObject := v.(py.Object)
	_, isBool := v.(bool)
	switch {
	case !isObject && !isBool:
		return nil
	case len(o) == 0:
		return &target{value: v}
	}
	t := r.targets[&o[0]]
	if t == nil {
		t = &target{value: v}
		r.targets[&o[0]] = t
	}
	return t
}

// point follows a JSON pointer (RFC 6901) in a URL's fragment. The document as a
// whole is nothing that a part of it could be.
func (r *references) point(pointer string) py.Value {
	if text, err := url.PathUnescape(pointer); err == nil {
		pointer = text
	}
	if !strings.HasPrefix(pointer, "/") {
		return nil
	}
	var v py.Value = r.document
	for step := range strings.SplitSeq(pointer[1:], "/") {
		step = strings.ReplaceAll(strings.ReplaceAll(step, "~1", "/"), "~0", "~")
		switch at := v.(type) {
		case py.Object:
			v = r.member(at, step)
		case py.List:
			i, err := strconv.Atoi(step)
			if err != nil || i < 0 || i >= len(at) {
				return nil
			}
			v = at[i]
		default:
			return nil
		}
	}
	return v
}

// member returns the value under a key, nil without one. Documents keep thousands
// of schemas in one object, and each is looked for once at least.
func (r *references) member(o py.Object, key string) py.Value {
	const large = 24
	if len(o) <= large {
		v, _ := o.Get(key)
		return v
	}
	at := r.index[&o[0]]
	if at == nil {
		at = make(map[string]py.Value, len(o))
		for _, m := range o {
			at[m.Key] = m.Value
		}
		r.index[&o[0]] = at
	}
	return at[key]
}

// maxHops is how many references may stand one behind another before the object
// that they lead to.
const maxHops = 16

// object returns an object, or the one that a reference in its place leads to;
// nil with the cause when there is none.
func (r *references) object(v py.Value) (py.Object, cause) {
	for range maxHops {
		o, _ := v.(py.Object)
		ref, is := o.Get("$ref")
		if !is {
			if o == nil {
				return nil, missing
			}
			return o, noCause
		}
		text, _ := ref.(string)
		t, why := r.find(text)
		if why != noCause {
			return nil, why
		}
		v = t.value
	}
	return nil, circular
}

// refName is what people call the target of a reference: its last step.
func refName(ref string) string {
	name := ref[strings.LastIndexAny(ref, "/#")+1:]
	if text, err := url.PathUnescape(name); err == nil {
		name = text
	}
	name = strings.ReplaceAll(strings.ReplaceAll(name, "~1", "/"), "~0", "~")
	if name == "" {
		name = ref
	}
	return clip(name)
}
