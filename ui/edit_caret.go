package ui

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"findable/ui/cell"
)

// to puts the caret in a line, at a byte.
func (b *textBox) to(line, at int) { b.line, b.at = line, at }

// before and after are the places one character from another, over the end of a line
// too.
func (b *textBox) before(line, at int) (int, int) {
	if at == 0 {
		if line == 0 {
			return 0, 0
		}
		return line - 1, len(b.lines[line-1].text)
	}
	l := b.lines[line]
	from := 0
	if l.rows != nil { // rows begin between characters, so the search need not begin farther away
		from = l.rows[l.rowAt(at-1)]
	}
	for from < at {
		n, _ := glyphOf(cell.Unicode, l.text[from:])
		if from+n >= at {
			break
		}
		from += n
	}
	return line, from
}

func (b *textBox) after(line, at int) (int, int) {
	text := b.lines[line].text
	if at < len(text) {
		n, _ := glyphOf(cell.Unicode, text[at:])
		return line, at + n
	}
	if line+1 < len(b.lines) {
		return line + 1, 0
	}
	return line, at
}

// word is the place one word from the caret, by steps in a direction.
func (b *textBox) word(step func(line, at int) (int, int)) (line, at int) {
	line, at = b.line, b.at
	inside := false
	for {
		l, a := step(line, at)
		if l == line && a == at {
			return line, at
		}
		in := l == line && wordAt(b.lines[l].text[min(a, at):])
		if inside && !in {
			return line, at
		}
		inside = inside || in
		line, at = l, a
	}
}

// wordAt reports whether a text begins with a part of a word.
func wordAt(s string) bool {
	r, _ := utf8.DecodeRuneInString(s)
	return unicode.IsLetter(r) || unicode.IsDigit(r) || r == '_'
}

// vertical moves the caret by rows, and reports whether it has moved.
func (b *textBox) vertical(by int) bool {
	if b.glyphs == nil { // never drawn: there are no rows
		return false
	}
	b.layOut(b.glyphs, b.w)
	row, x := b.place()
	if b.goal < 0 {
		b.goal = x
	}
	total := 0
	for _, l := range b.lines {
		total += len(l.rows)
	}
	to := min(max(row+by, 0), total-1)
	b.toCell(to, b.goal)
	return to != row
}

// toCell puts the caret in a row of all, at or before a cell.
func (b *textBox) toCell(row, x int) {
	for i, l := range b.lines {
		if row >= len(l.rows) {
			row -= len(l.rows)
			continue
		}
		text, at := l.row(row)
		last := row+1 == len(l.rows)
		for text != "" {
			n, shown := glyphOf(b.glyphs, text)
			if x -= cell.Width(shown); x < 0 || !last && n == len(text) { // behind the last one is the next row
				break
			}
			at, text = at+n, text[n:]
		}
		b.to(i, at)
		return
	}
}

// insert puts a text in at the caret. Terminals paste line breaks as carriage
// returns.
func (b *textBox) insert(text string) {
	text = strings.NewReplacer("\r\n", "\n", "\r", "\n").Replace(text)
	if b.oneLine {
		text = strings.ReplaceAll(text, "\n", " ")
	}
	b.splice(b.line, b.at, b.line, b.at, text)
}

// cut takes out what is between the caret and a place.
func (b *textBox) cut(line, at int) {
	if line < b.line || line == b.line && at < b.at {
		b.splice(line, at, b.line, b.at, "")
	} else {
		b.splice(b.line, b.at, line, at, "")
	}
}

// splice puts a text in the place of what is between two places, and the caret behind
// it.
func (b *textBox) splice(line, at, endLine, endAt int, text string) {
	if text == "" && line == endLine && at == endAt {
		return
	}
	b.changes++
	b.goal = -1
	tail := b.lines[endLine].text[endAt:]
	parts := b.split(b.lines[line].text[:at] + text)
	lines := make([]textLine, len(parts))
	for i, p := range parts {
		lines[i].text = p
	}
	last := len(lines) - 1
	b.to(line+last, len(lines[last].text))
	lines[last].text += tail
	b.lines = slices.Replace(b.lines, line, endLine+1, lines...)
}

// toByte puts the caret at a byte of the whole text.
func (b *textBox) toByte(at int) {
	for i, l := range b.lines {
		if at <= len(l.text) {
			b.to(i, at)
			return
		}
		at -= len(l.text) + 1
	}
}
