package ui

import (
	"slices"
	"strings"

	tea "github.com/charmbracelet/bubbletea"

	"findable/engine"
	"findable/ui/layout"
)

// whatIfs are the edits of the inputs by what they are about, for the marks on tools
// and servers.
type whatIfs struct {
	byTool map[toolKey]engine.Edit
	// taken holds the entries, as they were loaded, of the tools that edits take away.
	taken []*engine.Entry
}

// A toolKey names a tool as it was loaded, or with no tool a toolset.
type toolKey struct{ toolset, tool string }

func keyOf(e *engine.Entry) toolKey { return toolKey{e.Toolset, e.Tool.LoadedName()} }

func newWhatIfs(loaded *engine.Registry, edits []engine.Edit) whatIfs {
	w := whatIfs{byTool: make(map[toolKey]engine.Edit, len(edits))}
	hides := false
	for _, e := range engine.Merged(edits) {
		w.byTool[toolKey{e.Toolset, e.Tool}] = e
		hides = hides || e.Hidden
	}
	if !hides {
		return w
	}
	for _, e := range loaded.Entries {
		if w.of(e).Hidden {
			w.taken = append(w.taken, e)
		}
	}
	return w
}

// of returns all that edits say of a tool, those of its toolset included.
func (w whatIfs) of(e *engine.Entry) engine.Edit {
	if len(w.byTool) == 0 {
		return engine.Edit{}
	}
	edit, all := w.byTool[keyOf(e)], w.byTool[toolKey{e.Toolset, ""}]
	edit.Pinned, edit.Hidden = edit.Pinned || all.Pinned, edit.Hidden || all.Hidden
	return edit
}

// about counts the changes of toolsets and their tools.
func (w whatIfs) about(toolsets []string) int {
	n := 0
	for key, e := range w.byTool {
		if slices.Contains(toolsets, key.toolset) {
			n += changesIn(e)
		}
	}
	return n
}

// count is the number of changes.
func (w whatIfs) count() int {
	n := 0
	for _, e := range w.byTool {
		n += changesIn(e)
	}
	return n
}

func changesIn(e engine.Edit) int {
	n := len(e.Set)
	if e.Pinned {
		n++
	}
	if e.Hidden {
		n++
	}
	return n
}

// removed reports whether what-ifs have taken away all that an origin had.
func (w whatIfs) removed(o *origin) bool {
	return len(w.taken) > 0 && len(o.entries) > 0 && !slices.ContainsFunc(o.entries, func(e *engine.Entry) bool { return !w.of(e).Hidden })
}

// text says in words what edits make of a tool, "" for nothing.
func (w whatIfs) text(e *engine.Entry) string {
	edit := w.of(e)
	var parts []string
	if edit.Hidden {
		parts = append(parts, "removed: not there for the agent")
	}
	if edit.Pinned {
		parts = append(parts, "pinned: in sight in every request, never deferred")
	}
	if len(edit.Set) > 0 {
		keys := make([]string, len(edit.Set))
		for i, m := range edit.Set {
			keys[i] = m.Key
		}
		parts = append(parts, strings.Join(keys, ", ")+" edited")
	}
	return strings.Join(parts, "; ")
}

// touched reports whether any edit is about a tool.
func (w whatIfs) touched(e *engine.Entry) bool { return changesIn(w.of(e)) > 0 }

// editScopes are the panes in which a tool can be edited, pinned and hidden.
var editScopes = []scope{in(layout.Hits), in(layout.Explain), in(layout.Servers), in(layout.Target), in(layout.Journey), in(layout.Terms), in(layout.Repairs), in(layout.Findings), in(layout.Finding)}

// edits reports whether an action changes a tool.
func edits(id string) bool {
	return slices.Contains([]string{"edit", "edit-outside", "pin", "hide"}, id)
}

// editActions are those of what-ifs on tools.
func editActions() []action {
	return []action{
		{id: "edit", title: "Edit this tool, as a what-if: name, description, parameters", hint: "edit", scopes: editScopes, keys: []string{"e"},
			run: func(a *App) tea.Cmd { a.openEdit(a.subject()); return nil }, disabled: uneditable},
		{id: "edit-outside", title: "Edit this tool in $VISUAL or $EDITOR, as JSON", scopes: editScopes, keys: []string{"E"},
			run: func(a *App) tea.Cmd { return a.editOutside(a.subject(), "") }, disabled: uneditable},
		{id: "pin", title: "Pin this tool or server, never to be deferred, or undo that", scopes: editScopes, keys: []string{"p"},
			run: func(a *App) tea.Cmd { a.toggle(pinnedPart, true); return nil }, disabled: func(a *App) string { return a.untouchable(true) }},
		{id: "hide", title: "Remove this tool or server, or undo that", scopes: editScopes, keys: []string{"x"},
			run: func(a *App) tea.Cmd { a.toggle(hiddenPart, false); return nil }, disabled: func(a *App) string { return a.untouchable(false) }},
		{id: "what-ifs", over: true, title: "What-ifs: every change of a tool, to undo one by one, copy as Markdown or JSON Patch, save", scopes: general, keys: []string{"U"},
			run: func(a *App) tea.Cmd { a.open(&whatIfList{}); return nil }, disabled: func(a *App) string {
				if len(a.in.Edits) == 0 {
					return a.told("no tool is changed; {edit} on one edits it")
				}
				return ""
			}},
	}
}

// subject is the tool that edits are about: the inspected one, the one under the
// cursor, or in the Why view the one asked for; nil when there is none.
func (a *App) subject() *engine.Entry {
	if r, ok := a.overlay.(*reader); ok && r.tool != nil {
		return a.d.present(r.tool)
	}
	if e := a.selectedTool(); e != nil {
		return e
	}
	if a.view == layout.Why && a.in.Target != "" {
		return a.d.answer(a.src, a.in).journey.Entry
	}
	return nil
}

// present returns the entry that a tool has now, or the one it was loaded as where it
// is taken away.
func (d *derived) present(e *engine.Entry) *engine.Entry {
	for _, r := range d.session.Registry.Entries {
		if keyOf(r) == keyOf(e) {
			return r
		}
	}
	return e
}

func uneditable(a *App) string {
	switch e := a.subject(); {
	case e == nil:
		return "the cursor is on no tool"
	case e.Tool.Generated():
		return "the agent makes this tool itself, and no server's text can change it"
	}
	return ""
}

// loaded returns a tool as it was loaded.
func (a *App) loaded(key toolKey) (engine.Tool, bool) {
	return a.src.registry(a.in.Generation).Loaded(key.toolset, key.tool)
}

// untouchable says why what the cursor is on can't be pinned or hidden.
func (a *App) untouchable(pin bool) string {
	if o := a.serverUnderCursor(); o != nil {
		if o.card != nil {
			return "it has no tools yet"
		}
		return ""
	}
	if why := uneditable(a); why != "" {
		return why
	}
	e := a.subject()
	whole := a.d.whatIfs.byTool[toolKey{e.Toolset, ""}]
	switch class := a.d.session.Class(e); {
	case pin && whole.Pinned:
		return a.told("its server is pinned; {pin} on that undoes it")
	case !pin && whole.Hidden:
		return a.told("its server is removed; {hide} on that undoes it")
	case pin && !class.Deferrable() && class != engine.ClassPinned:
		return "it is never deferred anyway"
	}
	return ""
}

// serverUnderCursor is the row of the servers pane that the cursor is on, nil where
// it is on a tool or elsewhere.
func (a *App) serverUnderCursor() *origin {
	if a.focus() != layout.Servers || a.overlay != nil {
		return nil
	}
	if r, ok := a.servers.current(); ok && r.entry == nil {
		return r.origin
	}
	return nil
}

// toggle pins what the cursor is on, or hides it, or undoes that. A tool can't be
// both.
func (a *App) toggle(what string, pin bool) {
	var keys []toolKey
	name := ""
	if o := a.serverUnderCursor(); o != nil {
		name = a.clean(o.label)
		for _, toolset := range o.toolsets {
			keys = append(keys, toolKey{toolset, ""})
		}
	} else {
		e := a.subject()
		name, keys = a.clean(e.Bare()), []toolKey{keyOf(e)}
	}
	flag := func(e engine.Edit) bool { return pin && e.Pinned || !pin && e.Hidden }
	on := !slices.ContainsFunc(keys, func(k toolKey) bool { return flag(a.d.whatIfs.byTool[k]) })
	if !on {
		what = "no longer " + what
	}
	edits := engine.Merged(a.in.Edits)
	for _, k := range keys {
		edits = changed(edits, k, func(e *engine.Edit) {
			e.Pinned, e.Hidden = on && pin, on && !pin
		})
	}
	a.edit(name+" "+what, edits)
}

// changed returns merged edits with the one of a tool or toolset changed.
func changed(edits []engine.Edit, key toolKey, change func(*engine.Edit)) []engine.Edit {
	out := slices.Clone(edits)
	i := slices.IndexFunc(out, func(e engine.Edit) bool { return e.Toolset == key.toolset && e.Tool == key.tool })
	if i < 0 {
		i = len(out)
		out = append(out, engine.Edit{Toolset: key.toolset, Tool: key.tool})
	}
	change(&out[i])
	return engine.Merged(out)
}

// edit makes other edits those of the inputs, as one step that can be undone. A target
// that is renamed stays the target.
func (a *App) edit(what string, edits []engine.Edit) {
	to := a.in
	to.Edits = edits
	if e, ok := a.d.session.Registry.Lookup(a.in.Target); ok {
		to.Target = fullName(e, edits)
	}
	a.change(what, "", to)
	a.hits.build(a.scene(layout.Hits))
}

// fullName is the name that a tool has with edits.
func fullName(e *engine.Entry, edits []engine.Edit) string {
	name := e.Tool.LoadedName()
	for _, edit := range edits {
		if edit.Toolset == e.Toolset && edit.Tool == e.Tool.LoadedName() && edit.Set.Has("name") {
			name = edit.Set.Text("name")
		}
	}
	if e.Server == nil {
		return name
	}
	return engine.MCPName(e.Server.Name, name)
}
