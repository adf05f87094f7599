package cli

import (
	"bufio"
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"reflect"
	"strings"
	"testing"
	"time"

	"findable/ui"
)

// folder writes files and returns the folder they are in.
func folder(t testing.TB, files map[string]string) string {
	t.Helper()
	dir := t.TempDir()
	for name, text := range files {
		path := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

// TestFlagsWin checks that preferences are defaults: a flag goes before them.
func TestFlagsWin(t *testing.T) {
	dir := folder(t, map[string]string{
		"findable.yaml":    "theme: dusk\nmouse: false\nascii: true\n",
		"themes/dusk.yaml": "about: dim\nbase: dark\n",
		"more.yaml":        "about: more\n",
	})
	more := filepath.Join(dir, "more.yaml")
	for _, c := range []struct {
		args           []string
		theme          string
		noMouse, ascii bool
		themes         int
	}{
		{[]string{"--preferences", "none"}, "", false, false, 0},
		{[]string{"--preferences", dir}, "dusk", true, true, 1},
		{[]string{"--preferences", dir, "--theme", "mono", "--no-mouse=false", "--ascii=false"}, "mono", false, false, 1},
		{[]string{"--preferences", dir, "--theme", more}, more, true, true, 2},
	} {
		r := newRun("documented")
		root := r.root()
		if err := root.ParseFlags(c.args); err != nil {
			t.Fatal(err)
		}
		p, err := r.prefer(root.Flags())
		if err != nil || len(p.notes) > 0 {
			t.Errorf("%v: %v, %v", c.args, err, p.notes)
		}
		if r.theme != c.theme || r.noMouse != c.noMouse || r.ascii != c.ascii || len(p.themes) != c.themes {
			t.Errorf("%v: theme %q, no mouse %v, ASCII %v, %d themes", c.args, r.theme, r.noMouse, r.ascii, len(p.themes))
		}
	}
}

// TestBrokenThemeFiles notes each file that is no theme once.
func TestBrokenThemeFiles(t *testing.T) {
	dir := folder(t, map[string]string{"themes/empty.yaml": "", "themes/binary.yaml": "\x00\x01\x02", "themes/folder.yaml/x": "", "themes/noise.txt": ""})
	p, err := readPreferences(dir)
	if err != nil || len(p.themes) > 0 {
		t.Fatal(err, p.themes)
	}
	for _, want := range [][2]string{{"empty.yaml", "there are no settings in it"}, {"binary.yaml", "control characters"}, {"folder.yaml", "cannot be read: is a directory"}, {"noise.txt", ""}} {
		var texts []string
		for _, n := range p.notes {
			if filepath.Base(strings.Split(n.File, ":")[0]) == want[0] {
				texts = append(texts, n.Text)
			}
		}
		if wanted := want[1] != ""; wanted != (len(texts) == 1) || wanted && !strings.Contains(texts[0], want[1]) {
			t.Errorf("%s: %q", want[0], texts)
		}
	}
}

// FuzzKeysFile reads any keys.yaml, and what findable keys prints of it again: no
// fault is left, and the keys are the same.
func FuzzKeysFile(f *testing.F) {
	for _, text := range []string{
		"", "undo: z", "zoom: ['#', space]\nquit: []", "undo: [", "undo: *a", "- undo", "? [a]: b", "undo: {a: b}", "undo: \"\\x07\"",
		"undo: \"\\\"\"\nredo: '\\'\nzoom: ö", "undo: ~\nredo: 1", "undo: &a z\nredo: *a", "<<: {undo: z}", "%", "undo: !!int z",
	} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		first, err := readPreferences(folder(t, map[string]string{"keys.yaml": text}))
		if err != nil {
			t.Fatal(err)
		}
		var out bytes.Buffer
		r := newRun("documented")
		r.out = bufio.NewWriter(&out)
		r.printKeys(first)
		r.out.Flush()
		second, err := readPreferences(folder(t, map[string]string{"keys.yaml": out.String()}))
		if err != nil || len(second.notes) > 0 {
			t.Fatalf("%v, %v of\n%s", err, second.notes, out.String())
		}
		if was, is := first.keys.Actions(), second.keys.Actions(); !reflect.DeepEqual(effective(was), effective(is)) {
			t.Errorf("the keys %v are printed and read as %v", was, is)
		}
	})
}

// effective holds the keys by action, no keys as no entry.
func effective(all []ui.ActionKeys) map[string][]string {
	keys := map[string][]string{}
	for _, x := range all {
		if len(x.Keys) > 0 {
			keys[x.ID] = x.Keys
		}
	}
	return keys
}

// TestPreferencesInTheApp opens the app with preferences in a real terminal.
func TestPreferencesInTheApp(t *testing.T) {
	if _, err := exec.LookPath("tmux"); err != nil {
		t.Skip("tmux is not here: ", err)
	}
	dir, err := os.MkdirTemp("", "findable") // the path of a socket must be short
	if err != nil {
		t.Fatal(err)
	}
	defer os.RemoveAll(dir)
	own := folder(t, map[string]string{
		"keys.yaml":        "quit: X\nzoom: z\nundo: ctrl+i\n",
		"findable.yaml":    "ascii: true\ntheme: dusk\n",
		"themes/dusk.yaml": "about: made at dusk\nbase: dark\n",
	})
	x := tmux{t, filepath.Join(dir, "s")}
	x.run("new-session", "-d", "-x", "160", "-y", "40", "-e", "PATH="+os.Getenv("PATH"), "-e", "LC_ALL=C.UTF-8", "-c", own, "sh")
	defer x.run("kill-server")
	x.run("send-keys", "-l", "findable --preferences . --sample small; echo ended with $?")
	x.run("send-keys", "Enter")
	x.waitFor("z zoom")
	x.waitFor("+-") // ASCII
	x.run("send-keys", "!")
	x.waitFor("a terminal sends ctrl+i as tab")
	x.run("send-keys", "Escape")
	time.Sleep(200 * time.Millisecond) // or escape and the key were one
	x.run("send-keys", "q")
	x.run("send-keys", "t")
	x.waitFor("theme high-contrast") // which comes after dusk
	x.run("send-keys", "X")
	x.waitFor("ended with 0")
	x.waitFor("findable: warning: keys.yaml:3: undo: ")
}
