// Package loaders turns what an operator has on disk into an engine.Catalog:
// dumps of MCP servers, tool lists as an agent sends them, folders of either,
// and session files that say everything (cli.md).
//
// The way through it: bytes (file.go, folder.go) become text (decode.go), text
// becomes documents, which are JSON values whatever they are written in (text.go
// and one file a syntax), a document is recognised by its shape, never by its
// file's extension (format.go and one file a format), which gives lists of tools,
// and each list gets its owner: a server, a plugin toolset, the core (owner.go).
// What the messages of a transcript say of each other is in talk.go. Session files
// (session.go) stand on top, and write.go makes one of whatever was loaded. What
// running servers list (package live) joins in listed.go.
//
// To add a format, write one file with a type that fits the interface format,
// or a shape when only the record of a single tool is new, and name it in the
// list at the head of format.go. Rows that only tell together what they hold are a
// table (table.go).
//
// Nothing is dropped silently: what is passed over becomes a Note of the Report.
package loaders
