package ui

import (
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"
	"strings"

	tea "github.com/charmbracelet/bubbletea"

	"findable/themes"
	"findable/ui/cell"
	"findable/ui/frame"
	"findable/ui/layout"
	"findable/ui/style"
)

// Away is how settings and the session leave the app for files.
type Away struct {
	// Config is the config.yaml that settings were read from, Session the session file
	// that was opened; "" for none.
	Config, Session string
	// YAML writes the settings as a piece of config.yaml: what differs from the
	// defaults. Pinned writes `enabled: on` for auto.
	YAML func(in Inputs, pinned bool) string
	// Edit reads a config.yaml and says what it would become with the settings.
	Edit func(file string, in Inputs, pinned bool) (ConfigChange, error)
	// Save writes a text into a file. Where there is one and over is not set, the error
	// is fs.ErrExist.
	Save func(file, text string, over bool) error
	// SaveSession writes a session file, as Save does, and says in a few words what is
	// in it.
	SaveSession func(file string, st State, over bool) (what string, err error)
}

// A ConfigChange is what a config.yaml would become.
type ConfigChange struct {
	// Diff is the unified diff without its head, a line a string; empty where nothing
	// is to do.
	Diff []string
	// Backup is the file that will hold what was there.
	Backup string
	// Write changes the file, if it is still as it was read.
	Write func() error
}

// A doneMsg is what is left to do once something has been done beside the app.
type doneMsg func(a *App) tea.Cmd

// A takeaway is the overlay in which settings leave the app: the piece of YAML, what
// it changes in a config.yaml, and the ways to take it.
type takeaway struct {
	pinned bool
	file   string // the config.yaml, "" for none
	change ConfigChange
	in     Inputs // that change is for
	fault  error  // why there is none
	reads  int    // how often a file was read: older answers are dropped

	path   *pathField // being typed, nil for none
	taken  func(a *App, path string) tea.Cmd
	asking *question
	said   string // what became of it
	failed bool

	list list
}

// A question is asked before something is written.
type question struct {
	text string
	yes  func(a *App) tea.Cmd
}

// openTakeaway opens the overlay on the config.yaml that settings came from.
func (a *App) openTakeaway() tea.Cmd {
	o := &takeaway{file: a.src.Away.Config}
	a.open(o)
	return o.read(a)
}

func noAway(a *App) string {
	if a.src.Away == nil {
		return "nothing can be written here"
	}
	return ""
}

// read works out anew what would become of the file.
func (o *takeaway) read(a *App) tea.Cmd {
	o.change, o.in, o.fault, o.list = ConfigChange{}, a.in, nil, list{}
	o.reads++
	if o.file == "" {
		return nil
	}
	edit, file, in, pinned, n := a.src.Away.Edit, o.file, a.in, o.pinned, o.reads
	return func() tea.Msg {
		change, err := edit(file, in, pinned)
		return doneMsg(func(*App) tea.Cmd {
			if n == o.reads {
				o.change, o.fault = change, err
			}
			return nil
		})
	}
}

// tell keeps what became of something in the overlay, and among the messages.
func (o *takeaway) tell(a *App, text string, err error) {
	if o.failed = err != nil; o.failed {
		text += ": " + err.Error()
	}
	o.said = a.clean(text)
	a.say(o.said)
}

func (o *takeaway) rect(_ *App, r layout.Rects) layout.Rect { return overlayRect(r) }

// footRows are the lines below the text, at the least: what is asked, typed or said.
const footRows = 2

func (o *takeaway) draw(a *App, r layout.Rect) []string {
	s := &scene{Styles: a.styles, src: a.src, in: a.in, d: &a.d, focus: true, w: max(r.W-2, 1), h: r.H - 2}
	lines, foot := o.lines(a, s), o.foot(s)
	h := max(s.h-len(foot), 0)
	o.list.rows = len(lines)
	o.list.scroll(0, h)
	lines = lines[o.list.top:min(o.list.top+h, len(lines))]
	for len(lines) < h {
		lines = append(lines, s.Row(s.w, style.Off))
	}
	box := frame.Box{Title: "Take it away", Key: backKey, Foot: "tools.tool_search", FootRight: o.list.position(h), Focus: true, W: r.W, H: r.H}
	return box.Draw(a.styles, append(lines, foot...))
}

// lines are the piece of YAML and what it changes.
func (o *takeaway) lines(a *App, s *scene) []string {
	lines := s.paragraph(themes.Heading, "What differs from the defaults, for config.yaml")
	for l := range strings.Lines(a.src.Away.YAML(a.in, o.pinned)) {
		lines = append(lines, s.Row(s.w, style.Off, style.In(themes.Accent, "   "+s.Glyphs.Cut(s.clean(strings.TrimRight(l, "\n")), max(s.w-4, 1)))))
	}
	lines = append(lines, s.paragraph(themes.Muted, "Context length and generation are no keys of it: "+knobText("context", a.in)+" tok, "+a.in.Generation+".")...)
	lines = append(lines, "")
	name := s.clean(o.file)
	switch {
	case o.file == "":
		return append(lines, s.paragraph(themes.Text, "No config.yaml was given with --config: f names one to write into, n writes a new file, "+a.copyKey()+" copies.")...)
	case o.fault != nil:
		lines = append(lines, s.paragraph(themes.Heading, "What changes in "+name)...)
		lines = append(lines, s.paragraph(themes.Bad, s.Glyphs.No+" "+s.clean(o.fault.Error()))...)
		return append(lines, s.paragraph(themes.Text, "f names another file, n writes a new one, "+a.copyKey()+" copies.")...)
	case o.change.Write == nil:
		return append(lines, s.paragraph(themes.Muted, "reading "+name)...)
	case len(o.change.Diff) == 0:
		return append(lines, s.paragraph(themes.Good, s.Glyphs.Yes+" "+name+" says that already")...)
	}
	lines = append(lines, s.paragraph(themes.Heading, "What changes in "+name)...)
	for _, l := range o.change.Diff {
		lines = append(lines, diffLine(s, l))
	}
	return lines
}

func (a *App) copyKey() string {
	if key := a.keyOf("copy"); key != "" {
		return key
	}
	return "y"
}

// knobText is a knob as it is shown.
func knobText(key string, in Inputs) string {
	for _, k := range knobs {
		if k.key == key {
			return k.show(in)
		}
	}
	return ""
}

// diffLine is a line of a diff. Its sign says what the colour does.
func diffLine(s *scene, l string) string {
	role := themes.Text
	switch {
	case strings.HasPrefix(l, "@@"):
		role = themes.Muted
	case strings.HasPrefix(l, "+"):
		role = themes.Good
	case strings.HasPrefix(l, "-"):
		role = themes.Bad
	}
	return s.Row(s.w, style.Off, style.In(role, "   "+s.Glyphs.Cut(s.clean(l), max(s.w-4, 1))))
}

// foot is what is asked, the name that is typed, or what became of the last thing.
func (o *takeaway) foot(s *scene) []string {
	role, text := themes.Notice, o.said
	switch {
	case o.path != nil && o.asking == nil:
		return o.path.lines(s)
	case o.asking != nil:
		role, text = themes.Warning, o.asking.text+" y writes it, "+backKey+" leaves it."
	case o.failed:
		role, text = themes.Bad, s.Glyphs.No+" "+text
	}
	lines := s.paragraph(role, s.clean(text))
	if text == "" {
		lines = nil
	}
	for len(lines) < footRows {
		lines = append(lines, s.Row(s.w, style.Off))
	}
	return lines
}

func (o *takeaway) key(a *App, msg tea.KeyMsg) tea.Cmd {
	key := msg.String()
	switch {
	case o.asking != nil:
		q := o.asking
		if o.asking = nil; key == "y" {
			return q.yes(a)
		}
		o.path = nil
		return nil
	case o.path != nil:
		return o.typeKey(a, msg)
	}
	x, _ := a.find(key)
	o.said, o.failed = "", false
	switch {
	case msg.Type == tea.KeyEsc, a.has("take-away", key):
		a.close()
	case msg.Type == tea.KeyEnter, key == "w":
		return o.write(a)
	case key == "p":
		o.pinned = !o.pinned
		return o.read(a)
	case key == "f":
		o.ask("config.yaml:", o.file, (*takeaway).useFile)
	case key == "n":
		o.ask("new file:", "tool_search.yaml", func(o *takeaway, a *App, path string) tea.Cmd { return o.save(a, path, false) })
	case x.id == "copy", key == "y":
		a.taken.Config = a.in.Config
		return a.copy("the settings as YAML", a.src.Away.YAML(a.in, o.pinned))
	case x.over:
		return a.do(x)
	default:
		h := max(o.rect(a, a.rects()).H-2-footRows, 1)
		o.list.scroll(a.moved(msg, h), h)
	}
	return nil
}

// ask begins to type the name of a file.
func (o *takeaway) ask(label, path string, taken func(o *takeaway, a *App, path string) tea.Cmd) {
	o.path = newPathField(label, path)
	o.taken = func(a *App, path string) tea.Cmd { return taken(o, a, path) }
}

// typeKey edits the name of a file and takes it.
func (o *takeaway) typeKey(a *App, msg tea.KeyMsg) tea.Cmd {
	switch msg.Type {
	case tea.KeyEsc:
		o.path = nil
	case tea.KeyEnter:
		path := o.path.path()
		if path == "" {
			return nil
		}
		o.path = nil
		return o.taken(a, path)
	default:
		o.path.key(msg)
	}
	return nil
}

func (o *takeaway) useFile(a *App, path string) tea.Cmd {
	o.file = path
	return o.read(a)
}

// write asks whether the file is to be changed as shown.
func (o *takeaway) write(a *App) tea.Cmd {
	switch {
	case o.file == "":
		o.ask("config.yaml:", "", (*takeaway).useFile)
		return nil
	case !o.in.Equal(a.in): // what is shown is not what would be written
		return o.read(a)
	case o.fault != nil || len(o.change.Diff) == 0:
		return nil
	}
	change, in := o.change, a.in
	o.asking = &question{"Change " + a.clean(filepath.Base(o.file)) + " as shown? What is there now is kept in " + a.clean(filepath.Base(change.Backup)) + ".", func(*App) tea.Cmd {
		return func() tea.Msg {
			err := change.Write()
			return doneMsg(func(a *App) tea.Cmd { return o.written(a, change.Backup, in, err) })
		}
	}}
	return nil
}

// written tells what became of writing, and reads the file as it is now: where it had
// changed, what would be written is another thing.
func (o *takeaway) written(a *App, backup string, in Inputs, err error) tea.Cmd {
	if err != nil {
		o.tell(a, "not written", err)
		return o.read(a)
	}
	a.taken.Config = in.Config
	o.tell(a, "written; what was there is in "+backup, nil)
	return o.read(a)
}

// save writes the piece of YAML into a file of its own, after a question where there
// is one.
func (o *takeaway) save(a *App, path string, over bool) tea.Cmd {
	save, text, in := a.src.Away.Save, a.src.Away.YAML(a.in, o.pinned), a.in
	return func() tea.Msg {
		err := save(path, text, over)
		return doneMsg(func(a *App) tea.Cmd {
			switch {
			case errors.Is(err, fs.ErrExist):
				o.asking = &question{a.clean(path) + " is there already, and would hold nothing but this.", func(a *App) tea.Cmd { return o.save(a, path, true) }}
			case err != nil:
				o.tell(a, "not saved", err)
			default:
				a.taken.Config = in.Config
				o.tell(a, fmt.Sprintf("saved in %s (%s characters)", path, cell.Number(len([]rune(text)))), nil)
			}
			return nil
		})
	}
}

func (o *takeaway) mouse(a *App, msg tea.MouseMsg) {
	r := o.rect(a, a.rects())
	a.overlayMouse(&o.list, r, r.H-2-footRows, msg)
}

func (o *takeaway) hints(a *App) [][2]string {
	switch {
	case o.asking != nil:
		return [][2]string{{"y", "writes it"}, {backKey, "leaves it"}}
	case o.path != nil:
		return [][2]string{{"enter", "takes it"}, {"tab", "completes"}, {backKey, "leaves it"}}
	}
	pin := "pins enabled: on"
	if o.pinned {
		pin = "leaves enabled out"
	}
	all := [][2]string{{"enter", "writes"}, {a.copyKey(), "copies"}, {"n", "new file"}, {"f", "which file"}, {"p", pin}, {backKey, "closes"}}
	if o.file == "" {
		return all[1:]
	}
	return all
}
