package loaders

import (
	"fmt"
	"os"
	"regexp"
	"strings"
	"testing"
)

// Messages of JSON-RPC for transcripts.

func ask(id int, method string) string {
	return fmt.Sprintf(`{"jsonrpc":"2.0","id":%d,"method":%q}`, id, method)
}

func askNext(id int) string {
	return fmt.Sprintf(`{"jsonrpc":"2.0","id":%d,"method":"tools/list","params":{"cursor":"c"}}`, id)
}

func answer(id int, result string) string {
	return fmt.Sprintf(`{"jsonrpc":"2.0","id":%d,"result":%s}`, id, result)
}

// listedTools is the result of tools/list; a last name of "…" is a nextCursor.
func listedTools(names ...string) string {
	cursor := ""
	if n := len(names) - 1; n >= 0 && names[n] == "…" {
		names, cursor = names[:n], `,"nextCursor":"c"`
	}
	var tools []string
	for _, name := range names {
		tools = append(tools, fmt.Sprintf(`{"name":%q,"inputSchema":{}}`, name))
	}
	return `{"tools":[` + strings.Join(tools, ",") + "]" + cursor + "}"
}

func hello(name string) string {
	return fmt.Sprintf(`{"protocolVersion":"x","capabilities":{"tools":{}},"serverInfo":{"name":%q,"version":"1"}}`, name)
}

const initialized1 = `{"jsonrpc":"2.0","method":"notifications/initialized"}`

func TestTranscripts(t *testing.T) {
	for _, c := range []struct {
		name, want string
		lines      []string
	}{
		{"a session", lines("server Garden: open close", "aside line 1, $", "aside line 3, $"), []string{
			ask(0, "initialize"), answer(0, hello("Garden")), initialized1, ask(1, "tools/list"), answer(1, listedTools("open", "close"))}},
		{"log lines between", lines("server Garden: open", "aside line 1"), []string{
			"Starting…", "category: search", `{"level":30,"msg":"up"}`, answer(0, hello("Garden")), "", "[info] ready", answer(1, listedTools("open"))}},
		{"a log of JSON", lines("server f: open", "aside line 1"), []string{`{"level":30}`, answer(1, listedTools("open")), `{"level":30}`}},
		{"pages", lines("server Garden: a b c"), []string{
			answer(0, hello("Garden")), answer(1, listedTools("a", "…")), answer(2, listedTools("b", "…")), answer(3, listedTools("c"))}},
		{"unfinished pages", lines("server Garden: a", "unfinished line 2, $.result.tools"), []string{answer(0, hello("Garden")), answer(1, listedTools("a", "…"))}},
		{"one server after another", lines("server A: a", "server B: b"), []string{
			answer(0, hello("A")), answer(1, listedTools("a")), answer(0, hello("B")), answer(1, listedTools("b"))}},
		{"servers mixed", lines("server f: a b", "joined line 3, $.result.tools", "no_tools "), []string{
			answer(0, hello("A")), answer(0, hello("B")), answer(1, listedTools("a")), answer(1, listedTools("b"))}},
		{"one of two has no tools", lines("server B: b", "no_tools "), []string{
			answer(0, `{"protocolVersion":"x","capabilities":{"logging":{}},"serverInfo":{"name":"A"}}`), answer(0, hello("B")), answer(1, listedTools("b"))}},
		{"listed again", lines("server A: a c", "folded line 4, $.result.tools", "skipped line 2, $.result.tools"), []string{
			answer(0, hello("A")), answer(1, listedTools("a", "b")), answer(0, hello("A")), answer(1, listedTools("a", "c"))}},
		{"listed again, in pages", lines("server A: a b", "folded line 7, $.result.tools", "aside line 2, $"), []string{
			answer(0, hello("A")), ask(1, "tools/list"), answer(1, listedTools("a", "…")), ask(2, "tools/list"), answer(2, listedTools("a", "…")), askNext(3), answer(3, listedTools("b"))}},
		{"a last listing that breaks off", lines("server A: a b", "folded line 3, $.result.tools"), []string{
			answer(0, hello("A")), answer(1, listedTools("a", "b")), answer(1, listedTools("a", "…"))}},
		{"two lists of one server", lines("server A: a b", "joined line 3, $.result.tools"), []string{
			answer(0, hello("A")), answer(1, listedTools("a")), answer(1, listedTools("b"))}},
		{"other answers", lines("server f: a", "aside line 1", "skipped line 5, $.error", "aside line 3, $", "aside line 4, $.result", "aside line 6, $.result"), []string{
			"-", answer(2, listedTools("a")), ask(9, "ping"), answer(9, "{}"), `{"jsonrpc":"2.0","id":8,"error":{"message":"no"}}`, answer(7, "{}")}},
		{"behind prefixes", lines("server A: a", "aside line 1, $"), []string{
			"--> " + ask(0, "initialize"), "<-- " + answer(0, hello("A")), "2026-01-01T00:00:00Z DEBUG got " + answer(1, listedTools("a")) + " in 3 ms"}},
		{"both ends count from 1", lines("server f: a", "aside line 1, $", "aside line 3, $.result"), []string{
			"-> " + ask(1, "tools/list"), "<- " + ask(1, "roots/list"), "-> " + answer(1, "{}"), "<- " + answer(1, listedTools("a"))}},
		{"a client's log of two servers", lines("server Beds: water", "server Garden: a b", "aside line 1", "aside line 2, $"), []string{
			"2026-01-01 [garden] [info] Initializing { metadata: undefined }",
			"2026-01-01 [garden] [info] Message from client: " + ask(0, "initialize") + " { metadata: undefined }",
			"2026-01-01 [info] [beds] Message from client: " + ask(0, "initialize"),
			"2026-01-01 [info] [beds] Message from server: " + answer(0, hello("Beds")),
			"2026-01-01 [garden] [info] Message from server: " + answer(0, hello("Garden")),
			"2026-01-01 [info] [beds] Message from server: " + answer(1, listedTools("water")),
			"2026-01-01 [garden] [info] Message from server: " + answer(1, listedTools("a", "…")),
			"2026-01-01 [garden] [info] Message from server: " + answer(2, listedTools("b"))}},
		{"events", lines("server A: a b", "aside line 8"), []string{
			"event: message", "id: 1", "data: " + answer(0, hello("A")), "", ": keep-alive", "retry: 10", "", "data: [DONE]", "", "event: message",
			`data: {"jsonrpc":"2.0",`, `data:"id":1,"result":`, "data: " + listedTools("a", "…"), "data: }", "", "data: " + answer(2, listedTools("b"))}},
		{"a batch in a line", lines("server A: a", "aside line 1"), []string{"x", "[" + answer(0, hello("A")) + "," + answer(1, listedTools("a")) + "]"}},
		{"messages of many lines", lines("server A: a", "aside line 1"), []string{
			"x", strings.ReplaceAll(answer(0, hello("A")), ",", ",\n"), "y", strings.ReplaceAll(answer(1, listedTools("a")), "{", "{\n\t")}},
		{"a banner", lines("server f: a", "aside line 1"), []string{"npm warn x", strings.ReplaceAll(listedTools("a"), "{", "{\n"), "bye"}},
		{"a broken message", lines("server f: a c", "error line 2, column 31 (byte 32)", "aside line 1", "joined line 4, $.result.tools"), []string{
			"-", answer(1, listedTools("b"))[:30], answer(2, listedTools("a")), answer(3, listedTools("c"))}},
	} {
		t.Run(c.name, func(t *testing.T) {
			res, err := loadFile("f", strings.Join(c.lines, "\n"))
			if err != nil || summary(res) != c.want {
				t.Errorf("%v\ngot\n%swant\n%s", err, summary(res), c.want)
				for _, n := range res.Report.Notes {
					t.Log(n.Kind, n)
				}
			}
			consistent(t, res)
		})
	}
}

// TestNoTranscripts checks what must not be taken for one.
func TestNoTranscripts(t *testing.T) {
	inner := "{\"name\":\"a\",\"inputSchema\":{}},\n"
	for name, c := range map[string]struct{ text, want string }{
		"JSON cut short":    {"{\"tools\":[\n" + inner + inner, "f: line 4, column 1 (byte 73): not JSON: the text ends where a value should be; the file is cut short, dump it again"},
		"YAML of messages":  {"- " + answer(0, hello("A")) + "\n- " + answer(1, listedTools("a")), ""},
		"YAML in flow form": {"tools:\n  [\n    " + inner + "    " + inner + "  ]\n", ""},
		"prose with JSON":   {"# Read me\n\nPut this there, and all will be fine from then on for ever:\n\n```json\n{\"mcpServers\":{\"a\":{\"command\":\"x\"}}}\n```\n", "f: line 5: neither JSON nor YAML: found character that cannot start any token; mend it or dump the server again"},
		"requests alone":    {ask(1, "tools/list") + "\n" + ask(2, "ping"), "f: line 1, $: 2 requests, which hold no tools: tools/list, ping"},
		"initialize alone":  {answer(1, hello("A")), "f: names 1 server without tools: A; dump each with tools/list, or connect"},
		"an error for it":   {ask(1, "tools/list") + "\n" + `{"jsonrpc":"2.0","id":1,"error":{"message":"no"}}`, `f: line 2, $.error: the server answered tools/list with an error: "no"; ask it again`},
	} {
		res, err := loadFile("f", c.text)
		got := ""
		if err != nil {
			got = err.Error()
		}
		if got != c.want {
			t.Errorf("%s:\ngot  %s\nwant %s\n%s", name, got, c.want, summary(res))
		}
	}
}

// TestTranscriptTells checks the sentences of a transcript's notes, and its card.
func TestTranscriptTells(t *testing.T) {
	res, err := loadFile("f", strings.Join([]string{"hello", "[log] world", ask(0, "initialize"),
		answer(0, `{"protocolVersion":"x","capabilities":{"resources":{}},"serverInfo":{"name":"a","title":"A","version":"2"},"instructions":"Do."}`),
		initialized1, ask(1, "tools/list"), answer(1, listedTools("x")), ask(2, "prompts/list"), `{"jsonrpc":"2.0","id":2,"error":{"message":"none"}}`,
		ask(3, "tools/call"), answer(3, `{"content":[{"type":"text","text":"{\"x\":1}"}]}`), answer(4, `{"odd":1}`)}, "\n"))
	if err != nil {
		t.Fatal(err)
	}
	want := []string{
		`f: line 1: 2 lines without a message, the first: "hello"`,
		"f: line 3, $: 4 requests, which hold no tools: initialize, tools/list, prompts/list, tools/call",
		"f: line 5, $: 1 notification, which holds no tools: notifications/initialized",
		"f: line 11, $.result: 1 answer to another request: tools/call",
		`f: line 9, $.error: 1 error in answer to another request: prompts/list ("none")`,
		`f: line 12, $.result: 1 answer to a request that is not here: an object with the keys "odd"`,
	}
	for i, n := range res.Report.Notes {
		if i < len(want) && (n.Kind != Aside || n.String() != want[i]) {
			t.Errorf("got  %s: %s\nwant %s", n.Kind, n, want[i])
		}
	}
	if len(res.Cards) != 1 {
		t.Fatal(res.Cards)
	}
	if c := res.Cards[0]; c.Name != "a" || c.Title != "A" || c.Version != "2" || c.Instructions != "Do." || !c.Initialized || !c.Resources || c.Prompts || c.Tools != 1 {
		t.Errorf("card %+v", c)
	}
}

// TestSharedTranscript loads what a real server wrote to its standard output: the
// tools are those of the package's dump.
func TestSharedTranscript(t *testing.T) {
	const file = "stdio-session-noise.txt"
	known := readCounts(t)
	readme, err := os.ReadFile(catalogs + "README.md")
	if err != nil {
		t.Fatal(err)
	}
	of := regexp.MustCompile(regexp.QuoteMeta(file) + ` \| standard output of (\S+ \S+)`).FindSubmatch(readme)
	if of == nil {
		t.Fatalf("the README does not say what wrote %s", file)
	}
	dump := regexp.MustCompile(`(live/\S+) \| ` + regexp.QuoteMeta(string(of[1]))).FindSubmatch(readme)
	if dump == nil {
		t.Fatalf("the README does not name a dump of %s", of[1])
	}
	res, err := load(t, catalogs+"formats/"+file)
	noise := strings.Count(read(t, file), "\n") - strings.Count(read(t, file), `"jsonrpc":`)
	if err != nil || res.Report.Tools != known[string(dump[1])].tools || len(res.Catalog.Servers) != 1 || len(res.Cards) != 1 || res.Cards[0].Tools != res.Report.Tools {
		t.Errorf("%v %+v", err, res.Report)
	}
	if want := fmt.Sprintf("%d lines without a message, the first: ", noise); len(res.Report.Notes) != 1 || !strings.HasPrefix(res.Report.Notes[0].Text, want) {
		t.Errorf("notes %v, want %s", res.Report.Notes, want)
	}
	consistent(t, res)
}

// TestRenamedTranscript checks that NAME= names the server and its card.
func TestRenamedTranscript(t *testing.T) {
	path := t.TempDir() + "/f"
	writeFile(t, path, answer(0, hello("A"))+"\n"+answer(1, listedTools("a")))
	res, err := load(t, "shed="+path)
	if err != nil || summary(res) != "server shed: a\n" || res.Cards[0].Name != "shed" || res.Cards[0].Tools != 1 {
		t.Errorf("%v %s %+v", err, summary(res), res.Cards)
	}
}

func TestSaidBy(t *testing.T) {
	for prefix, want := range map[string]said{
		"":                         {},
		"--> ":                     {side: sideOut},
		"2026-01-01 12:00:00 <<< ": {side: sideIn},
		"12:00 [garden] [info] Message from client: ":                 {"garden", sideOut},
		"12:00 [info] [my server] Message from server: ":              {"my server", sideIn},
		"[2026-01-01] [WARN] [12] Received: ":                         {side: sideIn},
		"[client] sending [a=b] ":                                     {"a=b", sideOut},
		"client -> server: ":                                          {side: sideOut},
		"client and server: ":                                         {},
		strings.Repeat("x", 300) + "[far]" + strings.Repeat("y", 200): {},
	} {
		if got := *saidBy(prefix); got != want {
			t.Errorf("%q: %+v", prefix, got)
		}
	}
}
