package loaders

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"findable/engine/eval"
	"findable/engine/py"
)

// A caseShape is how the rows of a document write a case, as the last of them does.
// The zero shape is {query, expect: [names]}.
type caseShape struct {
	query, wants string // keys
	// one says that a lone tool stands as a text, not as a list of one.
	one bool
	// name and grade are the keys of labels that are objects, "" where they are
	// names.
	name, grade string
	graded      bool // the tools are keys, their grades the values
}

// caseShapeOf returns the shape of a row.
func caseShapeOf(row py.Object) (s caseShape) {
	for _, key := range []string{"query", "question", "prompt", "text"} {
		if _, text := field(row, key).(string); text {
			s.query = key
			break
		}
	}
	at := slices.IndexFunc(labellings, func(l labelling) bool { return row.Has(l.key) })
	if at < 0 || labellings[at].name == "BFCL questions" || strings.HasSuffix(labellings[at].name, "tasks") {
		return s // calls, with arguments that a case does not have
	}
	s.wants = labellings[at].key
	switch v := field(row, s.wants).(type) {
	case string:
		s.one = true
	case py.Object:
		s.graded = true
	case py.List:
		if len(v) == 0 {
			break
		}
		label := objectOf(v[0])
		for _, key := range []string{"tool_id", "tool", "name", "id"} {
			if label.Text(key) != "" {
				s.name = key
				break
			}
		}
		for _, key := range []string{"grade", "relevance"} {
			if s.grade == "" && label.Has(key) {
				s.grade = key
			}
		}
	}
	return s
}

// object writes a case in the shape.
func (s caseShape) object(c eval.Case) py.Object {
	o := py.Object{}
	if c.ID != "" {
		o = append(o, py.Member{Key: "id", Value: c.ID})
	}
	query, wants := "query", "expect"
	if s.query != "" {
		query = s.query
	}
	if s.wants != "" {
		wants = s.wants
	}
	o = append(o, py.Member{Key: query, Value: c.Query}, py.Member{Key: wants, Value: s.wanted(c.Expect)})
	if c.Any {
		o = append(o, py.Member{Key: "any", Value: true})
	}
	if c.Note != "" {
		o = append(o, py.Member{Key: "note", Value: c.Note})
	}
	return o
}

func (s caseShape) wanted(wants []eval.Want) py.Value {
	names, grades, labels := py.List{}, py.Object{}, py.List{}
	graded := s.graded
	for _, w := range wants {
		names = append(names, w.Name)
		grades = append(grades, py.Member{Key: w.Name, Value: py.Int(w.Grade)})
		label := py.Object{{Key: s.name, Value: w.Name}}
		if s.grade != "" {
			label = append(label, py.Member{Key: s.grade, Value: py.Int(w.Grade)})
		}
		labels = append(labels, label)
		graded = graded || w.Grade != 1
	}
	switch {
	case s.name != "" && (s.grade != "" || !graded):
		return labels
	case graded:
		return grades
	case s.one && len(wants) == 1:
		return wants[0].Name
	}
	return names
}

// judgements writes a case as the lines of relevance judgements and of topics.
func judgements(c eval.Case) string {
	id := c.ID
	if id == "" {
		id = "NUMBER"
	}
	var lines []string
	for _, w := range c.Expect {
		lines = append(lines, fmt.Sprintf("%s 0 %s %d", id, w.Name, w.Grade))
	}
	return strings.Join(lines, ", ") + "; and to the topics: " + id + ", a tab, " + c.Query
}

// withRows puts a case behind the rows of a table.
func withRows(whole string, c eval.Case) (string, *Error) {
	first := firstLine(whole)
	comma := separator(first)
	cells, _ := cutRow(first, comma)
	head := headOf(cells)
	if head == nil {
		head = []string{"query", "tool", "grade"}[:max(min(len(cells), 3), 2)]
	}
	if slices.Contains(head, "trajectory") {
		return "", errorf("", "holds calls with their arguments, which a case does not have; give another file")
	}
	end := "\n"
	if strings.Contains(whole, "\r\n") {
		end = "\r\n"
	}
	rows := [][]eval.Want{c.Expect}
	if slices.ContainsFunc(c.Expect, func(w eval.Want) bool { return w.Grade != 1 || strings.Contains(w.Name, ";") }) {
		rows = slices.Collect(slices.Chunk(c.Expect, 1)) // each with its grade
	}
	for _, wants := range rows {
		out := make([]string, len(head))
		for i, column := range head {
			if slices.Index(head, column) == i {
				out[i] = quotedFor(comma, cellOf(column, c, wants))
			}
		}
		whole += strings.Join(out, string(comma)) + end
	}
	return whole, nil
}

// cellOf is what stands in a column of a table's row.
func cellOf(column string, c eval.Case, wants []eval.Want) string {
	switch column {
	case "query":
		return c.Query
	case "tool":
		names := make([]string, len(wants))
		for i, w := range wants {
			names[i] = w.Name
		}
		return strings.Join(names, "; ")
	case "grade":
		return strconv.Itoa(wants[0].Grade)
	case "id":
		return c.ID
	case "any":
		return strconv.FormatBool(c.Any)
	case "note":
		return c.Note
	case "server":
		return c.Server
	}
	return ""
}

// quotedFor puts quotes around a cell that would not be read as it is (RFC 4180).
func quotedFor(comma byte, cell string) string {
	if strings.ContainsAny(cell, string(comma)+"\"\r\n") {
		return `"` + strings.ReplaceAll(cell, `"`, `""`) + `"`
	}
	return cell
}

// withJSON puts a case behind the others: on a line of its own where there is one
// document a line, else into the list of cases.
func withJSON(old, whole string, c eval.Case) (string, *Error) {
	docs, fault := documentsOf(old)
	if fault != nil || len(docs) == 0 {
		return "", fault
	}
	last := docs[len(docs)-1].value
	rows, isList := last.(py.List)
	row := objectOf(last)
	for _, key := range caseLists {
		if list, ok := field(row, key).(py.List); ok && !isList && queryOf(row) == "" {
			rows, isList = list, true
		}
	}
	switch {
	case !isList:
		return whole + py.Compact(caseShapeOf(row).object(c)) + "\n", nil
	case len(rows) == 0 || len(docs) > 1:
		return "", errorf("", "has no list with a case in it, to which another could be added")
	}
	item := py.Compact(caseShapeOf(objectOf(rows[len(rows)-1])).object(c))
	open, end := listSpan(old)
	if end < 0 {
		return "", errorf("", "has no list of cases, to which one could be added")
	}
	inside := strings.TrimRight(old[:end], blanks)
	between := old[open+1 : open+1+len(old[open+1:])-len(strings.TrimLeft(old[open+1:], blanks))]
	comma := ","
	if strings.HasSuffix(inside, ",") {
		comma = ""
	}
	return inside + comma + between + item + old[len(inside):], nil
}

// documentsOf reads JSON that stands in no file.
func documentsOf(s string) ([]document, *Error) {
	return (&text{body: s, reader: &py.Reader{MaxValues: MaxValues}}).documents()
}

// listSpan returns where the list of cases opens and closes in a JSON text: a list
// that is the document, or the last of those that stand in the document's object. end
// is -1 where there is none.
func listSpan(s string) (open, end int) {
	open, end = -1, -1
	depth, started := 0, -1
	for i := 0; i < len(s); i++ {
		switch s[i] {
		case '"':
			i = stringEnd(s, i)
		case '/': // a comment
			if after := commentEnd(s, i); after > 0 {
				i = after - 1
			}
		case '[', '{':
			if s[i] == '[' && (depth == 0 || depth == 1 && isCaseList(s[:i])) {
				started = i
			}
			depth++
		case ']', '}':
			if depth--; s[i] == ']' && depth <= 1 && started >= 0 { // lists in cases are further in
				open, end, started = started, i, -1
			}
		}
	}
	return open, end
}

// isCaseList reports whether a list of cases follows, by its key.
func isCaseList(before string) bool {
	before = strings.TrimRight(before, blanks+":")
	return slices.ContainsFunc(caseLists, func(key string) bool { return strings.HasSuffix(before, `"`+key+`"`) })
}
