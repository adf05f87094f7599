package loaders

// Progress is how far a load is. It counts bytes, of all files together.
type Progress struct {
	// File is the one at hand, as the user gave it or as its folder names it.
	File string
	// Read is what has come from the disk, Parsed what has been gone through of the
	// text, unpacked.
	Read, Parsed int64
	// Total is how much text there will be, as far as it is known by now: it grows
	// as folders are opened and files unpacked. 0 stands for unknown.
	Total int64
}

// stride is how many bytes of work lie between two calls of Options.Tell: about
// a twentieth of a second.
const stride = 8 << 20

// A progress tells of itself.
type progress struct {
	now  Progress
	tell func(Progress) // nil where nobody listens
	// endless says that the total cannot be known; expected are the files that it
	// counts.
	endless  bool
	expected map[string]bool
	work     int64 // bytes since it was told last
	// The text at hand: where it began in now.Parsed, and its length.
	began, length int64
}

// expect adds a file to the total.
func (p *progress) expect(file string, size int64) {
	if p.expected == nil {
		p.expected = map[string]bool{}
	}
	if !p.endless && !p.expected[file] {
		p.expected[file] = true
		p.now.Total += size
	}
}

// begin goes on to another file, which has so many bytes.
func (p *progress) begin(file string, size int64) {
	p.expect(file, size)
	p.now.File = file
	const opening = 64 << 10 // what opening a file costs, in bytes of work
	p.did(max(opening, size))
}

// did tells when enough has been done since.
func (p *progress) did(work int64) {
	if p.work += work; p.work >= stride {
		p.work = 0
		if p.tell != nil {
			p.tell(p.now)
		}
	}
}

func (p *progress) hasRead(bytes int) {
	p.now.Read += int64(bytes)
	p.did(int64(bytes))
}

// text begins with a text that was made of so many bytes of a file.
func (p *progress) text(length, raw int) {
	p.began, p.length = p.now.Parsed, int64(length)
	if !p.endless {
		p.now.Total += int64(length - raw)
	}
}

// parsed counts so many bytes more of the text; what is tried in a second way
// counts once.
func (p *progress) parsed(bytes int) {
	p.now.Parsed = min(p.now.Parsed+int64(bytes), p.began+p.length)
	p.did(int64(bytes))
}

// done is the end of the text.
func (p *progress) done() { p.now.Parsed = p.began + p.length }

// failed is that a file of so many bytes gave no text.
func (p *progress) failed(size int64) {
	if !p.endless {
		p.now.Total -= size
	}
}

// end tells a last time.
func (p *progress) end() {
	if p.tell != nil {
		p.tell(p.now)
	}
}
