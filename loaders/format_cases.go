package loaders

import (
	"bytes"
	"regexp"
	"slices"
	"strings"

	"findable/engine/py"
)

// cases is a query with the tools it wants, a row of a benchmark's questions, of
// which several kinds are told apart by the key of the tools: {query, expect}, {query,
// tool} of MetaTool, {query, labels} of ToolRet and mcpproxy, {id, ground_truth} of
// BFCL, {server_tasks} of MCP-Bench. None holds tools.
type cases struct{}

func (cases) name() string { return "queries and labels" }

func (cases) holds(v py.Value) bool {
	o, _ := v.(py.Object)
	switch {
	case o.Has("server_tasks"):
		return true
	case o.Has("tools"):
		return false
	case o.Has("query"):
		return o.Has("expect") || o.Has("tool") || o.Has("labels") || o.Has("function_call_label")
	}
	return o.Text("id") != "" && o.Has("ground_truth") || o.Has("queries") && first(o, "queries").Has("labels")
}

func (cases) read(r *reading, rows []node) {
	n := len(rows)
	o := rows[0].value.(py.Object)
	switch {
	case o.Has("server_tasks"):
		r.note(Skipped, rows[0].path, "tasks of MCP-Bench for %d server%s, which hold no tools; dump the servers that they name with tools/list",
			len(listAt(o, "server_tasks")), plural(len(listAt(o, "server_tasks"))))
		return
	case o.Has("queries"):
		n = len(listAt(o, "queries"))
	}
	r.note(Skipped, rows[0].path, "%d quer%s with the tools wanted, which hold no tools; they are cases for findable eval --cases",
		n, queryEnding(n))
}

// qrels are a line of TREC's relevance judgements: query, iteration, document, grade.
var qrels = regexp.MustCompile(`^\S+[ \t]+(0|Q0)[ \t]+\S+[ \t]+-?[0-9]+\r?$`)

// labels says what a text is that is a table of queries and the tools they want, ""
// when it is none.
func labels(text []byte) string {
	const cause = "which holds no tools; it is a set of cases for findable eval --cases"
	head, rest, _ := bytes.Cut(text, []byte("\n"))
	if qrels.Match(head) && (len(rest) == 0 || qrels.Match(bytes.SplitN(rest, []byte("\n"), 2)[0])) {
		return "relevance judgements (qrels), " + cause
	}
	cells := strings.FieldsFunc(strings.ToLower(string(head[:min(len(head), 4096)])), func(c rune) bool { return strings.ContainsRune(",\t;", c) })
	for i, c := range cells {
		cells[i] = strings.Trim(c, "\" \r")
	}
	has := func(words ...string) bool {
		return slices.ContainsFunc(words, func(w string) bool { return slices.Contains(cells, w) })
	}
	if !bytes.ContainsAny(head, ":{[") && has("query", "prompt") && has("tool", "tools", "expect", "enabled_tools") {
		return "a table of queries and the tools they want, " + cause
	}
	return ""
}

// queriesCause tells what benchmarks have beside their tools.
const queriesCause = "queries with the tools they want are no part of a catalog; they are cases for findable eval --cases"
