package term

import "bytes"

// unerased takes out of what Bubble Tea writes the sequence that erases what is
// below a frame, which comes when a screen has become lower. Frames fill the
// screen, so nothing is below, but the cursor is still on the last cell of the
// last line, and a terminal erases from there.
func unerased(p []byte) []byte { return bytes.ReplaceAll(p, []byte("\x1b[J"), nil) }
