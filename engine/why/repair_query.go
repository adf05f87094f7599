package why

import (
	"cmp"
	"slices"
	"strings"

	"findable/engine"
	"findable/engine/text"
)

// A word of the tool that a query could use.
type useful struct {
	engine.Word
	df int
}

// The fewest words are looked for among all words of a tool one by one, among so many
// of the rarest two by two, and three by three; among so many the one to add.
const mostPaired, mostThreefold, mostAsked = 40, 10, 40

// useful returns the words of the tool that tell it from others: the rarest first,
// one a term.
func (r *repairs) useful() []useful {
	var out []useful
	seen := map[string]bool{}
	for _, word := range r.Entry.Words() {
		if seen[word.Term] {
			continue
		}
		seen[word.Term] = true
		out = append(out, useful{word, r.Session.Index.DocumentFrequency(word.Term)})
	}
	slices.SortStableFunc(out, func(a, b useful) int { return cmp.Compare(a.df, b.df) })
	return out
}

// queries tries other queries: the words of this one mended, one more, fewer, the
// fewest that do it, the name, and several queries.
func (r *repairs) queries() {
	words := r.useful()
	for way, try := range []func(){
		func() { r.mend(words) },
		r.respell,
		func() { r.addOne(words[:min(mostAsked, len(words))]) },
		r.dropSome,
		r.split,
		func() { r.fewest(words) },
		func() { r.query(r.Entry.Name, "search for the full name") },
	} {
		r.way = way
		try()
	}
}

// mend puts words of the tool in the place of words that resemble them and that it
// does not have: another form, another spelling, a part of a camelCase word.
func (r *repairs) mend(words []useful) {
	query := r.Query
	camelCase := camelParts(r.Entry)
	put := map[string]bool{} // two parts of one camelCase word make it once
	for _, t := range slices.Backward(r.Result.Tokens) {
		if slices.ContainsFunc(words, func(u useful) bool { return u.Term == t.Term }) {
			continue
		}
		if better := resembling(words, camelCase[t.Term], t); better.Text != "" {
			r.replace(t, nearWord{better.Text, better.df})
			word := better.Text
			if put[word] {
				word = ""
			}
			put[better.Text] = true
			query = query[:t.Start] + word + query[t.End:]
		}
	}
	if query = strings.Join(strings.Fields(query), " "); len(put) > 0 {
		r.query(query, "write the words as the tool has them: %s", query)
	}
}

// replace tries a word in the place of a token.
func (r *repairs) replace(t engine.Token, by nearWord) {
	was := "in no tool"
	if t.DF > 0 {
		was = "in " + engine.Plural(t.DF, "tool", "tools")
	}
	r.query(r.Query[:t.Start]+by.text+r.Query[t.End:], "write %s for %s: %s is %s, %s in %s", by.text, t.Word, t.Word, was, by.text, engine.Number(by.df))
}

// respell puts the nearest words of the catalog in the place of words that no tool
// has.
func (r *repairs) respell() {
	looked := 0
	for _, t := range r.Result.Tokens {
		if t.DF > 0 || looked == mostUnknown {
			continue
		}
		looked++
		for _, near := range r.nearest(t.Term) {
			r.replace(t, near)
		}
	}
}

// resembling returns the word of the tool that a query word may have meant, the
// zero value when there is none: one of the camelCase words that it is a part of, or
// one like it.
func resembling(words []useful, camelCase []string, t engine.Token) useful {
	var best useful
	for _, written := range camelCase {
		whole := text.Stem(strings.ToLower(written))
		if i := slices.IndexFunc(words, func(u useful) bool { return u.Term == whole }); i >= 0 {
			return words[i]
		}
	}
	fewest := len(t.Term)/3 + 1
	for _, u := range words {
		switch {
		case otherForm(t.Term, u.Term), begins(t.Term, u.Term):
			return u
		case len(t.Term) > 3:
			if d := engine.Edits(t.Term, u.Term, fewest); d < fewest {
				best, fewest = u, d
			}
		}
	}
	return best
}

// begins reports whether one of two terms begins with the other, as repo does
// repositori; shorter beginnings than minForm are shared by chance.
func begins(a, b string) bool {
	return min(len(a), len(b)) >= minForm && (strings.HasPrefix(a, b) || strings.HasPrefix(b, a))
}

func df(n int) string {
	if n == 0 {
		return "is in no tool"
	}
	return "is in " + engine.Plural(n, "tool", "tools") + " and not in this one"
}

// addOne adds the one word that brings the tool highest; of equals the rarer.
func (r *repairs) addOne(words []useful) {
	if len(r.Result.Tokens) == 0 { // that would be the fewest words, and what search passes over
		return
	}
	var best useful
	top := r.limit + 1
	for _, u := range words {
		if slices.ContainsFunc(r.Result.Tokens, func(t engine.Token) bool { return t.Term == u.Term }) {
			continue
		}
		if rank := r.rank(r.Query + " " + u.Text); rank > 0 && rank < top {
			best, top = u, rank
		}
	}
	if top <= r.limit {
		r.query(r.Query+" "+best.Text, "add the word %s, which is in its %s", best.Text, best.Field)
	}
}

// dropSome leaves words out: one, or else all that the tool does not have.
func (r *repairs) dropSome() {
	tokens := r.Result.Tokens
	var lacking []string
	kept := ""
	held := map[string]bool{}
	for _, word := range r.Entry.Words() {
		held[word.Term] = true
	}
	for _, t := range tokens {
		if held[t.Term] {
			kept = strings.TrimSpace(kept + " " + r.Query[t.Start:t.End])
			continue
		}
		lacking = append(lacking, t.Word)
		one := strings.Join(strings.Fields(r.Query[:t.Start]+" "+r.Query[t.End:]), " ")
		r.query(one, "leave %s out, which %s", t.Word, df(t.DF))
	}
	if kept != "" && len(lacking) > 0 {
		r.query(kept, "leave out what the tool does not have: %s", strings.Join(lacking, ", "))
	}
}

// fewest looks for the fewest words of the tool, three at most, that bring it to
// the top; words of the query before others.
func (r *repairs) fewest(words []useful) {
	asked := map[string]bool{}
	for _, t := range r.Result.Tokens {
		asked[t.Term] = true
	}
	for n, most := range []int{len(words), mostPaired, mostThreefold} {
		tried := slices.Clone(words[:min(most, len(words))])
		slices.SortStableFunc(tried, func(a, b useful) int {
			return cmp.Compare(order(asked[a.Term], a.Field), order(asked[b.Term], b.Field))
		})
		if query := r.combination(tried, n+1, ""); query != "" {
			what := "the fewest"
			if n == 2 && len(words) > mostPaired { // two may do it that were not tried
				what = "three"
			}
			r.query(query, what+" words that bring it to rank 1: %s", query)
			return
		}
	}
}

// order puts the query's own words first, then those of the name.
func order(asked bool, f engine.Field) int {
	switch {
	case asked:
		return 0
	case f == engine.NameField:
		return 1
	}
	return 2
}

// combination returns the first query of n more words with which the tool has rank
// 1, "" when there is none.
func (r *repairs) combination(words []useful, n int, query string) string {
	if n == 0 {
		if r.rank(query) == 1 {
			return query
		}
		return ""
	}
	for i, u := range words {
		if found := r.combination(words[i+1:], n-1, strings.TrimSpace(query+" "+u.Text)); found != "" {
			return found
		}
	}
	return ""
}

// split sends the query as several, where it reads like several.
func (r *repairs) split() {
	parts := strings.FieldsFunc(strings.NewReplacer(" and ", ";", " then ", ";", ",", ";", ". ", ";").Replace(r.Query),
		func(c rune) bool { return c == ';' })
	for i, p := range parts {
		parts[i] = strings.TrimSpace(p)
	}
	parts = slices.DeleteFunc(parts, func(p string) bool { return len(text.Tokens(p)) == 0 })
	if len(parts) < 2 || len(parts) > r.Session.Rules.MaxQueries {
		return
	}
	for _, p := range parts {
		if r.query(p, "send it as %d queries in one call; %q finds it", len(parts), p) {
			r.found[len(r.found)-1].Queries = parts
		}
	}
}
