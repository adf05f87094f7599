package live

import (
	"context"
	"encoding/json"
	"errors"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// Call runs a tool, by the name that the server gave it, and returns what the server
// answers. The context bounds it: no time of the Client does. The server must still be
// connected (Client.Watch); several calls can go on at the same time. What a server
// asks of its client meanwhile is refused.
func (s *Server) Call(ctx context.Context, tool string, arguments json.RawMessage) (*mcp.CallToolResult, error) {
	if s.over.Err() != nil || s.link == nil || s.session == nil {
		return nil, errors.New("its server is no longer connected")
	}
	if !json.Valid(arguments) {
		return nil, errors.New("its arguments hold a number that is no JSON")
	}
	ctx, stop := context.WithCancel(ctx)
	defer stop()
	defer context.AfterFunc(s.over, stop)()
	result, err := s.session.CallTool(ctx, &mcp.CallToolParams{Name: tool, Arguments: arguments})
	if err != nil {
		return nil, s.fault(ctx, ctx, err, "during the call")
	}
	return result, nil
}
