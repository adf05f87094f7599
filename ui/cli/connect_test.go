package cli

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"findable/engine"
	"findable/loaders"
)

// garden is an MCP server of three tools on two pages.
func garden(s *mcp.ServerOptions) *mcp.Server {
	s.PageSize = 2
	server := mcp.NewServer(&mcp.Implementation{Name: "garden", Version: "1"}, s)
	for _, name := range []string{"open_gate", "close_gate", "water_beds"} {
		server.AddTool(&mcp.Tool{Name: name, Description: "Garden: " + name, InputSchema: json.RawMessage(`{"type":"object","properties":{"when":{"type":"string"},"area":{"type":"string"}}}`)},
			func(context.Context, *mcp.CallToolRequest) (*mcp.CallToolResult, error) { return nil, nil })
	}
	return server
}

// actGarden is the program mcp-garden of the scripts. Its argument says what is
// wrong with it.
func actGarden() {
	switch strings.Join(os.Args[1:min(2, len(os.Args))], "") {
	case "broken":
		fmt.Fprintln(os.Stderr, "reading the plan\nError: the \x1b[31mplan\x1b[0m is lost")
		os.Exit(4)
	case "lively":
		_ = lively(os.Args[2]).Run(context.Background(), &mcp.StdioTransport{})
		return
	case "silent":
		if err := os.WriteFile(os.Args[2], fmt.Append(nil, os.Getpid()), 0o600); err != nil {
			panic(err)
		}
		time.Sleep(time.Minute) // should the test fail to end it
	}
	s := garden(&mcp.ServerOptions{Instructions: os.Getenv("GARDEN_KEY")})
	s.AddPrompt(&mcp.Prompt{Name: "plant"}, func(context.Context, *mcp.GetPromptRequest) (*mcp.GetPromptResult, error) { return nil, nil })
	_ = s.Run(context.Background(), &mcp.StdioTransport{})
}

// lively is the garden with tools that do something.
func lively(pidFile string) *mcp.Server {
	if err := os.WriteFile(pidFile, fmt.Append(nil, os.Getpid()), 0o600); err != nil {
		panic(err)
	}
	s := mcp.NewServer(&mcp.Implementation{Name: "garden", Version: "1"}, nil)
	schema := json.RawMessage(`{"type":"object","properties":{"area":{"type":"array","items":{"type":"string"}}}}`)
	yes := true
	s.AddTool(&mcp.Tool{Name: "water-beds", Description: "Waters.", InputSchema: schema}, func(_ context.Context, req *mcp.CallToolRequest) (*mcp.CallToolResult, error) {
		return &mcp.CallToolResult{Content: []mcp.Content{&mcp.TextContent{Text: "watered " + string(req.Params.Arguments)}}, StructuredContent: map[string]any{"wet": true}}, nil
	})
	s.AddTool(&mcp.Tool{Name: "burn", Description: "Burns.", InputSchema: schema, Annotations: &mcp.ToolAnnotations{DestructiveHint: &yes}}, func(context.Context, *mcp.CallToolRequest) (*mcp.CallToolResult, error) {
		os.Exit(3)
		return nil, nil
	})
	s.AddTool(&mcp.Tool{Name: "wait", Description: "Waits.", InputSchema: schema}, func(ctx context.Context, _ *mcp.CallToolRequest) (*mcp.CallToolResult, error) {
		<-ctx.Done()
		return nil, ctx.Err()
	})
	return s
}

// TestHeader connects to an address that wants a key, which comes from the
// environment and goes nowhere else.
func TestHeader(t *testing.T) {
	serve := func(key string) string {
		s := garden(&mcp.ServerOptions{})
		h := mcp.NewStreamableHTTPHandler(func(*http.Request) *mcp.Server { return s }, nil)
		web := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			if r.Header.Get("X-Key") != key {
				w.WriteHeader(http.StatusForbidden)
				return
			}
			h.ServeHTTP(w, r)
		}))
		t.Cleanup(func() { web.CloseClientConnections(); web.Close() })
		return web.URL
	}
	t.Setenv("THE_KEY", "very-secret")
	var out, faults strings.Builder
	status := Main(context.Background(), []string{"report", "--connect", "a=" + serve("very-secret"), "--header", "X-Key: ${THE_KEY}", "--connect", "b=" + serve("")},
		nil, &out, &faults)
	if status != 0 || !strings.Contains(out.String(), "6 of 2 servers") || strings.Contains(out.String()+faults.String(), "very-secret") {
		t.Errorf("status %d\n%s%s", status, out.String(), faults.String())
	}
}

func TestPick(t *testing.T) {
	card := func(name, command string, disabled bool) loaders.Card {
		c := loaders.Card{Name: name, Words: &engine.Server{Disabled: disabled}}
		if command != "" {
			c.Launch = &loaders.Launch{Command: command}
		}
		return c
	}
	cards := []loaders.Card{card("a", "", false), card("a", "one", false), card("b", "two", true), card("a", "three", false), card("c", "four", false)}
	for names, want := range map[string]string{
		"a": "a:one", "b": "b:two", "all": "a:one c:four", "c a c": "c:four a:one", "": "",
		"x": "--launch x: no configuration that is opened names such a server; there are a, b, c",
	} {
		picked, err := pick(cards, strings.Fields(names))
		var got []string
		for _, p := range picked {
			got = append(got, p.Name+":"+p.Command)
		}
		if err != nil {
			got = append(got, err.Error())
		}
		if text := strings.Join(got, " "); text != want {
			t.Errorf("%s: %s, want %s", names, text, want)
		}
	}
	if _, err := pick(cards[:1], []string{"all"}); err == nil {
		t.Error("nothing to launch, and no error")
	}
}
