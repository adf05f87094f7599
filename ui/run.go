package ui

import (
	"cmp"
	"context"
	"errors"
	"os"

	tea "github.com/charmbracelet/bubbletea"

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
	// Theme names a shipped theme or "auto"; "" is the default.
	Theme string
}

// framesPerSecond is how often Bubble Tea writes to the terminal. At its default,
// 60, the timer alone takes a key to 17 ms and more until it shows; 120 is the
// highest there is.
const framesPerSecond = 120

// Run shows the app until the user quits or the context ends. The error says why
// it ended otherwise; a panic anywhere has given the terminal back first.
func Run(ctx context.Context, src Source, start Inputs, opt Options) error {
	glyphs := cell.Unicode
	if opt.ASCII || term.ASCII(os.Getenv) {
		glyphs = cell.ASCII
	}
	theme, err := themes.Named(cmp.Or(opt.Theme, themes.Default), background.Dark(os.Getenv))
	if err != nil {
		return err
	}
	app := New(src, start, style.New(theme, term.Profile(os.Stdout), glyphs), term.System{})
	app.clipboard = term.Clipboard{Out: os.Stdout, Env: os.Getenv}.Copy
	app.mouseOff = opt.NoMouse
	return run(ctx, app, opt)
}

func run(ctx context.Context, app *App, opt Options) error {
	settings := []tea.ProgramOption{tea.WithContext(ctx), tea.WithAltScreen(), tea.WithFPS(framesPerSecond)}
	if !opt.NoMouse {
		settings = append(settings, tea.WithMouseCellMotion())
	}
	_, err := tea.NewProgram(app, settings...).Run()
	switch {
	case app.panicked != nil:
		return *app.panicked
	case errors.Is(err, tea.ErrInterrupted) || ctx.Err() != nil: // asked to end, and ended
		return nil
	}
	return err
}
