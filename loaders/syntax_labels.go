package loaders

import (
	"regexp"
	"strings"
)

// labelSyntax is a table of queries and the tools that they want, in CSV or as
// relevance judgements. It has no documents, only a cause.
type labelSyntax struct{}

func (labelSyntax) begins(t *text) bool { return !(jsonSyntax{}).begins(t) && labels(t.body) != "" }

func (labelSyntax) read(t *text) ([]document, *Error) {
	t.over = errorf("", "%s", labels(t.body))
	return nil, t.over
}

// qrels are a line of TREC's relevance judgements: query, iteration, document, grade.
var qrels = regexp.MustCompile(`^\S+[ \t]+(0|Q0)[ \t]+\S+[ \t]+-?[0-9]+\r?$`)

// labels says what a text is that is a table of queries and the tools they want, by
// its first two lines; "" when it is none.
func labels(body string) string {
	const cause = "which holds no tools; it is a set of cases for findable eval --cases"
	line := firstLine(body)
	_, rest, _ := strings.Cut(body, line)
	next := firstLine(rest)
	switch {
	case isBEIR(line), qrels.MatchString(line) && (next == "" || qrels.MatchString(next)):
		return "relevance judgements (qrels), " + cause
	case !strings.ContainsAny(line, ":{[") && isTableHead(line): // other lines are YAML's
		return "a table of queries and the tools they want, " + cause
	}
	return ""
}
