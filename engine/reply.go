package engine

import (
	"unicode/utf8"

	"findable/engine/arguments"
	"findable/engine/py"
)

// An ErrorKind names why a bridge tool answers with an error, after the
// reference's own cases. The sentences are findable's, the kinds and their order
// of precedence the reference's.
type ErrorKind string

// The kinds of error; those of reading a call are package arguments' own.
const (
	NotAList         ErrorKind = "not_a_list"
	EmptyList        ErrorKind = "empty_list"
	TooMany          ErrorKind = "too_many"
	NoName           ErrorKind = arguments.NoName
	BridgeRecursion  ErrorKind = arguments.BridgeRecursion
	BadJSON          ErrorKind = arguments.BadJSON
	NotAnObject      ErrorKind = arguments.NotAnObject
	NotDeferrable    ErrorKind = "not_deferrable"
	UnknownTool      ErrorKind = "unknown_tool"
	OutOfScope       ErrorKind = "out_of_scope"
	MissingArguments ErrorKind = "missing_arguments"
	BadArguments     ErrorKind = "bad_arguments"
	BadCalls         ErrorKind = arguments.BadCalls
	LocalBatch       ErrorKind = arguments.LocalBatch
)

// maxErrorText is the longest error sentence, in characters; a longer one is cut
// and marked.
const maxErrorText = 2048

// A Reply is what a bridge tool answers.
type Reply struct {
	// Text is the JSON text the model gets.
	Text string
	// Kind is "" unless the text is an error.
	Kind ErrorKind
	// Results holds the rankings behind a tool_search reply, one a query.
	Results []Result
}

// Characters returns the length of the reply.
func (r Reply) Characters() int { return utf8.RuneCountInString(r.Text) }

// Tokens estimates what the reply costs.
func (r Reply) Tokens() int { return Tokens(r.Characters()) }

func errorReply(kind ErrorKind, sentence string, more ...py.Member) Reply {
	o := append(py.Object{{Key: "error", Value: Clip(sentence, maxErrorText, "…")}}, more...)
	return Reply{Text: py.Spaced(o), Kind: kind}
}

// readTexts reads a list of texts as the reference does: one bare string is a
// list of one, false-like items are empty, other items take their Python text
// form, all are trimmed, empty ones dropped.
func readTexts(v py.Value, present bool) ([]string, ErrorKind) {
	if s, ok := v.(string); ok {
		v = py.List{s}
	}
	list, ok := v.(py.List)
	if !ok || !present {
		return nil, NotAList
	}
	var texts []string
	for _, item := range list {
		if !py.Truthy(item) {
			continue
		}
		if s := py.Strip(py.Str(item)); s != "" {
			texts = append(texts, s)
		}
	}
	if len(texts) == 0 {
		return nil, EmptyList
	}
	return texts, ""
}
