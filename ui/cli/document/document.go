// Package document writes a report as Markdown or as one HTML file with nothing
// outside of it. All text is clean already; what it would mean to Markdown or HTML
// is escaped here.
package document

import (
	"io"
	"strings"
)

// A Document is a report: a title and its sections.
type Document struct {
	Title    string
	Sections []Section
}

// A Section is a part of a report. What is empty is left out.
type Section struct {
	Title string
	// Text are paragraphs.
	Text []string
	// Table has its head in the first row; Right tells the columns of numbers.
	Table [][]string
	Right []bool
	// Code is shown as it is, line by line.
	Code     string
	Drawings []Drawing
}

// A Drawing is a picture twice, as HTML and as Markdown show it.
type Drawing struct {
	Title string
	// SVG is a file of its own.
	SVG string
	// Lines are the same drawn with characters.
	Lines string
}

// Map changes every text of the document, pictures too.
func (d Document) Map(change func(string) string) Document {
	all := func(texts []string) []string {
		changed := make([]string, len(texts))
		for i, t := range texts {
			changed[i] = change(t)
		}
		return changed
	}
	out := Document{Title: change(d.Title)}
	for _, s := range d.Sections {
		s.Title, s.Text, s.Code = change(s.Title), all(s.Text), change(s.Code)
		table := make([][]string, len(s.Table))
		for i, row := range s.Table {
			table[i] = all(row)
		}
		s.Table = table
		drawings := make([]Drawing, len(s.Drawings))
		for i, x := range s.Drawings {
			drawings[i] = Drawing{change(x.Title), change(x.SVG), change(x.Lines)}
		}
		s.Drawings = drawings
		out.Sections = append(out.Sections, s)
	}
	return out
}

// right reports whether a column of the table holds numbers.
func (s Section) right(column int) bool { return column < len(s.Right) && s.Right[column] }

// Markdown writes the document as GitHub's Markdown.
func (d Document) Markdown(w io.Writer) error {
	var b strings.Builder
	b.WriteString("# " + inline(d.Title) + "\n")
	for _, s := range d.Sections {
		b.WriteString("\n## " + inline(s.Title) + "\n")
		for _, p := range s.Text {
			b.WriteString("\n" + inline(p) + "\n")
		}
		for _, x := range s.Drawings {
			b.WriteString(fenced(x.Lines))
		}
		if len(s.Table) > 0 {
			b.WriteByte('\n')
			s.markdownTable(&b)
		}
		if s.Code != "" {
			b.WriteString(fenced(s.Code))
		}
	}
	_, err := io.WriteString(w, b.String())
	return err
}

func (s Section) markdownTable(b *strings.Builder) {
	row := func(cells []string) {
		for _, c := range cells {
			b.WriteString("| " + inline(c) + " ")
		}
		b.WriteString("|\n")
	}
	row(s.Table[0])
	for i := range s.Table[0] {
		if s.right(i) {
			b.WriteString("| ---: ")
		} else {
			b.WriteString("| --- ")
		}
	}
	b.WriteString("|\n")
	for _, cells := range s.Table[1:] {
		row(cells)
	}
}

var escapes = strings.NewReplacer("\\", "\\\\", "`", "\\`", "*", "\\*", "_", "\\_", "[", "\\[", "]", "\\]", "<", "&lt;", ">", "&gt;",
	"&", "&amp;", "#", "\\#", "|", "\\|", "~", "\\~", "!", "\\!", "$", "\\$", "@", "&#64;", "\n", " ", "://", ":&#8203;//")

// inline escapes what would be markup, a link or a mention.
func inline(text string) string {
	text = escapes.Replace(text)
	if strings.HasPrefix(text, "-") || strings.HasPrefix(text, "+") { // would begin a list
		text = "\\" + text
	}
	return text
}

// fenced is text between fences.
func fenced(text string) string {
	fence := fenceFor(text)
	return "\n" + fence + "\n" + strings.TrimRight(text, "\n") + "\n" + fence + "\n"
}

// fenceFor is a fence longer than any in the text.
func fenceFor(text string) string {
	longest, run := 2, 0
	for _, c := range text {
		if c != '`' {
			run = 0
			continue
		}
		run++
		longest = max(longest, run)
	}
	return strings.Repeat("`", longest+1)
}
