package engine

import (
	"fmt"
	"strings"

	"findable/engine/py"
)

// Limits of a record's list of required parameters: characters of a name, number
// of names (engine.md, section 7).
const maxRequiredName, maxRequired = 64, 32

// Limit reads the `limit` argument of tool_search: missing or null is the
// default, an unreadable value too; the rest is clamped to 1..max_search_limit.
func Limit(c Config, v py.Value) int {
	n, fault := c.SearchDefaultLimit, py.OK
	if v != nil {
		if n, fault = py.ToInt(v); fault != py.OK {
			n = c.SearchDefaultLimit
		}
	}
	return min(max(n, 1), c.MaxSearchLimit)
}

// ToolSearch answers a tool_search call with the given arguments.
func (s *Session) ToolSearch(c Config, arguments py.Object) Reply {
	v, ok := arguments.Get("queries")
	queries, kind := readTexts(v, ok)
	switch {
	case kind == NotAList:
		return errorReply(kind, "tool_search needs `queries`: a list of short search texts.")
	case kind == EmptyList:
		return errorReply(kind, "`queries` holds no text to search for; give at least one.")
	case len(queries) > s.Rules.MaxQueries:
		return errorReply(TooMany, fmt.Sprintf("`queries` holds %d texts and one call takes %d at most; split them over several calls.",
			len(queries), s.Rules.MaxQueries))
	}
	raw, _ := arguments.Get("limit")
	limit := Limit(c, raw)
	reply := Reply{}
	for _, q := range queries {
		reply.Results = append(reply.Results, s.Index.Search(q, limit))
	}
	reply.Text = s.searchText(reply.Results)
	return reply
}

// searchText writes the answer of tool_search for some rankings.
func (s *Session) searchText(results []Result) string {
	var queries, groups py.List
	tools, seen := py.Object{}, map[string]bool{}
	for _, r := range results {
		queries = append(queries, r.Query)
		matches := py.List{}
		for _, h := range r.Hits {
			matches = append(matches, h.Entry.Name)
			if !seen[h.Entry.Name] {
				seen[h.Entry.Name] = true
				tools = append(tools, py.Member{Key: h.Entry.Name, Value: s.Record(h.Entry)})
			}
		}
		group := py.Object{{Key: "query", Value: r.Query}, {Key: "matches", Value: matches}}
		if len(matches) == 0 && s.Index.Size() > 0 {
			group = append(group, py.Member{Key: "available_sources", Value: s.sources()}, py.Member{Key: "hint", Value: noMatchHint})
		}
		groups = append(groups, group)
	}
	return py.Spaced(py.Object{
		{Key: "queries", Value: queries}, {Key: "total_available", Value: py.Int(s.Index.Size())},
		{Key: "results", Value: groups}, {Key: "tools", Value: tools},
	})
}

const noMatchHint = "No tool matches this query by its words. The sources listed here are connected: " +
	"search again with a service's name and the action you want."

// sources lists the groups of the session for a query without a match.
func (s *Session) sources() py.List {
	list := make(py.List, len(s.Groups))
	for i, g := range s.Groups {
		list[i] = py.Object{{Key: "name", Value: g.Label}, {Key: "tool_count", Value: py.Int(len(g.Entries))}}
	}
	return list
}

// Record returns what a tool_search reply says of a matched tool.
func (s *Session) Record(e *Entry) py.Object {
	source := "plugin"
	switch {
	case e.Toolset == "":
		source = "other"
	case strings.HasPrefix(e.Toolset, mcpToolsetPrefix):
		source = "mcp"
	}
	mark := ""
	if s.Rules.RecordEllipsis {
		mark = "…"
	}
	return py.Object{
		{Key: "source", Value: source}, {Key: "source_name", Value: e.Toolset},
		{Key: "description", Value: Clip(e.Description(), s.Rules.RecordDescription, mark)},
		{Key: "required", Value: requiredNames(e)},
	}
}

func requiredNames(e *Entry) py.List {
	out := py.List{}
	for _, v := range e.Parameters().List("required") {
		if name, ok := v.(string); ok && len(out) < maxRequired {
			out = append(out, Clip(name, maxRequiredName, ""))
		}
	}
	return out
}
