package loaders

import (
	"fmt"
	"strings"
)

// A Kind sorts the notes of a Report.
type Kind string

// The kinds of Note.
const (
	// Failed is a file or a part of a session file that could not be used.
	Failed Kind = "error"
	// Skipped is a node that was passed over; the text is the cause.
	Skipped Kind = "skipped"
	// Duplicate is a tool whose name its server or toolset has already. It stays
	// in the catalog; on registering the engine keeps the first.
	Duplicate Kind = "duplicate"
	// Unfinished is a server whose last page still has a nextCursor.
	Unfinished Kind = "unfinished"
	// NoTools is a server that carries no tools.
	NoTools Kind = "no_tools"
	// Joined is one server whose tools came from several complete lists.
	Joined Kind = "joined"
	// Bridge is a bridge tool inside a dump: it was taken from an agent with
	// tool search on.
	Bridge Kind = "bridge"
	// Ignored is a word of a session file, or a NAME=, that had no effect.
	Ignored Kind = "ignored"
	// Odd is a value of the wrong type that was kept as it is.
	Odd Kind = "odd_value"
)

// A Note tells of one thing that did not go as a reader of the file might think.
type Note struct {
	Kind Kind
	// File is the file's name as the user gave it.
	File string
	// Path is where in the file: a JSON path such as $.tools[3], behind "line n, "
	// where the file holds several documents; or a line, column and byte.
	Path string
	// Text is one clause: what is wrong, and what to do when something can be done.
	Text string
}

// String returns the note as one line: file, place, text.
func (n Note) String() string {
	parts := make([]string, 0, 3)
	for _, s := range []string{n.File, n.Path, n.Text} {
		if s != "" {
			parts = append(parts, s)
		}
	}
	return strings.Join(parts, ": ")
}

// A FileReport tells what one file was taken for and gave.
type FileReport struct {
	File string
	// Format names the shapes recognised, from the outside in, such as "JSON-RPC
	// response, tools/list result, MCP tools".
	Format string
	// Tools counts all tools taken, core and plugin ones too. Servers counts the
	// MCP servers that they belong to.
	Tools, Servers int
}

// A Report tells what a load made of its input.
type Report struct {
	// Tools counts the tools in the catalog, Servers its MCP servers: those that
	// hold no tool and the mcp- toolsets of agents' lists included.
	Tools, Servers int
	// Skipped counts the nodes passed over, Duplicates the repeated names.
	Skipped, Duplicates int
	// Files has one entry for each file that gave something, in reading order.
	Files []FileReport
	// Notes stand in reading order, those on whole servers last.
	Notes []Note
}

// Count returns the number of notes of a kind.
func (r Report) Count(k Kind) int {
	n := 0
	for _, note := range r.Notes {
		if note.Kind == k {
			n++
		}
	}
	return n
}

// An Error is why an input could not be used at all, in one sentence with the
// file, the place and what to do.
type Error struct{ File, Path, Text string }

func (e *Error) Error() string { return Note{File: e.File, Path: e.Path, Text: e.Text}.String() }

// errorf makes an Error whose File is still to be filled in.
func errorf(path, format string, args ...any) *Error {
	return &Error{Path: path, Text: fmt.Sprintf(format, args...)}
}
