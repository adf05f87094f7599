// Package live connects to MCP servers and lists their tools, as they are: in the
// order, and with the keys in the order, in which the server wrote them.
//
// A server is a program that is started and speaks over its standard streams
// (program.go, stream.go), or an address (web.go). The protocol is spoken by the
// official client library. It decodes schemas into maps, which forget the order of
// keys, so the answers are kept as they pass by (wire.go) and parsed by engine/py.
//
// Nothing is started or called but what a Target names, and whatever is started is
// ended: when its list is there, when it fails, and by Client.Close.
package live
