package cli

import (
	"context"
	"encoding/json"
	"errors"
	"net/http"
	"net/http/httptest"
	"testing"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"findable/engine/py"
	"findable/loaders/live"
	"findable/ui"
)

// TestLetRun makes calls on a running server, through what the app is given, and gives
// one up.
func TestLetRun(t *testing.T) {
	s := mcp.NewServer(&mcp.Implementation{Name: "shed", Version: "1"}, nil)
	begun, over := make(chan struct{}, 1), make(chan struct{})
	add := func(name string, do mcp.ToolHandler) {
		s.AddTool(&mcp.Tool{Name: name, InputSchema: json.RawMessage(`{"type":"object"}`)}, do)
	}
	add("rake-leaves", func(_ context.Context, req *mcp.CallToolRequest) (*mcp.CallToolResult, error) {
		return &mcp.CallToolResult{Content: []mcp.Content{&mcp.TextContent{Text: string(req.Params.Arguments)}, &mcp.ImageContent{MIMEType: "image/png", Data: []byte("abc")}}}, nil
	})
	add("fails", func(context.Context, *mcp.CallToolRequest) (*mcp.CallToolResult, error) {
		return &mcp.CallToolResult{IsError: true, Content: []mcp.Content{&mcp.TextContent{Text: "no rake"}}}, nil
	})
	add("hangs", func(ctx context.Context, _ *mcp.CallToolRequest) (*mcp.CallToolResult, error) {
		begun <- struct{}{}
		select {
		case <-ctx.Done():
		case <-over:
		}
		return nil, errors.New("given up")
	})
	web := httptest.NewServer(mcp.NewStreamableHTTPHandler(func(*http.Request) *mcp.Server { return s }, nil))
	defer func() { close(over); web.CloseClientConnections(); web.Close() }()
	r := newRun("documented")
	r.servers = &live.Client{Watch: true}
	defer r.servers.Close()
	if err := (*targets)(&r.connect).Set("shed=" + web.URL); err != nil {
		t.Fatal(err)
	}
	ctx, stop := context.WithTimeout(context.Background(), time.Minute)
	defer stop()
	r.keeper = &keeper{run: r, ctx: ctx, beside: unguarded, changes: make(chan string, 1)}
	loaded, err := (&loader{run: r}).Load(ctx, ui.Ask{}, func(ui.Progress) {})
	if err != nil {
		t.Fatal(err)
	}
	play := loaded.Source.Play
	call := func(ctx context.Context, name string) (string, error) {
		e, ok := loaded.Source.Registry.Lookup(name)
		if !ok || !play.Runs(e) {
			t.Fatalf("%s does not run", name)
		}
		return play.Execute(ctx, e, py.Object{{Key: "bed", Value: "roses"}})
	}
	if got, err := call(ctx, "mcp__shed__rake_leaves"); err != nil || got != "{\"bed\":\"roses\"}\n[an image, image/png, 3 bytes]" {
		t.Errorf("%q, %v", got, err)
	}
	if got, err := call(ctx, "mcp__shed__fails"); err != nil || got != `{"error": "no rake"}` {
		t.Errorf("%q, %v", got, err)
	}
	limited, give := context.WithCancel(ctx)
	go func() { <-begun; give() }()
	if got, err := call(limited, "mcp__shed__hangs"); err == nil || ctx.Err() != nil {
		t.Errorf("a call that was given up answers %q", got)
	}
	r.servers.Close()
	if got, err := call(ctx, "mcp__shed__rake_leaves"); err == nil || errors.Is(err, context.Canceled) {
		t.Errorf("without its server it answers %q, %v", got, err)
	}
}
