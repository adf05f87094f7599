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

// TestSharedFormats loads the files of the first formats that were found in the
// wild. Where the README says what one was converted from, its count is that.
func TestSharedFormats(t *testing.T) {
	known := readCounts(t)
	readme, err := os.ReadFile(catalogs + "README.md")
	if err != nil {
		t.Fatal(err)
	}
	for name, c := range map[string]struct {
		tools   int // 0 where the dump that it was converted from says it
		server  bool
		skipped int
		ignored int
	}{
		"openai-chat-tools.json":            {},
		"openai-responses-tools.json":       {skipped: 1, ignored: 1},
		"anthropic-tools.json":              {tools: 15},
		"tools-list-pages.jsonl":            {server: true},
		"docker-registry-tools.json":        {tools: 24, server: true},
		"toolsnap-create_pull_request.snap": {tools: 1, server: true},
		"openai-functions-bfcl.jsonl":       {tools: strings.Count(read(t, "openai-functions-bfcl.jsonl"), "\n")},
	} {
		if c.tools == 0 {
			from := regexp.MustCompile(regexp.QuoteMeta(name) + ` \| converted from (\S+)`).FindSubmatch(readme)
			if from == nil {
				t.Errorf("the README does not say what %s was made from", name)
				continue
			}
			c.tools = known[string(from[1])].tools
		}
		res, err := load(t, catalogs+"formats/"+name)
		if err != nil || res.Report.Tools != c.tools || res.Report.Skipped != c.skipped || (len(res.Catalog.Servers) == 1) != c.server ||
			len(res.Report.Notes) != c.skipped+c.ignored {
			t.Errorf("%s: %v, %+v", name, err, res.Report)
		}
		consistent(t, res)
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
