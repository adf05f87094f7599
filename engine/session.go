package engine

import (
	"slices"
	"strings"
)

// A Scope is what a session may use of the registered toolsets. A server's
// toolset may be named "mcp-github" or "github".
type Scope struct {
	// Enable, when not empty, lists the only toolsets in scope. The core is in
	// scope whether named or not.
	Enable []string
	// Disable lists toolsets that are out of scope, whatever Enable says.
	Disable []string
}

// Contains reports whether a toolset is in scope. Tools of no toolset always are.
func (s Scope) Contains(toolset string) bool {
	if toolset == "" {
		return true
	}
	if names(s.Disable, toolset) {
		return false
	}
	return len(s.Enable) == 0 || toolset == CoreToolset || names(s.Enable, toolset)
}

func names(list []string, toolset string) bool {
	return slices.ContainsFunc(list, func(n string) bool { return SameToolset(n, toolset) })
}

// SameToolset reports whether a name in a scope means the toolset: its own name,
// or a server's name for its "mcp-" toolset.
func SameToolset(name, toolset string) bool {
	return name == toolset || mcpToolsetPrefix+name == toolset
}

// A Class is the reason why a tool may or may not be deferred.
type Class string

// The classes, in the order of their tests (engine.md, section 2).
const (
	ClassBridge       Class = "bridge"       // a bridge name: dropped from both lists
	ClassPinned       Class = "pinned"       // a what-if of the user's: never (Edit)
	ClassDeferList    Class = "defer list"   // named in `defer`: deferred, whatever it is
	ClassCore         Class = "core"         // on the core list, whoever provides it: never
	ClassUnregistered Class = "unregistered" // in no registry: never
	ClassMCP          Class = "mcp"          // of an MCP server: deferred
	ClassGUI          Class = "gui"          // of a session-gated surface: never
	ClassPlugin       Class = "plugin"       // everything else: deferred
)

// Deferrable reports whether tools of the class are deferred.
func (c Class) Deferrable() bool {
	return c == ClassDeferList || c == ClassMCP || c == ClassPlugin
}

// direct reports whether tools of the class are registered and never deferred:
// the model calls them by their own names.
func (c Class) direct() bool { return c == ClassCore || c == ClassGUI }

// classify returns the class of an entry under the rules, with the config's
// defer list.
func classify(e *Entry, rules Rules, deferList []string) Class {
	switch {
	case isBridgeName(e.Name):
		return ClassBridge
	case e.Tool.Pinned:
		return ClassPinned
	case slices.Contains(deferList, e.Name):
		return ClassDeferList
	case slices.Contains(rules.Core, e.Name):
		return ClassCore
	case e.Toolset == "":
		return ClassUnregistered
	case strings.HasPrefix(e.Toolset, mcpToolsetPrefix):
		return ClassMCP
	case slices.Contains(rules.GUIToolsets, e.Toolset):
		return ClassGUI
	}
	return ClassPlugin
}

// A Session is what one conversation may use of a registry: which tools the
// model sees, which are deferred, and the index over those. It is built anew
// from the current registry and remembers nothing.
type Session struct {
	Registry *Registry
	Rules    Rules
	Scope    Scope
	// Visible and Deferred hold the tools in scope, in catalog order.
	Visible, Deferred []*Entry
	// Groups holds the deferred tools by label.
	Groups []Group
	Index  *Index

	visibleCharacters, deferredCharacters int
	deferList                             []string
	deferred                              map[string]*Entry
}

// Session builds the session of a scope. The list is the config's defer list;
// the generation without one ignores it.
func (r *Registry) Session(rules Rules, scope Scope, deferList []string) *Session {
	if rules.DefaultDefer == nil {
		deferList = nil
	}
	s := &Session{Registry: r, Rules: rules, Scope: scope, deferList: deferList, deferred: map[string]*Entry{}}
	inScope := map[string]bool{}
	for _, e := range r.Entries {
		in, known := inScope[e.Toolset]
		if !known {
			in = scope.Contains(e.Toolset)
			inScope[e.Toolset] = in
		}
		if !in {
			continue
		}
		switch class := classify(e, rules, deferList); {
		case class.Deferrable():
			s.Deferred = append(s.Deferred, e)
			s.deferredCharacters += e.Characters
			s.deferred[e.Name] = e
		case class != ClassBridge:
			s.Visible = append(s.Visible, e)
			s.visibleCharacters += e.Characters
		}
	}
	s.Groups = groupsOf(s.Deferred)
	s.Index = newIndex(s.Deferred, r.words, rules)
	return s
}

// Class returns the class of an entry in this session.
func (s *Session) Class(e *Entry) Class { return classify(e, s.Rules, s.deferList) }

// Deferrable returns the deferred tool of exactly that name.
func (s *Session) Deferrable(name string) (*Entry, bool) {
	e, ok := s.deferred[name]
	return e, ok
}
