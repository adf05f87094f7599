package engine

import (
	"fmt"
	"strconv"

	"findable/engine/py"
)

// of returns the sizes of the three definitions for a deferred count and a
// listing, in characters.
func (b BridgeSizes) of(deferred int, l Listing) [3]int {
	search := b.Search
	switch l.Form {
	case Full, Names:
		search = b.PerTool
	case Mixed:
		search = b.Mixed
	case Groups:
		search = b.Groups
	}
	search += len(strconv.Itoa(deferred))
	if l.Form != None {
		search += py.ContentSize(l.Text())
	}
	return [3]int{search, b.Describe, b.Call}
}

// Bridge returns the three bridge definitions that go with an assembly, in the
// reference's structure and in findable's own words. Their sizes are not their
// cost: that is Assembly.Bridge. There are none when tool search is inactive.
func (s *Session) Bridge(a Assembly) []py.Object {
	if !a.Active {
		return nil
	}
	text := func(description string) py.Object {
		return py.Object{{Key: "type", Value: "string"}, {Key: "description", Value: description}}
	}
	names := func(description string) py.Object {
		return py.Object{{Key: "type", Value: "array"}, {Key: "items", Value: py.Object{{Key: "type", Value: "string"}}},
			{Key: "description", Value: description}}
	}
	arguments := py.Object{{Key: "type", Value: "object"}, {Key: "description", Value: callArgumentsWords}}
	call := bridgeTool(bridgeNames[2], callWords, py.Object{
		{Key: "name", Value: text(callNameWords)}, {Key: "arguments", Value: arguments}}, "name", "arguments")
	if s.Rules.CallsForm {
		item := py.Object{{Key: "type", Value: "object"}, {Key: "properties", Value: py.Object{
			{Key: "name", Value: text(callNameWords)}, {Key: "arguments", Value: arguments}}},
			{Key: "required", Value: py.List{"name", "arguments"}}}
		call = bridgeTool(bridgeNames[2], callsWords, py.Object{{Key: "calls", Value: py.Object{
			{Key: "type", Value: "array"}, {Key: "items", Value: item}, {Key: "description", Value: callsListWords}}}}, "calls")
	}
	return []py.Object{
		bridgeTool(bridgeNames[0], searchWords(a, s.Rules), py.Object{
			{Key: "queries", Value: names(fmt.Sprintf(queriesWords, s.Rules.MaxQueries))},
			{Key: "limit", Value: py.Object{{Key: "type", Value: "integer"}, {Key: "description", Value: limitWords}}},
		}, "queries"),
		bridgeTool(bridgeNames[1], describeWords, py.Object{
			{Key: "names", Value: names(fmt.Sprintf(namesWords, MaxNames))}}, "names"),
		call,
	}
}

func bridgeTool(name, description string, properties py.Object, required ...py.Value) py.Object {
	return py.Object{{Key: "type", Value: "function"}, {Key: "function", Value: py.Object{
		{Key: "name", Value: name}, {Key: "description", Value: description},
		{Key: "parameters", Value: py.Object{{Key: "type", Value: "object"}, {Key: "properties", Value: properties},
			{Key: "required", Value: py.List(required)}}}}}}
}

// The bridge's words. They are findable's own; the reference's say the same.
const (
	toolSearchWords = "Search %d more tools that are not loaded yet. Give short keyword queries (a service, an action, an object), " +
		"several at once when a task needs several tools; each query gets its own ranking. " +
		"Then read a tool's parameters with tool_describe and run it with tool_call."
	perToolWords = "The catalog below names every deferred tool. Where it already shows the tool you need, skip the search: " +
		"describe it by its name."
	mixedWords = "The catalog below names the deferred tools of the smaller servers. Where it shows the tool you need, skip the " +
		"search: describe it by its name. A server without names there is too large to list: search for its tools."
	groupsWords        = "The catalog below names the servers whose tools are deferred; their tools are found by searching."
	queriesWords       = "What to look for, one entry a need, at most %d."
	limitWords         = "The most matches each query may return."
	describeWords      = "Read the full description and the parameters of deferred tools, by exact name, before calling them."
	namesWords         = "Exact tool names, at most %d."
	callWords          = "Run a deferred tool by its exact name, with arguments that fit the parameters tool_describe shows."
	callNameWords      = "The tool's exact name."
	callsWords         = callWords + " One call an entry; a tool of this agent takes one entry at a time."
	callsListWords     = "The calls to make."
	callArgumentsWords = "The tool's arguments, as an object."
)

func searchWords(a Assembly, rules Rules) string {
	words := fmt.Sprintf(toolSearchWords, a.Deferred)
	if rules.Gate {
		words += " A match must hold the rarest word of the query, so leave out words the tool may not use."
	}
	switch a.Listing.Form {
	case None:
		return words
	case Groups:
		words += "\n\n" + groupsWords
	case Mixed:
		words += "\n\n" + mixedWords
	default:
		words += "\n\n" + perToolWords
	}
	return words + "\n\n" + a.Listing.Text()
}
