package ui

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"slices"
	"syscall"
	"time"

	tea "github.com/charmbracelet/bubbletea"
	xterm "github.com/charmbracelet/x/term"

	"findable/engine"
	"findable/themes"
	"findable/ui/cell"
	"findable/ui/style"
	"findable/ui/term"
	"findable/ui/term/background"
)

// Options are the user's wishes for the screen.
type Options struct {
	// ASCII draws with nothing but ASCII; it is on by itself where the terminal
	// needs it.
	ASCII bool
	// NoMouse leaves the mouse to the terminal.
	NoMouse bool
	// Theme names one of Themes, a shipped theme or "auto"; "" is the default.
	Theme string
	// Themes are the user's own. They go before shipped ones of the same name.
	Themes []*themes.Theme
	// Samples can be opened from the palette and from the page that says that nothing
	// is loaded.
	Samples []Sample
	// Keys take the place of the default ones.
	Keys Keys
	// Serve begins to serve what the app shows to MCP clients; nil where that cannot
	// be. Served does so from the start.
	Serve  func(ctx context.Context, o Offer) (Service, error)
	Served bool
}

// glyphs are those that the terminal, and the user, take.
func (o Options) glyphs() *cell.Glyphs {
	if o.ASCII || term.ASCII(os.Getenv) {
		return cell.ASCII
	}
	return cell.Unicode
}

// Run loads what there is to explore and shows the app until the user quits or the
// context ends. The error says why it ended otherwise; a panic anywhere has given
// the terminal back first. What loads within quiet is there in the first frame,
// and what fails by then has not touched the terminal.
func Run(ctx context.Context, loader Loader, opt Options) error {
	theme, err := themeNamed(cmp.Or(opt.Theme, themes.Default), opt.Themes, background.Dark(os.Getenv))
	if err != nil {
		return err
	}
	ctx, stop := context.WithCancel(ctx)
	defer stop()
	clock := term.System{}
	j, read := newJob(ctx, loader, nothing().Registry, "reading", Ask{})
	j.begun = clock.Now()
	read = term.Guard(read)
	done := make(chan tea.Msg, 1)
	go func() { done <- read() }()
	styles := style.New(theme, term.Profile(os.Stdout), opt.glyphs())
	var app *App
	select {
	case msg := <-done:
		switch msg := msg.(type) {
		case term.PanicMsg:
			return msg
		case loadedMsg:
			if msg.err != nil {
				return msg.err
			}
			app = New(msg.loaded.Source, msg.loaded.Start, styles, clock)
			app.reopen(app.src.Kept)
		}
	case <-time.After(quiet):
		app = New(nothing(), Inputs{Generation: generations[0].Name, Config: engine.DefaultConfig(generations[0])}, styles, clock)
		app.job, app.overlay, app.pending = j, &startPage{}, tea.Batch(func() tea.Msg { return <-done }, app.beat(j, 0))
	}
	app.ctx, app.loader = ctx, loader
	app.clipboard = term.Clipboard{Out: os.Stdout, Env: os.Getenv}.Copy
	app.mouseOff, app.themes, app.samples = opt.NoMouse, opt.Themes, opt.Samples
	app.rebind(opt.Keys)
	app.arriving.begin = opt.Serve
	if opt.Served {
		app.pending = tea.Batch(app.pending, app.serve())
	}
	if err := run(ctx, app, opt); err != nil {
		return err
	}
	if text := app.farewell(); text != "" {
		fmt.Println(text)
	}
	if start, ok := app.overlay.(*startPage); ok && start.fault != nil && !errors.Is(start.fault, context.Canceled) {
		return start.fault
	}
	return nil
}

// errGone ends the app when there is nothing more to read, or nowhere to write to.
// Bubble Tea would go on without keys, or unseen, for ever, where no signal tells it
// that its terminal has gone.
var errGone = errors.New("the terminal has gone")

// keyboard is the terminal that keys come from.
type keyboard struct {
	*os.File
	input term.Input
}

func (k *keyboard) Read(p []byte) (int, error) {
	n, err := k.File.Read(p)
	if err == io.EOF || errors.Is(err, syscall.EIO) { // which of them, the system decides
		err = errGone
	}
	return len(k.input.Shortened(p[:n])), err
}

// display is the terminal that frames go to.
type display struct {
	*os.File
	painter *term.Painter
}

func (d display) Write(p []byte) (int, error) { return d.painter.Write(p) }

// WriteString keeps text from going to the file past the painter.
func (d display) WriteString(text string) (int, error) { return d.painter.Write([]byte(text)) }

// themeNamed returns a theme: the user's own before the shipped ones. Auto is the
// dark or the light one: dark says which.
func themeNamed(name string, own []*themes.Theme, dark bool) (*themes.Theme, error) {
	switch {
	case name == themes.Auto && dark:
		name = themes.Dark
	case name == themes.Auto:
		name = themes.Light
	}
	if i := slices.IndexFunc(own, func(t *themes.Theme) bool { return t.Name == name }); i >= 0 {
		return own[i], nil
	}
	return themes.Named(name, dark)
}

func run(ctx context.Context, app *App, opt Options) error {
	ctx, stop := signal.NotifyContext(ctx, syscall.SIGHUP) // the other signals are Bubble Tea's
	defer stop()
	ctx, gone := context.WithCancelCause(ctx)
	defer gone(nil)
	painter := term.NewPainter(os.Stdout)
	settings := []tea.ProgramOption{tea.WithContext(ctx), tea.WithAltScreen(), tea.WithFPS(term.FramesPerSecond),
		tea.WithOutput(display{os.Stdout, painter})}
	if !opt.NoMouse {
		settings = append(settings, tea.WithMouseCellMotion())
	}
	if xterm.IsTerminal(os.Stdin.Fd()) { // or else Bubble Tea opens the one there is
		settings = append(settings, tea.WithInput(&keyboard{File: os.Stdin}))
	}
	p := tea.NewProgram(painter.Model(app), settings...)
	beside := func(f func()) func() { return term.Caught(func(m term.PanicMsg) { p.Send(m) }, f) }
	go beside(func() {
		if painter.Paint(ctx.Done()) != nil { // keys may come from a terminal that is still there
			gone(errGone)
		}
	})()
	end := term.Continued(beside(func() { p.Send(continuedMsg{}) }))
	_, err := p.Run()
	end()
	switch {
	case app.panicked != nil:
		return *app.panicked
	case context.Cause(ctx) == errGone:
		return errGone
	case errors.Is(err, tea.ErrInterrupted) || ctx.Err() != nil: // asked to end, and ended
		return nil
	}
	return err
}
