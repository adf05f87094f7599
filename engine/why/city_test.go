package why

import (
	"fmt"

	"findable/engine"
	"findable/engine/py"
)

// city is a catalog with what people complain of: siblings that share words, scripts
// that search passes over, names that clash, servers that are off.
func city() engine.Catalog {
	return engine.Catalog{
		Core: []engine.Tool{tool("terminal", "Run a shell command."), tool("memory", "Keep a fact."), tool("todo_list", "Keep the list of chores."),
			tool("process_manage", "Stop a process that runs in the background.")},
		Toolsets: []engine.Toolset{
			{Name: "own", Tools: []engine.Tool{tool("tool_search", "Not the bridge."), tool("tool_describe", "Nor this.")}},
			{Name: "desktop_ui", Tools: []engine.Tool{tool("show_panel", "Show a panel beside the chat.")}},
			{Name: "project", Tools: []engine.Tool{tool("open_project", "Open a project.")}},
			{Name: "setup", Tools: []engine.Tool{tool("run_setup", "Set the machine up.")}},
			{Name: "spotify", Tools: []engine.Tool{tool("play_track", "Play a track of an artist."), tool("memory", "A plugin's memory.")}},
		},
		Servers: []engine.Server{
			{Name: "github", Tools: []engine.Tool{
				tool("create_issue", "Create a new issue in a GitHub repository.", "title:what it is called", "labels:tags such as bug"),
				tool("list_issues", "List the issues of a repository."),
				tool("add_issue_comment", "Comment on an issue.", "body:the remark"),
				tool("search_repositories", "Find repositories by name."),
				tool("merge_pull_request", "Merge a pull request."),
				tool("fork", "Fork a repository.")}},
			{Name: "tracker", Tools: []engine.Tool{tool("createTicket", "Files a defect.", "assigneeId:who has to do it"), tool("listUserAccounts", "Everybody with access."),
				tool("getHTMLPage", "Fetches markup.")}},
			incidents(), foreign(),
			{Name: "files", Tools: []engine.Tool{tool("read-file", "Read a file."), tool("read_file", "Read one file."), tool("stat", "Say how large it is."), tool("stat", "Again.")}},
			{Name: "a", Tools: []engine.Tool{tool("b__c", "The first owner.")}},
			{Name: "a__b", Tools: []engine.Tool{tool("c", "Comes late."), tool("d", "Is alone.")}},
			{Name: "lean", Include: []string{"keep_*"}, Tools: []engine.Tool{tool("keep_notes", "Keep notes."), tool("drop_notes", "Drop notes.")}},
			{Name: "mean", Exclude: []string{"*_all"}, Tools: []engine.Tool{tool("wipe_all", "Wipe everything."), tool("wipe_one", "Wipe one thing.")}},
			{Name: "down", Disabled: true, Tools: []engine.Tool{tool("ping_host", "Ping a host.")}},
			{Name: "ops", Tools: []engine.Tool{
				described("export_report", "Writes figures to a sheet.", `{"title": "Spreadsheet download"}`, `{"format": {"enum": ["xlsx", "parquet"]}, "when": {"description": "the fiscal quarter"}}`),
				tool("organize_inbox", "Organization of the mail."), tool("analyze_logs", "Look at logs."), tool("x", "…"), tool("ops", "…")}},
			{Name: "wide", Resources: true, Tools: []engine.Tool{tool("wide", "")}},
		},
		Unregistered: []engine.Tool{tool("mystery", "Nobody knows.")},
	}
}

// incidents is a server whose six tools all share their words.
func incidents() engine.Server {
	s := engine.Server{Name: "pager"}
	for i := range 6 {
		s.Tools = append(s.Tools, tool(fmt.Sprintf("incident_%c", 'a'+i), "Send an incident to whoever is on call."))
	}
	return s
}

// foreign is a server of texts in other scripts.
func foreign() engine.Server {
	return engine.Server{Name: "lark", Tools: []engine.Tool{
		tool("calendar_create", "创建日历事件并邀请参与者参加会议"), tool("发送", "发送消息到频道"), tool("facture", "Création d’une pièce détachée."),
		tool("отправить", "Отправить письмо"), tool("party", "🎉🎉 🎊"), tool("予定", "予定を作成"), tool("yotei", "予定を作成 schedule")}}
}

// described makes a tool whose record says more than search reads.
func described(name, description, annotations, properties string) engine.Tool {
	parse := func(s string) py.Object {
		v, err := py.Parse([]byte(s))
		if err != nil {
			panic(err)
		}
		return v.(py.Object)
	}
	t := engine.Tool{Raw: py.Object{{Key: "name", Value: name}, {Key: "annotations", Value: parse(annotations)}}}
	t.Function = py.Object{{Key: "name", Value: name}, {Key: "description", Value: description},
		{Key: "parameters", Value: py.Object{{Key: "type", Value: "object"}, {Key: "properties", Value: parse(properties)}}}}
	return t
}
