package cli

import (
	"context"
	"errors"
	"os"
	"os/exec"
	"strconv"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"

	"findable/engine/py"
)

// TestMain lets this test binary be findable when it is run under that name.
func TestMain(m *testing.M) {
	testscript.Main(m, map[string]func(){
		"mcp-garden": actGarden,
		"findable":   func() { os.Exit(Main(context.Background(), os.Args[1:], os.Stdin, os.Stdout, os.Stderr)) },
	})
}

func TestScripts(t *testing.T) {
	testscript.Run(t, testscript.Params{
		Dir:                 "testdata/script",
		RequireUniqueNames:  true,
		RequireExplicitExec: true,
		Setup: func(e *testscript.Env) error {
			e.Setenv("GORACE", "atexit_sleep_ms=0") // or every process would wait a second for others to race
			return nil
		},
		Cmds: map[string]func(*testscript.TestScript, bool, []string){
			"exits":   exits,
			"json":    jsonAt,
			"printed": printed,
		},
	})
}

// exits STATUS COMMAND… runs a command that must exit with the status.
func exits(ts *testscript.TestScript, _ bool, args []string) {
	want, err := strconv.Atoi(args[0])
	ts.Check(err)
	got := 0
	if err := ts.Exec(args[1], args[2:]...); err != nil {
		var failed *exec.ExitError
		if !errors.As(err, &failed) {
			ts.Fatalf("%v", err)
		}
		got = failed.ExitCode()
	}
	if got != want {
		ts.Fatalf("exit status %d, want %d", got, want)
	}
}

// json PATH VALUE compares a value in the JSON on stdout. The path is keys and
// indexes with points between; len counts the elements of a list. Whatever is
// looked at has to conform to its schema.
func jsonAt(ts *testscript.TestScript, neg bool, args []string) {
	v, err := py.Parse([]byte(ts.ReadFile("stdout")))
	ts.Check(err)
	if why := conforms(ts.ReadFile("stdout")); why != "" {
		ts.Fatalf("%s", why)
	}
	for step := range strings.SplitSeq(args[0], ".") {
		switch at := v.(type) {
		case py.Object:
			found := false
			if v, found = at.Get(step); !found {
				v = "(missing)"
			}
		case py.List:
			if step == "len" {
				v = py.Int(len(at))
				continue
			}
			i, err := strconv.Atoi(step)
			ts.Check(err)
			if i >= len(at) {
				ts.Fatalf("%s: there are %d", args[0], len(at))
			}
			v = at[i]
		default:
			ts.Fatalf("%s: nothing below %s", args[0], py.Compact(v))
		}
	}
	got, isText := v.(string)
	if !isText {
		got = py.Compact(v)
	}
	if (got == args[1]) == neg {
		ts.Fatalf("%s is %s, want %s", args[0], got, args[1])
	}
}

// printed FILE checks that no character of stdout or stderr, besides line breaks,
// could act on a terminal or hide. ASCII as second argument: that all are ASCII.
func printed(ts *testscript.TestScript, _ bool, args []string) {
	for _, c := range ts.ReadFile(args[0]) {
		if c != '\n' && hidden(c) || len(args) > 1 && c > 0x7e {
			ts.Fatalf("%s has the character %U", args[0], c)
		}
	}
}
