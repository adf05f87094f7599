package loaders

import (
	"fmt"
	"slices"
	"strings"

	"findable/engine/eval"
	"findable/engine/py"
)

// readTopics reads the texts of queries by their names: lines of name, tab and text, or
// JSON rows of {id, query}.
func (r *caseReader) readTopics(t *text) *Error {
	r.topics = map[string]string{}
	if (jsonSyntax{}).begins(t) {
		docs, fault := t.documents()
		for _, d := range docs {
			rows, isRows := d.value.(py.List)
			if !isRows {
				rows = py.List{d.value}
			}
			for _, row := range rows {
				if id := idOf(objectOf(row)); id != "" {
					r.topics[id] = queryOf(objectOf(row))
				}
			}
		}
		return fault
	}
	n := 0
	for line := range strings.Lines(t.body) {
		n++
		line = strings.TrimRight(line, "\r\n")
		id, query, ok := strings.Cut(line, "\t")
		switch {
		case py.Strip(line) == "":
		case !ok:
			r.skip(fmt.Sprintf("line %d", n), "no text of a query: write its name, a tab and the text: %s", quoted(line))
		default:
			r.topics[py.Strip(id)] = query
		}
	}
	if len(r.topics) == 0 {
		return errorf("", "holds no texts of queries; write lines of a query's name, a tab and its text")
	}
	return nil
}

// isQrels reports whether a text is relevance judgements: lines of query, iteration,
// document and grade, or the table with a head that BEIR makes of them.
func isQrels(body string) bool {
	line := firstLine(body)
	return qrels.MatchString(line) || isBEIR(line)
}

func isBEIR(line string) bool {
	return strings.HasPrefix(strings.ToLower(line), "query-id\tcorpus-id")
}

// qrels reads relevance judgements. Their queries have their texts in the topics.
func (r *caseReader) qrels(body string) *Error {
	if r.topics == nil {
		return errorf("", "relevance judgements (qrels) name queries by number; give their texts with --topics FILE, lines of number, tab and text")
	}
	r.format, r.asked = "relevance judgements (qrels)", true
	missing := map[string]bool{}
	for line := range strings.Lines(body) {
		if r.rows++; r.full() {
			break
		}
		at := fmt.Sprintf("line %d", r.rows)
		f := strings.Fields(line)
		if len(f) == 3 { // BEIR leaves the iteration out
			f = slices.Insert(f, 1, "0")
		}
		if len(f) == 0 || strings.HasPrefix(f[0], "#") || isBEIR(line) {
			continue
		}
		if len(f) != 4 {
			r.skip(at, "no judgement of four words, query 0 tool grade: %s", quoted(strings.TrimSpace(line)))
			continue
		}
		grade, ok := parsedGrade(f[3])
		query, known := r.topics[f[0]]
		switch {
		case !ok:
			r.skip(at, "the grade is %s, not a whole number", quoted(f[3]))
		case !known || py.Strip(query) == "":
			if !missing[f[0]] {
				r.skip(at, "the topics have no text for query %s", quoted(f[0]))
			}
			missing[f[0]] = true
		case grade > 0:
			r.join(f[0], eval.Case{ID: f[0], Query: query, Expect: []eval.Want{{Name: f[2], Grade: grade}}}, at)
		}
	}
	return nil
}
