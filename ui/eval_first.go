package ui

import (
	"findable/themes"
	"findable/ui/style"
)

// The panes of the Eval view before there is a case: what can be measured here, and
// how to begin.

// meanings say what the measures are, in the order of reports.
var meanings = [...][2]string{
	{"hit@1", "the first hit is a wanted tool"},
	{"recall@limit", "wanted tools that the model gets"},
	{"recall@5", "wanted tools among five hits"},
	{"mrr@25", "1 / rank of the first wanted tool"},
	{"ndcg@5", "grades, the higher the ranks the more"},
	{"zero_hit", "queries that find nothing"},
}

// firstMeasures tells what will be measured.
func (s *scene) firstMeasures() []string {
	out := s.paragraph(themes.Text, "Is search good enough for these tools, and did a change help?")
	for _, m := range meanings {
		out = append(out, s.Row(s.w, style.Off, style.In(themes.Text, " "), style.Column(themes.Heading, m[0], measureWidth), style.In(themes.Muted, m[1])))
	}
	return append(out, s.paragraph(themes.Muted, "each with its 95 % interval; and what a reply costs, in tokens")...)
}

// firstCases tells how to get cases.
func (s *scene) firstCases(told func(string) string) []string {
	out := s.paragraph(themes.Strong, "There are no cases: queries, and the tools that they should find.")
	out = append(out, "")
	for _, way := range [...][2]string{
		{"{own-words}", "ask for every tool by its own words, one case a tool, at once: a tool that these do not find is hard to find in others"},
		{"{expect}", "on a hit in Tune: this query should find this tool"},
		{"{load-cases}", "load a file: YAML, JSON, JSONL, a table, a golden set"},
		{"--cases", "FILE on the command line does the same"},
	} {
		out = append(out, s.labelled(told(way[0]), way[1], 10, themes.Text)...)
	}
	out = append(out, "")
	return append(out, s.paragraph(themes.Muted, told("Then every turn of a knob says what it does to the cases and which of them it breaks. They are listed by query, server, need and script, the worst first; {engines} holds every engine beside the others, {keywords} words a sentence as a careful model would."))...)
}

// caseFile is an example.
func (s *scene) caseFile() []string {
	var out []string
	for _, line := range [...]string{
		"- query: create an issue", "  expect: [create_issue]", "- query: message the team", "  expect: [slack_post, send_mail]", "  any: true      # one is enough",
		"- query: who broke the build", "  expect: {find_issues: 3, get_run: 1}", "  note: with grades, for ndcg",
	} {
		out = append(out, s.Row(s.w, style.Off, style.In(themes.Text, " "+line)))
	}
	out = append(out, "")
	return append(out, s.paragraph(themes.Muted, "or a table with the head query,tool")...)
}

// firstTries tells what will be listed.
func (s *scene) firstTries() []string {
	return s.paragraph(themes.Muted, "Each state of the knobs that was measured, numbered: to name, to go back to, and to hold others against.")
}
