package loaders

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"
)

// A toolName is a tool as far as these tests look at it.
type toolName struct{ Name string }

func decode[T any](t *testing.T, name string) (v T) {
	t.Helper()
	if err := json.Unmarshal([]byte(read(t, name)), &v); err != nil {
		t.Fatal(err)
	}
	return v
}

func namesOfTools(tools []toolName) string {
	var names []string
	for _, t := range tools {
		names = append(names, t.Name)
	}
	return strings.Join(names, " ")
}

// TestSharedExports loads the exports and crawls that were found in the wild. What
// they hold is counted by an obvious reading of each.
func TestSharedExports(t *testing.T) {
	history := decode[[]struct {
		Response struct{ Result struct{ Tools []toolName } }
	}](t, "inspector-history.json")
	crawl := decode[struct {
		Metadata struct {
			Remote struct {
				Tools []toolName
				Count int `json:"tool_count"`
			} `json:"remote_server_response"`
			Info struct{ Author string } `json:"server_info_crawled"`
		}
	}](t, "smithery-crawl.json").Metadata
	nested := decode[[]struct {
		Name  string
		Tools map[string]struct{ Tools []toolName }
	}](t, "livemcp-nested.json")
	var entries []string
	for _, e := range nested {
		for server, s := range e.Tools {
			entries = append(entries, fmt.Sprintf("server %s: %s\n", server, namesOfTools(s.Tools)))
		}
	}
	if len(history) < 2 || len(nested) != 6 || crawl.Remote.Count != len(crawl.Remote.Tools) {
		t.Fatal("the samples are not as they were")
	}
	last := history[len(history)-1].Response.Result.Tools
	for name, want := range map[string]string{
		"inspector-history.json": fmt.Sprintf("server inspector-history: %s\nfolded $[0].response.result\n", namesOfTools(last)),
		"smithery-crawl.json":    fmt.Sprintf("server %s: %s\n", crawl.Info.Author, namesOfTools(crawl.Remote.Tools)),
		"livemcp-nested.json":    strings.Join(entries, ""),
	} {
		res, err := load(t, catalogs+"formats/"+name)
		if err != nil || summary(res) != want {
			t.Errorf("%s: %v\ngot\n%swant\n%s", name, err, summary(res), want)
		}
		if res.Report.Unresolved != 0 {
			t.Errorf("%s: %d servers without tools", name, res.Report.Unresolved)
		}
		consistent(t, res)
	}
}

// TestSharedServersAlone loads the samples that name servers and hold no tools.
func TestSharedServersAlone(t *testing.T) {
	registry := decode[struct {
		Servers  []struct{ Server toolName }
		Metadata struct{ Count int }
	}](t, "mcp-registry-servers.json")
	var names []string
	for _, s := range registry.Servers {
		names = append(names, s.Server.Name)
	}
	if len(names) != registry.Metadata.Count {
		t.Fatal("the sample is not as it was")
	}
	for name, want := range map[string][]string{
		"mcp-registry-servers.json":   names,
		"docker-registry-server.yaml": {"buildkite"},
		"docker-catalog.yaml":         {"my-mcp"},
	} {
		res, err := load(t, catalogs+"formats/"+name)
		var got []string
		for _, c := range res.Cards {
			got = append(got, c.Name)
			if c.Launch == nil || c.Description == "" || c.Title == "" {
				t.Errorf("%s: %s is not told in full: %+v", name, c.Name, c)
			}
		}
		if err == nil || !slices.Equal(got, want) || res.Report.Unresolved != len(want) || res.Report.Tools+res.Report.Skipped != 0 {
			t.Errorf("%s: %v, %d servers, want %d; %+v", name, err, len(got), len(want), res.Report)
		}
	}
}

// TestSharedTypes checks that the schemas of Docker's registry and of BFCL are JSON
// Schema once they are loaded.
func TestSharedTypes(t *testing.T) {
	for name, sign := range map[string]string{"docker-registry-tools.json": `"desc"`, "openai-functions-bfcl.jsonl": `"dict"`} {
		source := read(t, name)
		if !strings.Contains(source, sign) {
			t.Fatalf("%s has no %s", name, sign)
		}
		schemas := 0
		for tool, schema := range parametersOf(t, source) {
			if strings.Contains(schema, sign) || strings.Contains(schema, `"float"`) {
				t.Errorf("%s: %s has %s", name, tool, schema)
			}
			if strings.HasPrefix(schema, `{"type":"object","properties":{`) {
				schemas++
			}
		}
		if want := strings.Count(source, `"arguments":`) + strings.Count(source, `"parameters": {"type": "dict"`); schemas != want {
			t.Errorf("%s: %d schemas, want %d", name, schemas, want)
		}
	}
}

// TestSharedIndex checks that the index beside the live dumps tells of each of them.
func TestSharedIndex(t *testing.T) {
	read(t, "docker-catalog.yaml") // skips when the catalogs are not here
	res, err := load(t, catalogs+"live")
	if err != nil {
		t.Fatal(err)
	}
	without := len(res.Catalog.Servers)
	for _, c := range res.Cards {
		if !c.Initialized || c.Tools == 0 || c.Origin.Path != "$"+pathKey(c.Name) {
			t.Errorf("card %+v", c)
		}
		without--
	}
	if without != 1 || len(res.Cards) != 53 || res.Report.Unresolved != 0 { // one dump was put together from source
		t.Errorf("%d cards for %d servers, %d unresolved", len(res.Cards), len(res.Catalog.Servers), res.Report.Unresolved)
	}
	for _, c := range res.Cards {
		if c.Name == "nx" && (c.Instructions == "" || !c.Resources || c.Prompts || c.Title != "Nx MCP") {
			t.Errorf("card %+v", c)
		}
	}
}
