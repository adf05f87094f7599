// Package audit looks over a session's tools without any labelled query: which of
// them search cannot find by their own words, which crowd others out, which say the
// same, and which carry text that hides or that gives the model orders.
//
// Run makes a Report of Findings. Findings about one tool alone are in texts.go and
// signs.go, those that take searches in find.go, those that take pairs in twins.go.
// It is pure: the same session and limit give the same report.
package audit

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"

	"findable/engine"
)

// A Severity says how much harm a finding does.
type Severity string

// The severities, the worst first.
const (
	High   Severity = "high"
	Medium Severity = "medium"
	Low    Severity = "low"
)

// Severities returns the severities, the worst first.
func Severities() []Severity { return []Severity{High, Medium, Low} }

// AtLeast reports whether a severity is as bad as another or worse.
func (s Severity) AtLeast(other Severity) bool {
	return slices.Index(Severities(), s) <= slices.Index(Severities(), other)
}

// A Kind is the code of what a finding is about.
type Kind string

// The kinds, the most harmful first: the order of findings of one severity.
const (
	AddressesModel Kind = "addresses_model"         // text that gives the model orders
	Hidden         Kind = "hidden_characters"       // characters that no reader sees, or that drive a terminal
	EncodedText    Kind = "encoded_text"            // a long run that looks like base64
	IndexesNothing Kind = "indexes_nothing"         // no term beyond the server's name
	NotByName      Kind = "not_found_by_name"       // its name's words do not find it
	NotBySentence  Kind = "not_found_by_sentence"   // its first sentence does not find it
	OtherScript    Kind = "other_script"            // a third of its letters or more are dropped
	Magnet         Kind = "magnet"                  // in the results of many other tools
	NearDuplicate  Kind = "near_duplicate"          // another server's tool has nearly its terms, and wins
	LongName       Kind = "long_name"               // longer than model APIs take
	NotByTitle     Kind = "not_found_by_title"      // its title does not find it
	CamelCase      Kind = "camel_case"              // words inside a word that is not split
	CommonTerms    Kind = "common_terms"            // of the catalog: terms that tell no tool from others
	NotByParams    Kind = "not_found_by_parameters" // its parameters' names do not find it
	SentenceCut    Kind = "sentence_cut"            // the listing cuts its first sentence
)

// Kinds returns all kinds, the most harmful first.
func Kinds() []Kind {
	return []Kind{AddressesModel, Hidden, EncodedText, IndexesNothing, NotByName, NotBySentence, OtherScript, Magnet,
		NearDuplicate, LongName, NotByTitle, CamelCase, CommonTerms, NotByParams, SentenceCut}
}

// Meaning says in plain words what a kind of finding means.
func (k Kind) Meaning() string {
	return map[Kind]string{
		AddressesModel: "text that gives the model orders, a sign of tool poisoning",
		Hidden:         "characters that no reader sees or that drive a terminal",
		EncodedText:    "a long run of characters that looks encoded",
		IndexesNothing: "search knows no word of it beyond its server's name",
		NotByName:      "the words of its own name do not find it",
		NotBySentence:  "its first sentence does not find it",
		OtherScript:    "search drops a third of its letters or more",
		Magnet:         "it is in the results of many other tools",
		NearDuplicate:  "another server has nearly the same tool, and that one wins",
		LongName:       "its name is longer than model APIs take",
		NotByTitle:     "its title does not find it",
		CamelCase:      "words joined into one, which search does not split",
		CommonTerms:    "terms in so many tools that they tell none from another",
		NotByParams:    "the names of its parameters do not find it",
		SentenceCut:    "the listing cuts its first sentence",
	}[k]
}

// Remedy says what to do about a kind of finding, in one sentence.
func (k Kind) Remedy() string {
	return map[Kind]string{
		AddressesModel: "Read the text, and keep the server away from agents until its author has explained or removed it.",
		Hidden:         "Ask the server's author to take the characters out, and distrust the text until then.",
		EncodedText:    "Decode it and see what it is; nothing in a description needs to be encoded.",
		IndexesNothing: "Give it a name and a description with English words: until then only its full name finds it.",
		NotByName:      "Say in its name and description what sets it apart from those that come first, or keep it eager.",
		NotBySentence:  "Put the words that only this tool has into its first sentence, and leave out the common ones.",
		OtherScript:    "Add a description in English beside it: search reads the letters a to z and digits only.",
		Magnet:         "Shorten its description to what it does itself: every other word brings it up where others are wanted.",
		NearDuplicate:  "Switch off one of the two servers, or exclude one of the two tools.",
		LongName:       "Shorten the tool's name or the server's: the two are joined.",
		NotByTitle:     "Put the words of the title into the description: search does not read titles.",
		CamelCase:      "Write the name with underscores, or its words in the description.",
		CommonTerms:    "Nothing is wrong with them, but a query of such words alone finds nothing in particular.",
		NotByParams:    "Say in the description what it takes, in the words that only this tool needs.",
		SentenceCut:    "Make the first sentence shorter, with what matters at its beginning.",
	}[k]
}

// A Finding is one thing that is wrong with a tool, or with the catalog.
type Finding struct {
	Kind Kind
	// Tool is the tool's full name, "" for a finding about the whole catalog.
	Tool     string
	Severity Severity
	// Evidence says in plain words what was seen. It may quote the tool.
	Evidence string
	// Query and Target show the finding at work: what happens to Target on its way to
	// being found by Query. Target is Tool, but of a magnet it is a tool that the
	// magnet crowds out. Both are "" for a finding about the whole catalog.
	Query, Target string

	harm int // among findings of one kind: the larger the worse
}

// A Share is how many tools one way of asking finds.
type Share struct {
	// Kind is that of the findings about the others: NotByName, NotBySentence,
	// NotByTitle or NotByParams.
	Kind Kind
	// Asked counts the deferred tools that have something to ask by, Found those of
	// them that the search returns within the limit.
	Asked, Found int
}

// A Report is what an audit comes to.
type Report struct {
	// Limit is how many results a search returned.
	Limit int
	// Tools is the number of deferred tools: those that have to be found.
	Tools int
	// SelfFindable counts the deferred tools that a search for the words of their
	// own full name returns within the limit: those words that search reads from it,
	// without mcp__ but with the server's, with single spaces between them.
	SelfFindable int
	// Shares tells how each way of asking fares; the first is by name.
	Shares []Share
	// Findings are ranked by harm: by severity, then in the order of Kinds, then the
	// worst of the kind, then by the tools' names.
	Findings []Finding
}

// A Progress is told how many of all steps are done; it is called from the
// goroutine that called Run.
type Progress func(done, all int)

// Run audits the tools in a session's scope with searches of limit results. Text is
// looked at in visible tools too, everything else in deferred ones. tell may be nil.
// The error is the context's.
func Run(ctx context.Context, s *engine.Session, limit int, tell Progress) (Report, error) {
	a := &audit{session: s, limit: limit, tell: tell, report: Report{Limit: limit, Tools: len(s.Deferred)}}
	a.all = 2*len(s.Deferred) + len(s.Visible) // each deferred tool is read once and searched for once
	steps := []func(context.Context) error{a.readAll, a.findAll, a.pairAll}
	for _, step := range steps {
		if err := step(ctx); err != nil {
			return Report{}, err
		}
	}
	a.commonTerms()
	slices.SortFunc(a.report.Findings, worst)
	return a.report, nil
}

// worst orders findings by harm.
func worst(a, b Finding) int {
	return cmp.Or(
		cmp.Compare(slices.Index(Severities(), a.Severity), slices.Index(Severities(), b.Severity)),
		cmp.Compare(slices.Index(Kinds(), a.Kind), slices.Index(Kinds(), b.Kind)),
		cmp.Compare(b.harm, a.harm), strings.Compare(a.Tool, b.Tool), strings.Compare(a.Evidence, b.Evidence))
}

// An audit is one run at work.
type audit struct {
	session   *engine.Session
	limit     int
	tell      Progress
	done, all int
	report    Report
	numbers   map[string]int32 // of terms, for pairs
	crowdedBy map[int]missed   // by document: the first search in which it crowds a tool out
}

// missed is a tool that a search should have returned, and the query.
type missed struct{ name, query string }

// step counts one step and returns the context's error.
func (a *audit) step(ctx context.Context) error {
	if a.done++; a.tell != nil {
		a.tell(a.done, a.all)
	}
	return ctx.Err()
}

// add adds a finding that a search for the tool's own name shows as well as any.
func (a *audit) add(k Kind, e *engine.Entry, s Severity, harm int, format string, args ...any) *Finding {
	a.report.Findings = append(a.report.Findings, Finding{k, e.Name, s, fmt.Sprintf(format, args...), nameQuery(e), e.Name, harm})
	return &a.report.Findings[len(a.report.Findings)-1]
}

// Terms in a quarter of at least minCatalog tools mean nothing: their idf is ln 4 or so,
// a fraction of what a term of a few tools has.
const (
	commonShare = 4 // one in so many
	minCatalog  = 10
	shownTerms  = 12
)

func (a *audit) commonTerms() {
	n := a.session.Index.Size()
	if n < minCatalog {
		return
	}
	dictionary := a.session.Index.Dictionary() // the commonest first
	count := 0
	var shown []string
	for _, u := range dictionary {
		if commonShare*u.DF < n {
			break
		}
		if count++; count <= shownTerms {
			shown = append(shown, fmt.Sprintf("%s (in %s, idf %.2f)", u.Term, engine.Number(u.DF), u.IDF))
		}
	}
	if count == 0 {
		return
	}
	text := strings.Join(shown, ", ")
	if more := count - len(shown); more > 0 {
		text += fmt.Sprintf(", and %s more", engine.Number(more))
	}
	a.report.Findings = append(a.report.Findings, Finding{Kind: CommonTerms, Severity: Low, harm: count,
		Evidence: fmt.Sprintf("%s in a quarter of the %s tools or more: %s", engine.Plural(count, "term is", "terms are"), engine.Number(n), text)})
}
