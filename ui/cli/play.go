package cli

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/spf13/cobra"

	"findable/engine"
	"findable/engine/pipeline"
	"findable/engine/play"
	"findable/engine/py"
	"findable/ui/cell"
)

func (r *run) play() *cobra.Command {
	var c *cobra.Command
	c = r.command("play -c CALL [FLAGS] [DUMP...]", "Make tool calls as a model does, and see what comes back",
		`Take messages of tool calls through the agent's stations: unwrapping, scope and argument
check, hooks, guardrail, approval, result; each with the exact reply, and in the end what
the conversation has cost beside the eager way. No tool is run: a call is checked and
answered from recorded results, or says that it was not made.

A CALL is search TEXT, TEXT / describe NAME, NAME / call NAME key=value, the name of a
visible tool with its arguments, or JSON; a semicolon separates calls of one message.
What has to be approved is refused unless --approve says otherwise; the steps of a
--walkthrough say so themselves.`,
		`  findable play -c "search create an issue, post a message" github.json slack.json
  findable play -c "call mcp__github__create_issue" --approve "*" --json github.json`, func(ctx context.Context, dumps []string) error { return r.runPlay(ctx, c, dumps) })
	f := c.Flags()
	f.SortFlags = false
	f.StringArrayVarP(&r.calls, "call", "c", nil, "make the `CALL`, or several; repeatable, each a message of its own")
	f.StringArrayVar(&r.approve, "approve", nil, "approve the calls of tools whose name is of the `GLOB`, or all; repeatable")
	r.scriptFlag(c)
	r.ruleFlags(c)
	r.castFlag(c)
	return c
}

func (r *run) runPlay(ctx context.Context, c *cobra.Command, dumps []string) error {
	w, approve, err := r.toPlay(ctx)
	if err != nil {
		return err
	}
	if r.cast != "" {
		return r.record(ctx, c.Flags(), dumps, w)
	}
	s, err := r.open(ctx, dumps)
	if err != nil {
		return err
	}
	if err := r.readPlay(ctx, s); err != nil {
		return err
	}
	r.warn(s.source.Notes, s.notices)
	w.Results, w.Rules = slices.Concat(w.Results, s.source.Play.Results), slices.Concat(s.source.Play.Rules, w.Rules)
	return r.perform(ctx, s, w, approve)
}

// toPlay is what is to be played, and what answers for the user: the calls of flags, with
// the approval of flags, or a walkthrough of the user's own, which says itself what is
// refused.
func (r *run) toPlay(ctx context.Context) (w play.Walkthrough, approve func(tool string) bool, err error) {
	switch {
	case len(r.calls) > 0 && r.script != "":
		return w, nil, errors.New("-c and --walkthrough both say what is called; leave one of them out")
	case r.script != "":
		w, err = r.readWalkthrough(ctx)
		return w, func(string) bool { return true }, err
	case len(r.calls) == 0:
		return w, nil, errors.New(`play needs a call; write findable play -c "search create an issue"`)
	}
	for _, text := range r.calls {
		w.Steps = append(w.Steps, play.Scripted{Call: text, Refuse: r.cast != ""})
	}
	if r.cast != "" { // what is approved is a rule there
		for _, glob := range r.approve {
			w.Rules = append(w.Rules, pipeline.Rule{Name: globOf(glob), Do: pipeline.Allow})
		}
		w.Name, w.Title = "calls", "Tool calls"
	}
	return w, r.approves, nil
}

// perform plays a conversation and prints it. Approve answers for the user.
func (r *run) perform(ctx context.Context, s *setup, w play.Walkthrough, approve func(tool string) bool) error {
	session, config := s.session(), s.inputs.Effective()
	g := play.NewGame(session, config, session.Assemble(config, s.inputs.Context))
	g.Policy, g.Results = pipeline.Policy{Rules: w.Rules}, w.Results
	said := map[*play.Turn]string{}
	for _, step := range w.Steps {
		if err := ctx.Err(); err != nil {
			return err
		}
		if step.Call == "" {
			continue
		}
		calls, err := play.Read(session, step.Call)
		if err != nil {
			return fmt.Errorf("%s: %w", joined(step.Call), err)
		}
		t := g.Begin(joined(step.Call), calls)
		said[t] = step.Say
		for p := t.Asks(); p != nil; p = t.Asks() {
			if !step.Refuse && approve(p.Name) {
				p.Approve()
			} else {
				p.Refuse()
			}
		}
		g.Settle(t)
	}
	if r.json {
		r.printJSON(playJSON(g))
		return nil
	}
	r.printPlay(w, g, said)
	return nil
}

// printPlay writes a conversation for reading.
func (r *run) printPlay(w play.Walkthrough, g *play.Game, said map[*play.Turn]string) {
	glyphs := r.glyphs()
	wrapped := func(indent int, text string) {
		for _, line := range glyphs.CleanLines(text) {
			for _, l := range cell.Wrap(line, 96-indent) {
				r.line("%s%s", cell.Spaces(indent), l)
			}
		}
	}
	if w.Title != "" {
		r.line("%s", glyphs.Clean(w.Title))
		wrapped(0, w.About)
		r.line("")
	}
	for i, t := range g.Turns {
		if i > 0 {
			r.line("")
		}
		if said[t] != "" {
			wrapped(0, said[t])
		}
		wrapped(0, glyphs.After+" "+t.Text)
		if len(t.Calls) > 1 {
			for j, d := range t.Plan.Decisions {
				how := "alone"
				if t.Plan.Beside(j) {
					how = "together"
				}
				wrapped(2, fmt.Sprintf("plan: %d %s, %s: %s", j+1, how, d.Name, t.Plan.Why(j)))
			}
		}
		for j, p := range t.Passages {
			wrapped(2, fmt.Sprintf("%s: %s", p.Name, outcome(p)))
			for _, f := range t.Findings[j] {
				wrapped(4, "! "+f)
			}
			wrapped(4, p.Reply.Text)
		}
	}
	m := g.Meter
	r.line("")
	r.printTable([]bool{false, true, true, true}, [][]string{
		{"", "requests", "sent tok", "context tok"},
		{"bridge", cell.Number(m.Bridge.Requests), cell.Number(m.Bridge.Sent), cell.Number(m.Bridge.Context())},
		{"eager", cell.Number(m.Eager.Requests), cell.Number(m.Eager.Sent), cell.Number(m.Eager.Context())},
	})
	if saved := m.Saved(); saved >= 0 {
		r.line("saved %s tokens", cell.Number(saved))
	} else {
		r.line("cost %s tokens more", cell.Number(-saved))
	}
}

// outcome says how a call has ended.
func outcome(p *pipeline.Passage) string {
	switch {
	case p.Status == pipeline.OK:
		return "ok"
	case p.Reply.Kind != "":
		return string(p.Status) + ", " + string(p.Reply.Kind)
	}
	return string(p.Status) + ", " + p.ErrorType
}

// playJSON is a conversation for programs.
func playJSON(g *play.Game) py.Object {
	turns := py.List{}
	for _, t := range g.Turns {
		calls, plan := py.List{}, py.List{}
		for i, p := range t.Passages {
			calls = append(calls, passageJSON(t, i, p))
		}
		for _, s := range t.Plan.Segments {
			places := py.List{}
			for _, i := range s.Calls {
				places = append(places, py.Int(i))
			}
			plan = append(plan, py.Object{{Key: "parallel", Value: s.Parallel}, {Key: "calls", Value: places}})
		}
		turns = append(turns, py.Object{{Key: "text", Value: t.Text}, {Key: "calls", Value: calls}, {Key: "plan", Value: plan}})
	}
	return py.Object{{Key: "schema", Value: "findable.play/1"}, {Key: "generation", Value: g.Session.Rules.Name}, {Key: "turns", Value: turns},
		{Key: "bridge", Value: sideJSON(g.Meter.Bridge)}, {Key: "eager", Value: sideJSON(g.Meter.Eager)}, {Key: "saved", Value: py.Int(g.Meter.Saved())}}
}

func sideJSON(s play.Side) py.Object {
	return py.Object{{Key: "requests", Value: py.Int(s.Requests)}, {Key: "sent", Value: py.Int(s.Sent)}, {Key: "context", Value: py.Int(s.Context())}}
}

func passageJSON(t *play.Turn, i int, p *pipeline.Passage) py.Object {
	stations, findings := py.List{}, py.List{}
	for _, s := range p.Steps {
		o := py.Object{{Key: "station", Value: string(s.Station)}, {Key: "name", Value: s.Name}}
		if s.Why != "" {
			o = append(o, py.Member{Key: "why", Value: s.Why})
		}
		stations = append(stations, o)
	}
	for _, f := range t.Findings[i] {
		findings = append(findings, f)
	}
	return py.Object{{Key: "sent", Value: py.Object{{Key: "name", Value: p.Call.Name}, {Key: "arguments", Value: p.Call.Arguments}}},
		{Key: "name", Value: p.Name}, {Key: "status", Value: string(p.Status)}, {Key: "error_type", Value: p.ErrorType}, {Key: "kind", Value: string(p.Reply.Kind)},
		{Key: "reply", Value: p.Reply.Text}, {Key: "reply_tokens", Value: py.Int(engine.Tokens(len([]rune(p.Reply.Text))))},
		{Key: "stations", Value: stations}, {Key: "findings", Value: findings}, {Key: "rule", Value: string(t.Plan.Decisions[i].Reason)}, {Key: "rule_text", Value: t.Plan.Why(i)}}
}
