package term

// PasteLimit is the number of bytes of one paste that are passed on.
const PasteLimit = 64 << 10

// An Input passes on what a terminal sends, but for what is beyond PasteLimit of a
// paste: Bubble Tea goes over all of an unfinished paste with every 256 bytes, and
// takes no key before it has its end.
type Input struct {
	pasting bool
	pasted  int // bytes of this paste
	matched int // bytes of the marker that ends or begins one
}

// The markers around what is pasted.
const pasteBegins, pasteEnds = "\x1b[200~", "\x1b[201~"

// Shortened returns what is to be passed on of the next bytes, in their place.
func (i *Input) Shortened(p []byte) []byte {
	out := p[:0]
	for _, b := range p {
		marker := pasteBegins
		if i.pasting {
			marker = pasteEnds
		}
		switch {
		case b == marker[i.matched]:
			i.matched++
		case b == marker[0]:
			i.matched = 1
		default:
			i.matched = 0
		}
		if i.matched == len(marker) {
			i.pasting, i.pasted, i.matched = !i.pasting, 0, 0
		} else if i.pasting {
			i.pasted++
			if i.pasted > PasteLimit && i.matched == 0 {
				continue
			}
		}
		out = append(out, b)
	}
	return out
}
