// Package ui is the terminal app: one Bubble Tea model (App) that routes, panes
// that are plain structs and draw exactly their rectangle, and one registry of
// actions behind keys, help, palette, hints and mouse.
//
// The way through it: a message comes to App (app.go, route.go). The registry is in
// actions.go and beside each view; the knobs are a table (knob.go). What follows from
// the Inputs (inputs.go) stands in derived.go, what takes longer is a job (work.go).
// Package layout says where panes stand, pane.go what one is, and each has a file
// pane_NAME.go; draw.go puts the frame together with the packages frame, style and
// cell, and term has what surrounds the screen. Figures for charts are made in figures
// and drawn in chart. Print (print.go) draws a view without a terminal.
//
// A key becomes an action, an action changes the Inputs or a pane, and Update
// brings the derived values in line (search, assembly and explanation run there,
// on the same keystroke) and draws the frame. View hands out the frame.
package ui
