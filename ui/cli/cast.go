package cli

import (
	"bufio"
	"context"
	"encoding/json"
	"os"

	"github.com/spf13/pflag"

	"findable/engine"
	"findable/engine/play"
	"findable/ui"
)

// record writes the app playing a walkthrough on some dumps as an asciicast, version 2
// (docs.asciinema.org/manual/asciicast/v2): a header, then one line a frame.
func (r *run) record(ctx context.Context, fs *pflag.FlagSet, dumps []string, w play.Walkthrough) error {
	p, err := r.prefer(fs)
	if err != nil {
		return err
	}
	l := &loader{run: r, dumps: dumps}
	loaded, err := l.Load(ctx, ui.Ask{}, func(ui.Progress) {})
	if err != nil {
		return err
	}
	loaded.Source.Play.Walkthroughs, loaded.Source.Play.Start = []play.Walkthrough{w}, w.Name
	recording, err := ui.Record(ctx, loaded, ui.Options{ASCII: r.ascii, Theme: r.theme, Themes: p.themes, Keys: p.keys}, 120, 36)
	if err != nil {
		return err
	}
	f, err := os.Create(r.cast)
	if err != nil {
		return err
	}
	defer f.Close()
	out := bufio.NewWriter(f)
	line := json.NewEncoder(out) // its errors come back from Flush
	line.SetEscapeHTML(false)
	_ = line.Encode(map[string]any{"version": 2, "width": recording.W, "height": recording.H, "title": w.Title})
	for _, frame := range recording.Frames {
		_ = line.Encode([]any{frame.At.Seconds(), "o", frame.Text})
	}
	// The last frame stands for its time, and the terminal gets its cursor back.
	_ = line.Encode([]any{recording.Length.Seconds(), "o", "\x1b[?25h"})
	if err := out.Flush(); err != nil {
		return err
	}
	if err := f.Close(); err != nil {
		return err
	}
	r.line("%s in %s, %.0f seconds", engine.Plural(len(recording.Frames), "frame", "frames"), r.glyphs().Clean(r.cast), recording.Length.Seconds())
	return nil
}
