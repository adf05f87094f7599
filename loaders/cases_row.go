package loaders

import (
	"cmp"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"findable/engine/eval"
	"findable/engine/py"
)

// caseLists are the keys under which a document holds its cases.
var caseLists = []string{"cases", "queries", "tests", "data"}

// documents takes the cases out of documents: each is a row, a list of rows or an
// object with such a list.
func (r *caseReader) documents(docs []document) {
	for _, d := range docs {
		root := node{value: d.value, path: "$"}
		if len(docs) > 1 {
			root.path = fmt.Sprintf("line %d, $", d.line)
		}
		o, _ := d.value.(py.Object)
		for _, key := range caseLists {
			if isList(field(o, key)) && queryOf(o) == "" {
				root = root.key(key)
				break
			}
		}
		if !isList(root.value) {
			r.row(root)
			continue
		}
		for _, n := range items(root) {
			r.row(n)
		}
	}
}

// A labelling is one of the ways in which rows say which tools they want.
type labelling struct {
	key  string // in lower case
	name string // what a report calls the format
	read func(v py.Value) ([]eval.Want, string)
}

// labellings are tried in this order. What stands last is what rows have beside
// their labels too.
var labellings = []labelling{
	{"expect", "list of cases", wanted},
	{"expected", "list of cases", wanted},
	{"labels", "golden set", wanted},
	{"function_call_label", "MCPToolBench++ tasks", called},
	{"ground_truth", "BFCL questions", called},
	{"trajectory", "MCP-Atlas tasks", called},
	{"tool", "queries and tools", wanted},
	{"expected_tools", "list of cases", wanted},
	{"tools", "list of cases", wanted},
}

// row takes one row.
func (r *caseReader) row(n node) {
	given, ok := n.value.(py.Object)
	if !ok {
		r.skip(n.path, "no case: %s", describe(n.value))
		return
	}
	if c, ok := r.caseOf(given, n.path); ok {
		r.put(c, n.path)
	}
}

// caseOf makes a case of a row; a row that is none leaves a note.
func (r *caseReader) caseOf(given py.Object, path string) (c eval.Case, ok bool) {
	o := make(py.Object, len(given))
	for i, m := range given {
		o[i] = py.Member{Key: strings.ToLower(m.Key), Value: m.Value}
	}
	c = eval.Case{ID: idOf(o), Query: queryOf(o), Note: cmp.Or(o.Text("note"), o.Text("comment")), Server: o.Text("server")}
	at := slices.IndexFunc(labellings, func(l labelling) bool { return o.Has(l.key) })
	if c.Query == "" && r.topics != nil {
		c.Query, r.asked = r.topics[c.ID], true
	}
	switch {
	case o.Has("server_tasks"):
		r.skip(path, "tasks of MCP-Bench, which do not say which tools they want")
		return c, false
	case at < 0:
		r.skip(path, "a row that does not say which tools it wants, under expect: %s", describe(given))
		return c, false
	case py.Strip(c.Query) == "" && o.Has("ground_truth"):
		r.skip(path, "the answer to a question that is not here; give the questions with --topics")
		return c, false
	case py.Strip(c.Query) == "":
		r.skip(path, "a row without a query: %s", describe(given))
		return c, false
	}
	l := labellings[at]
	v, _ := o.Get(l.key)
	wants, fault := l.read(r.unfolded(v))
	if o.Has("grade") && fault == "" { // of the row, as tables have it
		fault = regrade(wants, o)
	}
	wants = slices.DeleteFunc(wants, func(w eval.Want) bool { return w.Grade <= 0 || w.Name == "" })
	if c.Expect = uniqueWants(wants); fault != "" || len(c.Expect) == 0 {
		r.skip(path, "%s", cmp.Or(fault, "a case that wants no tool"))
		return c, false
	}
	if v, has := o.Get("any"); has {
		any, odd := boolWord(v, false)
		if odd {
			r.ledger.add(Note{Odd, r.file, path, "any is true or false, not " + describe(v) + "; all tools are needed"})
		}
		c.Any = any
	}
	if r.format == "" {
		r.format = l.name
	}
	return c, true
}

// idOf returns the name of a row.
func idOf(o py.Object) string {
	for _, key := range []string{"id", "_id", "qid", "query_id", "query-id", "task_id", "task"} {
		switch v := field(o, key).(type) {
		case string:
			return v
		case py.Number:
			return string(v)
		}
	}
	return ""
}

// queryOf returns the query of a row, "" when it has none.
func queryOf(o py.Object) string {
	for _, key := range []string{"query", "question", "prompt", "text"} {
		switch v := field(o, key).(type) {
		case string:
			return v
		case py.List:
			if said := strings.Join(userTexts(v), "\n"); said != "" {
				return said
			}
		}
	}
	return ""
}

// userTexts returns what the user says in a talk, which may be a list of turns.
func userTexts(talk py.List) (said []string) {
	for _, v := range talk {
		switch v := v.(type) {
		case py.List:
			said = append(said, userTexts(v)...)
		case py.Object:
			if v.Text("role") == "user" && v.Text("content") != "" {
				said = append(said, v.Text("content"))
			}
		}
	}
	return said
}

// unfolded reads a value that stands in a text, as tables and ToolRet have them.
func (r *caseReader) unfolded(v py.Value) py.Value {
	s, _ := v.(string)
	s = strings.Trim(s, blanks)
	if !strings.HasPrefix(s, "[") && !strings.HasPrefix(s, "{") {
		return v
	}
	if inner, n, err := r.reader.Prefix(s); err == nil && strings.Trim(s[n:], blanks) == "" {
		return inner
	}
	const maxFlow = 16 << 10 // a list of names as Python prints it, which is YAML too
	if len(s) > maxFlow {
		return v
	}
	if docs, fault := (&text{body: s, reader: r.reader}).yaml(); fault == nil && len(docs) == 1 {
		return docs[0].value
	}
	return v
}

// wanted reads a name, a list of names or of labels, or grades by name. The fault is
// why it is none of them.
func wanted(v py.Value) (wants []eval.Want, fault string) {
	switch v := v.(type) {
	case string:
		if name := py.Strip(v); name != "" {
			return []eval.Want{{Name: name, Grade: 1}}, ""
		}
		return nil, ""
	case py.List:
		for _, item := range v {
			more, fault := wantedItem(item)
			if fault != "" {
				return nil, fault
			}
			wants = append(wants, more...)
		}
		return wants, ""
	case py.Object:
		for _, m := range v {
			grade, ok := wholeGrade(m.Value)
			if !ok {
				return nil, fmt.Sprintf("the grade of %s is %s, not a whole number", quoted(m.Key), describe(m.Value))
			}
			wants = append(wants, eval.Want{Name: py.Strip(m.Key), Grade: grade})
		}
		return wants, ""
	}
	return nil, "the tools wanted are " + describe(v) + ", not names"
}

// wantedItem reads an item of a list: a name, or a label of one of the golden sets:
// {tool_id, relevance} of mcpproxy, {id, relevance, doc: {name}} of ToolRet.
func wantedItem(v py.Value) ([]eval.Want, string) {
	o, ok := v.(py.Object)
	if !ok {
		if _, nested := v.(py.List); nested {
			return nil, "a list among the tools wanted, where names belong"
		}
		return wanted(v)
	}
	doc := o.Object("doc")
	name := cmp.Or(doc.Text("name"), o.Text("tool_id"), o.Text("tool"), o.Text("name"), o.Text("id"))
	if name == "" {
		return wanted(o)
	}
	wants := []eval.Want{{Name: py.Strip(name), Grade: 1}}
	return wants, regrade(wants, o)
}

// regrade gives tools the grade that stands beside them, if one does. The fault is
// why it is none.
func regrade(wants []eval.Want, o py.Object) (fault string) {
	for _, key := range []string{"grade", "relevance"} {
		v, has := o.Get(key)
		if !has || v == nil {
			continue
		}
		grade, ok := wholeGrade(v)
		if !ok {
			return "the grade is " + describe(v) + ", not a whole number"
		}
		for i := range wants {
			wants[i].Grade = grade
		}
		return ""
	}
	return ""
}

// wholeGrade reads a grade of six digits at most, also one in a text or written as
// 1.0; false is 0, true 1.
func wholeGrade(v py.Value) (int, bool) {
	switch v := v.(type) {
	case bool:
		if v {
			return 1, true
		}
		return 0, true
	case string:
		return parsedGrade(py.Strip(v))
	case py.Number:
		return parsedGrade(string(v))
	}
	return 0, false
}

var gradeText = regexp.MustCompile(`^([-+]?[0-9]{1,6})(\.0*)?$`)

func parsedGrade(s string) (int, bool) {
	m := gradeText.FindStringSubmatch(s)
	if m == nil {
		return 0, false
	}
	n, err := strconv.Atoi(m[1])
	return n, err == nil
}

// called reads the tools that calls call, each wanted.
func called(v py.Value) ([]eval.Want, string) {
	var wants []eval.Want
	for _, name := range callNames(v) {
		wants = append(wants, eval.Want{Name: name, Grade: 1})
	}
	return wants, ""
}

// callNames returns the names in calls of whatever shape: {name, input}, {function:
// {name}}, {name: {arguments}} and "name(arguments)" of BFCL, and messages with
// tool_calls.
func callNames(v py.Value) (names []string) {
	switch v := v.(type) {
	case py.List:
		for _, item := range v {
			names = append(names, callNames(item)...)
		}
	case string:
		if name, _, ok := strings.Cut(v, "("); ok {
			names = append(names, py.Strip(name))
		}
	case py.Object:
		function := v.Object("function")
		switch {
		case v.Has("role"):
			return callNames(field(v, "tool_calls"))
		case function.Text("name") != "":
			return []string{function.Text("name")}
		case v.Text("name") != "":
			return []string{v.Text("name")}
		case len(v) == 1 && objectOf(v[0].Value) != nil:
			return []string{v[0].Key}
		}
	}
	return names
}
