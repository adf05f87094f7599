package themes

// A Role is what a piece of the screen means. Themes give roles their looks;
// the app paints by role only.
type Role uint8

// The roles.
const (
	// Text is ordinary text, Muted what matters less, Strong what matters most,
	// Heading the head of a table or of a part, Accent what is chosen or typed.
	Text Role = iota
	Muted
	Strong
	Heading
	Accent
	// Link is a name that can be followed.
	Link
	// Good, Warning, Bad and Notice say how something stands. They never do so
	// alone: a word or a glyph says it too.
	Good
	Warning
	Bad
	Notice
	// Border and Title belong to a pane, FocusBorder and FocusTitle to the one
	// with the focus. Foot is text in the lower border.
	Border
	Title
	FocusBorder
	FocusTitle
	Foot
	// Selection is the selected row in the pane with the focus, Resting the one
	// in another pane.
	Selection
	Resting
	// Match is the part of a text that a search or a query found.
	Match
	// Bar is a score above the limit, BarBelow one below it, Limit the line
	// between.
	Bar
	BarBelow
	Limit
	// GaugeFilled and GaugeEmpty are the parts of a gauge, GaugeOver what fills
	// one that is over its budget.
	GaugeFilled
	GaugeEmpty
	GaugeOver
	// Track, Knob and Rest are the parts of a slider.
	Track
	Knob
	Rest
	// Key is a key in a hint, Hint what the key does.
	Key
	Hint
	// ViewOn is the name of the view that is shown, ViewOff that of another.
	ViewOn
	ViewOff
	// Edited marks a value that differs from its file or default.
	Edited
	// Caret is the text cursor.
	Caret
	// Roles is the number of roles.
	Roles
)

var names = [Roles]string{
	Text: "text", Muted: "muted", Strong: "strong", Heading: "heading", Accent: "accent", Link: "link",
	Good: "good", Warning: "warning", Bad: "bad", Notice: "notice",
	Border: "border", Title: "title", FocusBorder: "focus-border", FocusTitle: "focus-title", Foot: "foot",
	Selection: "selection", Resting: "resting", Match: "match",
	Bar: "bar", BarBelow: "bar-below", Limit: "limit",
	GaugeFilled: "gauge-filled", GaugeEmpty: "gauge-empty", GaugeOver: "gauge-over",
	Track: "slider-track", Knob: "slider-knob", Rest: "slider-rest",
	Key: "key", Hint: "hint", ViewOn: "view-on", ViewOff: "view-off", Edited: "edited", Caret: "caret",
}

// String returns the role's name in a theme file.
func (r Role) String() string { return names[r] }

// roleNamed returns the role with a name.
func roleNamed(name string) (Role, bool) {
	for r, n := range names {
		if n == name {
			return Role(r), true
		}
	}
	return 0, false
}
