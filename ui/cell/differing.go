package cell

import "strings"

// Differing returns where two texts begin to differ, in bytes, or rather the word a
// little before that place; 0 where that is near the beginning. What begins there,
// cut to a line, still shows the difference.
func (g *Glyphs) Differing(a, b string) int {
	i := 0
	for i < len(a) && i < len(b) && a[i] == b[i] {
		i++
	}
	const before = 24
	if i = strings.LastIndexByte(a[:max(i-before, 0)], ' ') + 1; i < before {
		return 0
	}
	return i
}

// Elided is a text from a place on that Differing has returned.
func (g *Glyphs) Elided(text string, from int) string {
	if from == 0 {
		return text
	}
	return g.Ellipsis + text[from:]
}
