package play

import (
	"unicode/utf8"

	"findable/engine"
	"findable/engine/py"
)

// A Side counts what one way of loading tools has cost so far, in tokens.
type Side struct {
	// Prefix is what every request carries for its tools.
	Prefix int
	// Talk is what calls and replies have added to the conversation.
	Talk int
	// Requests counts requests to the model, the one that waits for the next message
	// included; Sent is what they have carried together.
	Requests, Sent int
}

// Context is what the next request carries.
func (s Side) Context() int { return s.Prefix + s.Talk }

// A Meter holds the bridge against the same work with every tool loaded, where nothing
// is searched for or described and each tool is called by its own name. The user's
// words and the model's own are the same on both sides and left out.
type Meter struct {
	Bridge, Eager Side

	bridge, eager int // characters of the talk
}

// NewMeter begins with the first request of either side.
func NewMeter(a engine.Assembly) Meter {
	m := Meter{Bridge: Side{Prefix: a.TurnTokens}, Eager: Side{Prefix: a.EagerTokens}}
	m.Bridge.request()
	m.Eager.request()
	return m
}

func (s *Side) request() {
	s.Requests++
	s.Sent += s.Context()
}

// add takes in a message that has been answered: the next request carries it.
func (m *Meter) add(t *Turn) {
	works := false // something is called besides the bridge's own
	for _, p := range t.Passages {
		reply := utf8.RuneCountInString(p.Reply.Text)
		m.bridge += characters(p.Call.Name, p.Call.Arguments) + reply
		if p.Entry != nil {
			works = true
			m.eager += characters(p.Name, py.Compact(p.Arguments)) + reply
		}
	}
	m.Bridge.Talk, m.Eager.Talk = engine.Tokens(m.bridge), engine.Tokens(m.eager)
	m.Bridge.request()
	if works {
		m.Eager.request()
	}
}

func characters(texts ...string) int {
	n := 0
	for _, t := range texts {
		n += utf8.RuneCountInString(t)
	}
	return n
}

// Saved is how many tokens the bridge has sent less than the eager way, below zero
// when it has sent more.
func (m Meter) Saved() int { return m.Eager.Sent - m.Bridge.Sent }
