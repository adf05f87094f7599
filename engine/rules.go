package engine

import "slices"

// Rules is one generation of the reference as data: every point on which the
// generations differ. All else is the same code for both.
type Rules struct {
	// Name is "documented" or "latest", as in --generation.
	Name string

	// Core lists the built-in tools that are never deferred (engine.md, section 2).
	Core []string
	// GUIToolsets lists the session-gated surfaces that are never deferred.
	GUIToolsets []string
	// DefaultDefer is the default of the config key `defer`; nil where the
	// generation has no such key.
	DefaultDefer []string

	// Gate admits a tool only if it holds the query's rarest token.
	Gate bool
	// Floor is the number of distinct answerable query tokens from which a tool
	// must hold at least half of them, rounded up; 0 is no floor.
	Floor int
	// Fallback is the substring search of names when nothing scored.
	Fallback bool
	// IDFFirst multiplies idf × tf before the rest; last-bit differences only.
	IDFFirst bool

	// MaxQueries is the most queries one tool_search call may carry.
	MaxQueries int
	// RecordDescription is the length, in characters, at which the description
	// in a tool_search record is cut; RecordEllipsis marks the cut with "…".
	RecordDescription int
	RecordEllipsis    bool

	// CallsForm is tool_call's {"calls": [{name, arguments}]}.
	CallsForm bool
	// BlankArguments reads an empty or blank arguments text as {}.
	BlankArguments bool
	// CheckSchema validates arguments against the whole schema, not only for
	// missing keys.
	CheckSchema bool
	// TellUnknown tells unknown names from those that are not deferrable.
	TellUnknown bool

	// Renamed gives the new names of built-ins by their old ones, which still work.
	Renamed map[string]string

	// Bridge holds the sizes of the three bridge definitions.
	Bridge BridgeSizes
}

// BridgeSizes are the characters of the compact JSON of the reference's bridge
// definitions, wrapper included (engine.md, section 5). findable's own wording
// never changes a gauge: sizes are taken from here.
type BridgeSizes struct {
	// Search is tool_search without a listing and without the digits of the
	// deferred count.
	Search int
	// PerTool, Mixed and Groups are the same with the framing paragraph of a
	// full or names listing, a mixed one, and a groups one, listing not included.
	PerTool, Mixed, Groups int
	Describe, Call         int
}

// MaxNames is the most names one tool_describe call may carry, after taking
// out repeats (engine.md, section 8).
const MaxNames = 10

var documentedCore = []string{
	"web_search", "web_extract", "terminal", "process", "read_file", "write_file", "patch", "search_files",
	"vision_analyze", "image_generate", "bfl_flux3_text_to_video", "bfl_flux3_image_to_video",
	"bfl_flux3_keyframes_to_video", "bfl_flux3_video_continuation", "bfl_flux3_get_result",
	"bfl_flux3_prompting_guide", "skills_list", "skill_view", "skill_manage", "browser_navigate",
	"browser_snapshot", "browser_click", "browser_type", "browser_scroll", "browser_back", "browser_press",
	"browser_get_images", "browser_vision", "browser_console", "browser_cdp", "browser_dialog", "browser_exec",
	"text_to_speech", "todo", "memory", "session_search", "clarify", "execute_code", "delegate_task", "cronjob",
	"ha_list_entities", "ha_get_state", "ha_list_services", "ha_call_service", "kanban_show", "kanban_list",
	"kanban_complete", "kanban_block", "kanban_request_review", "kanban_request_changes", "kanban_heartbeat",
	"kanban_comment", "kanban_create", "kanban_link", "kanban_unblock", "kanban_attach", "kanban_attach_url",
	"kanban_attachments", "computer_use",
}

// Documented returns the generation that the reference's user guide describes
// (late August 2026): findable's default.
func Documented() Rules {
	return Rules{
		Name:              "documented",
		Core:              slices.Clone(documentedCore),
		GUIToolsets:       []string{"desktop_ui", "project"},
		Fallback:          true,
		MaxQueries:        10,
		RecordDescription: 400,
		Bridge:            BridgeSizes{Search: 1042, PerTool: 1241, Mixed: 1370, Groups: 1304, Describe: 476, Call: 499},
	}
}

// Latest returns the newest known generation (September 2026), as section 11
// of engine.md tells it apart from Documented.
func Latest() Rules {
	renamed := map[string]string{"process": "process_manage", "todo": "todo_list", "cronjob": "cronjob_manage"}
	var core []string
	for _, name := range documentedCore {
		if len(name) > 4 && name[:4] == "bfl_" {
			continue
		}
		if to, ok := renamed[name]; ok {
			name = to
		}
		core = append(core, name)
	}
	return Rules{
		Name:        "latest",
		Core:        core,
		GUIToolsets: []string{"desktop_ui", "project", "setup"},
		DefaultDefer: []string{
			"computer_use", "session_search", "image_generate", "todo_list", "process_manage", "cronjob_manage",
			"drive_preview", "gui_tour", "desktop_preview", "annotate_preview", "show_tip", "setup_mcp",
			"desktop_project", "close_terminal", "apply_layout", "read_terminal", "read_window_below", "focus_pane",
		},
		Gate:              true,
		Floor:             4,
		IDFFirst:          true,
		MaxQueries:        7,
		RecordDescription: 500,
		RecordEllipsis:    true,
		CallsForm:         true,
		BlankArguments:    true,
		CheckSchema:       true,
		TellUnknown:       true,
		Renamed:           renamed,
		Bridge:            BridgeSizes{Search: 1423, PerTool: 1622, Mixed: 1751, Groups: 1685, Describe: 476, Call: 958},
	}
}

// Generations returns the generations that ship, the default first.
func Generations() []Rules { return []Rules{Documented(), Latest()} }
