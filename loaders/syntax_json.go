package loaders

import (
	"errors"
	"fmt"
	"strings"

	"findable/engine/py"
)

// jsonSyntax is JSON: one value or several one after another, as in JSONL. Where
// it breaks off, comments and trailing commas are let pass from that document
// on; what is JSON by itself is never touched.
type jsonSyntax struct{}

func (jsonSyntax) begins(t *text) bool {
	head := strings.TrimLeft(t.body, blanks)
	return strings.HasPrefix(head, "{") || strings.HasPrefix(head, "[") || strings.HasPrefix(head, "//") || strings.HasPrefix(head, "/*")
}

// A jsonPart is how far a text is JSON, for the syntaxes that come after.
type jsonPart struct {
	docs     []document
	at       int  // where the document begins that is not JSON
	off      int  // and where it breaks off
	comments bool // as only JSON has them are in it
	found    findings
}

func (jsonSyntax) read(t *text) ([]document, *Error) {
	var docs []document
	body, line, at := t.body, 1, 0
	bare, comments := false, false // body is without extras from here on, and had comments
	for {
		start := len(body) - len(strings.TrimLeft(body[at:], blanks))
		line += strings.Count(body[at:start], "\n")
		if at = start; at == len(body) {
			return docs, nil
		}
		v, n, err := t.value(body[at:], line)
		var fault *py.SyntaxError
		if errors.As(err, &fault) && !bare {
			bare = true
			var plain string
			if plain, comments = withoutExtras(body, at); plain != body {
				body = plain
				continue
			}
		}
		if err != nil {
			if fault == nil {
				return docs, t.over
			}
			t.json = jsonPart{docs, at, at + fault.Offset, comments, t.findings}
			return docs, t.jsonError(at+fault.Offset, fault, len(docs))
		}
		if docs = t.add(docs, document{value: v, line: line}); t.over != nil {
			return docs, t.over
		}
		line += strings.Count(body[at:at+n], "\n")
		at += n
	}
}

// jsonError words a fault behind so many documents.
func (t *text) jsonError(offset int, fault *py.SyntaxError, before int) *Error {
	fix := "mend it or dump the server again"
	if offset >= len(t.body) {
		fix = "the file is cut short, dump it again"
	}
	what := "not JSON: " + fault.Msg
	if before > 0 {
		what = fmt.Sprintf("document %d is not JSON: %s; the %d before it were read", before+1, fault.Msg, before)
	}
	return errorf(t.position(offset), "%s; %s", what, fix)
}
