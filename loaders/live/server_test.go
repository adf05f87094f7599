package live

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"os/signal"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"
	"go.uber.org/goleak"

	"findable/loaders"
)

// acting names the variable that makes this test binary a server in the place of
// running tests: what kind of server is its value.
const acting = "FINDABLE_TEST_SERVER"

func TestMain(m *testing.M) {
	if kind := os.Getenv(acting); kind != "" {
		act(kind)
		return
	}
	goleak.VerifyTestMain(m)
}

// rawSchema has its keys in an order, and numbers in a form, that maps lose.
const rawSchema = `{"type":"object","required":["z"],"properties":{"z":{"type":"number","maximum":10.50,"minimum":1e2},"a":{"enum":["<&>","é"]}},"additionalProperties":false}`

// garden is a server of 7 tools on pages of 3.
func garden() *mcp.Server {
	s := mcp.NewServer(&mcp.Implementation{Name: "garden", Title: "The garden", Version: "1.2"},
		&mcp.ServerOptions{PageSize: 3, Instructions: "Close the gate."})
	for i := range 7 {
		addTool(s, fmt.Sprintf("tool_%d", i))
	}
	s.AddPrompt(&mcp.Prompt{Name: "plant"}, func(context.Context, *mcp.GetPromptRequest) (*mcp.GetPromptResult, error) { return nil, nil })
	return s
}

func addTool(s *mcp.Server, name string) {
	s.AddTool(&mcp.Tool{Name: name, Description: "Does " + name, InputSchema: json.RawMessage(rawSchema)},
		func(context.Context, *mcp.CallToolRequest) (*mcp.CallToolResult, error) { return nil, nil })
}

// paged runs something before a server answers for each page of its tools, from 1.
func paged(s *mcp.Server, before func(ctx context.Context, page int)) *mcp.Server {
	page := 0
	s.AddReceivingMiddleware(func(next mcp.MethodHandler) mcp.MethodHandler {
		return func(ctx context.Context, method string, req mcp.Request) (mcp.Result, error) {
			if method == "tools/list" {
				page++
				before(ctx, page)
			}
			return next(ctx, method, req)
		}
	})
	return s
}

// act is a server over the standard streams until its input ends.
func act(kind string) {
	serve := func(s *mcp.Server) { _ = s.Run(context.Background(), &mcp.StdioTransport{}) }
	switch kind {
	case "garden":
		serve(garden())
	case "dies half-way":
		serve(paged(garden(), func(_ context.Context, page int) {
			if page == 3 {
				fmt.Fprintln(os.Stderr, "fetching the rest\nError: the hose has burst, key "+os.Getenv("SECRET_KEY")+"\n    at pump.go:7")
				os.Exit(3)
			}
		}))
	case "is slow":
		serve(paged(garden(), func(ctx context.Context, page int) {
			if page == 2 {
				<-ctx.Done()
			}
		}))
	case "floods":
		chunk := []byte(strings.Repeat("e", 1023) + "\n")
		for range 10 << 10 {
			os.Stderr.Write(chunk)
		}
		fmt.Fprintln(os.Stderr, "the end")
		serve(garden())
	case "is noisy":
		fmt.Print("Welcome!\n\n{\"level\":\"info\"}\n[not json\n")
		serve(paged(garden(), func(_ context.Context, page int) { fmt.Printf("page %d\n", page) }))
	case "is silent":
		ignore()
	case "has a child":
		child := exec.Command(os.Args[0])
		child.Env = append(os.Environ(), acting+"=is a grandchild")
		child.Stdout, child.Stderr = os.Stdout, os.Stderr // so that the pipes stay open
		if err := child.Start(); err != nil {
			panic(err)
		}
		if err := os.WriteFile(os.Getenv("PID_FILE"), fmt.Appendf(nil, "%d %d", os.Getpid(), child.Process.Pid), 0o600); err != nil {
			panic(err)
		}
		go serve(garden())
		ignore()
	case "is a grandchild":
		ignore()
	case "grows":
		s := garden()
		serve(paged(s, func(_ context.Context, page int) {
			if page == 3 {
				go addTool(s, "late")
			}
		}))
	case "is modern":
		byHand(map[string]string{
			"server/discover": `"result":{"supportedVersions":["2026-07-28"],"capabilities":{"tools":{}},"_meta":{"io.modelcontextprotocol/serverInfo":{"name":"modern","version":"9"}}}`,
			"tools/list":      `"result":{"tools":[{"name":"only","inputSchema":` + rawSchema + `}]}`,
		})
	case "has odd tools":
		byHand(map[string]string{"initialize": initialized, "tools/list": `"result":{"tools":[{"name":7},{"description":[]},{"name":"x","inputSchema":true},5]}`})
	case "goes round":
		byHand(map[string]string{"initialize": initialized, "tools/list": `"result":{"tools":[{"name":"x"}],"nextCursor":"again"}`})
	case "has no tools":
		byHand(map[string]string{"initialize": initialized})
	case "has no list":
		byHand(map[string]string{"initialize": initialized, "tools/list": `"result":{"tools":{}}`})
	case "refuses":
		byHand(map[string]string{"initialize": initialized, "tools/list": `"error":{"code":-32000,"message":"log in first"}`})
	case "closes its output":
		_ = os.Stdout.Close()
		ignore()
	case "stops at once":
		fmt.Println("usage: garden [FLAGS]")
		os.Exit(2)
	}
}

// ignore does not heed the request to end, and not the end of the input either.
func ignore() {
	signal.Ignore(syscall.SIGTERM)
	select {
	case <-time.After(time.Minute): // should a test fail to end it
	case <-context.Background().Done():
	}
}

// initialized is the answer of a server that is as it should be so far.
const initialized = `"result":{"protocolVersion":"2025-06-18","capabilities":{"resources":{}},"serverInfo":{"name":"hand","version":"1"}}`

// byHand answers requests with what is written here, as no library would.
func byHand(answers map[string]string) {
	in := json.NewDecoder(os.Stdin)
	for {
		var req struct {
			ID     json.RawMessage `json:"id"`
			Method string          `json:"method"`
		}
		if in.Decode(&req) != nil {
			return
		}
		answer := answers[req.Method]
		if answer == "" {
			answer = `"error":{"code":-32601,"message":"no such method"}`
		}
		if req.ID != nil {
			fmt.Printf(`{"jsonrpc":"2.0","id":%s,%s}`+"\n", req.ID, answer)
		}
	}
}

// stdio is this test binary as a server.
func stdio(kind string, env ...loaders.Setting) loaders.Launch {
	return loaders.Launch{Command: os.Args[0], Env: append(env, loaders.Setting{Name: acting, Value: kind},
		loaders.Setting{Name: "GORACE", Value: "atexit_sleep_ms=0"})} // or each would wait a second for others to race
}

// connect connects to one server and returns it when it has listed its tools.
func connect(t *testing.T, c *Client, target Target) *Server {
	t.Helper()
	t.Cleanup(c.Close)
	return c.Connect(context.Background(), []Target{target}, nil)[0]
}

// want compares a listing: pages, tools, and a part of the error.
func want(t *testing.T, l loaders.Listed, pages, tools int, fault string) {
	t.Helper()
	n := 0
	for _, p := range l.Pages {
		n += len(toolsOf(p))
	}
	if len(l.Pages) != pages || n != tools {
		t.Errorf("%d pages with %d tools, want %d with %d", len(l.Pages), n, pages, tools)
	}
	got := ""
	if l.Err != nil {
		got = l.Err.Error()
	}
	if (fault == "") != (got == "") || !strings.Contains(got, fault) {
		t.Errorf("error %q, want %q", got, fault)
	}
}
