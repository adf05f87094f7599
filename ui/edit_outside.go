package ui

import (
	"cmp"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"reflect"
	"slices"
	"strings"

	tea "github.com/charmbracelet/bubbletea"
	xterm "github.com/charmbracelet/x/term"

	"findable/engine"
	"findable/engine/py"
	"findable/themes"
)

// An editedMsg is what an editor outside has made of a tool.
type editedMsg struct {
	subject   toolKey
	was, text string
	err       error
}

// editOutside gives a tool to the user's own editor, as JSON; text, where it is not
// "", is what she has made of it before.
func (a *App) editOutside(e *engine.Entry, text string) tea.Cmd {
	msg := editedMsg{subject: keyOf(e), was: jsonText(e.Tool.Function) + "\n"}
	file, err := temporary(cmp.Or(text, msg.was))
	if err != nil {
		a.say("not edited: " + err.Error())
		return nil
	}
	words := strings.Fields(cmp.Or(os.Getenv("VISUAL"), os.Getenv("EDITOR"), "vi"))
	editor := exec.Command(words[0], append(words[1:], file)...)
	editor.Stdout, editor.Stderr = os.Stdout, os.Stderr // the app's own are wrapped, and would reach it as pipes
	if xterm.IsTerminal(os.Stdin.Fd()) {
		editor.Stdin = os.Stdin
	}
	return a.exec(editor, func(err error) tea.Msg {
		defer os.Remove(file)
		if msg.err = err; err == nil {
			var raw []byte
			raw, msg.err = os.ReadFile(file)
			msg.text = string(raw)
		}
		return msg
	})
}

// temporary writes a file that nobody else can read, and returns its name.
func temporary(text string) (name string, err error) {
	f, err := os.CreateTemp("", "findable-*.json") // with mode 0600
	if err != nil {
		return "", err
	}
	_, err = f.WriteString(text)
	if err = errors.Join(err, f.Close()); err != nil {
		os.Remove(f.Name())
		return "", err
	}
	return f.Name(), nil
}

// onEdited takes over what the editor has left. What can't be read is not lost: the
// editor can have it again.
func (a *App) onEdited(msg editedMsg) tea.Cmd {
	var cmd tea.Cmd
	if !a.mouseOff { // the editor had it, and Bubble Tea does not take it back
		cmd = tea.EnableMouseCellMotion
	}
	e := a.d.session.Registry.Edited(msg.subject.toolset, msg.subject.tool)
	switch {
	case msg.err != nil:
		a.say("not edited: " + msg.err.Error() + "; $VISUAL or $EDITOR names the editor")
		return cmd
	case e == nil:
		a.say("not edited: " + a.clean(msg.subject.tool) + " is not there any more")
		return cmd
	}
	set, err := readRecord(msg.text, e.Tool)
	if err != nil {
		a.open(&confirm{title: "Not taken: " + a.clean(e.Bare()), what: "edits it again", text: func(s *scene) []string {
			return append(s.paragraph(themes.Bad, s.clean(err.Error())), s.paragraph(themes.Text, "What you have written is kept until you leave this.")...)
		}, do: func(a *App) tea.Cmd { return a.editOutside(e, msg.text) }})
		return cmd
	}
	a.takeSet(msg.subject, set)
	return cmd
}

// readRecord reads a tool as it is given to an editor, and returns the members that
// differ. A key that is left out stays as it was.
func readRecord(text string, t engine.Tool) (set py.Object, err error) {
	v, err := py.Parse([]byte(text))
	if err != nil {
		return nil, err
	}
	o, ok := v.(py.Object)
	if !ok {
		return nil, errors.New("an object is wanted: {\"name\": …, \"description\": …, \"parameters\": …}")
	}
	for _, m := range o {
		part := slices.Index(parts[:], m.Key)
		if part < 0 {
			return nil, fmt.Errorf("%q is no part of a tool here; there are name, description and parameters", m.Key)
		}
		was, _ := t.Function.Get(m.Key)
		if reflect.DeepEqual(was, m.Value) {
			continue
		}
		if err := checkPart(part, m.Value); err != nil {
			return nil, err
		}
		set = append(set, m)
	}
	return set, nil
}
