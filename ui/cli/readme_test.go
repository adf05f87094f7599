package cli

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"findable/ui/uitest"
)

const readme = "../../README.md"

// What the README shows as it would be typed and printed, and the files that it tells
// the reader to write for that.
var (
	consoleBlock = regexp.MustCompile("(?s)```console\n(.*?)```\n")
	fileBlock    = regexp.MustCompile("(?s)```yaml\n# ([a-z]+\\.yaml)\n(.*?)```\n")
)

// TestReadmeRuns holds the README to what its commands print, run one after the other
// in one folder that has the samples' dumps, as the reader's clone has.
func TestReadmeRuns(t *testing.T) {
	if _, err := exec.LookPath("sh"); err != nil {
		t.Skip("there is no sh to run the commands in")
	}
	folder := t.TempDir()
	const dumps = "sample-catalogs/dumps"
	if err := os.CopyFS(filepath.Join(folder, dumps), os.DirFS("../../"+dumps)); err != nil {
		t.Fatal(err)
	}
	uitest.Readme(t, readme, func(text string) string {
		for _, f := range fileBlock.FindAllStringSubmatch(text, -1) {
			if err := os.WriteFile(filepath.Join(folder, f[1]), []byte(f[2]), 0o666); err != nil {
				t.Fatal(err)
			}
		}
		ran := 0
		text = consoleBlock.ReplaceAllStringFunc(text, func(block string) string {
			typed := commands(consoleBlock.FindStringSubmatch(block)[1])
			ran += len(typed)
			var b strings.Builder
			for _, command := range typed {
				b.WriteString("$ " + command + "\n" + typedIn(t, folder, command))
			}
			return "```console\n" + b.String() + "```\n"
		})
		if ran < 5 {
			t.Errorf("the README shows %d commands", ran)
		}
		return text
	})
}

// commands returns what is typed in a block: the lines after a $, and those that a
// backslash joins to them.
func commands(block string) []string {
	var all []string
	open := false
	for line := range strings.Lines(block) {
		command, begins := strings.CutPrefix(line, "$ ")
		switch {
		case begins:
			all = append(all, command)
		case open:
			all[len(all)-1] += line
		}
		open = (begins || open) && strings.HasSuffix(line, "\\\n")
	}
	for i := range all {
		all[i] = strings.TrimSuffix(all[i], "\n")
	}
	return all
}

// typedIn runs a command and returns what a terminal would show of it.
func typedIn(t *testing.T, folder, command string) string {
	t.Helper()
	c := exec.CommandContext(t.Context(), "sh", "-c", command)
	c.Dir = folder
	c.Env = append(os.Environ(), "HOME="+folder, "XDG_CONFIG_HOME="+folder, "GORACE=atexit_sleep_ms=0")
	out, err := c.CombinedOutput()
	if err != nil {
		t.Errorf("%s: %v: %s", command, err, out)
	}
	if printed := strings.TrimRight(string(out), "\n"); printed != "" {
		return printed + "\n"
	}
	return ""
}

// TestReadmeWidth keeps the README's blocks within what a page shows without scrolling
// sideways.
func TestReadmeWidth(t *testing.T) {
	text, err := os.ReadFile(readme)
	if err != nil {
		t.Fatal(err)
	}
	const most = 100 // cells
	inside := false
	for i, line := range strings.Split(string(text), "\n") {
		if strings.HasPrefix(line, "```") {
			inside = !inside
		}
		if width := len([]rune(line)); inside && width > most {
			t.Errorf("line %d has %d characters", i+1, width)
		}
	}
}
