package loaders

import "findable/engine/py"

// foreign says what a value is that holds no tools or is of a format that is
// not read, "" when it looks like nothing known.
func foreign(v py.Value) string {
	o, _ := v.(py.Object)
	switch {
	case o.Has("swaggerVersion"):
		return "a Swagger 1 document, which is not read; convert it to OpenAPI 3"
	case o.Has("protocolVersion") || o.Has("serverInfo"):
		return "an initialize answer, which holds no tools"
	case o.Has("jsonrpc") && o.Has("method"):
		return "a JSON-RPC request or notification, which holds no tools"
	}
	return ""
}

func plural(n int) string {
	if n == 1 {
		return ""
	}
	return "s"
}
