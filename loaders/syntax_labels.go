package loaders

import "strings"

// labelSyntax is a table of queries and the tools that they want, in CSV or as
// relevance judgements. It has no documents, only a cause.
type labelSyntax struct{}

func (labelSyntax) begins(t *text) bool { return !(jsonSyntax{}).begins(t) && t.labels() != "" }

func (labelSyntax) read(t *text) ([]document, *Error) {
	t.over = errorf("", "%s", t.labels())
	return nil, t.over
}

func (t *text) labels() string {
	head := strings.TrimLeft(t.body, blanks)
	return labels([]byte(head[:min(len(head), maxHead)]))
}
