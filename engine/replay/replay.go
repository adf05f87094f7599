// Package replay goes through the tool calls of a conversation that has taken place,
// and tells where the model hunted for the same thing again, found nothing, called
// what no search had shown, or called without a look at the schema; and what each
// generation of the reference would have answered.
package replay

import (
	"fmt"
	"slices"
	"strings"

	"findable/engine"
	"findable/engine/pipeline"
	"findable/engine/planner"
	"findable/engine/py"
	"findable/engine/text"
)

// An Event is one call of the log.
type Event struct {
	Call planner.Call
	// Reply is what the model got, "" where the log does not say.
	Reply string
	// Message counts the model's messages with calls, from 1: calls of one message were
	// made together.
	Message int
	// Origin is where the call stands.
	Origin engine.Origin
}

// A Kind sorts findings.
type Kind string

// The kinds of finding.
const (
	RepeatedHunt Kind = "repeated_hunt" // a query much like one before
	ZeroHit      Kind = "zero_hit"      // a query without a match
	Unsurfaced   Kind = "unsurfaced"    // a tool that no reply before had shown
	Undescribed  Kind = "undescribed"   // called without its schema
	Refused      Kind = "refused"       // the call reaches no tool
)

// Kinds returns the kinds of finding in the order in which they are shown.
func Kinds() []Kind { return []Kind{RepeatedHunt, ZeroHit, Unsurfaced, Undescribed, Refused} }

// Title returns what a kind of finding is, in a few words.
func (k Kind) Title() string {
	return map[Kind]string{RepeatedHunt: "hunted for again", ZeroHit: "found nothing", Unsurfaced: "never surfaced",
		Undescribed: "called without its schema", Refused: "reached no tool"}[k]
}

// A Finding is one thing to look at. Query and Tool lead to the tool's journey; Tool
// is "" where nothing shows which tool was wanted.
type Finding struct {
	Kind  Kind
	Event int // from 0
	Query string
	Tool  string
	Text  string
}

// A Side is a generation with a session of the catalog under it.
type Side struct {
	Session *engine.Session
	Config  engine.Config
}

// An Answer is what one generation answers to a call.
type Answer struct {
	Generation string
	// Kind is the kind of error, "" for none. Matches are the names that a search finds,
	// query by query; Reply is the model's text, "" for a call that a tool would answer.
	Kind    engine.ErrorKind
	Matches [][]string
	Reply   string
}

// A Step is an event with what it comes to.
type Step struct {
	Event
	// Tool is the real tool of the call, "" for the bridge's own.
	Tool    string
	Answers []Answer // one a side
}

// A Report is what a log comes to.
type Report struct {
	Steps    []Step
	Findings []Finding
	// Queries counts queries, Surfaced the different tools that the log's searches have
	// shown, Tools those that can be found.
	Queries, Surfaced, Tools int
}

// Analyse goes through a log. What counts where the log has no reply is the answer of
// the first side.
func Analyse(events []Event, sides []Side) Report {
	w := walk{sides: sides, surfaced: map[string]bool{}, described: map[string]bool{}}
	for i, e := range events {
		w.take(i, e)
	}
	w.aim()
	w.report.Surfaced, w.report.Tools = len(w.surfaced), len(sides[0].Session.Deferred)
	return w.report
}

// A walk is the way through a log.
type walk struct {
	sides               []Side
	report              Report
	surfaced, described map[string]bool
	hunts               []hunt
}

// A hunt is a query that was made.
type hunt struct {
	event int
	query string
	terms map[string]bool
}

func (w *walk) add(k Kind, event int, query, tool, format string, args ...any) {
	w.report.Findings = append(w.report.Findings, Finding{k, event, query, tool, fmt.Sprintf(format, args...)})
}

func (w *walk) take(i int, e Event) {
	step := Step{Event: e}
	var first *pipeline.Passage
	for _, side := range w.sides {
		p := pipeline.Line{Session: side.Session, Config: side.Config}.Begin(e.Call)
		if first == nil {
			first = p
		}
		a := Answer{Generation: side.Session.Rules.Name, Kind: p.Reply.Kind, Reply: p.Reply.Text}
		for _, r := range p.Reply.Results {
			names := []string{}
			for _, h := range r.Hits {
				names = append(names, h.Entry.Name)
			}
			a.Matches = append(a.Matches, names)
		}
		step.Answers = append(step.Answers, a)
	}
	bridge := engine.BridgeNames()
	reply := e.Reply
	if !tells(reply) { // logs leave replies out, or cut them
		reply = first.Reply.Text
	}
	switch {
	case first.Name == bridge[0]:
		w.search(i, reply)
	case first.Name == bridge[1]:
		w.describe(i, reply)
	case first.Entry != nil:
		step.Tool = first.Name
		w.call(i, first)
	default:
		w.add(Refused, i, w.lastQuery(), wanted(w.sides[0].Session, e.Call), "%s: %s", first.Reply.Kind, sentence(first.Reply.Text))
	}
	if first.Entry != nil && first.Reply.Kind != "" {
		w.add(Refused, i, w.lastQuery(), first.Name, "%s: %s", first.Reply.Kind, sentence(first.Reply.Text))
	}
	w.report.Steps = append(w.report.Steps, step)
}

// tells reports whether a reply of the log is one that the bridge gives.
func tells(reply string) bool {
	v, err := py.Parse([]byte(reply))
	o, _ := v.(py.Object)
	return err == nil && (o.Has("results") || o.Has("tools") || o.Has("error"))
}

// search takes in what a search has shown.
func (w *walk) search(i int, reply string) {
	v, _ := py.Parse([]byte(reply))
	for _, group := range list(v, "results") {
		o, _ := group.(py.Object)
		query := o.Text("query")
		w.report.Queries++
		matches := list(group, "matches")
		for _, name := range matches {
			if n, ok := name.(string); ok {
				w.surfaced[n] = true
			}
		}
		terms := termsOf(query)
		for _, h := range w.hunts {
			if h.event != i && (h.query == query || alike(h.terms, terms)) {
				w.add(RepeatedHunt, i, query, "", "much like %q of call %d", h.query, h.event+1)
				break
			}
		}
		w.hunts = append(w.hunts, hunt{i, query, terms})
		if len(matches) == 0 {
			w.add(ZeroHit, i, query, "", "no tool matches")
		}
	}
}

// describe takes in which schemas the model has seen.
func (w *walk) describe(i int, reply string) {
	v, _ := py.Parse([]byte(reply))
	o, _ := v.(py.Object)
	for _, m := range o.Object("tools") {
		w.described[m.Key] = true
		w.shown(i, m.Key, "described")
	}
	for _, name := range list(v, "not_found") {
		if n, ok := name.(string); ok {
			w.add(Refused, i, w.lastQuery(), n, "not_found: tool_describe knows no such name")
		}
	}
}

// call takes in a call of a real tool.
func (w *walk) call(i int, p *pipeline.Passage) {
	if _, deferred := w.sides[0].Session.Deferrable(p.Name); !deferred {
		return
	}
	w.shown(i, p.Name, "called")
	if !w.described[p.Name] {
		w.add(Undescribed, i, w.lastQuery(), p.Name, "called without tool_describe before")
		w.described[p.Name] = true // once is enough
	}
}

// shown notes a tool that no search had surfaced.
func (w *walk) shown(i int, name, how string) {
	if !w.surfaced[name] && !slices.ContainsFunc(w.report.Findings, func(f Finding) bool { return f.Kind == Unsurfaced && f.Tool == name }) {
		w.add(Unsurfaced, i, w.lastQuery(), name, "%s, and no search before had shown it", how)
	}
}

func (w *walk) lastQuery() string {
	if len(w.hunts) == 0 {
		return ""
	}
	return w.hunts[len(w.hunts)-1].query
}

// aim gives each hunt the tool that was used after it: the one that was looked for,
// as far as a log can tell.
func (w *walk) aim() {
	for i, f := range w.report.Findings {
		if f.Tool != "" {
			continue
		}
		for _, s := range w.report.Steps[f.Event+1:] {
			if s.Tool == "" {
				continue
			}
			if _, deferred := w.sides[0].Session.Deferrable(s.Tool); deferred {
				w.report.Findings[i].Tool = s.Tool
				break
			}
		}
	}
}

// wanted is the name that a call without a tool means.
func wanted(s *engine.Session, c planner.Call) string {
	v, _ := py.Parse([]byte(c.Arguments))
	o, _ := v.(py.Object)
	if c.Name != engine.BridgeNames()[2] {
		return c.Name
	}
	if name := o.Text("name"); name != "" {
		return name
	}
	for _, item := range list(v, "calls") {
		entry, _ := item.(py.Object)
		return entry.Text("name")
	}
	return ""
}

func list(v py.Value, key string) py.List {
	o, _ := v.(py.Object)
	return o.List(key)
}

func sentence(reply string) string {
	v, _ := py.Parse([]byte(reply))
	o, _ := v.(py.Object)
	return o.Text("error")
}

func termsOf(query string) map[string]bool {
	terms := map[string]bool{}
	for _, t := range text.Tokens(query) {
		terms[t] = true
	}
	return terms
}

// alike reports whether two queries share at least half of the terms of both.
func alike(a, b map[string]bool) bool {
	both := 0
	for t := range a {
		if b[t] {
			both++
		}
	}
	return both > 0 && 2*both >= len(a)+len(b)-both
}

// Differ reports whether the sides answer a call differently.
func (s Step) Differ() bool {
	for _, a := range s.Answers[1:] {
		first := s.Answers[0]
		if a.Kind != first.Kind || len(a.Matches) != len(first.Matches) {
			return true
		}
		for i := range a.Matches {
			if !slices.Equal(a.Matches[i], first.Matches[i]) {
				return true
			}
		}
	}
	return false
}

// String says what a side answers, in one line.
func (a Answer) String() string {
	switch {
	case a.Kind != "":
		return "error " + string(a.Kind)
	case a.Matches != nil:
		var parts []string
		for _, m := range a.Matches {
			parts = append(parts, fmt.Sprintf("%d matches", len(m)))
			if len(m) > 0 {
				parts[len(parts)-1] += ", first " + m[0]
			}
		}
		return strings.Join(parts, "; ")
	case a.Reply != "":
		return fmt.Sprintf("a reply of %d characters", len([]rune(a.Reply)))
	}
	return "goes to the tool"
}
