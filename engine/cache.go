package engine

import (
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"fmt"

	"findable/engine/py"
)

// A Block is one definition as an assembly sends it, a piece of the prefix that a
// provider's prompt cache knows again by its bytes.
type Block struct {
	Name string
	// Text is the compact JSON. That of the three bridge tools is in findable's own
	// words; what is counted of them are the reference's sizes.
	Text string
	// Digest is Digest(Text).
	Digest string
}

// Digest returns the first 16 hexadecimal digits of a text's SHA-256.
func Digest(text string) string {
	sum := sha256.Sum256([]byte(text))
	return hex.EncodeToString(sum[:8])
}

// Blocks returns what an assembly sends before the conversation, in its order: the
// visible tools, then the bridge.
func (s *Session) Blocks(a Assembly) []Block {
	var blocks []Block
	for _, e := range s.sent(a) {
		blocks = append(blocks, newBlock(e.Name, e.Definition()))
	}
	for i, o := range s.Bridge(a) {
		blocks = append(blocks, newBlock(bridgeNames[i], py.Compact(o)))
	}
	return blocks
}

func newBlock(name, text string) Block { return Block{name, text, Digest(text)} }

// PrefixKept compares what two assemblies put before the conversation and returns
// how many of the tokens of b's tools follow on unchanged from a's, so that a
// prompt cache still holds them, and how many tokens of b's tools there are. The
// visible tools come first, the bridge after them; a change in a tool loses all
// that follows.
func PrefixKept(s *Session, a Assembly, t *Session, b Assembly) (kept, total int) {
	before, after := s.sent(a), t.sent(b)
	characters, same := 0, true
	for i, e := range after {
		if same = same && i < len(before) && sameDefinition(before[i], e); same {
			characters += e.Characters
		}
	}
	same = same && len(before) == len(after)
	if same && a.Active && b.Active && s.Rules.Name == t.Rules.Name && a.Deferred == b.Deferred && a.Listing.Text() == b.Listing.Text() {
		return b.TurnTokens, b.TurnTokens
	}
	if same && !a.Active && !b.Active {
		return b.TurnTokens, b.TurnTokens
	}
	return Tokens(characters), b.TurnTokens
}

// sameDefinition holds for an entry and itself, and for one that another registry
// made of the same tool.
func sameDefinition(a, b *Entry) bool {
	return a == b || a.Name == b.Name && a.Characters == b.Characters && a.Definition() == b.Definition()
}

// sent returns the tools an assembly sends besides the bridge, in their order.
func (s *Session) sent(a Assembly) []*Entry {
	if a.Active {
		return s.Visible
	}
	var all []*Entry
	for _, e := range s.Registry.Entries {
		if s.Scope.Contains(e.Toolset) && s.Class(e) != ClassBridge {
			all = append(all, e)
		}
	}
	return all
}

// A CacheLoss is what a change of the tools does to a prompt cache.
type CacheLoss struct {
	// Total are the tokens of the tools now, Again those that are billed again as not
	// cached: of the first definition that differs and all that follow, and with them
	// goes whatever stands after the tools.
	Total, Again int
	// Was and Now are the definitions before and after, by digest.
	Was, Now []Block
	// Block is the name of the first definition that differs, in Now, or in Was where
	// it is the last that has gone; "" when nothing differs.
	Block string
	// Offset is the place of the first differing byte, from 0, the definitions taken
	// as lines.
	Offset int
	// Line is its line within that definition, where line breaks in descriptions
	// count, from 1. WasLine and NowLine are the two lines, "" where there is none, and
	// Column is the number of bytes from their beginning to the place.
	Line, Column     int
	WasLine, NowLine string
}

// Empty reports whether nothing differs.
func (l CacheLoss) Empty() bool { return l.Block == "" }

// Invalidated compares what two assemblies send before the conversation: what a
// change of a session's tools, descriptions or knobs costs a cache that is warm.
func Invalidated(s *Session, a Assembly, t *Session, b Assembly) CacheLoss {
	kept, total := PrefixKept(s, a, t, b)
	l := CacheLoss{Total: total, Again: total - kept, Was: s.Blocks(a), Now: t.Blocks(b)}
	for i := range max(len(l.Was), len(l.Now)) {
		was, now := blockAt(l.Was, i), blockAt(l.Now, i)
		if was == now {
			l.Offset += len(now.Text) + 1
			continue
		}
		l.Block = cmp.Or(now.Name, was.Name)
		l.place(was.Text, now.Text)
		return l
	}
	return l
}

func blockAt(blocks []Block, i int) Block {
	if i < len(blocks) {
		return blocks[i]
	}
	return Block{}
}

// place finds the first byte that differs between two texts.
func (l *CacheLoss) place(was, now string) {
	i := commonPrefix(was, now)
	l.Offset += i
	start := 0
	l.Line, start = lineOf(now, i)
	l.Column = i - start
	l.WasLine, l.NowLine = lineFrom(was, start), lineFrom(now, start)
}

// lineOf returns the number of the line, from 1, in which a byte of a JSON text
// stands, and where it begins. Lines end with the escape \n.
func lineOf(json string, at int) (line, start int) {
	line = 1
	for i := 0; i+1 < at; i++ {
		if json[i] != '\\' {
			continue
		}
		if i++; json[i] == 'n' {
			line, start = line+1, i+1
		}
	}
	return line, start
}

// lineFrom returns what follows up to the end of the line.
func lineFrom(json string, start int) string {
	json = json[start:]
	for i := 0; i+1 < len(json); i++ {
		if json[i] == '\\' {
			if json[i+1] == 'n' {
				return json[:i]
			}
			i++
		}
	}
	return json
}

// String says in one sentence where the first difference is and what it costs.
func (l CacheLoss) String() string {
	if l.Empty() {
		return fmt.Sprintf("nothing changes in the %s tokens of tools: a prompt cache keeps them", Number(l.Total))
	}
	return fmt.Sprintf("%s of %s tokens of tools are billed again: byte %s, in line %d of %s, is the first that differs: %s, now %s",
		Number(l.Again), Number(l.Total), Number(l.Offset), l.Line, l.Block, quoted(l.WasLine, l.Column), quoted(l.NowLine, l.Column))
}
