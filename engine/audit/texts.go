package audit

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"findable/engine"
	"findable/engine/py"
	"findable/engine/text"
)

// A part is one text of a tool and where it stands.
type part struct{ where, text string }

// readAll reads the texts of every tool in scope.
func (a *audit) readAll(ctx context.Context) error {
	for _, e := range slices.Concat(a.session.Deferred, a.session.Visible) {
		a.safety(e)
		if err := a.step(ctx); err != nil {
			return err
		}
	}
	long := map[string]bool{}
	for _, n := range a.session.Registry.NameNotes() {
		long[n.Name] = long[n.Name] || n.Kind == engine.LongName
	}
	for doc, e := range a.session.Deferred {
		if long[e.Name] {
			n := utf8.RuneCountInString(e.Name)
			a.add(LongName, e, Medium, n, "its name has %d characters, more than OpenAI and Anthropic take for a tool of its own", n)
		}
		a.coverage(doc, e)
		a.camelCase(doc, e)
		a.cut(e)
	}
	return ctx.Err()
}

// partsOf returns the texts of a tool as its source gave them: an agent takes hidden
// characters of one kind out of descriptions, which makes them no better.
func partsOf(e *engine.Entry) []part {
	parts := []part{{"its name", e.Tool.Name()}, {"its description", e.Tool.Function.Text("description")}}
	if t := title(e); t != "" {
		parts = append(parts, part{"its title", t})
	}
	parameters, _ := e.Tool.Function.Get("parameters")
	return append(parts, schemaParts("its parameters", parameters)...)
}

// schemaParts returns every key and text inside a schema. Each is told by the name of
// the outermost parameter that holds it.
func schemaParts(where string, v py.Value) []part {
	var parts []part
	var walk func(where string, v py.Value)
	walk = func(where string, v py.Value) {
		switch v := v.(type) {
		case string:
			parts = append(parts, part{where, v})
		case py.List:
			for _, item := range v {
				walk(where, item)
			}
		case py.Object:
			for _, m := range v {
				parts = append(parts, part{where, m.Key})
				walk(where, m.Value)
			}
		}
	}
	schema, _ := v.(py.Object)
	for _, m := range schema {
		properties, ok := m.Value.(py.Object)
		if m.Key != "properties" || !ok {
			walk(where, m.Value)
			continue
		}
		for _, p := range properties {
			at := "the parameter " + p.Key
			parts = append(parts, part{at, p.Key})
			walk(at, p.Value)
		}
	}
	return parts
}

// safety looks for what hides in a tool's texts, and for what addresses the model.
func (a *audit) safety(e *engine.Entry) {
	var orders, places []string
	total, unseen, severity := 0, 0, Low
	blob := part{}
	for _, p := range partsOf(e) {
		if n, u := hidden(p.text); n > 0 {
			total, unseen, places = total+n, unseen+u, append(places, p.where)
		}
		for _, s := range signsIn(p.text) {
			orders = append(orders, fmt.Sprintf("%s: %s (%s; %s)", p.where, quoted(s.quote), s.says, s.source))
			if s.severity.AtLeast(severity) {
				severity = s.severity
			}
		}
		if b := encoded(p.text); len(b) > len(blob.text) {
			blob = part{p.where, b}
		}
	}
	if orders != nil {
		a.add(AddressesModel, e, severity, len(orders), "%s", strings.Join(orders, "; "))
	}
	if total > 0 {
		bad := Medium
		if unseen > 0 {
			bad = High
		}
		a.add(Hidden, e, bad, total, "%s in %s", engine.Plural(total, "hidden or control character", "hidden or control characters"),
			strings.Join(slices.Compact(places), ", "))
	}
	if blob.text != "" {
		a.add(EncodedText, e, Medium, len(blob.text), "%s holds a run of %s characters that looks like base64: %s…", blob.where, engine.Number(len(blob.text)), blob.text[:16])
	}
}

// hidden counts the characters of a text that a reader does not see or that could act
// on a terminal, and those of them that are no mere control characters of ASCII. Tabs
// and line breaks do not count, nor what ordinary emoji are made of. Bytes that are no
// UTF-8 count.
func hidden(s string) (all, unseen int) {
	prev := rune(0)
	for i, r := range s {
		switch {
		case r == '\t' || r == '\n' || r == '\r' || r == '\u2028' || r == '\u2029':
		case r < ' ' || r == 0x7f:
			all++
		case r < 0x7f:
		case (r == '\ufe0e' || r == '\ufe0f') && (unicode.In(prev, unicode.S, unicode.P, unicode.Nd) || prev == 'ℹ'):
		case r == '\u200d' && prev >= 0x80 && (unicode.In(prev, unicode.So, unicode.Sk) || prev == '\ufe0f'):
		case !unicode.IsGraphic(r), unicode.In(r, unicode.Other_Default_Ignorable_Code_Point, unicode.Variation_Selector),
			r == utf8.RuneError && !strings.HasPrefix(s[i:], "\ufffd"):
			all++
			unseen++
		}
		prev = r
	}
	return all, unseen
}

// coverage looks at how much of a tool search knows.
func (a *audit) coverage(doc int, e *engine.Entry) {
	if len(a.ownTerms(doc)) == 0 {
		a.add(IndexesNothing, e, High, 0, "search knows no word of it beyond its server's name, %q", e.Label)
	}
	letters, dropped := 0, 0
	var sample []rune
	for _, r := range e.Bare() + " " + e.Description() {
		if !unicode.IsLetter(r) && !unicode.IsDigit(r) {
			continue
		}
		if letters++; r >= 0x80 {
			if dropped++; len(sample) < 12 {
				sample = append(sample, r)
			}
		}
	}
	if dropped > 0 && droppedShare*dropped >= letters {
		a.add(OtherScript, e, Medium, 100*dropped/letters, "search drops %s of the %s letters and digits of its name and description: %s…",
			engine.Number(dropped), engine.Number(letters), string(sample)).Query = string(sample)
	}
}

// droppedShare is the share of a tool's letters, as one in so many, from which on it
// counts as dropped.
const droppedShare = 3

// camelCase looks for words inside one word of the tool's own name or parameters. It
// does harm where the tool has no other text with such a word.
func (a *audit) camelCase(doc int, e *engine.Entry) {
	var terms map[string]bool
	lacks := func(part string) bool {
		if terms == nil {
			terms = map[string]bool{}
			for _, u := range a.session.Index.TermsOf(doc) {
				terms[u.Term] = true
			}
		}
		return !terms[text.Stem(strings.ToLower(part))]
	}
	var names, missing []string
	inName := false
	for i, name := range append([]string{e.Bare()}, parameterNames(e)...) {
		for _, word := range strings.FieldsFunc(name, func(r rune) bool { return r >= 0x80 || !unicode.IsLetter(r) && !unicode.IsDigit(r) }) {
			parts := text.CamelParts(word)
			if len(parts) == 1 {
				continue
			}
			lost := slices.DeleteFunc(parts, func(p string) bool { return !lacks(p) })
			if i == 0 || len(lost) > 0 {
				names, missing, inName = append(names, word), append(missing, lost...), inName || i == 0
			}
		}
	}
	if names == nil {
		return
	}
	var f *Finding
	switch {
	case len(missing) == 0:
		f = a.add(CamelCase, e, Low, 0, "%s is one word to search; the tool has its parts elsewhere", strings.Join(names, ", "))
	case inName:
		f = a.add(CamelCase, e, Medium, len(missing), "search reads %s as one word, and the tool has no term for %s", strings.Join(names, ", "), strings.Join(unique(missing), ", "))
	default:
		f = a.add(CamelCase, e, Low, len(missing), "search reads the parameters' %s as one word, and the tool has no term for %s", strings.Join(names, ", "), strings.Join(unique(missing), ", "))
	}
	if len(missing) > 0 {
		f.Query = strings.Join(unique(missing), " ")
	}
}

// unique keeps the first of equal words, whatever their case.
func unique(words []string) []string {
	seen, out := map[string]bool{}, []string(nil)
	for _, w := range words {
		if w = strings.ToLower(w); !seen[w] {
			seen[w], out = true, append(out, w)
		}
	}
	return out
}

// cut looks whether a full listing cuts the tool's first sentence.
func (a *audit) cut(e *engine.Entry) {
	head, cut := strings.CutSuffix(e.Short, "…")
	folded := strings.Join(strings.FieldsFunc(e.Description(), py.IsSpace), " ")
	if cut && !strings.HasPrefix(folded, e.Short) {
		a.add(SentenceCut, e, Low, 0, "a full listing shows %q and drops the rest of its first sentence", head+"…")
	}
}
