package ui

import (
	"context"
	"strings"
	"testing"
	"time"

	"findable/engine"
	"findable/engine/pipeline"
	"findable/engine/play"
	"findable/engine/py"
	"findable/ui/term"
)

// TestPlayLongMessage passes a long message's calls beside the app: another one waits,
// and a conversation that is over takes nothing in.
func TestPlayLongMessage(t *testing.T) {
	_, a := playApp(t, 120, 36)
	long := strings.Repeat("search wiki; ", mostNow) + "describe mcp__wiki__read_page"
	a.play.field.set(long)
	a.submit()
	cmd := a.play.sent()
	if cmd == nil || len(a.play.items) != 0 {
		t.Fatalf("%d items at once", len(a.play.items))
	}
	a.play.field.set("search wiki")
	if a.submit(); a.play.fault != busyWords || len(a.play.items) != 0 {
		t.Errorf("%q, %d items", a.play.fault, len(a.play.items))
	}
	a.Update(cmd())
	if len(a.play.items) != 1 || !a.play.items[0].turn.Done || a.busy() || a.play.game.Meter.Bridge.Requests != 2 {
		t.Fatalf("%d items, busy %v", len(a.play.items), a.busy())
	}
	calls, _ := play.Read(a.d.session, "call mcp__wiki__read_page page=a")
	if found := a.play.game.Begin("", calls).Findings[0]; len(found) > 0 {
		t.Errorf("the long message has described it: %q", found)
	}
	a.play.field.set(long)
	a.submit()
	cmd = a.play.sent()
	a.newTalk()
	dropped := a.dropped
	if a.Update(cmd()); a.dropped != dropped+1 || len(a.play.items) != 0 || a.busy() {
		t.Errorf("%d dropped, %d items", a.dropped-dropped, len(a.play.items))
	}
}

// TestTalkFound says above the reply what each query has found, with what is said
// before it in sight, and stays at its call when the window changes.
func TestTalkFound(t *testing.T) {
	d, a := playApp(t, 120, 36)
	d.Press("o", "enter", " ")
	wantOnScreen(t, d, "First a search.", "read a wiki page 5 of", "1 mcp__wiki__read_page", `"total_available"`)
	d.Press("p")
	d.Type("search xyzzyx")
	d.Press("enter")
	wantOnScreen(t, d, "xyzzyx nothing")
	d.Type("describe mcp__wiki__read_page, mcp__wiki__update_page; describe mcp__slack__send_message")
	d.Press("enter", "esc")
	for a.talk.rows[a.talk.list.cursor].call != 1 {
		d.Press("down")
	}
	was := a.talk.rows[a.talk.list.cursor].talkKey
	for _, size := range [][2]int{{40, 12}, {200, 50}, {80, 24}, {120, 36}} {
		if d.Resize(size[0], size[1]); a.talk.rows[a.talk.list.cursor].talkKey != was {
			t.Errorf("at %d × %d the cursor is on %v, was on %v", size[0], size[1], a.talk.rows[a.talk.list.cursor].talkKey, was)
		}
	}
}

// TestWalkIsNeverLive keeps the answers that a walkthrough gives for the user from
// calls that are really made.
func TestWalkIsNeverLive(t *testing.T) {
	d, a, calls := liveApp(t)
	a.src.Play.Walkthroughs = []play.Walkthrough{{Name: "w", Title: "W", Steps: []play.Scripted{{Call: "call mcp__wiki__read_page page=a"}, {Call: "call mcp__wiki__read_page page=b"}},
		Rules: []pipeline.Rule{{Do: pipeline.Allow}}}}
	d.Press("esc", "o", "enter", "a")
	d.Advance(time.Minute)
	if *calls != 0 || a.play.live {
		t.Fatalf("a walkthrough makes %d calls", *calls)
	}
	d.Press("o", "enter", "x", "a")
	d.Advance(time.Minute)
	if wantOnScreen(t, d, "May this call run?"); *calls != 0 {
		t.Fatalf("%d calls are made unasked", *calls)
	}
	if d.Press("n"); *calls != 0 {
		t.Errorf("%d calls are made", *calls)
	}
}

// TestLiveInterrupted ends what was stopped before it was begun as the reference does:
// under the name as sent, past no station but the last two.
func TestLiveInterrupted(t *testing.T) {
	_, a, calls := liveApp(t)
	a.src.Play.Runs = func(*engine.Entry) bool { return true }
	a.play.field.set("call mcp__slack__send_message channel=a text=b; call mcp__linear__get_issue issue=x; call mcp__calendar__search_events query=x")
	a.submit()
	for a.overlay != nil {
		a.overlay.key(a, term.Key("y"))
	}
	a.onExecuted(a.play.sent()().(executedMsg)) // the first is made
	turn := a.play.items[0].turn
	if *calls != 1 || !turn.Passages[0].Done || turn.Passages[1].Done {
		t.Fatalf("%d calls are made, one by one", *calls)
	}
	a.src.Play.Execute = func(ctx context.Context, _ *engine.Entry, _ py.Object) (string, error) {
		<-ctx.Done()
		return "", ctx.Err()
	}
	a.play.running.stop()
	cmd := a.play.sent()
	if cmd == nil {
		t.Fatal("the second does not run")
	}
	a.Update(cmd())
	for i, p := range turn.Passages[1:] {
		if p.Status != pipeline.Cancelled || p.Name != "tool_call" || len(p.Steps) != 2 || p.Steps[0].Station != pipeline.PostHook || p.Steps[1].Station != pipeline.Result {
			t.Errorf("call %d: %s %s %v", i+2, p.Name, p.Status, p.Steps)
		}
	}
	if *calls != 1 || !turn.Done || a.busy() {
		t.Errorf("%d calls, busy %v", *calls, a.busy())
	}
}

// TestApprovalForgets asks again about a tool that says something else than when it
// was approved.
func TestApprovalForgets(t *testing.T) {
	_, a := playApp(t, 120, 36)
	e, _ := a.d.session.Registry.Lookup("mcp__slack__send_message")
	var p approvals
	p.add(e)
	other := *e
	other.Tool.Raw = py.Object{{Key: "annotations", Value: py.Object{{Key: "destructiveHint", Value: true}}}}
	if !p.has(e) || p.has(&other) || len(p.names(a.d.session)) != 1 {
		t.Errorf("%v, %v, %v", p.has(e), p.has(&other), p.names(a.d.session))
	}
}
