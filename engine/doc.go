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
// Everything is a value computed from its arguments: no files, no terminal, no
// clock, no state that changes. All types are safe for concurrent use once
// built. Lengths are in Unicode code points and called characters; tokens are
// the reference's estimate, characters / 4 rounded up.
package engine
