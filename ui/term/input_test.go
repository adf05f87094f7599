package term

import (
	"bytes"
	"math/rand/v2"
	"strings"
	"testing"
)

func TestInput(t *testing.T) {
	const long = PasteLimit + 5000
	paste := func(text string) string { return pasteBegins + text + pasteEnds }
	for _, c := range []struct{ sent, passed string }{
		{"j\x1b[A", "j\x1b[A"},
		{paste("a few words") + "q", paste("a few words") + "q"},
		{paste(strings.Repeat("x", PasteLimit)), paste(strings.Repeat("x", PasteLimit))},
		{"a" + paste(strings.Repeat("x", long)) + "b", "a" + paste(strings.Repeat("x", PasteLimit)) + "b"},
		{paste(strings.Repeat("x", long)) + paste(strings.Repeat("y", long)),
			paste(strings.Repeat("x", PasteLimit)) + paste(strings.Repeat("y", PasteLimit))},
		{strings.Repeat("x", long), strings.Repeat("x", long)}, // no paste
		{paste("\x1b\x1b[200~\x1b[20") + "q", paste("\x1b\x1b[200~\x1b[20") + "q"},
	} {
		rnd := rand.New(rand.NewPCG(6, 6))
		for _, most := range []int{1, 7, 256} {
			var in Input
			var got bytes.Buffer
			for rest := c.sent; rest != ""; {
				n := min(1+rnd.IntN(most), len(rest))
				got.Write(in.Shortened([]byte(rest[:n])))
				rest = rest[n:]
			}
			if got.String() != c.passed {
				t.Errorf("of %d bytes %d were passed on, want %d", len(c.sent), got.Len(), len(c.passed))
			}
		}
	}
}
