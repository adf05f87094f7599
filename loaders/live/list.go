package live

import (
	"bytes"
	"context"
	"errors"
	"fmt"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
	"github.com/modelcontextprotocol/go-sdk/mcp"

	"findable/engine"
	"findable/engine/py"
	"findable/loaders"
)

// list asks for all pages.
func (s *Server) list(ctx, limited context.Context, tell func(Progress)) {
	s.listed.Pages, s.listed.Err = nil, nil
	cursor, count, bytes := "", 0, 0
	asked := map[string]int{} // the page that was asked for with a cursor
	for page := 1; ; page++ {
		tell(s.progress(Listing, page, count))
		v, size, err := s.page(limited, cursor)
		if err != nil {
			s.listed.Err = s.fault(ctx, limited, err, fmt.Sprintf("at page %d", page))
			break
		}
		s.listed.Pages = append(s.listed.Pages, v)
		count += len(toolsOf(v))
		asked[cursor] = page
		o, _ := v.(py.Object)
		if cursor = o.Text("nextCursor"); cursor == "" {
			return
		}
		if again := asked[cursor]; again > 0 {
			s.listed.Err = fmt.Errorf("page %d gives the cursor of page %d again, so there is no end to its list", page, again)
			break
		}
		if bytes += size; bytes > loaders.MaxBytes {
			s.listed.Err = fmt.Errorf("its list has more than %d MB", loaders.MaxBytes>>20)
			break
		}
	}
	if n := len(s.listed.Pages); n > 0 {
		s.listed.Err = fmt.Errorf("%s of ?, %s, then: %w", engine.Plural(n, "page", "pages"), engine.Plural(count, "tool", "tools"), s.listed.Err)
	}
}

// toolsOf returns the tools of a page.
func toolsOf(page py.Value) py.List {
	o, _ := page.(py.Object)
	return o.List("tools")
}

// page asks for one page and returns the result as the server wrote it, and its
// size in bytes.
func (s *Server) page(ctx context.Context, cursor string) (py.Value, int, error) {
	before := s.wire.count()
	_, err := s.session.ListTools(ctx, &mcp.ListToolsParams{Cursor: cursor})
	raw := s.wire.result(cursor)
	if err != nil && s.wire.count() == before {
		raw = nil // it was not even asked: the answer is one of before
	}
	// What the library cannot decode may be read all the same.
	if raw == nil {
		var answer *jsonrpc.Error
		if can := s.session.InitializeResult().Capabilities; errors.As(err, &answer) && answer.Code == jsonrpc.CodeMethodNotFound && (can == nil || can.Tools == nil) {
			return py.Object{{Key: "tools", Value: py.List{}}}, 0, nil // a server of resources or prompts alone
		}
		if err == nil {
			err = unusable("gave no answer")
		}
		return nil, 0, err
	}
	v, err := py.Parse(bytes.ToValidUTF8(raw, []byte("\uFFFD")))
	if err != nil {
		return nil, 0, unusable("gave an answer that cannot be read, " + err.Error() + ",")
	}
	o, _ := v.(py.Object)
	if tools, _ := o.Get("tools"); !isList(tools) {
		return nil, 0, unusable("gave an answer without a list of tools")
	}
	return v, len(raw), nil
}

func isList(v py.Value) bool {
	_, ok := v.(py.List)
	return ok
}
