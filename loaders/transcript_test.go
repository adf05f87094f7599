package loaders

import (
	"context"
	"fmt"
	"strings"
	"testing"
	"testing/fstest"
)

// readTalk reads a transcript and writes its calls in one line each.
func readTalk(text string) ([]string, error) {
	events, err := ReadTranscript(context.Background(), "log", Options{FS: fstest.MapFS{"log": {Data: []byte(text)}}})
	var out []string
	for _, e := range events {
		out = append(out, fmt.Sprintf("%d %s %s > %s", e.Message, e.Call.Name, e.Call.Arguments, e.Reply))
	}
	return out, err
}

func TestReadTranscript(t *testing.T) {
	for _, x := range []struct{ shows, text, want string }{
		{"OpenAI's chat API", `{"model": "m", "messages": [{"role": "user", "content": "hi"},
			{"role": "assistant", "tool_calls": [{"id": "a", "type": "function", "function": {"name": "tool_search", "arguments": "{\"queries\": [\"x\"]}"}}, {"id": "b", "function": {"name": "f", "arguments": "{}"}}]},
			{"role": "tool", "tool_call_id": "b", "content": [{"type": "text", "text": "B"}]}, {"role": "tool", "tool_call_id": "a", "content": "A"},
			{"role": "assistant", "tool_calls": [{"id": "c", "function": {"name": "g", "arguments": "{oops"}}]}],
			"tools": [{"type": "function", "function": {"name": "f", "description": "F", "parameters": {"type": "object"}}}]}`,
			`1 tool_search {"queries": ["x"]} > A|1 f {} > B|2 g {oops > `},
		{"Anthropic's messages", `[{"role": "assistant", "content": [{"type": "text", "text": "so"}, {"type": "tool_use", "id": "a", "name": "f", "input": {"x": 1}}]},
			{"role": "user", "content": [{"type": "tool_result", "tool_use_id": "a", "content": [{"type": "text", "text": "A"}]}]}]`,
			`1 f {"x": 1} > A`},
		{"OpenAI's Responses API", `{"output": [{"type": "function_call", "call_id": "a", "name": "f", "arguments": "{}"}]}
			{"input": [{"type": "function_call", "call_id": "a", "name": "f", "arguments": "{}"}, {"type": "function_call_output", "call_id": "a", "output": "A"}]}`,
			`1 f {} > A`},
		{"a log of requests, in which all stands again", `{"messages": [{"role": "assistant", "tool_calls": [{"id": "a", "function": {"name": "f", "arguments": "{}"}}]}]}
			{"messages": [{"role": "assistant", "tool_calls": [{"id": "a", "function": {"name": "f", "arguments": "{}"}}]}, {"role": "tool", "tool_call_id": "a", "content": "A"},
				{"role": "assistant", "tool_calls": [{"id": "b", "function": {"name": "g", "arguments": "{}"}}]}]}`,
			`1 f {} > A|3 g {} > `},
		{"answers of a bridge", `{"queries": ["x", "y"], "total_available": 1, "results": [{"query": "x", "matches": []}, {"query": "y", "matches": []}], "tools": {}}
			{"tools": {"mcp__a__b": {"description": "", "parameters": {}}}, "not_found": ["z"]}`,
			`1 tool_search {"queries": ["x", "y"]} > {"queries": ["x", "y"], "total_available": 1, "results": [{"query": "x", "matches": []}, {"query": "y", "matches": []}], "tools": {}}|` +
				`2 tool_describe {"names": ["mcp__a__b", "z"]} > {"tools": {"mcp__a__b": {"description": "", "parameters": {}}}, "not_found": ["z"]}`},
		{"lines of calls", `{"name": "f", "arguments": {"x": 1}, "result": {"ok": true}}
			{"name": "g", "args": "{}"}`, `1 f {"x": 1} > {"ok": true}|2 g {} > `},
		{"a Hermes model's reply", "I look.\n<tool_call>\n{\"name\": \"f\", \"arguments\": {\"x\": 1}}\n</tool_call>\n<tool_call>{\"name\": \"g\"}</tool_call><tool_call>{oops</tool_call>", `1 f {"x": 1} > |1 g {} > `},
		{"a Hermes model's conversation", `[{"from": "system", "value": "Write <tool_call>{\"name\": \"no\"}</tool_call>"}, {"from": "gpt", "value": "<tool_call>{\"name\": \"f\", \"arguments\": {}}</tool_call>"},
			{"from": "tool", "value": "<tool_response>{\"name\": \"f\", \"content\": {\"ok\": true}}</tool_response>"}]`, `1 f {} > {"ok": true}`},
		{"a Hermes model's messages", `{"messages": [{"role": "assistant", "content": "<tool_call>{\"name\": \"f\", \"arguments\": {}}</tool_call>"}, {"role": "tool", "content": "<tool_response>late</tool_response>"}]}`, `1 f {} > late`},
		{"OpenAI's first API", `[{"role": "assistant", "function_call": {"name": "f", "arguments": "{}"}}]`, `1 f {} > `},
	} {
		got, err := readTalk(x.text)
		if err != nil || strings.Join(got, "|") != x.want {
			t.Errorf("%s: %v\n got %s\nwant %s", x.shows, err, strings.Join(got, "|"), x.want)
		}
	}
	for _, text := range []string{"", "[]", "just words", `{"tools": [{"name": "f", "description": "F", "inputSchema": {}}]}`, "{"} {
		if got, err := readTalk(text); err == nil || !strings.HasPrefix(err.Error(), "log: ") {
			t.Errorf("%q: %q, %v", text, got, err)
		}
	}
}

func FuzzReadTranscript(f *testing.F) {
	f.Add(`[{"role": "assistant", "tool_calls": [{"id": "a", "function": {"name": "f", "arguments": "{}"}}]}, {"role": "tool", "tool_call_id": "a", "content": "A"}]`)
	f.Add(`{"function_call": {"name": "x"}, "tool_calls": {"name": 5}, "content": [[{"type": "tool_use", "name": 3}]]}`)
	f.Fuzz(func(t *testing.T, text string) {
		got, err := readTalk(text)
		if (err == nil) == (len(got) == 0) {
			t.Fatalf("%d calls, %v", len(got), err)
		}
	})
}
