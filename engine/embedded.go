package engine

import (
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"
)

// A ListingVerdict is what comparing an embedded listing came to.
type ListingVerdict string

// The verdicts.
const (
	SameListing  ListingVerdict = "equal"        // byte for byte
	OtherListing ListingVerdict = "differs"      // from a byte on
	SameParts    ListingVerdict = "equal_parts"  // in what is loaded; the rest can't be compared
	Incomparable ListingVerdict = "not_compared" // Why says the reason
)

// An Embedded is the listing inside the tool_search of a running agent, beside the
// one that this engine builds for the same deferred tools.
type Embedded struct {
	// Origin is where the agent's tool_search stands.
	Origin  Origin
	Verdict ListingVerdict
	// Why is the reason for Incomparable, one clause.
	Why string
	// Dumped and Ours are the two listings, "" for none. Of equal parts Ours holds
	// no more than those.
	Dumped, Ours string
	// Budget is what Ours was built for, in tokens. FromBudget is the budget from
	// which on ours is the dumped one, where only the budget tells them apart, else 0.
	Budget, FromBudget int
	// Offset is the place of the first differing byte in Dumped, from 0, Line its
	// line, from 1, and DumpedLine and OurLine are the two lines from which Column,
	// a number of bytes, leads to it. They count for OtherListing.
	Offset, Line, Column int
	DumpedLine, OurLine  string
	// Count is the number of deferred tools that the agent's description begins
	// with, 0 where there is none, Loaded how many of them are here.
	Count, Loaded int
	// Shown counts tools that stand beside the agent's tool_search: what an agent
	// shows is not deferred, whatever it would be here.
	Shown int
	// Missing are labels of the dumped listing of which no tool is loaded, Extra
	// are those that are loaded and not in it, so they are left out of Ours.
	Missing, Extra []string

	off bool // listing: off, so there is none of ours
}

// Embedded compares the listing in an agent's tool_search with the one that the
// session has for the same tools under a configuration and a context length in
// tokens.
func (s *Session) Embedded(search Tool, c Config, context int) Embedded {
	description := search.Function.Text("description")
	e := Embedded{Origin: search.Origin, Budget: NewBudget(c, context).Tokens, Count: firstNumber(description)}
	e.Dumped = embeddedListing(description)
	blocks := blocksOf(e.Dumped)
	groups := e.groups(s.Deferred, blocks)
	e.off = c.Listing == Off
	switch {
	case c.Enabled == Off:
		e.Verdict, e.Why = Incomparable, "enabled is off, so there is no listing to compare it with"
	case len(groups) == 0:
		e.Verdict, e.Why = Incomparable, "none of its deferred tools is loaded, since an agent hides them: dump their servers and give the dumps beside it"
	case len(e.Missing) > 0:
		e.compareParts(blocks, groups)
	default:
		if !e.off {
			e.Ours = PlanListing(groups, e.Budget).Text()
		}
		e.compare(e.Dumped, e.Ours, 0)
		if tokens := Tokens(utf8.RuneCountInString(e.Dumped)); e.Verdict == OtherListing && e.Dumped != "" && !e.off && PlanListing(groups, tokens).Text() == e.Dumped {
			e.FromBudget = tokens
		}
	}
	return e
}

// groups returns the groups that the two listings have in common, and says what is
// in only one of them. An agent without a listing has all there are.
func (e *Embedded) groups(deferred []*Entry, blocks []block) []Group {
	var hidden []*Entry
	for _, d := range deferred {
		if d.Tool.Origin.beside(e.Origin) {
			e.Shown++
		} else {
			hidden = append(hidden, d)
		}
	}
	groups := groupsOf(hidden)
	listed := map[string]bool{} // labels, and whether they are loaded
	for _, b := range blocks {
		listed[b.label] = false
	}
	groups = slices.DeleteFunc(groups, func(g Group) bool {
		if _, ok := listed[g.Label]; !ok && len(blocks) > 0 {
			e.Extra = append(e.Extra, g.Label)
			return true
		}
		listed[g.Label] = true
		e.Loaded += len(g.Entries)
		return false
	})
	for _, b := range blocks {
		if !listed[b.label] {
			e.Missing = append(e.Missing, b.label)
		}
	}
	return groups
}

// beside reports whether two records stand in one list.
func (o Origin) beside(other Origin) bool {
	list := func(path string) string {
		if i := strings.LastIndexByte(path, '['); i >= 0 {
			return path[:i]
		}
		return ""
	}
	return o.File == other.File && o.File != "" && list(o.Path) == list(other.Path)
}

// compareParts compares the blocks of the dump whose tools are loaded with ours in
// the same state: which state they are in hangs on all the others as well.
func (e *Embedded) compareParts(blocks []block, groups []Group) {
	loaded := map[string]Group{}
	for _, g := range groups {
		loaded[g.Label] = g
	}
	var ours []string
	e.Verdict = SameParts
	for _, b := range blocks {
		g, ok := loaded[b.label]
		if !ok {
			continue
		}
		var text strings.Builder
		g.write(&text, b.state)
		ours = append(ours, text.String())
		if e.Verdict == SameParts && text.String() != b.text {
			e.compare(b.text, text.String(), b.offset)
		}
	}
	e.Ours = strings.Join(ours, "\n")
}

// compare finds the first byte that differs. The dumped text begins at offset of
// the listing.
func (e *Embedded) compare(dumped, ours string, offset int) {
	if dumped == ours {
		e.Verdict = SameListing
		return
	}
	e.Verdict = OtherListing
	i := commonPrefix(dumped, ours)
	start := strings.LastIndexByte(dumped[:i], '\n') + 1
	e.Offset, e.Column = offset+i, i-start
	e.Line = 1 + strings.Count(e.Dumped[:e.Offset], "\n")
	e.DumpedLine, e.OurLine = firstLine(dumped[start:]), firstLine(ours[start:])
}

func firstLine(s string) string {
	line, _, _ := strings.Cut(s, "\n")
	return line
}

// embeddedListing returns the listing in a tool_search description: from the line
// that begins every listing to the end, "" when there is none.
func embeddedListing(description string) string {
	const start = "Deferred tool catalog"
	if strings.HasPrefix(description, start) {
		return description
	}
	if i := strings.Index(description, "\n"+start); i >= 0 {
		return description[i+1:]
	}
	return ""
}

var digits = regexp.MustCompile(`[0-9][0-9,]*`)

// firstNumber returns the first number of a text, 0 without one.
func firstNumber(s string) int {
	n, _ := strconv.Atoi(strings.ReplaceAll(digits.FindString(s), ",", ""))
	return n
}

// A block is what a listing says of one group.
type block struct {
	label  string
	state  State
	text   string
	offset int // in the listing, bytes
}

var (
	blockHead    = regexp.MustCompile(`^(.+) tools \(([0-9]+)\):$`)
	blockSummary = regexp.MustCompile(`^(.+) \(([0-9]+) tools — names not listed; discover via .tool_search.\)$`)
)

// blocksOf takes a listing apart.
func blocksOf(listing string) []block {
	var blocks []block
	offset := 0
	end := func() { // the last block ends before the line break here
		if last := len(blocks) - 1; last >= 0 {
			blocks[last].text = strings.TrimSuffix(listing[blocks[last].offset:offset], "\n")
		}
	}
	for line := range strings.Lines(listing) {
		text := strings.TrimSuffix(line, "\n")
		if strings.HasPrefix(text, "- ") { // a tool, whatever its description is like
			if last := len(blocks) - 1; last >= 0 {
				blocks[last].state = ShownFull
			}
		} else if head := blockHead.FindStringSubmatch(text); head != nil {
			end()
			blocks = append(blocks, block{label: head[1], state: ShownNames, offset: offset})
		} else if summary := blockSummary.FindStringSubmatch(text); summary != nil {
			end()
			blocks = append(blocks, block{label: summary[1], state: ShownSummary, offset: offset})
		}
		offset += len(line)
	}
	end()
	return blocks
}

// String returns the outcome as one sentence.
func (e Embedded) String() string {
	var text string
	switch e.Verdict {
	case Incomparable:
		text = "the listing in this tool_search is not compared with ours: " + e.Why
	case SameParts:
		text = "the listing in this tool_search is ours, as far as its tools are loaded"
	case SameListing:
		text = fmt.Sprintf("the listing in this tool_search is ours, byte for byte: %d characters, under a budget of %d tokens",
			utf8.RuneCountInString(e.Dumped), e.Budget)
		if e.Dumped == "" {
			text = "this tool_search has no listing, and ours has none, " + e.none()
		}
	default:
		text = fmt.Sprintf("the listing in this tool_search is not ours under a budget of %d tokens: byte %d of it, in line %d, begins to differ, %s, ours %s",
			e.Budget, e.Offset, e.Line, around(e.DumpedLine, e.Column), around(e.OurLine, e.Column))
		switch {
		case e.Dumped == "":
			text = fmt.Sprintf("this tool_search has no listing, ours has one of %d characters under a budget of %d tokens", utf8.RuneCountInString(e.Ours), e.Budget)
		case e.Ours == "":
			text = fmt.Sprintf("this tool_search has a listing of %d characters, ours has none, %s", utf8.RuneCountInString(e.Dumped), e.none())
		}
		if e.FromBudget > 0 {
			text += fmt.Sprintf("; from a budget of %d tokens on ours is the same", e.FromBudget)
		}
	}
	if e.Count > 0 && e.Verdict != Incomparable && e.Count != e.Loaded {
		text += fmt.Sprintf("; it speaks of %d tools, %d of them are loaded", e.Count, e.Loaded)
	}
	for _, part := range []struct {
		labels []string
		what   string
	}{{e.Missing, "not loaded"}, {e.Extra, "loaded, but not in it"}} {
		if len(part.labels) > 0 {
			text += "; " + part.what + ": " + few(part.labels)
		}
	}
	if e.Shown > 0 {
		text += fmt.Sprintf("; left out: %d of the tools beside it, since an agent defers none that it shows", e.Shown)
	}
	return text
}

// none says why there is no listing of ours.
func (e Embedded) none() string {
	if e.off {
		return "since listing is off"
	}
	return fmt.Sprintf("since none fits a budget of %d tokens", e.Budget)
}
