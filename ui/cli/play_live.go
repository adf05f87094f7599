package cli

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"findable/engine"
	"findable/engine/py"
	"findable/loaders/live"
)

// letRun lets the app make calls on the running servers of a load.
func (k *keeper) letRun(s *setup) {
	ways := map[*engine.Entry]*live.Server{}
	for _, e := range s.source.Registry.Entries {
		if server := k.listedBy(e); server != nil && !e.Tool.Generated() {
			ways[e] = server
		}
	}
	if len(ways) == 0 {
		return
	}
	way := func(e *engine.Entry) *live.Server { // edits and generations make other entries of one tool
		if server := ways[e]; server != nil {
			return server
		}
		if loaded, ok := s.source.Registry.Lookup(e.Name); ok && loaded.Toolset == e.Toolset && loaded.Tool.LoadedName() == e.Tool.LoadedName() {
			return ways[loaded]
		}
		return nil
	}
	s.source.Play.Runs = func(e *engine.Entry) bool { return way(e) != nil }
	s.source.Play.Execute = func(ctx context.Context, e *engine.Entry, args py.Object) (string, error) {
		server := way(e)
		if server == nil {
			return "", errors.New("no server is connected to run it")
		}
		result, err := server.Call(ctx, e.Tool.LoadedName(), []byte(py.Compact(args)))
		if err != nil {
			return "", err
		}
		return answerText(result), nil
	}
}

// listedBy returns the running server that listed a tool, nil when none did.
func (k *keeper) listedBy(e *engine.Entry) *live.Server {
	if e.Server == nil {
		return nil
	}
	for _, s := range k.kept {
		if s.target.String() == e.Tool.Origin.File && (s.target.Name == "" || s.target.Name == e.Server.Name) {
			return s.server
		}
	}
	return nil
}

// answerText is a server's answer as text: its texts, and what else there is by kind
// and size. An error is an object that says so.
func answerText(result *mcp.CallToolResult) string {
	var parts []string
	for _, c := range result.Content {
		switch c := c.(type) {
		case *mcp.TextContent:
			parts = append(parts, c.Text)
		case *mcp.ImageContent:
			parts = append(parts, fmt.Sprintf("[an image, %s, %d bytes]", c.MIMEType, len(c.Data)))
		case *mcp.AudioContent:
			parts = append(parts, fmt.Sprintf("[a sound, %s, %d bytes]", c.MIMEType, len(c.Data)))
		case *mcp.ResourceLink:
			parts = append(parts, "[a link: "+c.URI+"]")
		default:
			parts = append(parts, fmt.Sprintf("[%T]", c))
		}
	}
	text := strings.Join(parts, "\n")
	if result.IsError {
		return py.Spaced(py.Object{{Key: "error", Value: text}})
	}
	return text
}
