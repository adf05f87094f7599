// Package loaders turns what an operator has on disk into an engine.Catalog:
// dumps of MCP servers, tool lists as an agent sends them, folders of either,
// and session files that say everything (cli.md).
//
// The way through it: bytes (file.go, folder.go) become text (decode.go). Text
// becomes documents, which are JSON values whatever they are written in (text.go
// and one file a syntax). A document is recognised by its shape, never by its
// file's extension (formats.go and one file a format), and what is recognised is
// taken into a reading: lists of tools, and cards of servers (reading.go, shape.go,
// card.go). What the messages of a transcript say of each other is in talk.go, what a
// log repeats in tally.go. Last, what no format has taken is looked for (sweep.go).
// Each list gets its owner: a server, a plugin toolset, the core (owner.go), and each
// card the server that it is about (pair.go). Session files (session.go) stand on top,
// and write.go makes one of whatever was loaded. What running servers list (package
// live) joins in listed.go. Queries with the tools that they want are read apart, as
// cases (cases.go); so are rules, results and walkthroughs for the playground (script.go)
// and the tool calls of conversations (transcript.go).
//
// To add a format, write one file with a type that fits the interface format, or
// table where rows only tell together what they hold, or a shape when only the record
// of a single tool is new, and name it in its list in formats.go and in the table
// below.
//
// Nothing is dropped silently: what is passed over becomes a Note of the Report.
//
// # Formats
//
// The rows are those of formats.md. Where a row has no type of its own, it has the
// shape of another.
//
//	row  what                                    read by                            file
//	1    MCP tools/list result                   toolsResult, mcpTool, agentTools   format_tools.go
//	2    JSON-RPC message, batch                 rpcMessage, initializeAnswer       format_rpc.go
//	3    transcript, server-sent events          lineSyntax, talk                   syntax_lines.go, talk.go
//	4    pages                                   array, toolsResult                 format_array.go
//	5    bare array                              array                              format_array.go
//	6    single tool                             soleTool                           format_sole.go
//	7    map or list of servers                  serverMap, serverList              format_map.go, format_servers.go
//	8    MCP Inspector, command line             rpcMessage, failedRun              format_inspector.go
//	9    MCP Inspector, app info                 appInfo                            format_inspector.go
//	10   MCP Inspector, protocol log             protocolLog                        format_inspector.go
//	11   MCP Inspector, network log              networkLog                         format_inspector.go
//	12   MCPJam tools list                       toolsResult                        format_tools.go
//	13   MCPJam snapshot                         mcpjamSnapshot                     format_mcpjam.go
//	14   mcptools, JSON and table; mcp-tui       toolsResult, tableSyntax           syntax_table.go
//	15   mcpusage dump                           toolsResult, array                 format_tools.go
//	16   OpenAI chat tools, whole requests       openAIChat, modelRequest           format_openai.go, format_request.go
//	17   OpenAI Responses tools and items        openAIFunction, openAINamespace,   format_openai.go, format_request.go
//	                                             openAIServer, modelItem
//	18   Anthropic tools                         anthropicTool                      format_anthropic.go
//	19   Anthropic MCP toolset                   anthropicPolicy                    format_anthropic.go
//	20   Anthropic reply blocks                  modelItem                          format_request.go
//	21   Gemini function declarations            geminiGroup, geminiTool,           format_gemini.go
//	                                             geminiJSONTool
//	22   Bedrock Converse                        bedrockTool                        format_bedrock.go
//	23   LangChain, Vercel AI SDK                langChainTool, langChainArgs,      format_langchain.go, format_aisdk.go
//	                                             aiTool, toolMap
//	24   LiteLLM                                 liteLLM                            format_litellm.go
//	25   ToolHive find_tool, in a result of it   findTool, callResult               format_toolhive.go, format_envelope.go
//	26   answers of a Hermes agent's bridge      bridgeReply                        format_reply.go
//	27   mcpproxy, in a reply of its REST API    mcpproxy, mcpproxyTool, apiReply   format_mcpproxy.go, format_envelope.go
//	28   toolsnaps                               soleTool                           format_sole.go, folder.go
//	29   Smithery, and a crawl of it             registryRow, smitheryCrawl         format_registry.go, format_smithery.go
//	30   Glama, PulseMCP, the official registry  registryRow, registryList          format_registry.go
//	31   Docker MCP catalogue and registry       dockerCatalog, dockerServer,       format_docker.go
//	                                             dockerTool
//	32   configurations of clients               clientConfig, tomlSyntax           format_client.go, syntax_toml.go
//	33   Hermes config.yaml                      clientConfig, ReadAgentConfig      format_client.go, config.go
//	34   OpenAPI 3, Swagger 2                    openAPI                            format_openapi.go, openapi_tool.go
//	35   LiveMCPBench                            liveMCPBench                       format_livemcp.go
//	36   MCP-Zero                                serverRecord, mcpZeroTool          format_mcpzero.go
//	37   ToolRet                                 toolRet, cases                     format_toolret.go
//	38   MCPToolBench++                          serverRecord, toolBenchQuery       format_mcpzero.go, format_toolbench.go
//	39   MCP-Bench tasks                         cases                              format_cases.go
//	40   MCP-Atlas, as CSV                       labelSyntax                        syntax_labels.go
//	41   MetaTool                                nameMap, cases                     format_names.go
//	42   BFCL                                    bfclRow                            format_bfcl.go
//	43   labels                                  cases, labelSyntax                 format_cases.go, syntax_labels.go
//	-    Cohere's first API                      cohereTool                         format_cohere.go
//	-    a Codex rollout                         codexLine                          format_codex.go
//	-    a log of requests to a model            requestLog                         format_request.go
//	-    an index of initialize answers          serverIndex                        format_index.go
package loaders
