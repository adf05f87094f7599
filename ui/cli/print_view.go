package cli

import (
	"context"
	"fmt"
	"os"
	"strings"

	xterm "github.com/charmbracelet/x/term"
	"github.com/spf13/cobra"

	"findable/ui"
)

// printFlags gives the root the flags that draw a view instead of opening the app.
func (r *run) printFlags(root *cobra.Command) {
	views := choice{&r.view, ui.ViewNames()}
	root.Flags().Var(views, "print", "print the `VIEW` as the app would show it, and end: "+strings.Join(views.words, ", "))
	root.Flags().Var(&r.size, "size", "print it `WIDTHxHEIGHT` cells large (default the terminal's size, or 120x36)")
	root.Flags().StringVar(&r.press, "press", "", "press these `KEYS` before it is printed, with spaces between: \"w enter\"")
	root.Flags().StringVar(&r.tool, "tool", "", "begin with the tool `NAME` as the one that the query should find")
	complete(root, "print", views.words, cobra.ShellCompDirectiveNoFileComp)
}

// A size is a flag for the size of a screen in cells.
type size struct{ w, h int }

func (s *size) String() string { return "" }
func (s *size) Type() string   { return "size" }

func (s *size) Set(text string) error {
	const most = 1000
	var end string
	if n, _ := fmt.Sscanf(text, "%dx%d%s", &s.w, &s.h, &end); n != 2 || s.w < 1 || s.h < 1 || s.w > most || s.h > most {
		return fmt.Errorf("write width and height in cells such as 120x36, each up to %d", most)
	}
	return nil
}

// printView prints one view of what was loaded.
func (r *run) printView(ctx context.Context, loaded ui.Loaded, opt ui.Options) error {
	s := r.size
	if s == (size{}) {
		s = size{120, 36}
		if w, h, err := xterm.GetSize(os.Stdout.Fd()); err == nil && w > 0 && h > 1 {
			s = size{w, h - 1} // the prompt follows
		}
	}
	frame, err := ui.Print(ctx, loaded, opt, r.view, s.w, s.h, strings.Fields(r.press))
	if err != nil {
		return err
	}
	for line := range strings.SplitSeq(frame, "\n") {
		r.line("%s", strings.TrimRight(line, " "))
	}
	return nil
}
