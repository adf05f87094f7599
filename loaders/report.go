package loaders

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
)

// A Kind sorts the notes of a Report.
type Kind string

// The kinds of Note, from what could not be read to what was read and is worth a look.
const (
	// Failed is a file, or a part of one, that could not be used.
	Failed Kind = "error"
	// Skipped is a value that was passed over although it is, or might have been, a
	// tool, a list of tools or a server; the text is the cause.
	Skipped Kind = "skipped"
	// Aside is what stands in a transcript besides the tools: requests, answers to
	// other requests, lines of a log. It is counted, one note for each sort.
	Aside Kind = "aside"
	// Folded is what a file has several times, as requests to a model and logs do; it
	// counts once, and of several lists of one server the last.
	Folded Kind = "folded"
	// Ignored is something said about tools or servers that had no effect: a word of a
	// session file or a configuration, a NAME=, a mark of deferral, a benchmark's query.
	Ignored Kind = "ignored"
	// Odd is a value that is not what it should be and was kept as it is.
	Odd Kind = "odd_value"
	// Renamed is a name that was made up here, where the source has none or has it
	// twice, or from which the prefix of a gateway was taken.
	Renamed Kind = "renamed"
	// Cut is a part of a tool's schema that is left out: a reference to nothing, to
	// another file or back to what stands around it, or more than a tool may hold.
	Cut Kind = "cut"
	// Partial is a list that was taken and tells less than the server would: names
	// without schemas, what one search found, one page of a registry.
	Partial Kind = "partial"
	// Observed is a result of a tool search, as an agent saw it, that only names tools;
	// none was taken.
	Observed Kind = "observed"
	// Duplicate is a tool whose name its server or toolset has already. It stays
	// in the catalog; on registering the engine keeps the first.
	Duplicate Kind = "duplicate"
	// Joined is one server whose tools came from several complete lists.
	Joined Kind = "joined"
	// Unfinished is a server whose last page still has a nextCursor.
	Unfinished Kind = "unfinished"
	// NoTools is a server that carries no tools, or servers that are only named.
	NoTools Kind = "no_tools"
	// Utility is a server to which an agent would add tools for its resources or
	// prompts, which a dump does not show.
	Utility Kind = "utility_tools"
	// Pairing is what a configuration says of a server and what that came to: no
	// server of that name, several, a name of no tool.
	Pairing Kind = "pairing"
	// Bridge is a bridge tool inside a dump: it was taken from an agent with
	// tool search on.
	Bridge Kind = "bridge"
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
	// Unresolved counts the servers that are only named: by a client's
	// configuration, a registry, or an initialize answer. They are not in Servers.
	Unresolved int
	// Skipped counts the nodes passed over, Duplicates the repeated names.
	Skipped, Duplicates int
	// Files has one entry for each file that gave something, in reading order.
	Files []FileReport
	// Notes stand in reading order, those on whole servers last. Of one file and
	// kind the first 1,000 are kept, and one more says how many there were.
	Notes []Note
}

// maxNotes is how many notes of one kind a file may have before the rest is only
// counted.
const maxNotes = 1000

// A ledger takes notes.
type ledger struct {
	notes []Note
	count map[Kind]int
	taken map[fileKind]int
	paths int // bytes of the paths of tools and notes
}

type fileKind struct {
	file string
	kind Kind
}

func newLedger() *ledger {
	return &ledger{count: map[Kind]int{}, taken: map[fileKind]int{}}
}

func (l *ledger) add(n Note) {
	l.count[n.Kind]++
	of := fileKind{n.File, n.Kind}
	n.Path = l.place(n.Path)
	if l.taken[of]++; l.taken[of] <= maxNotes {
		l.notes = append(l.notes, n)
	}
}

// maxPaths is how many bytes the paths of one load are kept whole for. Real dumps have
// forty bytes a tool.
const maxPaths = 64 << 20

// place returns a path as it is kept: whole, unless very many are very long.
func (l *ledger) place(path string) string {
	const shortest = 64
	if l.paths += len(path); l.paths <= maxPaths || len(path) <= shortest {
		return path
	}
	return strings.ToValidUTF8(path[:shortest], "") + cutPath
}

// insert adds a note where m is, before those on the files of a folder.
func (l *ledger) insert(m mark, n Note) {
	l.count[n.Kind]++
	l.notes = slices.Insert(l.notes, m.notes, n)
}

// A mark is a point in a ledger.
type mark struct{ notes, skipped, aside int }

func (l *ledger) mark() mark { return mark{len(l.notes), l.count[Skipped], l.count[Aside]} }

// condense makes one failure of what was passed over since m: none of it was
// anything, so the file is the news and not its nodes.
func (l *ledger) condense(m mark) (failed bool) {
	since := slices.Clone(l.notes[m.notes:])
	first := slices.IndexFunc(since, func(n Note) bool { return n.Kind == Skipped })
	if first < 0 {
		first = slices.IndexFunc(since, func(n Note) bool { return n.Kind == Aside })
	}
	if first < 0 {
		return false
	}
	n := since[first]
	if more := l.count[Skipped] - m.skipped - 1; more > 0 {
		n.Text += fmt.Sprintf(" (and %d more node%s without tools)", more, plural(more))
	}
	l.notes = append(l.notes[:m.notes], slices.DeleteFunc(since, func(n Note) bool { return n.Kind == Skipped || n.Kind == Aside })...)
	l.count[Skipped], l.count[Aside] = m.skipped, m.aside
	l.taken[fileKind{n.File, Skipped}], l.taken[fileKind{n.File, Aside}] = 0, 0
	n.Kind = Failed
	l.add(n)
	return true
}

// full reports whether further notes of a kind on a file are only counted.
func (l *ledger) full(file string, k Kind) bool { return l.taken[fileKind{file, k}] >= maxNotes }

// all returns the notes, and for what is only counted a note each at the end.
func (l *ledger) all() []Note {
	var more []Note
	for of, n := range l.taken {
		if n > maxNotes {
			more = append(more, Note{of.kind, of.file, "", fmt.Sprintf("%d more notes of this kind", n-maxNotes)})
		}
	}
	slices.SortFunc(more, func(a, b Note) int { return cmp.Or(cmp.Compare(a.File, b.File), cmp.Compare(a.Kind, b.Kind)) })
	return append(l.notes, more...)
}

// An Error is why an input could not be used at all, in one sentence with the
// file, the place and what to do.
type Error struct{ File, Path, Text string }

func (e *Error) Error() string { return Note{File: e.File, Path: e.Path, Text: e.Text}.String() }

// errorf makes an Error whose File is still to be filled in.
func errorf(path, format string, args ...any) *Error {
	return &Error{Path: path, Text: fmt.Sprintf(format, args...)}
}
