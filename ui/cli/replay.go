package cli

import (
	"context"
	"errors"
	"fmt"

	"github.com/spf13/cobra"

	"findable/engine"
	"findable/engine/py"
	"findable/engine/replay"
	"findable/loaders"
	"findable/ui"
	"findable/ui/cell"
)

func (r *run) replay() *cobra.Command {
	c := r.command("replay --transcript LOG [FLAGS] [DUMP...]", "Go through an agent's tool calls, and see where it lost its way",
		`Read the tool calls of a conversation that took place, and tell where the model hunted for
the same thing again, found nothing, used a tool that no search had shown, or called one
without its schema; and what each generation of the reference would have answered.

LOG is a list of messages of OpenAI's or Anthropic's API, a log of requests, answers of a
Hermes agent's bridge, or lines of {name, arguments}. The DUMPs are the agent's catalog.`,
		"  findable replay --transcript agent.jsonl dumps/\n  findable replay --transcript agent.jsonl --json dumps/", r.runReplay)
	c.Flags().StringVar(&r.transcript, "transcript", "", "read the conversation from `LOG`; - is standard input")
	return c
}

func (r *run) runReplay(ctx context.Context, dumps []string) error {
	if r.transcript == "" {
		return errors.New("replay needs a conversation; write findable replay --transcript agent.jsonl dumps/")
	}
	events, err := loaders.ReadTranscript(ctx, r.transcript, loaders.Options{Stdin: r.stdin.again()})
	if err != nil {
		return err
	}
	s, err := r.open(ctx, dumps)
	if err != nil {
		return err
	}
	r.warn(s.source.Notes, s.notices)
	report := replay.Analyse(events, ui.Sides(s.source, s.inputs, s.session(), s.inputs.Effective()))
	if r.json {
		r.printJSON(replayJSON(report))
		return nil
	}
	r.printReplay(report)
	return nil
}

func (r *run) printReplay(report replay.Report) {
	g := r.glyphs()
	r.line("%s, %s; searches showed %s of %s tools", engine.Plural(len(report.Steps), "call", "calls"), engine.Plural(report.Queries, "query", "queries"),
		cell.Number(report.Surfaced), cell.Number(report.Tools))
	for _, k := range replay.Kinds() {
		first := true
		for _, f := range report.Findings {
			if f.Kind != k {
				continue
			}
			if first {
				r.line("\n%s", k.Title())
				first = false
			}
			text := fmt.Sprintf("call %d: %s", f.Event+1, g.Clean(f.Text))
			if f.Query != "" {
				text += fmt.Sprintf("; query %q", g.Clean(f.Query))
			}
			if f.Tool != "" {
				text += "; tool " + g.Clean(f.Tool)
			}
			for i, l := range cell.Wrap(text, 94) {
				r.line("%s%s", cell.Spaces(2+2*min(i, 1)), l)
			}
		}
	}
	differ := 0
	for i, s := range report.Steps {
		if !s.Differ() {
			continue
		}
		if differ++; differ == 1 {
			r.line("\nanswered differently")
		}
		for _, a := range s.Answers {
			r.line("  call %d, %s: %s", i+1, a.Generation, g.Clean(a.String()))
		}
	}
}

func replayJSON(report replay.Report) py.Object {
	findings, steps := py.List{}, py.List{}
	for _, f := range report.Findings {
		findings = append(findings, py.Object{{Key: "kind", Value: string(f.Kind)}, {Key: "call", Value: py.Int(f.Event)}, {Key: "query", Value: f.Query},
			{Key: "tool", Value: f.Tool}, {Key: "text", Value: f.Text}})
	}
	for _, s := range report.Steps {
		answers := py.List{}
		for _, a := range s.Answers {
			matches := py.List{}
			for _, names := range a.Matches {
				l := py.List{}
				for _, n := range names {
					l = append(l, n)
				}
				matches = append(matches, l)
			}
			answers = append(answers, py.Object{{Key: "generation", Value: a.Generation}, {Key: "kind", Value: string(a.Kind)}, {Key: "matches", Value: matches}})
		}
		steps = append(steps, py.Object{{Key: "name", Value: s.Call.Name}, {Key: "arguments", Value: s.Call.Arguments}, {Key: "tool", Value: s.Tool},
			{Key: "path", Value: s.Origin.Path}, {Key: "answers", Value: answers}})
	}
	return py.Object{{Key: "schema", Value: "findable.replay/1"}, {Key: "calls", Value: py.Int(len(report.Steps))}, {Key: "queries", Value: py.Int(report.Queries)},
		{Key: "surfaced", Value: py.Int(report.Surfaced)}, {Key: "tools", Value: py.Int(report.Tools)}, {Key: "findings", Value: findings}, {Key: "steps", Value: steps}}
}
