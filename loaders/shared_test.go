package loaders

import (
	"context"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"findable/engine"
)

const catalogs = "../../shared/catalogs/"

// counts is what the catalogs' README says of a file; servers is 0 where its
// table has no such column.
type counts struct{ tools, servers int }

// readCounts reads the tables of the catalogs' README by their heads: the
// columns file or catalogue, tools, and servers where there is one.
func readCounts(t *testing.T) map[string]counts {
	raw, err := os.ReadFile(catalogs + "README.md")
	if err != nil {
		t.Skip("the shared catalogs are not here: ", err)
	}
	found := map[string]counts{}
	var head map[string]int
	for line := range strings.Lines(string(raw)) {
		line = strings.TrimSpace(line)
		if !strings.HasPrefix(line, "|") {
			head = nil
			continue
		}
		cells := strings.Split(strings.Trim(line, "|"), "|")
		for i := range cells {
			cells[i] = strings.TrimSpace(cells[i])
		}
		if head == nil {
			head = map[string]int{}
			for i, c := range cells {
				head[c] = i
			}
			continue
		}
		file, inFile := head["catalogue"]
		if !inFile {
			file, inFile = head["file"]
		}
		tools, counted := head["tools"]
		if !inFile || !counted || strings.HasPrefix(cells[file], "---") {
			continue
		}
		c := counts{tools: count(t, cells[tools])}
		if servers, ok := head["servers"]; ok {
			c.servers = count(t, cells[servers])
		}
		found[cells[file]] = c
	}
	return found
}

func count(t *testing.T, cell string) int {
	n, err := strconv.Atoi(strings.ReplaceAll(cell, ",", ""))
	if err != nil {
		t.Fatal(err)
	}
	return n
}

// TestSharedCatalogs loads each file that the README counts and each catalog
// that lies beside them.
func TestSharedCatalogs(t *testing.T) {
	want := readCounts(t)
	files := 0
	for _, pattern := range []string{"live/*.json", "flat/*.json", "labelled/*.catalog.json"} {
		matches, err := filepath.Glob(catalogs + pattern)
		if err != nil {
			t.Fatal(err)
		}
		for _, file := range matches {
			name := strings.TrimPrefix(filepath.ToSlash(file), catalogs)
			if name == "live/index.json" { // about the dumps, not a dump
				continue
			}
			c, ok := want[name]
			if !ok {
				t.Errorf("the README does not count %s", name)
				continue
			}
			files++
			checkCounts(t, file, c)
		}
	}
	if files != len(want) {
		t.Errorf("the README counts %d files, %d were found", len(want), files)
	}
}

func checkCounts(t *testing.T, file string, c counts) {
	res, err := load(t, file)
	if err != nil {
		t.Error(err)
		return
	}
	if res.Report.Tools != c.tools || c.servers > 0 && res.Report.Servers != c.servers || c.servers == 0 && res.Report.Servers != 1 {
		t.Errorf("%s: %d tools of %d servers, want %d of %d", file, res.Report.Tools, res.Report.Servers, c.tools, c.servers)
	}
	raw, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	want := "JSON-RPC response, tools/list result, MCP tools"
	switch {
	case strings.HasPrefix(string(raw), `{"servers"`):
		want = "server list, tools/list result, MCP tools"
	case strings.HasPrefix(string(raw), `{"tools"`):
		want = "tools/list result, MCP tools"
	}
	if got := res.Report.Files[0].Format; got != want {
		t.Errorf("%s is taken for %s, want %s", file, got, want)
	}
	if res.Report.Skipped != 0 || len(res.Report.Files) != 1 || len(res.Catalog.Toolsets) != 0 {
		t.Errorf("%s: %+v", file, res.Report)
	}
	consistent(t, res)
}

// TestSharedFolder loads the live dumps as a folder: one server a file.
func TestSharedFolder(t *testing.T) {
	tools, servers := 0, 0
	for name, c := range readCounts(t) {
		if strings.HasPrefix(name, "live/") {
			tools, servers = tools+c.tools, servers+1
		}
	}
	res, err := load(t, catalogs+"live")
	if err != nil || res.Report.Tools != tools || res.Report.Servers != servers {
		t.Errorf("%v: %d tools of %d servers, want %d of %d", err, res.Report.Tools, res.Report.Servers, tools, servers)
	}
	raw, err := os.ReadFile(catalogs + "live/index.json")
	if err != nil {
		t.Fatal(err)
	}
	more := 0 // servers that say they have resources or prompts
	for entry := range strings.SplitSeq(string(raw), `"package":`) {
		if _, capabilities, ok := strings.Cut(entry, `"capabilities":`); ok && regexp.MustCompile(`"(resources|prompts)": \{`).MatchString(capabilities) {
			more++
		}
	}
	for _, n := range res.Report.Notes {
		if n.Kind != Utility || !strings.HasSuffix(n.File, "index.json") {
			t.Errorf("note %s", n)
		}
	}
	if len(res.Report.Notes) != more {
		t.Errorf("%d notes, want one for each of the %d servers whose capabilities add tools", len(res.Report.Notes), more)
	}
}

// sharedFormats are the files of other shapes: what they are taken for, and what they
// hold. sign is a text that the file has once for each tool, or for each server where
// it has no tools.
var sharedFormats = map[string]struct {
	format                     string
	tools, servers, unresolved int
	sign                       string
	notes                      string // kinds, in order
}{
	"anthropic-tools.json":              {"array, Anthropic tools", 15, 0, 0, `"input_schema"`, ""},
	"claude-desktop-config.json":        {"client configuration", 0, 0, 36, `"command"`, "ignored no_tools"},
	"docker-catalog.yaml":               {"Docker MCP catalogue", 0, 0, 1, " image: ", "no_tools"},
	"docker-registry-server.yaml":       {"Docker registry entry", 0, 0, 1, "image:", "no_tools"},
	"docker-registry-tools.json":        {"array, MCP tools, Docker registry tools", 24, 1, 0, `"annotations"`, ""},
	"gemini-extension.json":             {"client configuration", 0, 0, 1, `"httpUrl"`, "no_tools"},
	"gemini-function-declarations.json": {"tools of a request, Gemini function declarations", 5, 0, 0, `"parameters"`, ""},
	"hermes-config.yaml":                {"client configuration", 0, 0, 8, "\n    command:|\n    url:", "ignored no_tools"},
	"inspector-history.json":            {"array, MCP Inspector protocol log, MCP tools", 18, 1, 0, "", "folded"},
	"livemcp-nested.json":               {"array, LiveMCPBench entry, MCP tools", 57, 6, 0, `"inputSchema"`, ""},
	"mcp-registry-servers.json":         {"registry list", 0, 0, 100, `"server": {`, "no_tools"},
	"openai-chat-tools.json":            {"array, OpenAI chat tools", 26, 0, 0, `"type": "function"`, ""},
	"openai-functions-bfcl.jsonl":       {"single tool, OpenAI functions", 18, 0, 0, "\n", ""},
	"openai-responses-tools.json":       {"array, OpenAI functions", 9, 0, 0, `"defer_loading"`, "skipped ignored"},
	"smithery-crawl.json":               {"Smithery crawl, MCP tools (input_schema)", 38, 1, 0, "", ""},
	"stdio-session-noise.txt":           {"JSON-RPC response, initialize answer, tools/list result, MCP tools", 43, 1, 0, `"inputSchema"`, "aside"},
	"tools-list-pages.jsonl":            {"JSON-RPC response, tools/list result, MCP tools", 23, 1, 0, `"inputSchema"`, ""},
	"toolsnap-create_pull_request.snap": {"single tool, MCP tools", 1, 1, 0, `"inputSchema"`, ""},
	"vscode-mcp.json":                   {"client configuration", 0, 0, 3, `"stdio"|"sse"`, "no_tools"},
	"zed-settings.jsonc":                {"client configuration", 0, 0, 2, `"command"`, "ignored no_tools"},
}

// TestSharedFormats loads each file of other shapes.
func TestSharedFormats(t *testing.T) {
	known := readCounts(t)
	readme, err := os.ReadFile(catalogs + "README.md")
	if err != nil {
		t.Fatal(err)
	}
	files, err := filepath.Glob(catalogs + "formats/*")
	if err != nil || len(files) != len(sharedFormats) {
		t.Errorf("%v: %d files, want %d", err, len(files), len(sharedFormats))
	}
	for name, c := range sharedFormats {
		text := read(t, name)
		if from := regexp.MustCompile(regexp.QuoteMeta(name) + ` \| converted from (\S+)`).FindSubmatch(readme); from != nil && known[string(from[1])].tools != c.tools {
			t.Errorf("the README has %d tools for %s", known[string(from[1])].tools, name)
		}
		signs := 0
		for sign := range strings.SplitSeq(c.sign, "|") {
			signs += strings.Count(text, sign)
		}
		if c.sign != "" && signs != c.tools+c.unresolved {
			t.Errorf("%s has %d times %s", name, signs, c.sign)
		}
		res, err := load(t, catalogs+"formats/"+name)
		if (err == nil) != (c.tools > 0) {
			t.Errorf("%s: %v", name, err)
		}
		var kinds []string
		for _, n := range res.Report.Notes {
			kinds = append(kinds, string(n.Kind))
		}
		format := ""
		if len(res.Report.Files) == 1 {
			format = res.Report.Files[0].Format
		}
		if r := res.Report; format != c.format || r.Tools != c.tools || r.Servers != c.servers || r.Unresolved != c.unresolved || strings.Join(kinds, " ") != c.notes {
			t.Errorf("%s: %q, %d tools of %d servers, %d unresolved, notes %s", name, format, r.Tools, r.Servers, r.Unresolved, kinds)
		}
		consistent(t, res)
	}
}

// TestSharedQueries reads each set of queries as the cases that the README counts; as
// a dump none gives a tool.
func TestSharedQueries(t *testing.T) {
	readme, err := os.ReadFile(catalogs + "README.md")
	if err != nil {
		t.Skip("the shared catalogs are not here: ", err)
	}
	files, err := filepath.Glob(catalogs + "labelled/*.queries.jsonl")
	if err != nil || len(files) != 5 {
		t.Errorf("%v: %d files", err, len(files))
	}
	for _, file := range files {
		name := filepath.Base(file)
		row := regexp.MustCompile(regexp.QuoteMeta(name) + `.*\| (\d+) \((\d+) want several\)`).FindSubmatch(readme)
		if row == nil {
			t.Errorf("the README does not count %s", name)
			continue
		}
		set, err := ReadCases(context.Background(), file, "", Options{})
		several := 0
		for _, c := range set.Cases {
			if len(c.Expect) > 1 {
				several++
			}
		}
		if err != nil || len(set.Cases) != count(t, string(row[1])) || several != count(t, string(row[2])) || set.Format != "list of cases" {
			t.Errorf("%s: %v, %d %s, %d want several; the README has %s and %s", name, err, len(set.Cases), set.Format, several, row[1], row[2])
		}
		res, err := load(t, file)
		if err == nil || !strings.HasSuffix(err.Error(), "which hold no tools; they are cases for findable eval --cases") || res.Report.Tools != 0 {
			t.Errorf("%s as a dump: %v", name, err)
		}
	}
}

func read(t *testing.T, name string) string {
	raw, err := os.ReadFile(catalogs + "formats/" + name)
	if err != nil {
		t.Skip("the shared catalogs are not here: ", err)
	}
	return string(raw)
}

// TestSharedAgentConfig reads the one real Hermes config.
func TestSharedAgentConfig(t *testing.T) {
	read(t, "hermes-config.yaml")
	c, err := ReadAgentConfig(context.Background(), catalogs+"formats/hermes-config.yaml")
	if err != nil || !c.HasToolSearch || len(c.Servers) != 8 {
		t.Fatalf("%v %+v", err, c)
	}
	if _, notices := engine.ReadConfig(c.ToolSearch, engine.Documented()); len(notices) != 0 {
		t.Errorf("notices %v", notices)
	}
}

// TestSharedSecondPreparation shows why an agent's list goes to a toolset under
// its own names: registered again, every name stays.
func TestSharedSecondPreparation(t *testing.T) {
	readCounts(t)
	res, err := load(t, catalogs+"live")
	if err != nil {
		t.Fatal(err)
	}
	var sent []string
	for _, e := range engine.Register(res.Catalog).Entries {
		sent = append(sent, e.Definition())
	}
	opt := Options{Rules: engine.Documented(), Stdin: strings.NewReader("[" + strings.Join(sent, ",") + "]")}
	again, err := Load(context.Background(), []Source{{Path: "-"}}, opt)
	if err != nil {
		t.Fatal(err)
	}
	entries := engine.Register(again.Catalog).Entries
	if len(entries) != len(sent) || again.Report.Servers != res.Report.Servers {
		t.Fatalf("%d tools of %d servers, want %d of %d", len(entries), again.Report.Servers, len(sent), res.Report.Servers)
	}
	for i, e := range entries {
		if e.Definition() != sent[i] {
			t.Errorf("%s is changed by a second preparation", e.Name)
		}
	}
}
