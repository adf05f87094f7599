package ui

import (
	"context"
	"strings"
	"testing"
	"time"

	"findable/engine"
	"findable/engine/pipeline"
	"findable/engine/planner"
	"findable/engine/play"
	"findable/engine/replay"
	"findable/themes"
	"findable/ui/cell"
	"findable/ui/layout"
	"findable/ui/uitest"
)

// playApp is the app in the Play view, on a sample with two presets and a walkthrough.
func playApp(t *testing.T, w, h int) (*uitest.Driver, *App) {
	t.Helper()
	src := sample(t, "default")
	src.Play = Playground{
		Rules:   []pipeline.Rule{{Name: "delete_*", Do: pipeline.Deny, Why: "not here"}},
		Results: []play.Recorded{{Tool: "mcp__slack__send_message", Result: "\x1b[2Jsent\u202e"}},
		Scopes:  []Preset{{"reader", engine.Scope{Enable: []string{"wiki", "github"}}}},
		Walkthroughs: []play.Walkthrough{{Name: "two", Title: "Two steps", About: "It has two steps.", Steps: []play.Scripted{
			{Say: "First a search.", Call: "search read a wiki page"}, {Say: "Then a call.", Call: "call mcp__wiki__update_page page=a body=b", Refuse: true}}}},
		Log: []replay.Event{{Call: planner.Call{Name: "tool_search", Arguments: `{"queries": ["xyzzy"]}`}, Message: 1},
			{Call: planner.Call{Name: "tool_call", Arguments: `{"name": "mcp__wiki__read_page", "arguments": {"page": "a"}}`}, Message: 2}},
	}
	clock := uitest.NewClock()
	a := New(src, inputs(), plainStyles(t, cell.Unicode), clock)
	a.clipboard = func(string) (string, error) { return "", nil }
	d := uitest.NewDriver(t, a, clock, w, h)
	d.Press("9")
	return d, a
}

// TestPlay plays a conversation by hand: search, describe, a call that is approved.
func TestPlay(t *testing.T) {
	d, a := playApp(t, 120, 36)
	wantOnScreen(t, d, "Be the model", "the next request carries", "eager")
	d.Press("p")
	d.Type("search create a github issue, send a slack message")
	d.Press("enter")
	wantOnScreen(t, d, "tool_search", "mcp__github__create_issue", "mcp__slack__send_message", "the bridge itself", "saved")
	if m := a.play.game.Meter; m.Bridge.Requests != 2 || m.Eager.Requests != 1 || m.Bridge.Talk == 0 {
		t.Errorf("%+v", m)
	}
	d.Type("call mcp__slack__send_message channel=x text=y")
	d.Press("enter")
	wantOnScreen(t, d, "May this call run?", "it does not say readOnlyHint", `{"channel": "x", "text": "y"}`)
	d.Press("q", "enter", "9") // none of them answers
	wantOnScreen(t, d, "May this call run?")
	d.Press("a")
	wantOnScreen(t, d, "sent", "its schema was never described", "approval              approved", "execute")
	last := a.play.items[len(a.play.items)-1].turn
	if !last.Done || last.Passages[0].Reply.Text != "\x1b[2Jsent\u202e" || last.Passages[0].Name != "mcp__slack__send_message" {
		t.Errorf("%+v", last.Passages[0])
	}
	// It is remembered for the tool.
	d.Type("call mcp__slack__send_message channel=x text=z")
	d.Press("enter")
	if a.overlay != nil || !a.play.items[len(a.play.items)-1].turn.Done {
		t.Error("the tool is asked for again")
	}
	d.Type("call mcp__slack__delete_message channel=x timestamp=y")
	d.Press("enter")
	wantOnScreen(t, d, "blocked: guardrail_block", "not here", "deny delete_*")
	// The bridge shows when it is asked for.
	d.Press("esc", "b")
	wantOnScreen(t, d, "via tool_call")
	// From the call to its tool's journey.
	d.Press("w")
	if a.view != layout.Why || a.in.Target != "mcp__slack__delete_message" || !strings.Contains(a.in.Query, "slack message") {
		t.Errorf("view %d, target %s, query %s", a.view, a.in.Target, a.in.Query)
	}
}

// TestPlayBatch shows the plan of several calls, and faults at the prompt.
func TestPlayBatch(t *testing.T) {
	d, a := playApp(t, 120, 36)
	d.Press("p")
	d.Type("describe mcp__wiki__read_page; search wiki; call nonsense {oops")
	d.Press("enter")
	wantOnScreen(t, d, "no JSON")
	a.write("describe mcp__wiki__read_page; search wiki; call nonsense x=1")
	d.Press("enter")
	wantOnScreen(t, d, "Plan: 2 together, then 1 alone", "looking up tools changes nothing")
	d.Press("up")
	if got := a.play.field.text(); !strings.HasPrefix(got, "describe mcp__wiki") {
		t.Errorf("the prompt recalls %q", got)
	}
}

// TestPromptCompletes completes names and arguments with the tab key.
func TestPromptCompletes(t *testing.T) {
	d, a := playApp(t, 120, 36)
	d.Press("p")
	wantOnScreen(t, d, "find deferred tools")
	d.Type("call mcp__wiki__read")
	d.Press("tab")
	if got := a.play.field.text(); got != "call mcp__wiki__read_page " {
		t.Fatalf("completed to %q", got)
	}
	wantOnScreen(t, d, "page=", "string, required")
	d.Press("tab")
	if got := a.play.field.text(); got != "call mcp__wiki__read_page page=" {
		t.Fatalf("completed to %q", got)
	}
	a.write("call mcp__wiki__")
	d.Press("tab", "tab")
	first := a.play.field.text()
	d.Press("tab")
	if next := a.play.field.text(); next == first {
		t.Errorf("tab stays at %q", next)
	}
	d.Press("shift+tab")
	if a.play.field.text() != first {
		t.Errorf("shift+tab goes to %q, not back to %q", a.play.field.text(), first)
	}
	a.write("")
	d.Press("tab")
	if a.focus() == layout.Prompt {
		t.Error("tab in an empty prompt stays")
	}
}

// TestPlayScope narrows the session: what is out of it is neither seen nor called.
func TestPlayScope(t *testing.T) {
	d, a := playApp(t, 120, 36)
	d.Press("s")
	wantOnScreen(t, d, "reader", "only wiki, github")
	d.Press("enter", "p")
	if _, seen := a.d.session.Deferrable("mcp__slack__send_message"); seen {
		t.Fatal("slack is still there")
	}
	d.Type("call mcp__slack__send_message channel=x text=y; describe mcp__slack__send_message; mcp__slack__send_message")
	d.Press("enter")
	turn := a.play.items[0].turn
	if a.overlay != nil || turn.Passages[0].Reply.Kind != engine.OutOfScope || turn.Passages[2].Reply.Kind != engine.OutOfScope ||
		!strings.Contains(turn.Passages[1].Reply.Text, "not_found") {
		t.Errorf("%v", turn.Passages)
	}
}

// TestWalkthrough watches one step by step, and by itself.
func TestWalkthrough(t *testing.T) {
	d, a := playApp(t, 120, 36)
	d.Press("o", "enter")
	wantOnScreen(t, d, "Two steps, step 0 of 2", "It has two steps.")
	d.Press(" ")
	wantOnScreen(t, d, "First a search.", "mcp__wiki__read_page")
	d.Press(" ")
	wantOnScreen(t, d, "May this call run?")
	d.Press("y")
	wantOnScreen(t, d, "The bridge saved")
	d.Press(" ")
	wantOnScreen(t, d, "the walkthrough has ended")
	d.Press("o", "enter", "a")
	d.Advance(time.Minute)
	last := a.play.items[len(a.play.items)-2].turn
	if last == nil || last.Passages[0].Reply.Kind != pipeline.ApprovalDenied || a.overlay != nil {
		t.Errorf("by itself: %+v", last)
	}
}

// TestTranscript leads from a finding to the journey of its tool.
func TestTranscript(t *testing.T) {
	d, a := playApp(t, 120, 36)
	d.Press("L")
	wantOnScreen(t, d, "2 calls, 1 query", "zero_hit", "unsurfaced", "undescribed")
	d.Press("enter")
	if a.view != layout.Why || a.in.Target != "mcp__wiki__read_page" || a.in.Query != "xyzzy" {
		t.Errorf("view %d, target %s, query %s", a.view, a.in.Target, a.in.Query)
	}
}

// TestPlayFollowsSettings carries a conversation over a change of the session.
func TestPlayFollowsSettings(t *testing.T) {
	d, a := playApp(t, 120, 36)
	d.Press("p")
	d.Type("search wiki")
	d.Press("enter", "esc")
	before := a.play.game.Meter.Bridge
	d.Press("v", "p")
	d.Type("call mcp__wiki__read_page page=a")
	d.Press("enter", "y")
	turn := a.play.items[1].turn
	if !strings.Contains(turn.Calls[0].Arguments, "calls") || a.play.game.Meter.Bridge.Prefix == before.Prefix {
		t.Errorf("%v, prefix %d", turn.Calls, a.play.game.Meter.Bridge.Prefix)
	}
}

// TestPlaySizes draws the view at every size with whatever is in it.
func TestPlaySizes(t *testing.T) {
	d, _ := playApp(t, 120, 36)
	d.Press("p")
	d.Type("search wiki; call mcp__slack__send_message channel=x text=y; describe 天気")
	d.Press("enter", "y")
	for _, size := range [][2]int{{40, 12}, {60, 20}, {80, 24}, {110, 30}, {200, 50}} {
		d.Resize(size[0], size[1])
		for range 4 {
			d.Press("esc", "tab")
		}
	}
}

func TestRecord(t *testing.T) {
	_, a := playApp(t, 80, 24)
	src := a.src
	src.Play.Start = "two"
	r, err := Record(context.Background(), Loaded{Source: src, Start: inputs()}, Options{Theme: themes.Dark}, 100, 30)
	if err != nil {
		t.Fatal(err)
	}
	all := ""
	for i, f := range r.Frames {
		if all += f.Text; i > 0 && f.At < r.Frames[i-1].At {
			t.Errorf("frame %d is earlier than the one before", i)
		}
	}
	for _, want := range []string{"First a search.", "approval_denied", "The bridge saved"} {
		if !strings.Contains(all, want) {
			t.Errorf("%q is not recorded", want)
		}
	}
	src.Play.Start = "nothing"
	if _, err := Record(context.Background(), Loaded{Source: src, Start: inputs()}, Options{}, 100, 30); err == nil {
		t.Error("what is not there is recorded")
	}
}
