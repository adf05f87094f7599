package loaders

import "findable/engine/py"

// A format is one shape in which lists of tools come: an envelope around them or
// the list itself.
type format interface {
	// name is what a report calls it.
	name() string
	// holds reports whether a value has this shape, by a look at its top.
	holds(v py.Value) bool
	// read hands every list of tools inside to r, and a cause for every node
	// passed over. What stands in an envelope goes back to r.value.
	read(r *reading, n node)
}

// formats are tried in this order; the first that holds reads the value. Those that
// only one program writes come first, then the messages of the protocols, then what
// is known by a single key, and last what is known by its values alone.
var formats = []format{
	openAPI{}, mcpjamSnapshot{}, callResult{}, apiReply{}, liteLLM{}, findTool{}, mcpproxy{},
	registryList{}, smitheryCrawl{}, dockerCatalog{}, dockerServer{}, serverIndex{},
	liveMCPBench{}, serverRecord{}, toolBenchQuery{}, bfclRow{},
	rpcMessage{}, initializeAnswer{}, modelRequest{}, modelItem{}, requestLog{},
	clientConfig{}, openAINamespace{}, geminiGroup{}, agentTools{}, toolsResult{}, serverList{},
	soleTool{}, toolMap{}, serverMap{}, failedRun{}, nameMap{}, array{},
}

// A table is a shape of which a file holds many, one after another or in an
// array. Its rows are read together, since only together they say what there is.
type table interface {
	// name is what a report calls it.
	name() string
	// holds reports whether a value is a row of it, by a look at its top.
	holds(row py.Value) bool
	// read takes a run of rows, one at least, as a format takes a value.
	read(r *reading, rows []node)
}

// tables are tried in this order, before the formats.
var tables = []table{protocolLog{}, networkLog{}, appInfo{}, bridgeReply{}, codexLine{}, registryRow{}, toolRet{}, cases{}}

// entries are the formats that stand in a list of tools, beside tools or in
// their place.
var entries = []format{openAINamespace{}, openAIServer{}, anthropicPolicy{}, geminiGroup{}}

// shapes are the ways to write down one tool; the first that opens a record
// reads it.
var shapes = []shape{mcpproxyTool, dockerTool, mcpZeroTool, aiTool, mcpTool, openAIChat, anthropicTool, bedrockTool, geminiTool, geminiJSONTool,
	cohereTool, openAIFunction, langChainTool, langChainArgs}

// formatOf returns the format of a value, nil for none.
func formatOf(v py.Value) format { return firstHolding(formats, v) }

// entryOf returns the format of a record that is no tool but stands in a list of
// them, nil when it has none.
func entryOf(v py.Value) format { return firstHolding(entries, v) }

// tableOf returns the table that a value is a row of, nil for none.
func tableOf(v py.Value) table { return firstHolding(tables, v) }

func firstHolding[T interface{ holds(py.Value) bool }](all []T, v py.Value) (none T) {
	for _, x := range all {
		if x.holds(v) {
			return x
		}
	}
	return none
}
