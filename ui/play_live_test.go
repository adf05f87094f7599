package ui

import (
	"context"
	"errors"
	"testing"
	"time"

	"findable/engine"
	"findable/engine/pipeline"
	"findable/engine/py"
	"findable/ui/cell"
	"findable/ui/term"
	"findable/ui/uitest"
)

// liveApp is the Play view with a server that runs the wiki's tools: they answer by
// their page.
func liveApp(t *testing.T) (*uitest.Driver, *App, *int) {
	t.Helper()
	calls := 0
	src := sample(t, "default")
	src.Play.Runs = func(e *engine.Entry) bool { return e.Label == "wiki" }
	src.Play.Execute = func(ctx context.Context, e *engine.Entry, args py.Object) (string, error) {
		calls++
		switch args.Text("page") {
		case "dies":
			return "", errors.New("exited with code 3")
		case "hangs":
			<-ctx.Done()
			return "", ctx.Err()
		}
		return "page of " + e.Name, nil
	}
	clock := uitest.NewClock()
	a := New(src, inputs(), plainStyles(t, cell.Unicode), clock)
	d := uitest.NewDriver(t, a, clock, 120, 36)
	d.Press("9", "x", "p")
	return d, a, &calls
}

// TestLiveCalls makes calls only after each was approved, and only where a server runs.
func TestLiveCalls(t *testing.T) {
	d, a, calls := liveApp(t)
	d.Type("call mcp__wiki__read_page page=a; call mcp__wiki__read_page page=dies; call mcp__linear__get_issue issue=x")
	d.Press("enter")
	wantOnScreen(t, d, "May this call run?", "every call that is really made is asked for")
	if d.Press("n", "y", "n"); *calls != 1 {
		t.Fatalf("%d calls were made", *calls)
	}
	turn := a.play.items[0].turn
	var got []engine.ErrorKind
	for _, p := range turn.Passages {
		got = append(got, p.Reply.Kind)
	}
	if !turn.Done || got[0] != pipeline.ApprovalDenied || got[1] != pipeline.ToolFailed || got[2] != pipeline.ApprovalDenied || a.play.running != nil {
		t.Errorf("%v", got)
	}
	wantOnScreen(t, d, "failed: exited with code", "LIVE")
	d.Type("call mcp__wiki__read_page page=b")
	d.Press("enter", "y")
	wantOnScreen(t, d, "page of mcp__wiki__read_page")
}

// TestLiveCallsStop stops calls that hang: their answers say so, and what has not
// begun is not made.
func TestLiveCallsStop(t *testing.T) {
	_, a, _ := liveApp(t)
	a.play.field.set("call mcp__wiki__read_page page=hangs; call mcp__linear__get_issue issue=x; call mcp__wiki__update_page page=a body=b")
	a.submit()
	for a.overlay != nil {
		a.overlay.key(a, term.Key("y"))
	}
	cmd := a.play.sent()
	if cmd == nil || a.play.running == nil {
		t.Fatal("nothing runs")
	}
	a.setFocus("conversation")
	a.play.field.set("search wiki")
	if a.submit(); a.play.fault == "" {
		t.Error("calls are made while others run")
	}
	go func() { time.Sleep(time.Millisecond); a.play.running.stop() }()
	a.Update(cmd())
	turn := a.play.items[0].turn
	if p := turn.Passages; !turn.Done || p[0].Status != pipeline.Cancelled || p[2].Status != pipeline.Cancelled || a.play.running != nil {
		t.Errorf("%s, %s", p[0].Status, p[2].Status)
	}
	// Answers to a conversation that is over change nothing.
	a.play.field.set("call mcp__wiki__read_page page=hangs")
	a.submit()
	a.overlay.key(a, term.Key("y"))
	cmd = a.play.sent()
	a.newTalk()
	dropped := a.dropped
	a.Update(cmd())
	if a.dropped != dropped+1 || len(a.play.items) != 0 {
		t.Errorf("%d answers dropped, %d items", a.dropped-dropped, len(a.play.items))
	}
}

// TestLiveCallPanics checks that a panic in one of several calls at the same time ends
// the app as every panic does.
func TestLiveCallPanics(t *testing.T) {
	d, a, _ := liveApp(t)
	a.src.Play.Execute = func(context.Context, *engine.Entry, py.Object) (string, error) { panic("a call breaks") }
	d.Type(`[{"name": "mcp__wiki__read_page", "arguments": {"page": "a"}}, {"name": "mcp__wiki__read_page", "arguments": {"page": "b"}}]`)
	if d.Press("enter", "y", "y"); !d.Quit || a.panicked == nil || a.panicked.Value != "a call breaks" {
		t.Errorf("quit: %v, panicked: %v\n%s", d.Quit, a.panicked, d.Screen())
	}
}
