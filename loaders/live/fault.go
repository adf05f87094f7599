package live

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"strings"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
	"github.com/modelcontextprotocol/go-sdk/mcp"

	"findable/engine"
	"findable/loaders"
)

// notSent is the code of the client library's own error for a message that it could
// not send, which looks like an answer.
const notSent = -32005

// unusable says what is wrong with an answer that did come.
type unusable string

func (u unusable) Error() string { return string(u) }

// fault says in one clause why a server failed; when is when. Secrets are not in
// it, nor the address, which may hold some.
func (s *Server) fault(ctx, limited context.Context, err error, when string) error {
	switch {
	case ctx.Err() != nil || s.over.Err() != nil:
		return fmt.Errorf("was stopped %s", when)
	case limited.Err() != nil:
		return fmt.Errorf("timed out after %s %s%s", s.client.timeout(), when, s.words())
	case s.link == nil: // it was not even started
		return errors.New(s.secrets.Replace(err.Error()))
	}
	var ours unusable
	if errors.As(err, &ours) {
		return fmt.Errorf("%w %s", ours, when)
	}
	var answer *jsonrpc.Error
	answered := errors.As(err, &answer) && answer.Code != notSent && !errors.Is(err, mcp.ErrConnectionClosed)
	if s.program != nil {
		return s.programFault(err, answer, answered, when)
	}
	return s.webFault(err, answer, answered, when)
}

func (s *Server) programFault(err error, answer *jsonrpc.Error, answered bool, when string) error {
	switch {
	case answered:
		return fmt.Errorf("answered with the error %s %s", s.quote(answer.Message), when)
	case s.program.messages.long.Load():
		return fmt.Errorf("%w %s", errTooLong, when)
	case s.program.endsWithin(s.client.grace()):
		text := s.program.exit() + " " + when
		if words := s.words(); words != "" {
			text += words
		} else if !s.listed.Server.Initialized {
			text += "; is it an MCP server that speaks over its standard streams?"
		}
		return errors.New(text)
	case errors.Is(err, mcp.ErrConnectionClosed), errors.Is(err, io.EOF):
		return fmt.Errorf("closed its standard output %s%s", when, s.words())
	}
	return fmt.Errorf("%s %s", s.quote(err.Error()), when)
}

func (s *Server) webFault(err error, answer *jsonrpc.Error, answered bool, when string) error {
	h := s.web
	h.mu.Lock()
	defer h.mu.Unlock()
	message := ""
	if answered {
		message = ": " + s.quote(answer.Message)
	}
	switch {
	case h.code == http.StatusUnauthorized || h.code == http.StatusForbidden:
		return fmt.Errorf("answered HTTP %d %s %s%s; it wants a header such as Authorization", h.code, h.status, when, message)
	case h.code >= 400:
		return fmt.Errorf("answered HTTP %d %s %s%s", h.code, h.status, when, message)
	case h.fault != nil:
		return fmt.Errorf("cannot be reached %s: %s", when, s.secrets.Replace(h.fault.Error()))
	case answered:
		return fmt.Errorf("answered with the error %s %s", s.quote(answer.Message), when)
	case errors.Is(err, errTooLong):
		return fmt.Errorf("%w %s", errTooLong, when)
	case h.code >= 300:
		return fmt.Errorf("answered HTTP %d %s %s", h.code, h.status, when)
	case h.kind != "application/json" && h.kind != "text/event-stream":
		return fmt.Errorf("answered with %s %s, which no MCP server does; check the address", s.quote(h.kind), when)
	}
	text := err.Error()
	if h.home != nil {
		text = strings.ReplaceAll(text, h.home.String(), (&loaders.Launch{URL: h.home.String()}).String())
	}
	return fmt.Errorf("failed %s: %s", when, s.secrets.Replace(text))
}

// words is what a program said last on its standard error, behind a colon.
func (s *Server) words() string {
	if s.link == nil || s.program == nil {
		return ""
	}
	if last := s.program.lastWords(); last != "" {
		return ": " + s.secrets.Replace(last)
	}
	return ""
}

// mostWords is how many characters are shown of what a server says.
const mostWords = 300

// quote returns foreign text for a sentence, cut.
func (s *Server) quote(text string) string {
	return fmt.Sprintf("%q", engine.Clip(s.secrets.Replace(text), mostWords, "…"))
}
