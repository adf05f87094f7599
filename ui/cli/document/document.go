// Package document writes a report as Markdown or as one HTML file with nothing
// outside of it. All text is clean already; what it would mean to Markdown or HTML
// is escaped here.
package document

import (
	_ "embed"
	"html/template"
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
	Code string
	// SVG is a drawing of our own, which only HTML shows.
	SVG template.HTML
}

//go:embed page.html
var page string

var pageTemplate = template.Must(template.New("page").Funcs(template.FuncMap{
	"right": func(s Section, column int) bool { return column < len(s.Right) && s.Right[column] },
	"head":  func(rows [][]string) []string { return rows[0] },
	"body":  func(rows [][]string) [][]string { return rows[1:] },
}).Parse(page))

// HTML writes the document as one file.
func (d Document) HTML(w io.Writer) error { return pageTemplate.Execute(w, d) }

// Markdown writes the document as GitHub's Markdown.
func (d Document) Markdown(w io.Writer) error {
	var b strings.Builder
	b.WriteString("# " + inline(d.Title) + "\n")
	for _, s := range d.Sections {
		b.WriteString("\n## " + inline(s.Title) + "\n")
		for _, p := range s.Text {
			b.WriteString("\n" + inline(p) + "\n")
		}
		if len(s.Table) > 0 {
			b.WriteByte('\n')
			s.markdownTable(&b)
		}
		if s.Code != "" {
			fence := fenceFor(s.Code)
			b.WriteString("\n" + fence + "\n" + strings.TrimRight(s.Code, "\n") + "\n" + fence + "\n")
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
		if i < len(s.Right) && s.Right[i] {
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
