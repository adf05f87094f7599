// Package ui is the terminal app. In the order in which things happen:
//
// A message comes in: App, the one Bubble Tea model, gets a key, a click, the size of
// the screen or what a job has brought (Update in app.go, route in route.go).
//
// A key becomes an action. An overlay that is open and a line of text that is being
// typed take keys first; all others are looked up in one registry (actions.go,
// action.go), which also feeds the palette, help, the line of hints and the README.
//
// An action changes the Inputs (inputs.go; the knobs are a table in knob.go), a value
// with all that the user can set, or what a pane holds, such as its cursor. What they
// were before is kept for undo (change.go).
//
// What follows from the Inputs is derived (derived.go) in the same Update: session,
// assembly and search, each only where what it depends on has changed. So nothing on
// the screen is older than the last key.
//
// What takes longer than a key may is a job: loading, repairs, the audit, measuring
// cases, counting, advice. After each message Update begins those that the view wants
// and does not have. A job gets values and a context that ends when its result is not
// wanted any more, and brings a message; one that comes too late is dropped (study.go
// is the plainest kind, loading.go, audit.go and evaluate.go have more to tell).
//
// The panes (panes.go makes them, pane.go says what one is, and each has a file
// pane_NAME.go) draw themselves from a scene: Inputs, derived, and their rectangle,
// which package layout computes. A pane whose state is as it was is not drawn again.
//
// The frame is put together from panes, the lines above and below them and the overlay
// (draw.go, header.go, overlay.go). View only hands it out.
//
// Text from catalogs is cleaned (package cell) before it is measured or drawn, and
// painted by role (package style) last. Package term has what surrounds the screen.
// Figures for charts are made in figures and drawn in chart. Print (print.go) draws a
// view without a terminal.
package ui
