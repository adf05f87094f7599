package cli

import (
	"context"
	"strings"

	"github.com/spf13/cobra"

	"findable/engine"
	"findable/engine/py"
	"findable/ui/cell"
)

func (r *run) bridge() *cobra.Command {
	return r.command("bridge [FLAGS] [DUMP...]", "Show the three bridge tools, and what a turn costs with and without them",
		"Show tool_search, tool_describe and tool_call as the model gets them, and what they cost.\nTheir words are findable's own; what is counted are the reference's sizes.",
		"  findable bridge dumps/\n  findable bridge --generation latest --json dumps/ | jq .tools[].definition", r.runBridge)
}

func (r *run) runBridge(ctx context.Context, dumps []string) error {
	s, err := r.open(ctx, dumps)
	if err != nil {
		return err
	}
	r.warn(s.source.Notes, s.notices)
	session := s.session()
	a := session.Assemble(s.inputs.Effective(), s.inputs.Context)
	if r.json {
		r.printJSON(bridgeJSON(session, a))
		return nil
	}
	r.printBridge(session, a)
	return nil
}

func bridgeJSON(s *engine.Session, a engine.Assembly) py.Object {
	sizes, names := a.BridgeParts(), engine.BridgeNames()
	tools := py.List{}
	for i, definition := range s.Bridge(a) {
		tools = append(tools, py.Object{{Key: "name", Value: names[i]}, {Key: "characters", Value: py.Int(a.Bridge[i])},
			{Key: "tokens", Value: py.Int(sizes[i])}, {Key: "definition", Value: definition}})
	}
	return py.Object{
		{Key: "schema", Value: "findable.bridge/1"}, {Key: "active", Value: a.Active}, {Key: "tier", Value: py.Int(a.Tier)},
		{Key: "reason", Value: string(a.Reason)}, {Key: "bridge_tokens", Value: py.Int(a.BridgeTokens)},
		{Key: "visible_tokens", Value: py.Int(a.VisibleTokens)}, {Key: "turn_tokens", Value: py.Int(a.TurnTokens)},
		{Key: "eager_tokens", Value: py.Int(a.EagerTokens)}, {Key: "tools", Value: tools},
	}
}

func (r *run) printBridge(s *engine.Session, a engine.Assembly) {
	r.line("tier: %d (%s)", a.Tier, a.Reason)
	tok := func(n int) string { return cell.Number(n) + " tok" }
	rows := [][]string{{"every turn", tok(a.TurnTokens)}, {"all definitions", tok(a.EagerTokens)}}
	sizes, names := a.BridgeParts(), engine.BridgeNames()
	bridge := s.Bridge(a)
	for i := range bridge {
		rows = append(rows, []string{names[i], tok(sizes[i])})
	}
	r.printTable([]bool{false, true}, rows)
	for i, definition := range bridge {
		r.line("")
		r.line("%s", names[i])
		function, _ := definition.Get("function")
		description := function.(py.Object).Text("description")
		for _, l := range r.glyphs().CleanLines(description) {
			r.line("%s", strings.TrimRight("  "+l, " "))
		}
		parameters, _ := function.(py.Object).Get("parameters")
		r.line("  parameters: %s", r.glyphs().Clean(py.Compact(parameters)))
	}
}
