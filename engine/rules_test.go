package engine

import (
	"slices"
	"strings"
	"testing"
)

// The lists as engine.md gives them, sections 2 and 11.
const coreInWords = "web_search web_extract terminal process read_file write_file patch search_files vision_analyze image_generate " +
	"bfl_flux3_text_to_video bfl_flux3_image_to_video bfl_flux3_keyframes_to_video bfl_flux3_video_continuation " +
	"bfl_flux3_get_result bfl_flux3_prompting_guide skills_list skill_view skill_manage browser_navigate " +
	"browser_snapshot browser_click browser_type browser_scroll browser_back browser_press browser_get_images " +
	"browser_vision browser_console browser_cdp browser_dialog browser_exec text_to_speech todo memory session_search " +
	"clarify execute_code delegate_task cronjob ha_list_entities ha_get_state ha_list_services ha_call_service " +
	"kanban_show kanban_list kanban_complete kanban_block kanban_request_review kanban_request_changes " +
	"kanban_heartbeat kanban_comment kanban_create kanban_link kanban_unblock kanban_attach kanban_attach_url " +
	"kanban_attachments computer_use"

const deferInWords = "computer_use session_search image_generate todo_list process_manage cronjob_manage drive_preview gui_tour " +
	"desktop_preview annotate_preview show_tip setup_mcp desktop_project close_terminal apply_layout read_terminal " +
	"read_window_below focus_pane"

func TestRules(t *testing.T) {
	core := strings.Fields(coreInWords)
	if len(core) != 59 {
		t.Fatalf("%d core names", len(core))
	}
	var later []string
	for _, name := range core {
		if !strings.HasPrefix(name, "bfl_") {
			later = append(later, strings.NewReplacer("process", "process_manage", "todo", "todo_list", "cronjob", "cronjob_manage").Replace(name))
		}
	}
	documented, latest := Documented(), Latest()
	for _, c := range []struct {
		what      string
		got, want []string
	}{
		{"core, documented", documented.Core, core},
		{"core, latest", latest.Core, later},
		{"defer, latest", latest.DefaultDefer, strings.Fields(deferInWords)},
		{"defer, documented", documented.DefaultDefer, nil},
		{"GUI, documented", documented.GUIToolsets, []string{"desktop_ui", "project"}},
		{"GUI, latest", latest.GUIToolsets, []string{"desktop_ui", "project", "setup"}},
	} {
		if !slices.Equal(c.got, c.want) {
			t.Errorf("%s\n got %v\nwant %v", c.what, c.got, c.want)
		}
	}
	if len(later) != 53 || len(latest.DefaultDefer) != 18 {
		t.Errorf("%d core names and %d deferred ones, want 53 and 18", len(later), len(latest.DefaultDefer))
	}
	for i, rules := range Generations() {
		rules.Core[0] = "changed"
		if Generations()[i].Core[0] == "changed" {
			t.Errorf("%s: a change in one copy of the rules shows in the next", rules.Name)
		}
	}
	if all := Generations(); all[0].Name != "documented" || all[1].Name != "latest" || len(all) != 2 {
		t.Error("the default comes first")
	}
}
