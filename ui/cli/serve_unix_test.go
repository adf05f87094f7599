//go:build unix

package cli

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"findable/engine"
	"findable/engine/py"
	"findable/loaders"
	"findable/loaders/live"
	"findable/ui"
)

// A served findable is a process that a test is the client of.
type served struct {
	cmd    *exec.Cmd
	faults *bytes.Buffer
	client *mcp.ClientSession
}

// serveOver starts findable serve, over HTTP where the arguments say so, and connects
// to it.
func serveOver(t *testing.T, opt *mcp.ClientOptions, args ...string) *served {
	t.Helper()
	s := &served{cmd: exec.Command("findable", append([]string{"serve"}, args...)...), faults: &bytes.Buffer{}}
	s.cmd.Stderr = s.faults
	var transport mcp.Transport = &mcp.CommandTransport{Command: s.cmd}
	if args[0] == "--http" {
		out, err := s.cmd.StdoutPipe()
		if err != nil {
			t.Fatal(err)
		}
		if err := s.cmd.Start(); err != nil {
			t.Fatal(err)
		}
		address, err := bufio.NewReader(out).ReadString('\n')
		if err != nil {
			_ = s.cmd.Wait()
			t.Fatal(err, s.faults.String())
		}
		transport = &mcp.StreamableClientTransport{Endpoint: strings.TrimSpace(address)}
		t.Cleanup(http.DefaultClient.CloseIdleConnections)
	}
	client, err := mcp.NewClient(&mcp.Implementation{Name: "tester", Version: "1"}, opt).Connect(context.Background(), transport, nil)
	if err != nil {
		_ = s.cmd.Process.Kill()
		t.Fatal(err, s.faults.String())
	}
	s.client = client
	t.Cleanup(func() {
		_ = client.Close()
		_ = s.cmd.Process.Kill() // should it not have ended
	})
	return s
}

// call returns the text of an answer.
func (s *served) call(ctx context.Context, name, args string) (string, bool) {
	r, err := s.client.CallTool(ctx, &mcp.CallToolParams{Name: name, Arguments: json.RawMessage(args)})
	if err != nil {
		return err.Error(), true
	}
	return r.Content[0].(*mcp.TextContent).Text, r.IsError
}

func writeFile(t *testing.T, path, text string) {
	t.Helper()
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
}

// A client that starts findable gets the engine's replies, hears of a changed file,
// and ends findable by closing its input.
func TestServeStreams(t *testing.T) {
	for _, rules := range engine.Generations() {
		t.Run(rules.Name, func(t *testing.T) { serveStreams(t, rules) })
	}
}

func serveStreams(t *testing.T, rules engine.Rules) {
	file := filepath.Join(t.TempDir(), "github.json")
	writeFile(t, file, githubExample)
	told := make(chan struct{}, 10)
	s := serveOver(t, &mcp.ClientOptions{ToolListChangedHandler: func(context.Context, *mcp.ToolListChangedRequest) { told <- struct{}{} }}, "--generation", rules.Name, file)
	res, err := loaders.Load(context.Background(), []loaders.Source{{Path: file}}, loaders.Options{Rules: rules})
	if err != nil {
		t.Fatal(err)
	}
	session := engine.Register(res.Catalog).Session(rules, engine.Scope{}, nil)
	args := `{"queries":["create an issue","repositories"]}`
	v, _ := py.Parse([]byte(args))
	want := session.ToolSearch(engine.DefaultConfig(rules), v.(py.Object)).Text
	if reply, _ := s.call(context.Background(), "tool_search", args); reply != want {
		t.Errorf("tool_search says\n%s\nwant\n%s", reply, want)
	}
	v, _ = py.Parse([]byte(`{"names":["mcp__github__create_issue"]}`))
	if reply, _ := s.call(context.Background(), "tool_describe", `{"names":["mcp__github__create_issue"]}`); reply != session.ToolDescribe(v.(py.Object)).Text {
		t.Errorf("tool_describe says %s", reply)
	}
	for _, args := range []string{`{"name":"create_issue","arguments":{}}`, `{"name":"tool_search"}`, `{"name":"mcp__github__create_issue","arguments":[]}`, `{"calls":"["}`, `{}`} {
		v, _ = py.Parse([]byte(args))
		want := session.ResolveCall(v.(py.Object)).Error
		if reply, isError := s.call(context.Background(), "tool_call", args); reply != want.Text || !isError {
			t.Errorf("tool_call %s says\n%s\nwant\n%s", args, reply, want.Text)
		}
	}
	if reply, _ := s.call(context.Background(), "tool_call", `{"name":"mcp__github__create_issue","arguments":{}}`); !strings.Contains(reply, `"dry_run": true`) {
		t.Errorf("tool_call says %s", reply)
	}
	writeFile(t, file, strings.Replace(githubExample, "list_issues", "close_issue", 1))
	select {
	case <-told:
	case <-time.After(patience):
		t.Fatal("nobody told of the change")
	}
	if reply, _ := s.call(context.Background(), "tool_search", `{"queries":["close"]}`); !strings.Contains(reply, "mcp__github__close_issue") {
		t.Errorf("after the change: %s", reply)
	}
	writeFile(t, file, "{")
	if err := s.client.Close(); err != nil {
		t.Error(err)
	}
	if code := s.cmd.ProcessState.ExitCode(); code != 0 {
		t.Errorf("exit status %d: %s", code, s.faults.String())
	}
	if text := s.faults.String(); !strings.Contains(text, `tester: "create an issue": `+map[string]string{"documented": "2 of 2 matches", "latest": "1 of 1 match"}[rules.Name]+", first mcp__github__create_issue") {
		t.Errorf("stderr has\n%s", text)
	}
}

// Calls go on to a running server once they are allowed, by whatever way they come,
// and neither one that is given up nor a server that dies leaves anything behind.
func TestServeCalls(t *testing.T) {
	folder := t.TempDir()
	pidFile, logFile := filepath.Join(folder, "pid"), filepath.Join(folder, "calls.jsonl")
	s := serveOver(t, nil, "--http", "127.0.0.1:0", "--log", logFile, "--connect", "g=mcp-garden lively "+pidFile, "--allow", "mcp__g__w*", "--allow", "mcp__g__b*")
	ctx := context.Background()
	call := func(ctx context.Context, name string) (string, bool) {
		return s.call(ctx, "tool_call", `{"name":"`+name+`","arguments":{"area":"north"}}`)
	}
	if reply, isError := call(ctx, "mcp__g__water_beds"); reply != `watered {"area":["north"]}` || isError {
		t.Errorf("an allowed call says %s", reply)
	}
	if reply, _ := call(ctx, "mcp__g__burn"); !strings.Contains(reply, `"dry_run": true`) || !strings.Contains(reply, "destructive") {
		t.Errorf("a destructive call says %s", reply)
	}
	for _, name := range []string{"mcp__g__Water_beds", "water-beds", "mcp__g__water-beds"} {
		if reply, isError := call(ctx, name); !isError || strings.Contains(reply, "watered") {
			t.Errorf("%s says %s", name, reply)
		}
	}
	short, stop := context.WithTimeout(ctx, 100*time.Millisecond)
	defer stop()
	if reply, _ := call(short, "mcp__g__wait"); !strings.Contains(reply, context.DeadlineExceeded.Error()) {
		t.Errorf("a call that was given up says %s", reply)
	}
	if reply, isError := call(ctx, "mcp__g__water_beds"); isError {
		t.Errorf("after that, a call says %s", reply)
	}
	end(t, s)
	gone(t, pidFile)
	raw, err := os.ReadFile(logFile)
	if err != nil {
		t.Fatal(err)
	}
	lines := strings.Split(strings.TrimSpace(string(raw)), "\n")
	if len(lines) != 7 || !strings.Contains(lines[0], `"outcome":"ran","tool":"mcp__g__water_beds"`) {
		t.Errorf("the log has\n%s", raw)
	}
	for _, l := range lines {
		if why := conforms(l); why != "" {
			t.Errorf("%s: %s", why, l)
		}
	}
}

func TestServeDying(t *testing.T) {
	pidFile := filepath.Join(t.TempDir(), "pid")
	s := serveOver(t, nil, "--http", "127.0.0.1:0", "--connect", "g=mcp-garden lively "+pidFile, "--allow", "mcp__g__burn", "--allow", "*")
	waits := make(chan string, 1)
	go func() {
		reply, _ := s.call(context.Background(), "tool_call", `{"name":"mcp__g__wait","arguments":{}}`)
		waits <- reply
	}()
	for _, want := range []string{"`mcp__g__burn` failed: ended with exit code 3 during the call", "failed: "} {
		if reply, isError := s.call(context.Background(), "tool_call", `{"name":"mcp__g__burn","arguments":{}}`); !isError || !strings.Contains(reply, want) {
			t.Errorf("a dying server says %s", reply)
		}
	}
	if reply := <-waits; !strings.Contains(reply, "failed: ") {
		t.Errorf("a call that it was at says %s", reply)
	}
	if reply, isError := s.call(context.Background(), "tool_search", `{"queries":["burns"]}`); isError {
		t.Errorf("a search says %s", reply)
	}
	end(t, s)
	gone(t, pidFile)
}

// end asks a served findable to end, which it does without a fault.
func end(t *testing.T, s *served) {
	t.Helper()
	if err := s.cmd.Process.Signal(syscall.SIGTERM); err != nil {
		t.Fatal(err)
	}
	if err := s.cmd.Wait(); err != nil {
		t.Errorf("%v: %s", err, s.faults.String())
	}
}

// gone checks that the process whose number is in a file is no more.
func gone(t *testing.T, pidFile string) {
	t.Helper()
	raw, _ := os.ReadFile(pidFile)
	pid, err := strconv.Atoi(string(raw))
	if err != nil {
		t.Fatal(err)
	}
	for deadline := time.Now().Add(patience); !errors.Is(syscall.Kill(pid, 0), syscall.ESRCH); time.Sleep(5 * time.Millisecond) {
		if time.Now().After(deadline) {
			t.Fatal("the server is still there")
		}
	}
}

// A server that has died is started again when the user reads everything anew, and
// not before.
func TestDeadServerComesBack(t *testing.T) {
	folder := t.TempDir()
	pidFile := filepath.Join(folder, "pid")
	r := newRun("documented")
	r.connect = []live.Target{{Name: "g", Launch: loaders.Launch{Command: "mcp-garden", Args: []string{"lively", pidFile}}}}
	r.servers = &live.Client{Watch: true}
	ctx, stop := context.WithCancel(context.Background())
	defer stop()
	r.keeper = &keeper{run: r, ctx: ctx, beside: unguarded, changes: make(chan string, 1)}
	l := &loader{run: r}
	call := func(ask ui.Ask, name string) (string, error) {
		t.Helper()
		got, err := l.Load(ctx, ask, func(ui.Progress) {})
		if err != nil {
			t.Fatal(err)
		}
		if len(got.Source.Registry.Entries) != 3 || got.Source.Name != "1 running server" {
			t.Errorf("%q has %d tools", got.Source.Name, len(got.Source.Registry.Entries))
		}
		e, _ := got.Source.Registry.Lookup(name)
		return got.Source.Play.Execute(ctx, e, py.Object{})
	}
	if _, err := call(ui.Ask{}, "mcp__g__burn"); err == nil || !strings.Contains(err.Error(), "exit code 3") {
		t.Errorf("what dies says %v", err)
	}
	if _, err := call(ui.Ask{}, "mcp__g__water_beds"); err == nil {
		t.Error("what is dead has answered")
	}
	if text, err := call(ui.Ask{Fresh: true}, "mcp__g__water_beds"); err != nil || !strings.HasPrefix(text, "watered") {
		t.Errorf("read anew: %s, %v", text, err)
	}
	r.servers.Close()
	gone(t, pidFile)
}
