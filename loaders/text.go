package loaders

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"findable/engine/py"
)

// MaxValues bounds the values of one load, whose memory is no matter of bytes: a
// list of digits takes forty times its text, a tool of nothing but a name ten
// times. All real dumps known hold 0.7 million, one for each 32 bytes.
const MaxValues = 4_000_000

// blanks may stand between JSON values.
const blanks = " \t\r\n"

// maxDocuments is how many values may stand one after another in a text.
const maxDocuments = 500_000

// maxHead is how long a line may be that tells a syntax.
const maxHead = 64 << 10

// A document is one value of a file.
type document struct {
	value py.Value
	line  int   // where it begins, from 1
	said  *said // nil where nothing is said of it
}

// A text is what a file says, as UTF-8.
type text struct {
	body   string
	before int        // bytes of the file in front of it: a byte order mark
	made   bool       // it is not what the file holds byte for byte
	reader *py.Reader // of the load
	over   *Error     // why the load ends here, whatever the syntax
	json   jsonPart
	findings
}

// findings are what is to be told of a text besides its documents.
type findings struct {
	notes    []Note // without their file
	noise    census // what stands between the messages of a transcript
	repeated census // keys that their object had already
	lone     census // surrogates without their partners
}

func (f *findings) note(k Kind, path, format string, args ...any) {
	f.notes = append(f.notes, Note{Kind: k, Path: path, Text: fmt.Sprintf(format, args...)})
}

// A census counts what would be too much to note one by one.
type census struct {
	count int
	line  int    // of the first
	first string // what it is
}

func (n *census) add(count, line int, what string) {
	if count > 0 && n.count == 0 {
		n.line, n.first = line, what
	}
	n.count += count
}

// A syntax is one way to write values as text.
type syntax interface {
	// begins reports whether a text may be of this syntax, by a look at its
	// beginning.
	begins(t *text) bool
	// read returns the documents of a text. The fault is where it stops being of
	// this syntax, with the documents before it; it is errOther when it never was.
	read(t *text) ([]document, *Error)
}

// syntaxes are tried in this order; the first that reads a text to its end has
// it. Otherwise the one that came furthest says what is wrong: of several the
// last, but YAML only when it is alone.
var syntaxes = []syntax{jsonSyntax{}, labelSyntax{}, lineSyntax{}, tomlSyntax{}, tableSyntax{}, yamlSyntax{}}

var errOther = errorf("", "another syntax")

// documents reads the documents of a text that is no file of a load.
func documents(raw []byte) ([]document, *Error) {
	t, fault := newPool(MaxBytes).decode(context.Background(), string(raw))
	if fault != nil {
		return nil, fault
	}
	t.reader = &py.Reader{MaxValues: MaxValues}
	return t.documents()
}

// documents reads a text. When it fails, the documents before the fault come
// with the error.
func (t *text) documents() ([]document, *Error) {
	if strings.Trim(t.body, blanks) == "" {
		return nil, errorf("", "is empty; dump the server again")
	}
	given := t.findings
	given.notes = slices.Clip(given.notes) // as each syntax appends its own
	var docs []document
	var fault *Error
	var found findings
	for _, s := range syntaxes {
		if !s.begins(t) {
			continue
		}
		t.findings = given
		d, f := s.read(t)
		switch {
		case t.over != nil:
			return t.sift(d), t.over
		case f == nil && (fault == nil || !allText(d)): // prose is YAML too, and tells nothing
			return t.sift(d), nil
		case f == nil || f == errOther:
		case fault == nil || len(d) >= len(docs) && s != syntax(yamlSyntax{}):
			docs, fault, found = d, f, t.findings
		}
	}
	t.findings = found
	return t.sift(docs), fault
}

// allText reports whether the documents are nothing but text.
func allText(docs []document) bool {
	return !slices.ContainsFunc(docs, func(d document) bool { _, text := d.value.(string); return !text })
}

// add adds a document, unless there are too many.
func (t *text) add(docs []document, d document) []document {
	if len(docs) == maxDocuments {
		t.over = errorf("", "holds more than %d values one after another, which is as many as are read; split it", maxDocuments)
		return docs
	}
	return append(docs, d)
}

// value reads the JSON value that begins the text at an offset, which is in the
// given line. Its error is a *py.SyntaxError unless the text is over.
func (t *text) value(body string, line int) (v py.Value, n int, err error) {
	v, n, err = t.reader.Prefix(body)
	var fault *py.SyntaxError
	switch {
	case err == nil:
		t.repeated.add(t.reader.Repeated, line, t.reader.Key)
		t.lone.add(t.reader.Lone, line, "")
	case errors.Is(err, py.ErrTooMany):
		t.over = errorf("", "brings this load to more than %d million values, which is as many as are read; leave servers out or split it", MaxValues/1_000_000)
	case !errors.As(err, &fault):
		t.over = errorf("", "%s", err)
	}
	return v, n, err
}

// sift takes out of a transcript the values that tell nothing, such as records
// of a log, and notes what was counted.
func (t *text) sift(docs []document) []document {
	messages := 0
	for _, d := range docs {
		if isMessage(d.value) {
			messages++
		}
	}
	if len(docs) > 1 && messages > 0 {
		kept := docs[:0]
		for _, d := range docs {
			if isKnown(d.value) {
				kept = append(kept, d)
			} else {
				t.noise.add(1, d.line, py.Compact(d.value))
			}
		}
		docs = kept
	}
	if n := t.noise; n.count > 0 {
		t.note(Aside, fmt.Sprintf("line %d", n.line), "%d line%s without a message, the first: %s", n.count, plural(n.count), quoted(n.first))
	}
	if n := t.repeated; n.count > 0 {
		t.note(Odd, fmt.Sprintf("line %d", n.line), "%d key%s that the object has already, the first %s; the last value counts, as in Python",
			n.count, plural(n.count), quoted(n.first))
	}
	if n := t.lone; n.count > 0 {
		t.note(Odd, fmt.Sprintf("line %d", n.line), "%d lone surrogate%s read as U+FFFD, as no text can hold them", n.count, plural(n.count))
	}
	return docs
}

// isMessage reports whether a value is a message of JSON-RPC, or a batch.
func isMessage(v py.Value) bool {
	if l, ok := v.(py.List); ok && len(l) > 0 {
		v = l[0]
	}
	o, _ := v.(py.Object)
	return o.Has("jsonrpc")
}
