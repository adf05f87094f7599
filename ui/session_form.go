package ui

import (
	"errors"
	"io/fs"

	tea "github.com/charmbracelet/bubbletea"

	"findable/themes"
	"findable/ui/frame"
	"findable/ui/layout"
	"findable/ui/style"
)

// A sessionForm asks for the file that the session is saved in.
type sessionForm struct {
	path   *pathField
	asking *question
	fault  string // why it was not saved
}

// sessionFile is the file that is offered where no session file was opened.
const sessionFile = "findable-session.yaml"

func (a *App) openSessionForm() {
	path := sessionFile
	if a.src.Away.Session != "" {
		path = a.src.Away.Session
	}
	a.open(&sessionForm{path: newPathField("file:", path)})
}

// save writes the session, after a question where there is such a file. What a change
// does to the state while that goes on is not in it.
func (f *sessionForm) save(a *App, path string, over bool) tea.Cmd {
	save, st := a.src.Away.SaveSession, a.state()
	return func() tea.Msg {
		what, err := save(path, st, over)
		return doneMsg(func(a *App) tea.Cmd {
			switch {
			case errors.Is(err, fs.ErrExist):
				f.asking = &question{a.clean(path) + " is there already. Its tools and words stay, its state becomes this one.", func(a *App) tea.Cmd { return f.save(a, path, true) }}
				if path != a.src.Away.Session {
					f.asking.text = a.clean(path) + " is there already, and would hold nothing but this session."
				}
			case err != nil:
				f.fault = a.clean(err.Error())
				a.say("not saved: " + f.fault)
			default:
				a.taken = st.Inputs
				if a.overlay == overlay(f) {
					a.close()
				}
				a.say("saved: findable " + a.clean(path) + " opens it again; " + what)
			}
			return nil
		})
	}
}

func (f *sessionForm) key(a *App, msg tea.KeyMsg) tea.Cmd {
	switch {
	case f.asking != nil:
		q := f.asking
		if f.asking = nil; msg.String() == "y" {
			return q.yes(a)
		}
	case msg.Type == tea.KeyEsc:
		a.close()
	case msg.Type == tea.KeyEnter, msg.String() == "ctrl+s":
		if path := f.path.path(); path != "" {
			return f.save(a, path, false)
		}
	default:
		f.fault = ""
		f.path.key(msg)
	}
	return nil
}

// lines are what a session holds, the name, and what is asked or wrong.
func (f *sessionForm) lines(s *scene) []string {
	lines := s.paragraph(themes.Text, "A session file holds where the dumps lie, or their tools where they lie in no files, and all that was set: knobs, "+
		"generation, context, servers switched off, query, target, what-ifs, A and the view. It can be read and edited.")
	lines = append(lines, s.Row(s.w, style.Off))
	lines = append(lines, f.path.lines(s)...)
	switch {
	case f.asking != nil:
		lines = append(lines, s.paragraph(themes.Warning, f.asking.text+" y writes it, "+backKey+" leaves it.")...)
	case f.fault != "":
		lines = append(lines, s.paragraph(themes.Bad, s.Glyphs.No+" not saved: "+f.fault)...)
	}
	return lines
}

func (f *sessionForm) rect(a *App, r layout.Rects) layout.Rect {
	full := overlayRect(r)
	if !r.Mode.Framed() {
		return full
	}
	return r.Screen.Center(full.W, min(len(f.lines(&scene{Styles: a.styles, w: full.W - 2, h: full.H - 2}))+2, full.H))
}

func (f *sessionForm) draw(a *App, r layout.Rect) []string {
	s := &scene{Styles: a.styles, focus: true, w: max(r.W-2, 1), h: r.H - 2}
	lines := f.lines(s)
	if over := len(lines) - s.h; over > 0 { // what is typed and asked goes before what it is for
		lines = lines[over:]
	}
	box := frame.Box{Title: "Save the session", Key: backKey, Focus: true, W: r.W, H: r.H}
	return box.Draw(a.styles, lines)
}

func (f *sessionForm) mouse(a *App, msg tea.MouseMsg) {
	if pressed(msg) && !f.rect(a, a.rects()).Contains(msg.X, msg.Y) {
		a.close()
	}
}

func (f *sessionForm) hints(*App) [][2]string {
	if f.asking != nil {
		return [][2]string{{"y", "writes it"}, {backKey, "leaves it"}}
	}
	return [][2]string{{"enter", "saves"}, {"tab", "completes"}, {backKey, "leaves it"}}
}
