package engine

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"
)

// A Form is the shape of a whole listing.
type Form string

// The forms, from the most telling to none at all.
const (
	Full   Form = "full"   // every tool with its short description
	Names  Form = "names"  // every tool's name
	Mixed  Form = "mixed"  // names for some servers, a summary line for others
	Groups Form = "groups" // a summary line for every server
	None   Form = "none"   // no listing
)

// tier returns the tier of a form while tool search is active (engine.md, section 5).
func (f Form) tier() int {
	if f == Groups || f == None {
		return 2
	}
	return 1
}

// A State is how one group stands in a listing.
type State string

// The states of a group.
const (
	ShownFull    State = "full"
	ShownNames   State = "names"
	ShownSummary State = "summary"
	Hidden       State = "hidden"
)

// Names reports whether a group in this state shows the names of its tools.
func (s State) Names() bool { return s == ShownFull || s == ShownNames }

// listingHead is the first line of every listing.
const listingHead = "Deferred tool catalog (call schemas via `tool_describe`, invoke via `tool_call`):"

// A Group is the deferred tools under one label, in catalog order, with what
// each state would cost.
type Group struct {
	Label   string
	Entries []*Entry
	// FullCharacters, NamesCharacters and SummaryCharacters are the lengths of
	// the group's block in each state, without the line break before it.
	FullCharacters, NamesCharacters, SummaryCharacters int

	head, summary string // the first line of a block that names tools, and the one that does not
}

// Characters returns the length of the group's block in a state.
func (g Group) Characters(s State) int {
	switch s {
	case ShownFull:
		return g.FullCharacters
	case ShownNames:
		return g.NamesCharacters
	case ShownSummary:
		return g.SummaryCharacters
	}
	return 0
}

// groupsOf sorts deferred entries into groups by label. An MCP server and a
// plugin toolset of one label share a group.
func groupsOf(deferred []*Entry) []Group {
	place := map[string]int{}
	var groups []Group
	for _, e := range deferred {
		i, ok := place[e.Label]
		if !ok {
			i = len(groups)
			place[e.Label] = i
			groups = append(groups, Group{Label: e.Label})
		}
		groups[i].Entries = append(groups[i].Entries, e)
	}
	slices.SortFunc(groups, func(a, b Group) int { return strings.Compare(a.Label, b.Label) })
	for i := range groups {
		slices.SortStableFunc(groups[i].Entries, func(a, b *Entry) int {
			return cmp.Or(strings.Compare(a.Name, b.Name), strings.Compare(a.Short, b.Short))
		})
		groups[i].measure()
	}
	return groups
}

func (g *Group) measure() {
	g.head = fmt.Sprintf("%s tools (%d):", g.Label, len(g.Entries))
	g.summary = fmt.Sprintf("%s (%d tools — names not listed; discover via `tool_search`)", g.Label, len(g.Entries))
	head := utf8.RuneCountInString(g.head)
	g.FullCharacters, g.NamesCharacters = head, head-1 // names follow a line break, then n−1 ", "
	for _, e := range g.Entries {
		name := utf8.RuneCountInString(e.Name)
		g.NamesCharacters += name + 2
		g.FullCharacters += 3 + name // a line break and "- "
		if e.Short != "" {
			g.FullCharacters += 2 + utf8.RuneCountInString(e.Short)
		}
	}
	g.SummaryCharacters = utf8.RuneCountInString(g.summary)
}

// write appends the group's block in a state.
func (g Group) write(b *strings.Builder, s State) {
	switch s {
	case ShownSummary:
		b.WriteString(g.summary)
	case ShownNames:
		b.WriteString(g.head)
		for i, e := range g.Entries {
			if i == 0 {
				b.WriteByte('\n')
			} else {
				b.WriteString(", ")
			}
			b.WriteString(e.Name)
		}
	case ShownFull:
		b.WriteString(g.head)
		for _, e := range g.Entries {
			b.WriteString("\n- ")
			b.WriteString(e.Name)
			if e.Short != "" {
				b.WriteString(": ")
				b.WriteString(e.Short)
			}
		}
	}
}

// A Try is one step of the degradation: a form, what it would cost, and whether
// that fits the budget.
type Try struct {
	Form Form
	// Collapsed is the label that this step turned into a summary line; "" for
	// full and names.
	Collapsed string
	// Summaries is the number of groups that are summary lines by now.
	Summaries          int
	Characters, Tokens int
	Fits               bool
}

// A Listing is the outcome of the degradation for one budget.
type Listing struct {
	Form Form
	// States holds each group's state, in the order of Groups.
	Groups []Group
	States []State
	// Characters and Tokens are the size of the text; 0 without a listing.
	Characters, Tokens int
	// Trail holds every step tried, in order; the last one fits unless Form is
	// None.
	Trail []Try

	text string
}

// PlanListing chooses the form for a budget in tokens (engine.md, section 6):
// full, names, then one group after another made a summary, the longest block of
// names first. Full and names are all or nothing, and a group once collapsed is
// not restored.
func PlanListing(groups []Group, budget int) Listing {
	l := Listing{Form: None, Groups: groups, States: make([]State, len(groups))}
	try := func(form Form, collapsed string, summaries, characters int) bool {
		t := Try{form, collapsed, summaries, characters, Tokens(characters), Tokens(characters) <= budget}
		l.Trail = append(l.Trail, t)
		if t.Fits {
			l.Form, l.Characters, l.Tokens = form, characters, t.Tokens
			l.text = l.write()
		}
		return t.Fits
	}
	if len(groups) == 0 {
		return l
	}
	if l.setAll(ShownFull); try(Full, "", 0, l.measure()) {
		return l
	}
	l.setAll(ShownNames)
	characters := l.measure()
	if try(Names, "", 0, characters) {
		return l
	}
	for n, i := range collapseOrder(groups) {
		l.States[i] = ShownSummary
		characters += groups[i].SummaryCharacters - groups[i].NamesCharacters
		form := Mixed
		if n+1 == len(groups) {
			form = Groups
		}
		if try(form, groups[i].Label, n+1, characters) {
			return l
		}
	}
	l.setAll(Hidden)
	return l
}

// collapseOrder returns the places of the groups in the order in which they
// become summary lines: longest block of names first, ties by label.
func collapseOrder(groups []Group) []int {
	order := make([]int, len(groups))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(a, b int) int {
		return cmp.Compare(groups[b].NamesCharacters, groups[a].NamesCharacters)
	})
	return order
}

func (l *Listing) setAll(s State) {
	for i := range l.States {
		l.States[i] = s
	}
}

func (l *Listing) measure() int {
	n := utf8.RuneCountInString(listingHead)
	for i, g := range l.Groups {
		n += 1 + g.Characters(l.States[i])
	}
	return n
}

// Text returns the listing as the model reads it; "" without one.
func (l Listing) Text() string { return l.text }

func (l Listing) write() string {
	var b strings.Builder
	b.Grow(l.Characters + l.Characters/8)
	b.WriteString(listingHead)
	for i, g := range l.Groups {
		b.WriteByte('\n')
		g.write(&b, l.States[i])
	}
	return b.String()
}

// Parts returns the tokens of the listing's head line and of each group, as
// differences of the cumulative estimate, so that they add up to Tokens.
func (l Listing) Parts() (head int, groups []int) {
	groups = make([]int, len(l.Groups))
	if l.Form == None {
		return 0, groups
	}
	characters := utf8.RuneCountInString(listingHead)
	head = Tokens(characters)
	before := head
	for i, g := range l.Groups {
		characters += 1 + g.Characters(l.States[i])
		groups[i] = Tokens(characters) - before
		before = Tokens(characters)
	}
	return head, groups
}
