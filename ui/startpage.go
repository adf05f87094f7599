package ui

import (
	"context"
	"errors"
	"fmt"
	"strings"

	tea "github.com/charmbracelet/bubbletea"

	"findable/themes"
	"findable/ui/cell"
	"findable/ui/frame"
	"findable/ui/layout"
	"findable/ui/style"
)

// jobText says in a line what is being loaded and how far that is.
func (a *App) jobText() string {
	p, text := a.job.now(), a.job.what
	if amount := p.amount(); amount != "" {
		text += ": " + amount
	}
	if p.read() {
		text += ", preparing"
	}
	for _, part := range p.Parts {
		if !part.Ended {
			text += ", " + a.clean(part.Name) + " " + part.Stage
		}
	}
	return fmt.Sprintf("%s, %s so far; esc stops", text, a.elapsed())
}

func (a *App) elapsed() string {
	return fmt.Sprintf("%.1f s", a.clock.Now().Sub(a.job.begun).Seconds())
}

// amount says how much has been read.
func (p Progress) amount() string {
	switch {
	case p.Total > 0:
		return megabytes(p.Done) + " of " + megabytes(p.Total) + " MB"
	case p.Done > 0:
		return megabytes(p.Done) + " MB"
	}
	return ""
}

// read reports whether all has been read, after which it is taken apart and counted.
func (p Progress) read() bool { return p.Total > 0 && p.Done >= p.Total }

func megabytes(n int64) string { return fmt.Sprintf("%.1f", float64(n)/1e6) }

// A startPage takes the place of the panes until something has been loaded: it
// shows how far that is, or why there is nothing.
type startPage struct {
	// fault is why the load has ended with nothing; nil while it goes on.
	fault error
}

func (p *startPage) rect(_ *App, r layout.Rects) layout.Rect { return r.Body() }

func (p *startPage) draw(a *App, r layout.Rect) []string {
	s := &scene{Styles: a.styles, focus: true, w: max(r.W-2, 1), h: r.H - 2}
	box := frame.Box{Title: "Loading", Focus: true, W: r.W, H: r.H}
	lines := []string{""}
	switch {
	case p.fault != nil:
		box.Title = "Nothing is loaded"
		lines = append(append(lines, p.why(s)...), a.sampleLines(s)...)
	case a.job.shown:
		lines = append(lines, p.progress(a, s)...)
	}
	return box.Draw(a.styles, lines)
}

// why says what went wrong.
func (p *startPage) why(s *scene) []string {
	if errors.Is(p.fault, context.Canceled) {
		return append(s.paragraph(themes.Text, "Stopped before everything was read."), "")
	}
	return append(s.paragraph(themes.Bad, s.clean(p.fault.Error())), "")
}

// sampleLines list the samples with the digits that open them.
func (a *App) sampleLines(s *scene) []string {
	if len(a.samples) == 0 {
		return nil
	}
	lines := s.paragraph(themes.Muted, "A sample can be opened instead:")
	for i, one := range a.samples {
		lines = append(lines, s.Row(s.w, style.Off, style.In(themes.Key, fmt.Sprintf(" %d ", i+1)), style.Column(themes.Strong, one.Name, 12),
			style.In(themes.Muted, s.Glyphs.Cut(one.About, max(s.w-16, 1)))))
	}
	return lines
}

// chosen opens a sample; there are fewer than ten.
func (p *startPage) chosen(a *App, i int) tea.Cmd {
	if p.fault == nil || i < 0 || i >= len(a.samples) {
		return nil
	}
	p.fault = nil
	return a.openSample(a.samples[i].Name)
}

func (p *startPage) progress(a *App, s *scene) []string {
	now := a.job.now()
	text := a.job.what
	switch {
	case now.read():
		text = "preparing"
	case now.Now != "":
		text += " " + a.clean(now.Now)
	}
	lines := s.paragraph(themes.Text, strings.TrimSpace(fmt.Sprintf("%s   %s   %s", text, now.amount(), a.elapsed())))
	if now.Total > 0 {
		lines = append(lines, s.progressBar(float64(now.Done)/float64(now.Total)))
	}
	lines = append(lines, "")
	for _, part := range now.Parts {
		mark, role := s.Glyphs.Ellipsis, themes.Text
		switch {
		case part.Failed:
			mark, role = s.Glyphs.No, themes.Bad
		case part.Ended:
			mark, role = s.Glyphs.Yes, themes.Good
		}
		lines = append(lines, s.Row(s.w, style.Off, style.In(role, " "+mark+" "), style.Name(themes.Strong, s.clean(part.Name), min(24, s.w/3)),
			style.In(role, "  "+s.Glyphs.Cut(s.clean(part.Stage), max(s.w-cell.Width(part.Name)-6, 1)))))
	}
	return lines
}

func (p *startPage) key(a *App, msg tea.KeyMsg) tea.Cmd {
	switch x, ok := a.find(msg.String()); {
	case msg.Type == tea.KeyEsc && a.job != nil:
		a.stopLoading()
	case ok && (x.id == "quit" || x.id == "redraw" || x.id == "suspend" || x.id == "theme"):
		return x.run(a)
	case ok && x.id == "reload" && p.fault != nil:
		p.fault = nil
		return a.reload()
	case msg.Type == tea.KeyRunes && len(msg.Runes) == 1:
		return p.chosen(a, int(msg.Runes[0]-'1'))
	}
	return nil
}

func (p *startPage) mouse(*App, tea.MouseMsg) {}

func (p *startPage) hints(a *App) [][2]string {
	if p.fault != nil {
		all := [][2]string{{a.told("{reload}"), "reads again"}, {a.told("{quit}"), "quits"}}
		if n := len(a.samples); n > 0 {
			all = append(all, [2]string{fmt.Sprintf("1-%d", n), "open a sample"})
		}
		return all
	}
	return [][2]string{{backKey, "stops"}, {a.told("{quit}"), "quits"}}
}
