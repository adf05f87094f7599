// Package engine is tool search as a library: what an agent does that puts the
// tools of many MCP servers behind tool_search, tool_describe and tool_call,
// with a listing of them cut to a token budget (progressive disclosure).
//
// The way through it:
//
//	registry := engine.Register(catalog)                     // names, schemas, sizes, documents
//	session  := registry.Session(rules, scope, config.Defer) // who is visible, who is deferred, the index
//	assembly := session.Assemble(config, context)            // tier, listing form, token gauges
//	result   := session.Index.Search("create issue", 5)      // ranked hits
//	reply    := session.ToolSearch(config, arguments)        // the text the model gets
//
// A reader who follows a tool through it goes from catalog.go to register.go, where it
// becomes an Entry (entry.go; its schema by schema_repair.go and schema_sanitize.go,
// its document by document.go), to session.go and the index (index.go, search.go,
// explain.go). What the model gets is in listing.go, bridge.go and assembly.go, and what
// it is answered in toolsearch.go, tooldescribe.go and toolcall.go. The generations of
// the reference are data (rules.go), and so is the user's configuration (config.go).
// The rest asks what if: other budgets (ladder.go, sweep.go), other tools (edit.go, and
// patch*.go for their authors), and what a change does (compare.go, cache.go).
//
// Below it:
//
//	py         Python's values, numbers and texts, as the reference writes them; py/re its patterns
//	text       words and stems
//	arguments  what a model passes to tool_call, repaired and checked
//	why        why a query finds a tool or not, and what would change that
//	eval       how well an engine finds what queries need; profiles and whatif are other engines
//	audit      what is wrong with the tools of a catalog, without any query
//	cost       tokens over a session, in three ways; advice how to set the knobs; bpe a count of real tokens
//	planner    which calls of one message run side by side; pipeline takes one through an agent's stations
//	play       a conversation by hand; replay one that has taken place
//
// What the packages below add, each readable by itself. How the reference reads: py
// has the habits of Python that show in its answers, text the words that search counts,
// arguments the check of a call's arguments. How a call goes through an agent: planner
// says which calls of a message run side by side, pipeline takes one through the
// stations, play lets a person make them, replay goes through those of a conversation
// that took place. What it comes to: why says why a query finds a tool or not, audit
// looks for tools that none finds, eval measures over cases, cost counts tokens over a
// session, bpe with a model's vocabulary, and advice tries the settings. What other
// engines would find: whatif changes how texts are read, profiles replays engines of
// others.
//
// Everything is a value computed from its arguments: no files, no terminal, no
// clock, no state that changes. All types are safe for concurrent use once
// built. Lengths are in Unicode code points and called characters; tokens are
// the reference's estimate, characters / 4 rounded up.
package engine
