package ui

import (
	"slices"
	"strings"

	"findable/engine"
)

// listedText says how the model comes by a tool.
func listedText(s *scene, e *engine.Entry) string {
	class, only := s.d.session.Class(e), ", so only tool_search finds it"
	switch {
	case class == engine.ClassBridge:
		return "nowhere: its name is the bridge's, so it is dropped"
	case !s.in.Scope.Contains(e.Toolset):
		return "nowhere: it is switched off"
	case !class.Deferrable():
		return "no need: the model has its whole definition in every turn"
	case !s.d.assembly.Active:
		return "no need: tool search is not active (" + reason(s.d.assembly) + "), so it is loaded whole"
	}
	switch s.d.state(e) {
	case engine.ShownFull:
		return "with its name and a short description"
	case engine.ShownNames:
		return "by name, without a description"
	case engine.ShownSummary:
		return "NO: " + s.clean(e.Label) + " is a summary line" + only
	}
	return "NO: there is no listing (" + string(s.d.assembly.Reason) + ")" + only
}

// A listedLine is what the listing says of a tool.
type listedLine struct {
	// text is the part of the listing that is about the tool: its line where it is
	// listed in full, its name in the line of names, or the line of its group that
	// hides it; "" when nothing is.
	text string
	// hides says that the line is the group's and does not name the tool.
	hides bool
	// number is the line's among all that the model reads, from 1; place is the
	// tool's among those of its group, from 1, and of how many there are.
	number, place, of int
	// head is the line above: the group's.
	head string
}

// listedLine finds what the listing says of a tool, in the listing itself.
func (d *derived) listedLine(e *engine.Entry) listedLine {
	l := d.assembly.Listing
	i := slices.IndexFunc(l.Groups, func(g engine.Group) bool { return slices.Contains(g.Entries, e) })
	if i < 0 || l.Form == engine.None {
		return listedLine{}
	}
	before, block := groupBlock(l, i)
	_, ours := modelText(d)
	entries, state := l.Groups[i].Entries, l.States[i]
	found := listedLine{text: block, place: slices.Index(entries, e) + 1, of: len(entries)}
	if found.hides = state == engine.ShownSummary; !found.hides {
		first, at := len(block)-listedSize(entries, state), len(block)-listedSize(entries[found.place-1:], state)
		found.head, found.text = block[:first-1], block[at:at+listedSize([]*engine.Entry{e}, state)]
		before += block[:at]
	}
	found.number = ours + 1 + strings.Count(before, "\n")
	return found
}

// listedSize is the length of what a group's block says of some of its tools, in
// bytes: lines of their own in full, names with commas otherwise.
func listedSize(entries []*engine.Entry, state engine.State) int {
	n := 0
	for i, e := range entries {
		n += len(e.Name)
		if state != engine.ShownFull {
			if i > 0 {
				n += len(", ")
			}
			continue
		}
		n += len("- ")
		if e.Short != "" {
			n += len(": ") + len(e.Short)
		}
		if i > 0 {
			n += len("\n")
		}
	}
	return n
}

// groupBlock cuts the block of a group out of the listing, by the sizes that the
// plan has counted, and returns what stands before it too.
func groupBlock(l engine.Listing, i int) (before, block string) {
	after := 0 // characters from the block on
	for j := i; j < len(l.Groups); j++ {
		after += l.Groups[j].Characters(l.States[j])
		if j > i {
			after++ // the line break before it
		}
	}
	text := []rune(l.Text())
	from := len(text) - after
	return string(text[:from]), string(text[from : from+l.Groups[i].Characters(l.States[i])])
}

// toolState says in a word or two how the model comes by a tool.
func toolState(s *scene, head serverRow, e *engine.Entry) string {
	class := s.d.session.Class(e)
	switch {
	case !s.in.Scope.Contains(e.Toolset):
		return "off"
	case s.d.whatIfs.of(e).Hidden:
		return hiddenPart
	case class == engine.ClassBridge:
		return "reserved"
	case class == engine.ClassPinned:
		return pinnedPart
	case !class.Deferrable():
		return "visible"
	case head.state == string(engine.ShownFull):
		return "listed"
	case head.state == string(engine.ShownNames):
		return "name"
	case head.state == "loaded":
		return "loaded"
	}
	return "search only"
}
