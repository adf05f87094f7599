package live

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"findable/engine/py"
	"findable/loaders"
)

// schemaOf is the schema of a page's first tool, compact.
func schemaOf(page py.Value) string {
	tool, _ := toolsOf(page)[0].(py.Object)
	v, _ := tool.Get("inputSchema")
	return py.Compact(v)
}

// keptSchema is rawSchema as the loaders keep every number: as Python prints it.
const keptSchema = `{"type":"object","required":["z"],"properties":{"z":{"type":"number","maximum":10.5,"minimum":100.0},"a":{"enum":["<&>","é"]}},"additionalProperties":false}`

func TestProgram(t *testing.T) {
	var said []string
	c := &Client{}
	defer c.Close()
	servers := c.Connect(context.Background(), []Target{{Name: "mine", Launch: stdio("garden")}}, func(p Progress) {
		said = append(said, fmt.Sprintf("%s: %s", p.Name, p))
	})
	l := servers[0].Listed()
	want(t, l, 3, 7, "")
	if got := schemaOf(l.Pages[0]); got != keptSchema {
		t.Errorf("schema %s", got)
	}
	s := l.Server
	if s.Name != "garden" || s.Title != "The garden" || l.Version != "1.2" || s.Instructions != "Close the gate." || !s.Initialized || !s.Prompts || s.Resources {
		t.Errorf("%+v version %s", s, l.Version)
	}
	wantSaid := []string{"mine: waiting", "mine: connecting", "mine: page 1", "mine: page 2, 3 tools so far", "mine: page 3, 6 tools so far", "mine: 7 tools"}
	if !slices.Equal(said, wantSaid) {
		t.Errorf("said %q", said)
	}
	if servers[0].program.cmd.ProcessState == nil {
		t.Error("the program was not reaped")
	}
}

func TestFailures(t *testing.T) {
	t.Setenv("THE_KEY", "very-secret")
	for _, c := range []struct {
		kind         string
		pages, tools int
		fault        string
	}{
		{"dies half-way", 2, 6, "2 pages of ?, 6 tools, then: ended with exit code 3 at page 3: Error: the hose has burst, key ***"},
		{"stops at once", 0, 0, "ended with exit code 2 before it answered initialize; is it an MCP server that speaks over its standard streams?"},
		{"is noisy", 3, 7, ""},
		{"is modern", 1, 1, ""},
		{"has odd tools", 1, 4, ""},
		{"goes round", 2, 2, "2 pages of ?, 2 tools, then: page 2 gives the cursor of page 2 again, so there is no end to its list"},
		{"has no tools", 1, 0, ""},
		{"has no list", 0, 0, "gave an answer without a list of tools at page 1"},
		{"refuses", 0, 0, `answered with the error "log in first" at page 1`},
		{"closes its output", 0, 0, "closed its standard output before it answered initialize"},
	} {
		t.Run(c.kind, func(t *testing.T) {
			t.Parallel()
			l := connect(t, &Client{Grace: 100 * time.Millisecond}, Target{Launch: stdio(c.kind, loaders.Setting{Name: "SECRET_KEY", Value: "${THE_KEY}"})}).Listed()
			want(t, l, c.pages, c.tools, c.fault)
			switch c.kind {
			case "dies half-way":
				if l.Stderr != "fetching the rest\nError: the hose has burst, key ***\n    at pump.go:7\n" {
					t.Errorf("stderr %q", l.Stderr)
				}
			case "is noisy":
				if l.Noise != 6 { // and three lines between its answers
					t.Errorf("%d lines of noise", l.Noise)
				}
			case "is modern":
				if l.Server.Name != "modern" || l.Version != "9" || schemaOf(l.Pages[0]) != keptSchema {
					t.Errorf("%+v", l)
				}
			}
		})
	}
}

func TestNotStarted(t *testing.T) {
	dir := t.TempDir()
	plain := filepath.Join(dir, "plain")
	if err := os.WriteFile(plain, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		launch loaders.Launch
		fault  string
	}{
		{loaders.Launch{Command: "no-such-program"}, "there is no program no-such-program; install it, or write its whole path"},
		{loaders.Launch{Command: plain}, "may not be run; check its permissions"},
		{loaders.Launch{Command: os.Args[0], Dir: filepath.Join(dir, "gone")}, "its working folder is not there"},
		{loaders.Launch{Command: "x", Args: []string{"${input:the-token}", "${input:the-token}"}},
			"needs the environment variable THE_TOKEN for ${input:the-token}, which is not set; set it in the environment"},
		{loaders.Launch{Command: "x", Env: []loaders.Setting{{Name: "A", Value: "${env:NO_A}"}, {Name: "B", Value: "$NO_B"}}},
			"needs the environment variable NO_A and the environment variable NO_B, which is not set; set them in the environment"},
		{loaders.Launch{}, "has neither a command nor an address"},
	} {
		want(t, connect(t, &Client{}, Target{Launch: c.launch}).Listed(), 0, 0, c.fault)
	}
}

func TestNeverAnswers(t *testing.T) {
	c := &Client{Timeout: 250 * time.Millisecond, Grace: 20 * time.Millisecond}
	s := connect(t, c, Target{Launch: stdio("is silent")})
	want(t, s.Listed(), 0, 0, "timed out after 250ms before it answered initialize")
	if s.program.cmd.ProcessState == nil {
		t.Error("the program was not reaped")
	}
}

func TestFlood(t *testing.T) {
	l := connect(t, &Client{}, Target{Launch: stdio("floods")}).Listed()
	want(t, l, 3, 7, "")
	if n := len(l.Stderr); n > maxTail || n < maxTail-1024 || !strings.HasSuffix(l.Stderr, "\nthe end\n") || !strings.HasPrefix(l.Stderr, "eee") {
		t.Errorf("%d bytes of stderr are kept", n)
	}
}

func TestManyAtOnce(t *testing.T) {
	var targets []Target
	for i := range 8 {
		targets = append(targets, Target{Name: fmt.Sprint("s", i), Launch: stdio("garden")})
	}
	targets[3].Launch = stdio("dies half-way")
	running, most := 0, 0
	c := &Client{AtOnce: 3}
	defer c.Close()
	servers := c.Connect(context.Background(), targets, func(p Progress) {
		switch p.Stage {
		case Starting:
			running++
		case Done, Failed:
			running--
		}
		most = max(most, running)
	})
	for i, s := range servers {
		l := s.Listed()
		if l.Name != targets[i].Name || (l.Err != nil) != (i == 3) {
			t.Errorf("server %d: %s, %v", i, l.Name, l.Err)
		}
	}
	if most > 3 || running != 0 {
		t.Errorf("%d at once, %d still running", most, running)
	}
}

func TestCancelled(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	c := &Client{Grace: 20 * time.Millisecond, AtOnce: 1}
	defer c.Close()
	servers := c.Connect(ctx, []Target{{Launch: stdio("is slow")}, {Launch: stdio("garden")}}, func(p Progress) {
		if p.Page == 2 {
			cancel()
		}
	})
	want(t, servers[0].Listed(), 1, 3, "1 page of ?, 3 tools, then: was stopped at page 2")
	want(t, servers[1].Listed(), 0, 0, "was stopped before it answered initialize")
}

// TestCrash checks that a panic of who is told reaches the caller, and that no
// server outlives it.
func TestCrash(t *testing.T) {
	c := &Client{Watch: true, Grace: 20 * time.Millisecond}
	defer func() {
		if recover() != "crash" {
			t.Error("no panic")
		}
		if len(c.open) != 0 {
			t.Error("servers are left")
		}
	}()
	c.Connect(context.Background(), []Target{{Launch: stdio("garden")}, {Launch: stdio("is slow")}}, func(p Progress) {
		if p.Index == 1 && p.Page == 2 {
			panic("crash")
		}
	})
}

func TestClosed(t *testing.T) {
	c := &Client{}
	c.Close()
	want(t, c.Connect(context.Background(), []Target{{Launch: stdio("garden")}}, nil)[0].Listed(), 0, 0, "was not asked, since all connections are closed")
}

func TestTail(t *testing.T) {
	var x tail
	for i := range 40_000 {
		fmt.Fprintf(&x, "line %d\n", i)
	}
	got := x.String()
	if len(got) > maxTail || !strings.HasPrefix(got, "line ") || !strings.HasSuffix(got, "\nline 39999\n") {
		t.Errorf("%d bytes: %.20q…", len(got), got)
	}
}
