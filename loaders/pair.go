package loaders

import (
	"fmt"
	"slices"
	"strings"
	"unicode"

	"findable/engine"
)

// A partner is what a card may be about: a server that was loaded, or an agent's
// tools of one, which have their names and their selection already.
type partner struct {
	name   string
	server *engine.Server // nil for an agent's
	tools  []engine.Tool
	file   string
	cards  []*Card // that are about it
	spoke  *Card   // the one of them whose words count
}

// pair finds for each card the server that it is about among those that were
// loaded, by name, and notes what follows; words of an agent's configuration
// take effect.
func (l *loader) pair() {
	partners := l.partners()
	exact, plain := map[string]*partner{}, map[string][]*partner{}
	for _, p := range slices.Backward(partners) { // of one name the first counts
		exact[p.name] = p
	}
	for _, p := range partners {
		if exact[p.name] == p {
			plain[plainName(p.name)] = append(plain[plainName(p.name)], p)
		}
	}
	var lone []*Card
	for i := range l.cards {
		c := &l.cards[i]
		same := plain[plainName(c.Name)]
		if p := exact[c.Name]; p != nil {
			same = []*partner{p}
		}
		switch len(same) {
		case 0:
			lone = append(lone, c)
		case 1:
			l.match(c, same[0])
		default:
			l.pairing(c, "%s may be each of the servers %s, so it is taken for none; give the dump of the right one as %s=PATH",
				quoted(c.Name), namesOf(same), c.Name)
		}
	}
	l.utility(partners)
	l.suggest(lone, partners)
	l.without(lone)
	l.unnamed(partners)
}

func (l *loader) partners() []*partner {
	var all []*partner
	for i := range l.owners.catalog.Servers {
		if s := &l.owners.catalog.Servers[i]; len(s.Tools) > 0 {
			all = append(all, &partner{name: s.Name, server: s, tools: s.Tools, file: l.owners.servers[s.Name].file})
		}
	}
	for _, t := range l.owners.catalog.Toolsets {
		if name, ok := engine.MCPServer(t.Name); ok && len(t.Tools) > 0 {
			all = append(all, &partner{name: name, tools: t.Tools})
		}
	}
	return all
}

func (l *loader) pairing(c *Card, format string, args ...any) {
	l.ledger.add(Note{Pairing, c.Origin.File, c.Origin.Path, fmt.Sprintf(format, args...)})
}

// namesOf lists the first of some servers.
func namesOf(partners []*partner) string {
	return firstOf(len(partners), func(i int) string { return quoted(partners[i].name) })
}

// match makes a card one about a server. The words that come first count: those of
// --config are before those of the dumps.
func (l *loader) match(c *Card, p *partner) {
	c.Tools = len(p.tools)
	p.cards = append(p.cards, c)
	if p.server == nil {
		return
	}
	if c.configured && c.Name != p.name {
		l.pairing(c, "taken for the server %s, which keeps its name; %s=PATH gives its dump this one", quoted(p.name), c.Name)
	}
	switch {
	case c.Words == nil:
	case p.spoke == nil:
		p.spoke = c
		l.speak(c, p.server)
	case !sameWords(*p.spoke.Words, *c.Words):
		l.pairing(c, "what it says of %s does not count, since %s says otherwise", quoted(p.name),
			Note{File: p.spoke.Origin.File, Path: p.spoke.Origin.Path})
	}
}

func sameWords(a, b engine.Server) bool {
	return a.Disabled == b.Disabled && a.Parallel == b.Parallel && a.OmitResources == b.OmitResources && a.OmitPrompts == b.OmitPrompts &&
		slices.Equal(a.Include, b.Include) && slices.Equal(a.Exclude, b.Exclude)
}

// speak gives a server the words of its card.
func (l *loader) speak(c *Card, s *engine.Server) {
	w := c.Words
	s.Disabled, s.Parallel = w.Disabled, w.Parallel
	s.Include, s.Exclude = w.Include, w.Exclude
	s.OmitResources, s.OmitPrompts = w.OmitResources, w.OmitPrompts
	names := make(map[string]bool, len(s.Tools))
	for _, t := range s.Tools {
		names[t.Name()] = true
	}
	for _, list := range []struct {
		word  string
		names []string
	}{{"include", w.Include}, {"exclude", w.Exclude}} {
		for _, name := range list.names {
			one := engine.Server{Include: []string{name}}
			glob := strings.ContainsAny(name, "*?[") && slices.ContainsFunc(s.Tools, func(t engine.Tool) bool { return one.Admits(t.Name()) })
			if name != "" && !names[name] && !glob {
				l.pairing(c, "its %s list has %s, which none of the %d tools of %s is called", list.word, quoted(name), len(s.Tools), quoted(s.Name))
			}
		}
	}
}

// utility notes the tools that an agent would add for a server, which no dump of
// its tools shows.
func (l *loader) utility(partners []*partner) {
	for _, p := range partners {
		i := slices.IndexFunc(p.cards, func(c *Card) bool { return c.Initialized })
		if p.server == nil || i < 0 {
			continue
		}
		c, s := p.cards[i], p.server
		var names []string
		if c.Resources && !s.Resources && !s.OmitResources {
			names = append(names, "list_resources", "read_resource")
		}
		if c.Prompts && !s.Prompts && !s.OmitPrompts {
			names = append(names, "list_prompts", "get_prompt")
		}
		if names != nil {
			l.ledger.add(Note{Utility, c.Origin.File, c.Origin.Path, fmt.Sprintf("an agent connected to %s adds %s, which a dump does not show, "+
				"so they are left out", quoted(s.Name), strings.Join(names, ", "))})
		}
	}
}

// maxCompared bounds the pairs of names that are looked at for likeness.
const maxCompared = 1_000_000

// suggest notes which of the servers that no card is about a configured one may
// be.
func (l *loader) suggest(lone []*Card, partners []*partner) {
	inFile := map[string]int{}
	var free []*partner
	for _, p := range partners {
		inFile[p.file]++
		if p.server != nil && len(p.cards) == 0 {
			free = append(free, p)
		}
	}
	lone = slices.DeleteFunc(slices.Clone(lone), func(c *Card) bool { return !c.configured })
	if len(lone)*len(free) > maxCompared {
		return
	}
	words := make([][]string, len(free))
	for i, p := range free {
		words[i] = nameWords(p.name)
	}
	for _, c := range lone {
		var near []*partner
		own := nameWords(c.Name)
		for i, p := range free {
			if resemble(own, words[i]) {
				near = append(near, p)
			}
		}
		switch {
		case len(near) == 0:
		case len(near) > 1:
			l.pairing(c, "%s may be one of the servers %s; then give its dump as %s=PATH", quoted(c.Name), namesOf(near), c.Name)
		case inFile[near[0].file] > 1:
			l.pairing(c, "%s may be the server %s of %s; then give the two one name", quoted(c.Name), quoted(near[0].name), near[0].file)
		default:
			l.pairing(c, "%s may be the server %s; then give its dump as %s=%s", quoted(c.Name), quoted(near[0].name), c.Name, near[0].file)
		}
	}
}

// without notes the servers that are only named.
func (l *loader) without(lone []*Card) {
	names := map[string][]string{} // by file
	var files []string
	for _, c := range lone {
		if names[c.Origin.File] == nil {
			files = append(files, c.Origin.File)
		}
		names[c.Origin.File] = append(names[c.Origin.File], clip(c.Name))
	}
	for _, file := range files {
		n := len(names[file])
		l.ledger.add(Note{NoTools, file, "", fmt.Sprintf("names %d server%s without tools: %s; dump each with tools/list, or connect",
			n, plural(n), few(names[file]))})
	}
}

// unnamed notes the servers that the agent's configuration does not name: that
// agent would not have them.
func (l *loader) unnamed(partners []*partner) {
	i := slices.IndexFunc(l.opt.Cards, func(c Card) bool { return c.configured })
	if i < 0 {
		return
	}
	file, names := l.opt.Cards[i].Origin.File, []string(nil)
	for _, p := range partners {
		ours := func(c *Card) bool { return c.configured && c.Origin.File == file }
		if p.server != nil && !slices.ContainsFunc(p.cards, ours) {
			names = append(names, quoted(p.name))
		}
	}
	if len(names) > 0 {
		l.ledger.add(Note{Pairing, file, "$.mcp_servers", fmt.Sprintf("does not name the server%s %s, so an agent with this "+
			"configuration would not have the tools", plural(len(names)), few(names))})
	}
}

// plainName is a server's name without what people write now one way, now
// another: case, hyphens, underscores, dots and spaces.
func plainName(name string) string {
	return strings.Map(func(r rune) rune {
		if strings.ContainsRune("-_. ", r) {
			return -1
		}
		return r
	}, strings.ToLower(name))
}

// resemble reports whether the words of two servers' names may mean the same one:
// all of one are in the other, or they are a slip of the pen apart.
func resemble(short, long []string) bool {
	if len(short) > len(long) {
		short, long = long, short
	}
	all := len(short) > 0
	for _, w := range short {
		all = all && slices.Contains(long, w)
	}
	a, b := strings.Join(short, ""), strings.Join(long, "")
	return all || len(a) >= 5 && len(b) >= 5 && engine.Edits(a, b, 1) <= 1
}

// nameWords returns the words of a server's name but for those that any server may
// have in it.
func nameWords(name string) []string {
	words := strings.FieldsFunc(strings.ToLower(name), func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) })
	return slices.DeleteFunc(words, func(w string) bool { return w == "mcp" || w == "server" || w == "servers" })
}
