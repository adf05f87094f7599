// Package serve offers a catalog behind tool search to real MCP clients: what
// tools/list names is what a model would see, and the bridge tools answer with the
// engine's own replies, byte for byte.
//
// The protocol is spoken by the official library. Lists and calls are answered
// before it looks at its own tools (Server.receive), since it would sort them by
// name and could refuse what an untrusted catalog holds.
package serve
