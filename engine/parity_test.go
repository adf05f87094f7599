package engine

import (
	"bufio"
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"os"
	"path/filepath"
	"testing"

	"findable/engine/py"
)

// shared is where the recorded answers and the real catalogs stand beside a
// checkout; tests that read them are skipped where they are not.
const shared = "../../shared"

func readShared(t testing.TB, name string) []byte {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(shared, name))
	if err != nil {
		t.Skipf("skipped: the recorded answers are not beside this checkout (%v)", err)
	}
	return text
}

func parseJSON(t testing.TB, text []byte) py.Value {
	t.Helper()
	v, err := py.Parse(text)
	if err != nil {
		t.Fatal(err)
	}
	return v
}

// jsonLines parses a file of one JSON object a line.
func jsonLines(t testing.TB, text []byte) []py.Object {
	t.Helper()
	var rows []py.Object
	sc := bufio.NewScanner(bytes.NewReader(text))
	sc.Buffer(nil, 1<<26)
	for sc.Scan() {
		rows = append(rows, parseJSON(t, sc.Bytes()).(py.Object))
	}
	if err := sc.Err(); err != nil {
		t.Fatal(err)
	}
	return rows
}

func digest(text string) string {
	sum := sha256.Sum256([]byte(text))
	return hex.EncodeToString(sum[:8])
}

// at walks keys and indexes into a value; a missing step gives nil.
func at(v py.Value, path ...any) py.Value {
	for _, step := range path {
		switch step := step.(type) {
		case string:
			o, _ := v.(py.Object)
			v, _ = o.Get(step)
		case int:
			v = v.(py.List)[step]
		}
	}
	return v
}

func list(v py.Value) py.List     { l, _ := v.(py.List); return l }
func object(v py.Value) py.Object { o, _ := v.(py.Object); return o }
func str(v py.Value) string       { s, _ := v.(string); return s }
func integer(v py.Value) int      { n, _ := py.ToInt(v); return n }

func stringsOf(v py.Value) []string {
	out := []string{}
	for _, s := range list(v) {
		out = append(out, str(s))
	}
	return out
}

// mcpTool turns a tool as a server lists it into the engine's shape.
func mcpTool(v py.Value) Tool {
	raw := object(v)
	f := py.Object{{Key: "name", Value: raw.Text("name")}}
	if d, ok := raw.Get("description"); ok {
		f = append(f, py.Member{Key: "description", Value: d})
	}
	if p, ok := raw.Get("inputSchema"); ok {
		f = append(f, py.Member{Key: "parameters", Value: p})
	}
	return Tool{Function: f, Raw: raw}
}

func mcpTools(v py.Value) []Tool {
	var tools []Tool
	for _, t := range list(v) {
		tools = append(tools, mcpTool(t))
	}
	return tools
}

// caseCatalog reads the catalog of a recorded case.
func caseCatalog(v py.Value) Catalog {
	var c Catalog
	for _, name := range list(at(v, "core")) {
		c.Core = append(c.Core, Tool{Function: py.Object{{Key: "name", Value: name}}})
	}
	for _, p := range list(at(v, "plugins")) {
		c.Toolsets = append(c.Toolsets, Toolset{Name: str(at(p, "name")), Tools: mcpTools(at(p, "tools"))})
	}
	for _, s := range list(at(v, "servers")) {
		c.Servers = append(c.Servers, Server{Name: str(at(s, "name")), Tools: mcpTools(at(s, "tools"))})
	}
	return c
}

// plainRegistry is the pipeline `plain` of the records: schemas copied as they
// are, file order.
func plainRegistry(c Catalog) *Registry {
	r := &Registry{byName: map[string]*Entry{}, words: newVocabulary()}
	for _, s := range c.Servers {
		for _, t := range s.Tools {
			e := &Entry{Name: MCPName(s.Name, t.Name()), Toolset: s.Toolset(), Server: &s, Tool: t}
			e.Function = t.Function.With("name", e.Name)
			e.Schema, _ = t.Function.Get("parameters")
			r.finish(e)
			r.byName[e.Name] = e
			r.Entries = append(r.Entries, e)
		}
	}
	return r
}
