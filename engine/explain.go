package engine

// A Contribution is what one query token adds to one tool's score.
type Contribution struct {
	Token
	// TF is the term frequency in the tool's document, field by field.
	TF [fieldCount]int
	// Value is the contribution; 0 when the tool lacks the term.
	Value float64
}

// Frequency returns the term frequency over all fields.
func (c Contribution) Frequency() int {
	n := 0
	for _, tf := range c.TF {
		n += tf
	}
	return n
}

// An Explanation is the arithmetic of one tool's score for one query: the
// contributions, in the query's order, repeats counted again, add up to Score
// exactly, since both come from the same terms.
type Explanation struct {
	Entry *Entry
	Terms []Contribution
	// Length is dl, the document's tokens; Average is avgdl.
	Length  int
	Average float64
	// N is the number of documents.
	N     int
	Score float64
}

// Explain returns the arithmetic of a tool's BM25 score, whether or not the
// query admits the tool. The exact-name rule and the fallback are not in it.
func (x *Index) Explain(query string, doc int) Explanation {
	e := x.entries[doc]
	out := Explanation{Entry: e, Length: e.doc.length(), Average: x.average, N: len(x.entries)}
	for _, t := range x.Tokens(query) {
		c := Contribution{Token: t}
		for f := range fieldCount {
			for _, term := range e.doc.field(f) {
				if term == t.number {
					c.TF[f]++
				}
			}
		}
		if tf := c.Frequency(); tf > 0 {
			c.Value = x.weight(t.IDF, float64(tf), x.norm(out.Length))
		}
		out.Terms = append(out.Terms, c)
		out.Score += c.Value
	}
	return out
}
