package why

import (
	"slices"
	"strings"

	"findable/engine"
	"findable/engine/py"
)

// edit keeps an edit of the tool if the query then finds it, and reports whether it
// does.
func (r *repairs) edit(set py.Object, change string) bool {
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
	r.keep(Repair{Kind: ToolRepair, Change: change, Name: name, RankAfter: rank, Edits: edits, After: after})
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
		if word := r.Query[t.Start:t.End]; !held[t.Term] && !slices.Contains(lacking, word) {
			lacking = append(lacking, word)
		}
	}
	description := strings.TrimSpace(r.Entry.Tool.Function.Text("description"))
	describe := func(words []string) bool {
		return r.edit(py.Object{{Key: "description", Value: strings.TrimSpace(description + " " + strings.Join(words, " "))}},
			"add to its description: "+strings.Join(words, " "))
	}
	alone := slices.ContainsFunc(lacking, func(word string) bool { return describe([]string{word}) })
	if !alone && len(lacking) > 1 {
		describe(lacking)
	}
	if len(lacking) == 0 && len(r.Result.Tokens) == 0 && r.Query != "" {
		return // no words to add
	}
	r.splitName()
}

// splitName writes a camelCase name in words.
func (r *repairs) splitName() {
	name := r.Entry.Tool.Name()
	var words []string
	for _, word := range strings.FieldsFunc(name, func(c rune) bool { return !asciiWord(c) }) {
		for _, part := range SplitCamel(word) {
			words = append(words, strings.ToLower(part))
		}
	}
	if split := strings.Join(words, "_"); split != "" && split != strings.ToLower(strings.Join(strings.FieldsFunc(name, func(c rune) bool { return !asciiWord(c) }), "_")) {
		r.edit(py.Object{{Key: "name", Value: split}}, "name it "+split+", so that its words count one by one")
	}
}
