// Package ui is the terminal app: one Bubble Tea model (App) that routes, panes
// that are plain structs and draw exactly their rectangle, and one registry of
// actions behind keys, help, palette, hints and mouse.
//
// A key becomes an action, an action changes the Inputs or a pane, and Update
// brings the derived values in line (search, assembly and explanation run there,
// on the same keystroke) and draws the frame. View hands out the frame.
package ui
