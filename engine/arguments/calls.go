package arguments

import "findable/engine/py"

// The kinds of error of reading a call, as the recorded replies name them.
const (
	NoName          = "no_name"          // an entry without a name
	BridgeRecursion = "bridge_recursion" // the name of a bridge tool
	BadJSON         = "bad_json"         // text that is no JSON
	NotAnObject     = "not_an_object"    // arguments or an entry of another type
	BadCalls        = "bad_calls"        // no list of entries, and no single one
	LocalBatch      = "local_batch"      // more than one entry for local tools
)

// A Call is one tool to run as an entry of tool_call names it.
type Call struct {
	Name      string
	Arguments py.Object
}

// ReadCall reads one entry, {"name": …, "arguments": …}: what the arguments of
// tool_call are in the generation `documented`. Blank text for the arguments is
// bad JSON there; with blanks it stands for {}. The kind of error is "" when the
// call could be read.
func ReadCall(entry py.Object, blanks bool) (call Call, kind string) {
	name := nameOf(entry)
	switch {
	case name == "":
		return Call{}, NoName
	case isBridge(name):
		return Call{}, BridgeRecursion
	}
	args, _ := entry.Get("arguments")
	text, isText := args.(string)
	switch {
	case args == nil, isText && blanks && py.Strip(text) == "":
		args = py.Object{}
	case isText:
		parsed, err := py.Parse([]byte(text))
		if err != nil {
			return Call{}, BadJSON
		}
		args = parsed
	}
	o, ok := args.(py.Object)
	if !ok {
		return Call{}, NotAnObject
	}
	return Call{name, o}, ""
}

// ReadCalls reads the arguments of tool_call of the generation `latest`:
// {"calls": […]}, its older shape, one object in place of the list, and the list
// as JSON text, two slips in such text mended. Every entry is read, and the first
// that cannot be decides; then more than one is LocalBatch, and calls holds them
// for the message. In all other cases it holds one call, or none with a kind.
func ReadCalls(args py.Object) (calls []Call, kind string) {
	raw, _ := args.Get("calls")
	switch v := raw.(type) {
	case nil:
		if name, _ := args.Get("name"); !py.Truthy(name) { // a blank one is an entry without a name
			return nil, BadCalls
		}
		raw = args
	case string:
		parsed, err := py.Parse([]byte(v))
		if err != nil {
			call, ok := mendCalls(v, args)
			if !ok {
				return nil, BadJSON
			}
			return []Call{call}, ""
		}
		raw = parsed
	}
	if entry, ok := raw.(py.Object); ok {
		raw = py.List{entry}
	}
	entries, _ := raw.(py.List)
	if len(entries) == 0 {
		return nil, BadCalls
	}
	for _, e := range entries {
		entry, ok := e.(py.Object)
		if !ok {
			return nil, NotAnObject
		}
		call, kind := ReadCall(entry, true)
		if kind != "" {
			return nil, kind
		}
		calls = append(calls, call)
	}
	if len(calls) > 1 {
		return calls, LocalBatch
	}
	return calls, ""
}

// nameOf returns the entry's name as trimmed text, "" for false-like values.
func nameOf(entry py.Object) string {
	name, _ := entry.Get("name")
	if !py.Truthy(name) {
		return ""
	}
	return py.Strip(py.Str(name))
}

func isBridge(name string) bool {
	return name == "tool_search" || name == "tool_describe" || name == "tool_call"
}
