package loaders

import (
	"errors"
	"fmt"
	"strings"

	"findable/engine/py"
)

// lineSyntax is a transcript: messages of JSON-RPC, each from the beginning of a
// line or behind a prefix such as a time or an arrow, or in the data lines of
// server-sent events, with other lines between them. Without any message it is
// also a banner around JSON, when the JSON is the larger part.
type lineSyntax struct{}

func (lineSyntax) begins(t *text) bool {
	// A document that breaks off behind its first line is broken JSON: its inner
	// lines are not to be taken for messages.
	inner := strings.Contains(t.body[t.json.at:t.json.off], "\n")
	return strings.ContainsAny(t.body, "{[") && !(len(t.json.docs) == 0 && inner)
}

func (lineSyntax) read(t *text) ([]document, *Error) {
	l := lineReader{text: t, number: 1, spare: len(t.body)}
	l.resume()
	for l.at < len(t.body) && t.over == nil {
		l.next()
	}
	l.event()
	if t.over == nil && (len(l.docs) == 0 || l.messages == 0 && 2*l.size < len(t.body)) {
		return nil, errOther
	}
	if l.broken > 0 {
		what := l.worst.Text
		if more := l.broken - 1; more > 0 {
			what += fmt.Sprintf(" (and %d more message%s that are not JSON)", more, plural(more))
		}
		t.note(Failed, l.worst.Path, "%s", what)
	}
	return l.docs, t.over
}

// A lineReader goes through a text line by line.
type lineReader struct {
	*text
	at, number int // where the line at hand begins, from 0, and its number, from 1
	// spare is how many bytes beyond its line a message may still be looked for in
	// vain: as many as there are, so that the time grows with the text alone.
	spare    int
	docs     []document
	messages int // among docs
	size     int // bytes of the others among docs
	broken   int // messages that are not JSON
	worst    *Error
	data     *strings.Builder // the data lines of the event at hand, nil for none
	dataLine int              // the first of them
	paced    int              // up to here the pace is known
}

// resume takes over the documents in front of the line in which JSON broke off.
func (l *lineReader) resume() {
	l.at = strings.LastIndexByte(l.body[:l.json.at], '\n') + 1
	l.number = 1 + strings.Count(l.body[:l.at], "\n")
	l.findings = l.json.found
	for _, d := range l.json.docs {
		if d.line < l.number {
			l.keep(d, l.at/len(l.json.docs))
		}
	}
}

// keep takes a document of so many bytes when it is of use; else it is noise.
func (l *lineReader) keep(d document, size int) {
	switch {
	case isMessage(d.value):
		l.messages++
	case isKnown(d.value):
		l.size += size
	default:
		l.noise.add(1, d.line, py.Compact(d.value))
		return
	}
	l.docs = l.add(l.docs, d)
}

// next reads a line, or the lines of a message that begins in it.
func (l *lineReader) next() {
	start, number := l.at, l.number
	end := l.lineEnd(start)
	l.goTo(end + 1)
	line := strings.TrimSuffix(l.body[start:end], "\r")
	if data, ok := strings.CutPrefix(line, "data:"); ok {
		if l.data == nil {
			l.data, l.dataLine = new(strings.Builder), number
		}
		l.data.WriteString(strings.TrimPrefix(data, " ") + "\n")
		return
	}
	if isEventField(line) {
		return
	}
	l.event()
	if strings.Trim(line, blanks) == "" {
		return
	}
	indent := len(line) - len(strings.TrimLeft(line, blanks))
	if c := line[indent]; (c == '{' || c == '[') && l.values(start+indent, end, number) {
		return
	}
	if opensMessage(line[indent:]) || !l.prefixed(start, end, number) {
		l.noise.add(1, number, line)
	}
}

// lineEnd returns where the line of an offset ends.
func (t *text) lineEnd(at int) int {
	if n := strings.IndexByte(t.body[at:], '\n'); n >= 0 {
		return at + n
	}
	return len(t.body)
}

// goTo goes on to an offset at which a line begins, and keeps the pace.
func (l *lineReader) goTo(at int) {
	at = min(at, len(l.body))
	l.number += strings.Count(l.body[l.at:at], "\n")
	l.at = at
	const pace = 1 << 20
	if n := l.at - l.paced; n >= pace && l.reader.Pace != nil {
		l.paced = l.at
		if err := l.reader.Pace(n); err != nil {
			l.over = errorf("", "%s", err)
		}
	}
}

// isEventField reports whether a line is one of a server-sent event, other than
// its data.
func isEventField(line string) bool {
	for _, field := range []string{"event:", "id:", "retry:", ": "} {
		if strings.HasPrefix(line, field) {
			return true
		}
	}
	return line == ":"
}

// opensMessage reports whether a line that begins so is meant for a message.
func opensMessage(line string) bool {
	return strings.HasPrefix(line, `{"`) || strings.HasPrefix(line, `[{`)
}

// values reads the JSON values from an offset in a line on, one after another.
// ok is whether the line is dealt with.
func (l *lineReader) values(at, end, number int) (ok bool) {
	for {
		v, n, fault := l.try(at, end, number)
		if fault != nil {
			if ok || !opensMessage(l.body[at:end]) {
				return ok
			}
			if l.broken++; l.broken == 1 {
				l.worst = l.jsonError(at+fault.Offset, fault, 0)
			}
			return true
		}
		if l.over != nil {
			return true
		}
		d := document{value: v, line: number}
		if column0 := at == 0 || l.body[at-1] == '\n' || ok; column0 || isMessage(v) {
			l.keep(d, n)
		} else {
			l.noise.add(1, number, l.body[at:end])
		}
		ok = true
		if at += n; at > end {
			number += strings.Count(l.body[at-n:at], "\n")
			end = l.lineEnd(at)
			l.goTo(end + 1)
		}
		at += len(l.body[at:end]) - len(strings.TrimLeft(l.body[at:end], blanks))
		if at >= end || l.body[at] != '{' && l.body[at] != '[' {
			return true
		}
	}
}

// try reads the value that begins at an offset: as far as it goes while there are
// bytes to spare, else up to the end of the line.
func (l *lineReader) try(at, end, number int) (v py.Value, n int, fault *py.SyntaxError) {
	body := l.body[at:]
	if l.spare <= 0 {
		body = l.body[at:end]
	}
	v, n, err := l.value(body, number)
	if errors.As(err, &fault) {
		l.spare -= max(0, at+fault.Offset-end)
	}
	return v, n, fault
}

// prefixed looks for a message behind other words in a line.
func (l *lineReader) prefixed(start, end, number int) bool {
	const tries = 4
	at := start
	for range tries {
		n := strings.IndexByte(l.body[at:end], '{')
		if n < 0 || l.over != nil {
			return false
		}
		at += n
		from := at
		if at > start && l.body[at-1] == '[' {
			from-- // a batch
		}
		v, n, fault := l.try(from, end, number)
		if fault == nil && l.over == nil && isMessage(v) {
			l.keep(document{v, number, saidBy(l.body[start:from])}, n)
			if from+n > end {
				l.goTo(l.lineEnd(from+n) + 1)
			}
			return true
		}
		at++
	}
	return false
}

// event ends an event: its data lines are one text of JSON.
func (l *lineReader) event() {
	if l.data == nil {
		return
	}
	body, first := l.data.String(), l.dataLine
	l.data = nil
	for at := 0; l.over == nil; {
		at += len(body[at:]) - len(strings.TrimLeft(body[at:], blanks))
		if at == len(body) {
			return
		}
		v, n, err := l.value(body[at:], first)
		if err != nil {
			l.noise.add(1, first, body[at:])
			return
		}
		l.keep(document{value: v, line: first}, n)
		at += n
	}
}
