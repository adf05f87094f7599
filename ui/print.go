package ui

import (
	"cmp"
	"context"
	"fmt"
	"os"
	"slices"
	"strings"
	"time"

	tea "github.com/charmbracelet/bubbletea"

	"findable/themes"
	"findable/ui/style"
	"findable/ui/term"
)

// Print draws one view once, at w × h cells, as it is when the keys have been
// pressed, by their names, and everything that it shows has been worked out. The
// view is one of ViewNames. There are colours where stdout is a terminal that has
// them.
func Print(ctx context.Context, loaded Loaded, opt Options, view string, w, h int, keys []string) (string, error) {
	at := slices.IndexFunc(views, func(v viewTab) bool { return v.word() == view })
	if at < 0 {
		return "", fmt.Errorf("there is no view %q; there are %s", view, strings.Join(ViewNames(), ", "))
	}
	theme, err := themeNamed(cmp.Or(opt.Theme, themes.Default), opt.Themes, true)
	if err != nil {
		return "", err
	}
	app := New(loaded.Source, loaded.Start, style.New(theme, term.Profile(os.Stdout), opt.glyphs()), still{})
	app.ctx, app.mouseOff, app.themes = ctx, opt.NoMouse, opt.Themes
	app.rebind(opt.Keys)
	app.reopen(app.src.Kept)
	app.view = views[at].view
	settle(app, tea.WindowSizeMsg{Width: w, Height: h})
	for _, k := range keys {
		settle(app, term.Key(k))
	}
	if app.panicked != nil {
		return "", *app.panicked
	}
	if err := ctx.Err(); err != nil {
		return "", err
	}
	return app.View(), nil
}

// ViewNames are the names of the views, in the order of their numbers.
func ViewNames() []string {
	var names []string
	for _, v := range views {
		names = append(names, v.word())
	}
	return names
}

func (v viewTab) word() string { return strings.TrimPrefix(v.action, "view-") }

// settle gives the app a message and does all that follows from it, one after the
// other.
func settle(app *App, msg tea.Msg) {
	if batch, ok := msg.(tea.BatchMsg); ok {
		for _, cmd := range batch {
			if cmd != nil {
				settle(app, cmd())
			}
		}
		return
	}
	if msg == nil {
		return
	}
	if _, cmd := app.Update(msg); cmd != nil && app.panicked == nil {
		settle(app, cmd())
	}
}

// A still clock stands: no message goes away, no light blinks.
type still struct{}

func (still) Now() time.Time                                       { return time.Time{} }
func (still) After(time.Duration, func(time.Time) tea.Msg) tea.Cmd { return nil }
