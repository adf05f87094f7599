package loaders

import (
	"regexp"
	"strings"
)

// said is what the words in front of a message say of it, in a log.
type said struct {
	session string // what the log calls the server, "" when it does not
	side    side
}

// sessionOf is what a log calls the server, "" where none is at hand.
func (s *said) sessionOf() string {
	if s == nil {
		return ""
	}
	return s.session
}

func (s *said) sideOf() side {
	if s == nil {
		return sideUnknown
	}
	return s.side
}

// A side tells the two ends of a talk apart, without saying which is which: logs
// are written at either.
type side byte

const (
	sideUnknown side = iota
	sideOut
	sideIn
)

var (
	bracketed = regexp.MustCompile(`\[([A-Za-z][^][]*)\]`)
	// logWords stand in brackets and are no server's name.
	logWords = regexp.MustCompile(`(?i)^(trace|debug|info|notice|log|warn|warning|err|error|fatal|critical|stdout|stderr|stdin|mcp|rpc|` +
		`client|server|in|out|send|sent|recv|received?|requests?|responses?|incoming|outgoing)$`)
	// Arrows say it before words do.
	outSigns = []*regexp.Regexp{regexp.MustCompile(`->|>>|→`), regexp.MustCompile(`(?i)\b(client|sen[dt]|sending|requests?|outgoing)\b`)}
	inSigns  = []*regexp.Regexp{regexp.MustCompile(`<-|<<|←`), regexp.MustCompile(`(?i)\b(server|recv|received?|receiving|responses?|incoming)\b`)}
)

// saidBy reads a prefix. Claude Desktop, for one, writes
// `TIME [server] [info] Message from client: `.
func saidBy(prefix string) *said {
	const most = 200 // bytes before the message that are looked at
	prefix = prefix[max(0, len(prefix)-most):]
	s := &said{}
	for _, m := range bracketed.FindAllStringSubmatch(prefix, -1) {
		if !logWords.MatchString(m[1]) {
			s.session = m[1]
			prefix = strings.Replace(prefix, m[0], "", 1)
			break
		}
	}
	for i := range outSigns {
		out, in := outSigns[i].MatchString(prefix), inSigns[i].MatchString(prefix)
		switch {
		case out && !in:
			s.side = sideOut
			return s
		case in && !out:
			s.side = sideIn
			return s
		}
	}
	return s
}
