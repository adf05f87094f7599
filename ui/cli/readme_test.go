package cli

import (
	"flag"
	"os"
	"regexp"
	"strings"
	"testing"
)

// runBlock is a block of the README that a command printed: the command stands in a
// comment above it.
var runBlock = regexp.MustCompile("(?s)<!-- (findable [^\n]*) -->\n```text\n(.*?)```\n")

// TestReadmeRuns holds the README to what the commands print, which -update writes
// into it.
func TestReadmeRuns(t *testing.T) {
	const path = "../../README.md"
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	blocks := 0
	want := runBlock.ReplaceAllStringFunc(string(text), func(block string) string {
		blocks++
		command := runBlock.FindStringSubmatch(block)[1]
		printed := strings.TrimRight(call(t, words(command)[1:]...), "\n") + "\n"
		return "<!-- " + command + " -->\n```text\n" + printed + "```\n"
	})
	switch {
	case blocks == 0:
		t.Error("the README shows nothing of what a command prints")
	case want == string(text):
	case flag.Lookup("update").Value.String() == "true":
		if err := os.WriteFile(path, []byte(want), 0o644); err != nil {
			t.Fatal(err)
		}
	default:
		t.Error("what the README shows is not what the commands print; go test ./ui/cli -run Readme -update mends it")
	}
}

// words splits a command as a shell does where there are only words and double
// quotes.
func words(command string) []string {
	var all []string
	for i, part := range strings.Split(command, `"`) {
		if i%2 == 1 {
			all = append(all, part)
		} else {
			all = append(all, strings.Fields(part)...)
		}
	}
	return all
}
