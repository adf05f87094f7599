// Package cell is the only place that knows how wide text is on the screen. It
// measures, cuts, pads and wraps, draws bars, gauges and sliders, and cleans
// text that came from somebody else, all in plain strings without colour.
//
// The way of a tool's text to the screen: [Glyphs.Clean] first, where the text
// enters a pane; then [Glyphs.Fit] to the cells there are; then colour. Cutting
// text that has colour in it is never needed that way.
//
// Widths are cells of the terminal. Text that Clean has passed measures the
// same by grapheme clusters and by code points, so that it fills the same cells
// whichever way a terminal counts.
package cell
