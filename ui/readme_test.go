package ui

import (
	"flag"
	"os"
	"strings"
	"testing"
)

// TestReadme holds the README to the app: its screen and its table of keys are
// made here, with -update.
func TestReadme(t *testing.T) {
	d, a := start(t, "default", 120, 36)
	d.Press("/")
	d.Type("create an issue")
	d.Press("esc")
	screen := strings.Split(strings.TrimRight(d.Screen(), "\n"), "\n")
	for i := range screen {
		screen[i] = strings.TrimRight(screen[i], " ")
	}
	const path = "../README.md"
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	want := between(t, string(text), "screen", "```text\n"+strings.Join(screen, "\n")+"\n```\n")
	want = between(t, want, "keys", keyTable(a))
	if want == string(text) {
		return
	}
	if flag.Lookup("update").Value.String() != "true" {
		t.Fatal("the README's screen or keys are not the app's; go test ./ui -run Readme -update mends it")
	}
	if err := os.WriteFile(path, []byte(want), 0o644); err != nil {
		t.Fatal(err)
	}
}

// between puts a part between the marks of its name.
func between(t *testing.T, text, name, part string) string {
	t.Helper()
	open, close := "<!-- "+name+" -->\n", "<!-- /"+name+" -->"
	before, rest, ok := strings.Cut(text, open)
	_, after, closed := strings.Cut(rest, close)
	if !ok || !closed {
		t.Fatalf("the README has no marks for %s", name)
	}
	return before + open + part + close + after
}

func keyTable(a *App) string {
	var b strings.Builder
	b.WriteString("| where | key | what |\n| --- | --- | --- |\n")
	for _, x := range a.actions {
		b.WriteString("| " + x.where() + " | `" + strings.ReplaceAll(a.keyNames(x), " ", "` `") + "` | " + x.title + " |\n")
	}
	return b.String()
}
