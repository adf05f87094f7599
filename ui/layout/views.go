package layout

// A View is one of the numbered screens.
type View int

// The views, in the order of their numbers.
const (
	Tune View = iota
	Listing
	Why
	Map
	Eval
	Compare
	Audit
	Cost
	Play
)

// A Pane names a part of a view that can have the focus.
type Pane string

// The panes.
const (
	// Config holds the knobs, Servers the servers with their state and the trail
	// of the tier decision.
	Config  Pane = "config"
	Servers Pane = "servers"
	// Query is the line for queries, Hits what they find, Explain the arithmetic
	// of one hit.
	Query   Pane = "query"
	Hits    Pane = "hits"
	Explain Pane = "explain"
	// Preview is the listing beside the hits, on wide screens.
	Preview Pane = "preview"
	// Text is the whole listing, Bridge the three bridge tools, Budget the
	// listing's cost server by server.
	Text   Pane = "text"
	Bridge Pane = "bridge"
	Budget Pane = "budget"
	// Target is the tool that was expected and the verdict on it, Journey the
	// stations it passes or not, Terms the arithmetic beside the winner's, Repairs
	// the changes that were tried and help.
	Target  Pane = "target"
	Journey Pane = "journey"
	Terms   Pane = "terms"
	Repairs Pane = "repairs"
	// Grid is the map of the knobs, Ladder the budgets at which the listing changes.
	Grid   Pane = "map"
	Ladder Pane = "ladder"
	// Measures is how well the cases fare, Cases the cases themselves, Case the one
	// under the cursor, Tries the settings that were measured.
	Measures Pane = "measures"
	Cases    Pane = "cases"
	Case     Pane = "case"
	Tries    Pane = "tries"
	// Sides are two states next to each other, Changes what sets them apart for the
	// model.
	Sides   Pane = "sides"
	Changes Pane = "changes"
	// Prompt is the line for calls, Talk the conversation, Meter what it carries,
	// Stations the way of one call.
	Prompt   Pane = "prompt"
	Talk     Pane = "conversation"
	Meter    Pane = "context"
	Stations Pane = "stations"
	// Use holds the knobs of a session's cost, Ways what it costs in each way, Curve
	// that over turns, Counts the tokens counted by a vocabulary, Cache what a prompt
	// cache keeps.
	Use    Pane = "session"
	Ways   Pane = "ways"
	Curve  Pane = "break-even"
	Counts Pane = "tokens"
	Cache  Pane = "cache"
	// Kinds are the kinds of the audit's findings and how well tools find themselves,
	// Findings the findings of the kind under the cursor, Finding the one under the
	// cursor there, Dictionary the terms of the index and their tools.
	Kinds      Pane = "kinds"
	Findings   Pane = "findings"
	Finding    Pane = "finding"
	Dictionary Pane = "dictionary"
)

// A form says how a view divides the body of the screen.
type form struct {
	wide, full, small split
}

// in returns the division for a mode.
func (f form) in(m Mode) split {
	switch {
	case m == Wide && f.wide.dir != 0:
		return f.wide
	case m >= Full:
		return f.full
	}
	return f.small
}

// forms is the table of the views: adding a view is adding a row. Panes are
// written in the order in which the tab key visits them.
var forms = map[View]form{
	Tune: {
		wide: columns(
			rows(leaf(Config).tall(configRows), leaf(Servers)).weight(7).between(42, 60),
			rows(leaf(Query).tall(queryRows), leaf(Hits), leaf(Explain)).weight(10),
			leaf(Preview).weight(7),
		),
		full: columns(
			rows(leaf(Config).tall(configRows), leaf(Servers)).weight(7).between(42, 60),
			rows(leaf(Query).tall(queryRows), leaf(Hits), leaf(Explain)).weight(13),
		),
		small: stacks(
			rows(leaf(Query).tall(queryRows), leaf(Hits)),
			leaf(Servers),
			leaf(Config),
			leaf(Explain),
		),
	},
	Listing: {
		full: columns(
			leaf(Text),
			rows(leaf(Bridge), leaf(Budget)),
		),
		small: stacks(leaf(Text), leaf(Bridge), leaf(Budget)),
	},
	Why: {
		full: rows(
			columns(leaf(Query).weight(1), leaf(Target).weight(1)).tall(targetRows),
			columns(leaf(Journey).weight(10), leaf(Terms).weight(9)).weight(3),
			leaf(Repairs).weight(2),
		),
		small: stacks(
			rows(columns(leaf(Target)).tall(targetRows), leaf(Journey)),
			leaf(Repairs),
			leaf(Terms),
			rows(leaf(Query).tall(queryRows), leaf(Hits)),
		),
	},
	Map: {
		full:  columns(leaf(Grid).weight(6), leaf(Ladder).weight(5)),
		small: stacks(leaf(Ladder), leaf(Grid)),
	},
	Cost: costForm,
	Compare: {
		full:  columns(leaf(Sides), leaf(Changes)),
		small: stacks(leaf(Sides), leaf(Changes)),
	},
	Play: {
		full: columns(
			rows(leaf(Talk), leaf(Prompt).tall(promptRows)).weight(4),
			rows(leaf(Meter).tall(meterRows), leaf(Stations)).weight(3),
		),
		small: stacks(rows(leaf(Talk), leaf(Prompt).tall(promptRows)), leaf(Meter), leaf(Stations)),
	},
	Audit: {
		wide: columns(
			leaf(Kinds).weight(7).between(42, 60),
			rows(leaf(Findings).weight(3), leaf(Finding).weight(2)).weight(10),
			leaf(Dictionary).weight(7),
		),
		full: columns(
			rows(leaf(Kinds).weight(3), leaf(Dictionary).weight(2)).weight(7).between(42, 60),
			rows(leaf(Findings).weight(3), leaf(Finding).weight(2)).weight(13),
		),
		small: stacks(
			rows(leaf(Findings).weight(3), leaf(Finding).weight(2)),
			leaf(Kinds),
			leaf(Dictionary),
		),
	},
	Eval: {
		full: rows(
			columns(leaf(Measures).weight(3), leaf(Tries).weight(2)).tall(measureRows),
			columns(leaf(Cases).weight(3), leaf(Case).weight(2)),
		),
		small: stacks(leaf(Measures), leaf(Cases), leaf(Case), leaf(Tries)),
	},
}

// costForm divides the Cost view: the knobs and the figures, the chart and the cache.
var costForm = form{
	full: columns(
		rows(leaf(Use).tall(useRows), leaf(Ways).weight(3), leaf(Counts).weight(2)),
		rows(leaf(Curve), leaf(Cache)),
	),
	small: stacks(leaf(Ways), leaf(Use), leaf(Curve), leaf(Counts), leaf(Cache)),
}

// Rows of the panes whose content has a fixed height, borders included.
const (
	configRows  = 15
	queryRows   = 3
	targetRows  = 4
	measureRows = 12
	promptRows  = 5
	meterRows   = 11
	useRows     = 11
)
