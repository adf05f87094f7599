package loaders

import (
	"context"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"gopkg.in/yaml.v3"

	"findable/engine"
	"findable/engine/eval"
	"findable/engine/py"
)

// MaxCases is how many cases one set may hold, and MaxWants how many tools they may
// want together, or how many rows a table may have. The largest published set known
// has 7,600 and 12,000.
const (
	MaxCases = 200_000
	MaxWants = 2_000_000
)

// A CaseSet is what a file of cases gives.
type CaseSet struct {
	Cases []eval.Case
	// Format names the shape recognised.
	Format string
	// Notes tells, one each, of every row passed over and why.
	Notes []Note
}

// ReadCases reads queries with the tools that they want, from a file or from "-".
// It takes, by shape: a list of {query, expect} in YAML, JSON or JSONL; tables of
// query and tool in CSV or TSV; relevance judgements (TREC's qrels), which name
// queries by number and need a topics file with their texts; and the golden sets and
// benchmarks of formats.md, rows 37 to 43. topics is "" for none. Of the options it
// uses Stdin and FS.
//
// A row that is no case leaves a note. The error, an *Error, says why a file gives no
// case at all, or more than may be read.
func ReadCases(ctx context.Context, name, topics string, opt Options) (CaseSet, error) {
	l := fileLoader(opt)
	r := &caseReader{ledger: newLedger(), reader: &py.Reader{MaxValues: MaxValues, Pace: func(int) error { return ctx.Err() }}}
	if topics != "" {
		r.file = shownName(topics)
		if err := r.readFile(ctx, l, topics, r.readTopics); err != nil {
			return CaseSet{}, err
		}
	}
	r.file = shownName(name)
	if err := r.readFile(ctx, l, name, r.read); err != nil {
		return CaseSet{}, err
	}
	if r.topics != nil && !r.asked {
		r.ledger.add(Note{Ignored, shownName(topics), "", "the texts of queries are not used: the cases have their own"})
	}
	if len(r.cases) == 0 {
		return CaseSet{Notes: r.ledger.all()}, r.nothing()
	}
	r.tellRepeats()
	return CaseSet{r.cases, r.format, r.ledger.all()}, nil
}

// A caseReader reads one set of cases.
type caseReader struct {
	file   string
	ledger *ledger
	reader *py.Reader
	topics map[string]string // texts by the query's name; nil without topics
	asked  bool              // a text of the topics was needed
	format string
	cases  []eval.Case
	joined map[string]*joining // rows of one query, by what names it
	wants  int
	rows   int // of a table
	body   string
	lines  []int // on which the rows of a list begin; made when one is passed over
}

func (r *caseReader) skip(path, format string, args ...any) {
	r.ledger.add(Note{Skipped, r.file, r.located(path), fmt.Sprintf(format, args...)})
}

// rowPath matches the path of a row in a list of cases.
var rowPath = regexp.MustCompile(`^\$(?:\.\w+)?\[(\d+)\]`)

// located puts the line before the path of a row, where it can be told: people look
// for lines.
func (r *caseReader) located(path string) string {
	m := rowPath.FindStringSubmatch(path)
	if m == nil {
		return path
	}
	if r.lines == nil {
		r.lines = rowLines(r.body)
	}
	if i, err := strconv.Atoi(m[1]); err == nil && i < len(r.lines) {
		return fmt.Sprintf("line %d, %s", r.lines[i], path)
	}
	return path
}

// rowLines returns the lines on which the rows of a list begin, in YAML or JSON, which
// is nearly YAML; none of a text that is too long to be read once more for that.
func rowLines(body string) []int {
	const most = 4 << 20
	lines := []int{}
	var doc yaml.Node
	if len(body) > most || yaml.Unmarshal([]byte(body), &doc) != nil || len(doc.Content) == 0 {
		return lines
	}
	list := doc.Content[0]
	if list.Kind == yaml.MappingNode {
		list, _ = listIn(list, 0)
	}
	if list == nil {
		return lines
	}
	for _, row := range list.Content {
		lines = append(lines, row.Line)
	}
	return lines
}

// readFile hands the text of a file on.
func (r *caseReader) readFile(ctx context.Context, l *loader, name string, read func(*text) *Error) error {
	t, fault := l.whole(ctx, name, "a file of cases")
	if fault == nil {
		t.reader = r.reader
		fault = read(t)
		for _, n := range t.notes {
			r.ledger.add(Note{n.Kind, r.file, n.Path, ofCases.Replace(n.Text)})
		}
	}
	if err := ctx.Err(); err != nil {
		return err
	}
	if fault != nil {
		fault.File = r.file
		return fault
	}
	return nil
}

// yamlHead matches the beginning of a list or a mapping in YAML.
var yamlHead = regexp.MustCompile(`^ *(- |-$|---|%YAML|[\w-]+:( |$))`)

// read reads cases of whatever shape.
func (r *caseReader) read(t *text) *Error {
	line := firstLine(t.body)
	r.body, r.lines = t.body, nil
	switch {
	case line == "":
		return errorf("", "is empty; write a list of {query, expect}")
	case (jsonSyntax{}).begins(t):
		docs, fault := t.documents()
		r.documents(docs)
		return r.beyond(fault)
	case isQrels(t.body):
		return r.beyond(r.qrels(t.body))
	case yamlHead.MatchString(line) && !isTableHead(line):
		docs, fault := (yamlSyntax{}).read(t)
		r.documents(docs)
		return r.beyond(fault)
	}
	return r.beyond(r.table(t.body))
}

// ofCases says of cases what texts say of dumps.
var ofCases = strings.NewReplacer("dump the server again", "write it again", "dump it again", "write it again")

// beyond is the fault of reading, or that there is more than may be read.
func (r *caseReader) beyond(fault *Error) *Error {
	if r.full() {
		return errorf("", "holds more than %d cases or %d rows, which is as many as are read; split it", MaxCases, MaxWants)
	}
	if fault != nil {
		fault.Text = ofCases.Replace(fault.Text)
	}
	return fault
}

// full reports whether further cases are not kept.
func (r *caseReader) full() bool { return len(r.cases) > MaxCases || max(r.wants, r.rows) > MaxWants }

// firstLine returns the first line that is neither blank nor a comment, cut to what
// tells a syntax.
func firstLine(body string) string {
	for line := range strings.Lines(body) {
		line = strings.TrimRight(line[:min(len(line), maxHead)], blanks)
		if strings.Trim(line, blanks) != "" && !strings.HasPrefix(line, "#") {
			return line
		}
	}
	return ""
}

// put takes a case with the tools it wants.
func (r *caseReader) put(c eval.Case, at string) {
	c.Origin = engine.Origin{File: r.file, Path: at}
	if !r.full() {
		r.cases = append(r.cases, c)
		r.wants += len(c.Expect)
	}
}

// nothing words why there is no case.
func (r *caseReader) nothing() *Error {
	for _, n := range r.ledger.notes {
		if n.Kind == Skipped {
			err := &Error{n.File, n.Path, n.Text}
			if more := r.ledger.count[Skipped] - 1; more > 0 {
				err.Text += fmt.Sprintf(" (and %d more row%s without a case)", more, plural(more))
			}
			return err
		}
	}
	return &Error{r.file, "", "holds no case; write a list of {query, expect}"}
}

// tellRepeats notes queries that several cases have, each of which counts.
func (r *caseReader) tellRepeats() {
	met := map[string]bool{}
	repeats, at := 0, ""
	for _, c := range r.cases {
		if met[c.Query] {
			if repeats++; repeats == 1 {
				at = c.Origin.Path
			}
		}
		met[c.Query] = true
	}
	if repeats > 0 {
		r.ledger.add(Note{Duplicate, r.file, at, fmt.Sprintf("%d case%s with a query that stands before; each counts by itself", repeats, plural(repeats))})
	}
}

// A joining is a case whose tools come in several rows.
type joining struct {
	place int // in cases
	have  map[string]int
}

// join takes a row of a query that may have others.
func (r *caseReader) join(key string, c eval.Case, at string) {
	j := r.joined[key]
	if j == nil {
		if r.full() {
			return
		}
		if r.joined == nil {
			r.joined = map[string]*joining{}
		}
		j = &joining{len(r.cases), map[string]int{}}
		r.joined[key] = j
		wants := c.Expect
		c.Expect = nil
		r.put(c, at)
		c.Expect = wants
	}
	to := &r.cases[j.place]
	to.Any = to.Any || c.Any
	before := len(to.Expect)
	for _, w := range c.Expect {
		to.Expect = withWant(to.Expect, w, j.have)
	}
	r.wants += len(to.Expect) - before
}

// withWant adds a wanted tool, once; of two grades the higher one counts. have holds
// the places by name.
func withWant(wants []eval.Want, w eval.Want, have map[string]int) []eval.Want {
	if i, ok := have[w.Name]; ok {
		wants[i].Grade = max(wants[i].Grade, w.Grade)
		return wants
	}
	have[w.Name] = len(wants)
	return append(wants, w)
}

// uniqueWants returns the wanted tools, each once.
func uniqueWants(wants []eval.Want) []eval.Want {
	have := map[string]int{}
	var out []eval.Want
	for _, w := range wants {
		out = withWant(out, w, have)
	}
	return slices.Clip(out)
}
