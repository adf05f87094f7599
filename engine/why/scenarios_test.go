package why

import (
	"slices"
	"strings"
	"testing"

	"findable/engine"
)

// A scenario is one question of somebody whose tool is not found, the verdict, what
// the evidence says, and the first repair: its kind and a part of what it changes,
// "" for none.
type scenario struct {
	change      func(*engine.Config, *engine.Scope)
	tool, query string
	verdict     Verdict
	evidence    string
	first       string
}

func limit(n int) func(*engine.Config, *engine.Scope) {
	return func(c *engine.Config, _ *engine.Scope) { c.SearchDefaultLimit = n }
}

func hidden(n int) func(*engine.Config, *engine.Scope) {
	return func(c *engine.Config, _ *engine.Scope) { c.SearchDefaultLimit, c.ListingMaxTokens = n, 200 }
}

func unlisted(c *engine.Config, _ *engine.Scope) { c.Listing = engine.Off }

func disabling(toolsets ...string) func(*engine.Config, *engine.Scope) {
	return func(_ *engine.Config, s *engine.Scope) { s.Disable = toolsets }
}

func only(toolsets ...string) func(*engine.Config, *engine.Scope) {
	return func(_ *engine.Config, s *engine.Scope) { s.Enable = toolsets }
}

func deferring(names ...string) func(*engine.Config, *engine.Scope) {
	return func(c *engine.Config, _ *engine.Scope) { c.Defer = names }
}

// both are the scenarios in which the generations agree.
var both = []scenario{
	{nil, "create_issue", "create issue", Found, "", ""},
	{nil, "mcp__github__fork", "MCP__GITHUB__FORK", Found, "", ""},
	{nil, "calendar_create", "create the calendar", Found, "", ""},
	{nil, "yotei", "schedule", Found, "", ""},
	{nil, "fork", "forking", Found, "", ""},
	{nil, "list_issues", "issues", Found, "", ""},
	{nil, "wide", "mcp__wide__wide", Found, "", ""},
	{nil, "mcp__a__b__c", "owner", Found, "", ""},
	{nil, "list_resources", "resources of wide", Found, "", ""}, // generated for the server,

	{nil, "create_isue", "create issue", NotLoaded, "mcp__github__create_issue", ""},
	{nil, "mcp__github__forc", "fork", NotLoaded, "mcp__github__fork", ""},
	{nil, "zzzzzzzzzzzz", "fork", NotLoaded, "no tool has that name", ""},
	{nil, "drop_notes", "drop notes", NotLoaded, "left out by include/exclude", ""},
	{nil, "mcp__lean__drop_notes", "drop notes", NotLoaded, "left out by include/exclude", ""},
	{nil, "wipe_all", "wipe everything", NotLoaded, "left out by include/exclude", ""},
	{nil, "ping_host", "ping", NotLoaded, "server down is off", ""},
	{nil, "mcp__down__ping_host", "ping", NotLoaded, "server down is off", ""},

	{nil, "read-file", "read file", CollisionSkipped, "ambiguous", ""},
	{nil, "mcp__files__read_file", "read file", CollisionSkipped, "all skipped", ""},
	{nil, "c", "comes late", CollisionSkipped, "owned by mcp-a", ""},
	{nil, "stat", "how large", Found, "", ""}, // of duplicate rows the first is kept

	{nil, "tool_search", "not the bridge", ReservedName, "one of the three bridge tools", ""},
	{nil, "tool_describe", "nor this", ReservedName, "one of the three bridge tools", ""},

	{disabling("github"), "fork", "fork", OutOfScope, "mcp-github is disabled", "knob: enable the toolset mcp-github"},
	{only("mcp-github"), "calendar_create", "calendar", OutOfScope, "not among the enabled ones: mcp-github", "knob: enable the toolset mcp-lark"},
	{disabling("desktop_ui"), "show_panel", "panel", OutOfScope, "disabled", "knob: enable the toolset desktop_ui, and the model sees it without a search"},
	{disabling("github"), "fork", "frobnicate", OutOfScope, "disabled", "knob: enable the toolset mcp-github, and the listing names it"},

	{nil, "terminal", "shell command", AlwaysVisible, "core list", ""},
	{nil, "memory", "plugin's memory", AlwaysVisible, "core list", ""}, // the core was first
	{nil, "show_panel", "panel", AlwaysVisible, "surface of the session", ""},
	{nil, "open_project", "project", AlwaysVisible, "surface of the session", ""},
	{nil, "mystery", "nobody", AlwaysVisible, "no registry knows it", ""},

	{off, "fork", "fork", SearchOff, "enabled: off", "knob: set enabled to auto"},
	{off, "create_issue", "create issue", SearchOff, "enabled: off", "knob: set enabled to auto"},
	{off, "fork", "frobnicate", SearchOff, "enabled: off", "knob: set enabled to auto, and the listing names it"},

	{nil, "calendar_create", "创建日历", NoTokens, "dropped: 创建日历", "query: the fewest words that bring it to rank 1"},
	{nil, "отправить", "отправить", NoTokens, "dropped: отправить", "query: the fewest words that bring it to rank 1: lark"},
	{nil, "party", "🎉", NoTokens, "dropped: 🎉", "query: the fewest words that bring it to rank 1: party"},
	{nil, "fork", "!!!", NoTokens, "only the letters a to z", "query: the fewest words that bring it to rank 1: fork"},
	{nil, "fork", "   ", NoTokens, "only the letters a to z", "query: the fewest words that bring it to rank 1: fork"},

	{nil, "wide", "frobnicate", NoSharedTerm, "no tool has frobnicate", "query: "}, // its description is made up: MCP tool wide from wide,
	{nil, "发送", "message", CollisionSkipped, "['发送', '予定']", ""},                   // names of other letters are underscores,
	{nil, "отправить", "send letter", IndexesNothing, "no word of it", "query: "},
	{nil, "ops", "frobnicate", IndexesNothing, "no word of it beyond its server's name", "query: "},

	{nil, "createTicket", "create issue", NoSharedTerm, "camel_case: create is inside the one word createTicket", "query: write createticket for create"},
	{nil, "createTicket", "assignee", NoSharedTerm, "camel_case: assignee is inside the one word assigneeId", "query: write assigneeid for assignee"},
	{nil, "listUserAccounts", "accounts of everyone", NoSharedTerm, "camel_case", "query: "},
	{nil, "getHTMLPage", "html pages", NoSharedTerm, "camel_case: html is inside the one word getHTMLPage, pages is", "query: write "},
	{nil, "analyze_logs", "analysis", NoSharedTerm, "word_form: analysis is cut to analysi", "query: write analyze for analysis"},
	{nil, "export_report", "spreadsheet", NoSharedTerm, "unindexed_text: spreadsheet is in its title", "query: "},
	{nil, "export_report", "parquet", NoSharedTerm, "unindexed_text: parquet is in the schema of the parameter format", "query: "},
	{nil, "export_report", "fiscal quarter", NoSharedTerm, "in the description of the parameter when", "query: "},
	{nil, "create_issue", "bug", NoSharedTerm, "unindexed_text: bug is in the description of the parameter labels", "query: "},
	{nil, "calendar_create", "meeting", NoSharedTerm, "other_script", "query: "},
	{nil, "facture", "création", Found, "", ""}, // by the pieces cr and ation
	{nil, "facture", "creation", NoSharedTerm, "no tool has creation", "query: "},
	{nil, "fork", "kubernetes", NoSharedTerm, "unknown_word: no tool has kubernetes", "query: "},
	{nil, "create_issue", "send an incident", NoSharedTerm, "other_words", "query: the fewest words"},
	{nil, "merge_pull_request", "repos", NoSharedTerm, "repository is in", "query: "},

	{limit(2), "incident_f", "incident", TieLost, "a tie, and ties go by name", "query: add the word f"},
	{limit(5), "incident_f", "send on call", TieLost, "rank 6, limit 5", "query: "},
	{hidden(2), "incident_c", "incident", TieLost, "rank 3, limit 2", "query: add the word c"},
	{hidden(1), "create_issue", "issue", BelowLimit, "what puts mcp__github__", "query: "},
	{unlisted, "fork", "frobnicate", NoSharedTerm, "unknown_word", "query: "},

	// Several things at once: the first in the order of the codes is the verdict.
	{together(off, disabling("github")), "fork", "fork", OutOfScope, "the toolset mcp-github is disabled", "knob: enable the toolset mcp-github, and the model sees it without a search"},
	{together(off, hidden(1)), "calendar_create", "创建日历", SearchOff, "enabled: off", ""},
	{together(disabling("own"), off), "tool_search", "创建", ReservedName, "one of the three bridge tools", ""},
	{together(disabling("desktop_ui"), off), "show_panel", "frobnicate", OutOfScope, "disabled", "knob: enable the toolset desktop_ui, and the model sees it"},
	{off, "terminal", "frobnicate", AlwaysVisible, "core list", ""},
	{together(off, only("mcp-github")), "read-file", "read file", CollisionSkipped, "ambiguous", ""},
	{disabling("github"), "create_isue", "create issue", NotLoaded, "mcp__github__create_issue", ""},
	{hidden(1), "party", "创建 🎉", NoTokens, "dropped: 创建 🎉", "query: the fewest words"},
	{limit(1), "ops", "read the file", IndexesNothing, "no word of it beyond its server's name", "query: "},
	{together(unlisted, limit(1)), "createTicket", "create 票 fork", NoSharedTerm, "camel_case: create is inside the one word createTicket", "query: "},
	{together(limit(1), deferring("terminal")), "getHTMLPage", "html whoever", NoSharedTerm, "camel_case", "query: "},
}

// together makes several changes, one after the other.
func together(changes ...func(*engine.Config, *engine.Scope)) func(*engine.Config, *engine.Scope) {
	return func(c *engine.Config, s *engine.Scope) {
		for _, change := range changes {
			change(c, s)
		}
	}
}

var documentedOnly = []scenario{
	{nil, "run_setup", "set up the machine", Found, "", ""}, // a plugin of that name, here
	{nil, "mcp__github__fork", "mcp__github", Found, "", ""},
	{nil, "party", "mcp", FallbackSuppressed, "3 tools score", "query: "}, // tools without a description have the word
	{limit(2), "fork", "repository issue", BelowLimit, "what puts mcp__github__create_issue before it: issue +", "query: "},
	{nil, "add_issue_comment", "ssue_comm", Found, "", ""},
	{nil, "merge_pull_request", "request_", Found, "", ""},
	{nil, "organize_inbox", "rganize", Found, "", ""},
	{nil, "organize_inbox", "box", Found, "", ""},
	{nil, "merge_pull_request", "e", FallbackSuppressed, "", "query: "},
	{limit(2), "merge_pull_request", "_", NoTokens, "", "query: "},
	{limit(2), "incident_f", "ncident", TieLost, "a tie", "query: add the word f"},
	{nil, "fork", "ork", Found, "", ""},
	{nil, "organize_inbox", "x", FallbackSuppressed, "1 tool scores", "query: "},
	{nil, "create_issue", "c", FallbackSuppressed, "names are only looked through when nothing scores, and 2 tools score", "query: "},
	{nil, "incident_a", "d", FallbackSuppressed, "its name holds", "query: "},
	{nil, "list_issues", "list the incidents for me", Found, "", ""},
	{nil, "merge_pull_request", "send gmail email to a repository", BelowLimit, "rank 15, limit 5", "query: "},
	{limit(2), "fork", "send the repository of an incident to whoever", BelowLimit, "what puts mcp__pager__incident_b before it: incident +", "query: "},
}

var latestOnly = []scenario{
	{nil, "run_setup", "machine", AlwaysVisible, "surface of the session", ""},
	{nil, "todo_list", "chores", Found, "", ""}, // deferred by default
	{nil, "process_manage", "frobnicate", NoSharedTerm, "unknown_word", "query: "},
	{deferring(), "todo_list", "chores", AlwaysVisible, "core list of generation latest", ""},
	{deferring("show_panel"), "show_panel", "panel", Found, "", ""},
	{deferring("terminal"), "terminal", "incident", NoSharedTerm, "other_words", "query: "},
	{nil, "fork", "please fork", RarestTermGate, "the word please is in no tool, so this generation finds nothing at all", "query: leave please out"},
	{nil, "create_issue", "create gmail issue", RarestTermGate, "gmail", "query: leave gmail out"},
	{nil, "create_issue", "comment issue", RarestTermGate, "rarest word of the query, comment, is in 1 tool", "query: "},
	{nil, "create_issue", "create issue and merge pull request", RarestTermGate, "the word and is in no tool", "query: "},
	{nil, "create_issue", "create issue, merge pull request", RarestTermGate, "merge, is in 1 tool", "query: "},
	{nil, "list_issues", "list repos of a repository", RarestTermGate, "the word repos is in no tool", "query: write repository for repos: repos is in no tool, repository in 4"},
	{nil, "fork", "fork create list comment merge", CoverageFloor, "1 of the 5 words that some tool has, and 3", "query: leave out"},
	{nil, "search_repositories", "find shell incident call comment", RarestTermGate, "the word shell is in no tool", "query: leave out what the tool does not have"},
	{nil, "party", "mcp", NoSharedTerm, "other_words: mcp is in 3 other tools", "query: "},
	{nil, "fork", "ork", NoSharedTerm, "unknown_word", "query: write fork for ork"},
	{nil, "ops", "ops frobnicate", IndexesNothing, "no word of it beyond its server's name", "query: leave frobnicate out"}, // its server's name is shared
	{nil, "play_track", "artist incident issue repository send call", CoverageFloor, "it has 1 of the 6 words", "query: "},
	{nil, "getHTMLPage", "markup issue repository create", CoverageFloor, "2 are required", "query: leave "},
	{nil, "getHTMLPage", "markup issue repository", Found, "", ""},
	{limit(1), "fork", "repository issue", RarestTermGate, "issue, is in 3 tools", "query: "},
	{nil, "create_issue", "mcp__github__create_issue", Found, "", ""}, // an exact name is exempt
}

func TestScenarios(t *testing.T) {
	times := map[Verdict]int{}
	for _, rules := range engine.Generations() {
		own := documentedOnly
		if rules.Gate {
			own = latestOnly
		}
		for _, s := range slices.Concat(both, own) {
			s.run(t, rules)
		}
	}
	all := slices.Concat(both, documentedOnly, latestOnly) // what both generations answer counts once
	for _, s := range all {
		times[s.verdict]++
	}
	for v := range sentences {
		if times[v] < 2 {
			t.Errorf("%s is the verdict of %d scenarios", v, times[v])
		}
	}
	if len(all) < 60 {
		t.Errorf("only %d scenarios", len(all))
	}
}

// run asks the question, and tries every repair through the engine itself.
func (s scenario) run(t *testing.T, rules engine.Rules) {
	t.Helper()
	w := world(city(), rules, s.change)
	j, err := w.Explain(s.tool, s.query)
	if err != nil {
		t.Fatal(err)
	}
	evidence := ""
	for _, st := range j.Stations {
		if st.Status == Fail {
			evidence = st.Evidence
		}
	}
	first := ""
	for r := range w.Repairs(t.Context(), j) {
		first = string(r.Kind) + ": " + r.Change
		break
	}
	if j.Verdict != s.verdict || !strings.Contains(evidence, s.evidence) || !strings.HasPrefix(first, s.first) || (s.first == "") != (first == "") {
		t.Errorf("%s: %q of %s: %s (%s), first repair %q;\nwant %s (%s), %q", rules.Name, s.query, s.tool, j.Verdict, evidence, first, s.verdict, s.evidence, s.first)
	}
	check(t, w, j)
}
