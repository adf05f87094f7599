package why

import (
	"fmt"
	"slices"
	"strings"

	"findable/engine"
	"findable/engine/eval"
	"findable/engine/py"
	"findable/engine/text"
)

// mostAdded is how many of the query's words are tried in a tool's description.
const mostAdded = 10

// edit keeps an edit of the tool if the query then finds it, and reports whether it
// does.
func (r *repairs) edit(set py.Object, size int, change string) bool {
	if r.ctx.Err() != nil {
		return false
	}
	edits := []engine.Edit{{Toolset: r.Entry.Toolset, Tool: r.Entry.Tool.LoadedName(), Set: set}}
	after := r.with(slices.Concat(r.Edits, edits))
	now, _ := set.Get("name")
	name := r.Entry.Name
	if text, ok := now.(string); ok {
		if name = text; r.Entry.Server != nil {
			name = engine.MCPName(r.Entry.Server.Name, text)
		}
	}
	rank := rankIn(after.Session, name, r.Query)
	if rank == 0 || rank > r.limit {
		return false
	}
	r.keep(Repair{Kind: ToolRepair, Change: change, Name: name, RankAfter: rank, Edits: edits, After: after, size: size})
	return true
}

// tools tries to mend the tool: the words that the query has and it lacks, and its
// name.
func (r *repairs) tools() {
	held := map[string]bool{}
	for _, word := range r.Entry.Words() {
		held[word.Term] = true
	}
	var lacking []string
	for _, t := range r.Result.Tokens {
		if !held[t.Term] && !eval.Grammar(t.Word) { // nobody describes a tool by "the"
			held[t.Term] = true
			lacking = append(lacking, r.Query[t.Start:t.End])
		}
	}
	description := strings.TrimSpace(r.Entry.Tool.Function.Text("description"))
	to := "add to its description: "
	if own := foreignLetters(r.Entry); own != "" {
		to = fmt.Sprintf("add English beside %q, which search passes over, to its description: ", own)
	}
	describe := func(words ...string) bool {
		added := strings.Join(words, " ")
		return r.edit(py.Object{{Key: "description", Value: strings.TrimSpace(description + " " + added)}}, len(words), to+added)
	}
	alone := false
	for _, word := range lacking[:min(mostAdded, len(lacking))] {
		alone = describe(word) || alone
	}
	if !alone && len(lacking) > 1 {
		describe(lacking...)
	}
	r.splitName()
}

// splitName writes a camelCase name in words.
func (r *repairs) splitName() {
	name := r.Entry.Tool.Name()
	var words []string
	for _, word := range strings.FieldsFunc(name, func(c rune) bool { return !asciiWord(c) }) {
		for _, part := range text.CamelParts(word) {
			words = append(words, strings.ToLower(part))
		}
	}
	if split := strings.Join(words, "_"); split != "" && split != strings.ToLower(strings.Join(strings.FieldsFunc(name, func(c rune) bool { return !asciiWord(c) }), "_")) {
		r.edit(py.Object{{Key: "name", Value: split}}, 1, "name it "+split+", so that its words count one by one")
	}
}
