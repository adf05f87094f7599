package profiles

import (
	"unicode/utf8"
)

// edits counts the Levenshtein distance of one query to texts, in code points. It
// computes 64 rows of the table at once, as Myers (1999) does with the blocks of
// Hyyrö (2003): the bits of plus and minus say in which rows the distance is one
// more, or one less, than in the row above.
type edits struct {
	blocks int
	last   uint // the place of the query's last code point in the last block
	// ascii and others hold, block by block, the rows in which the query has a
	// character; none is for those it has nowhere.
	ascii       []uint64
	others      map[rune][]uint64
	none        []uint64
	plus, minus []uint64
	length      int // of the query, in code points
}

// newEdits prepares a query that is not empty.
func newEdits(query string) *edits {
	n := utf8.RuneCountInString(query)
	blocks := (n + 63) / 64
	e := &edits{blocks: blocks, last: uint(n-1) % 64, length: n, others: map[rune][]uint64{},
		ascii: make([]uint64, utf8.RuneSelf*blocks), none: make([]uint64, blocks), plus: make([]uint64, blocks), minus: make([]uint64, blocks)}
	row := 0
	for _, r := range query {
		e.rows(r, true)[row/64] |= 1 << (row % 64)
		row++
	}
	return e
}

// rows returns the rows of a character, of its own where they are to be set.
func (e *edits) rows(r rune, set bool) []uint64 {
	if r < utf8.RuneSelf {
		at := int(r) * e.blocks
		return e.ascii[at : at+e.blocks]
	}
	rows := e.others[r]
	if rows == nil && !set {
		return e.none
	}
	if rows == nil {
		rows = make([]uint64, e.blocks)
		e.others[r] = rows
	}
	return rows
}

// to returns the distance of the query to a text.
func (e *edits) to(text string) int {
	if e.blocks == 1 {
		return e.toShort(text)
	}
	for i := range e.plus {
		e.plus[i], e.minus[i] = ^uint64(0), 0
	}
	distance := e.length
	for _, r := range text {
		rows := e.rows(r, false)
		plus, minus := e.plus[:len(rows)], e.minus[:len(rows)]
		up, down := uint64(1), uint64(0) // what the row above the block changes by
		var ph, mh uint64
		for i, equal := range rows {
			p, m := plus[i], minus[i]
			vertical := equal | m
			equal |= down
			horizontal := (((equal & p) + p) ^ p) | equal
			ph, mh = m|^(horizontal|p), p&horizontal
			ups, downs := ph<<1|up, mh<<1|down
			plus[i], minus[i] = downs|^(vertical|ups), ups&vertical
			up, down = ph>>63, mh>>63
		}
		distance += int(ph>>e.last&1) - int(mh>>e.last&1)
	}
	return distance
}

// toShort is the same for a query of one block.
func (e *edits) toShort(text string) int {
	p, m, distance := ^uint64(0), uint64(0), e.length
	for _, r := range text {
		equal := e.rows(r, false)[0]
		vertical := equal | m
		horizontal := (((equal & p) + p) ^ p) | equal
		ph, mh := m|^(horizontal|p), p&horizontal
		distance += int(ph>>e.last&1) - int(mh>>e.last&1)
		ph, mh = ph<<1|1, mh<<1
		p, m = mh|^(vertical|ph), ph&vertical
	}
	return distance
}
