package ui

import (
	"cmp"
	"context"
	"fmt"
	"strings"
	"time"

	tea "github.com/charmbracelet/bubbletea"
	"github.com/muesli/termenv"

	"findable/themes"
	"findable/ui/cell"
	"findable/ui/layout"
	"findable/ui/style"
)

// A Recording is the app playing a walkthrough, frame by frame.
type Recording struct {
	W, H   int
	Title  string
	Frames []Frame
	// Length is how long it takes, the last frame included.
	Length time.Duration
}

// A Frame is what a terminal is sent at a time since the beginning.
type Frame struct {
	At   time.Duration
	Text string
}

// How long a recording stands at things, made for reading along.
const (
	wordTime = 120 * time.Millisecond // of a call that is being written
	readTime = 5 * time.Second        // after a step
	headTime = 3 * time.Second        // at the beginning
)

// Record plays the walkthrough that the source begins with in an app of w × h cells,
// and answers its questions as the walkthrough says.
func Record(ctx context.Context, loaded Loaded, opt Options, w, h int) (Recording, error) {
	glyphs := cell.Unicode
	if opt.ASCII {
		glyphs = cell.ASCII
	}
	theme, err := themeNamed(cmp.Or(opt.Theme, themes.Default), opt.Themes, true)
	if err != nil {
		return Recording{}, err
	}
	app := New(loaded.Source, loaded.Start, style.New(theme, termenv.ANSI256, glyphs), still{})
	app.ctx = ctx
	app.rebind(opt.Keys)
	app.startNamed(loaded.Source.Play.Start)
	r := recorder{app: app, out: Recording{W: w, H: h}}
	settle(app, tea.WindowSizeMsg{Width: w, Height: h})
	if app.play.walk == nil {
		return r.out, fmt.Errorf("there is no walkthrough %q", loaded.Source.Play.Start)
	}
	app.play.walk.auto = true
	r.out.Title = app.play.walk.of.Title
	r.take(headTime)
	for app.play.walk.at < len(app.play.walk.of.Steps) && ctx.Err() == nil {
		r.step()
	}
	if app.panicked != nil {
		return r.out, *app.panicked
	}
	r.out.Length = r.at
	return r.out, ctx.Err()
}

// A recorder takes frames of an app.
type recorder struct {
	app  *App
	out  Recording
	at   time.Duration
	last []string
}

// step writes a step's call at the prompt, word by word, and makes it.
func (r *recorder) step() {
	a := r.app
	a.setFocus(layout.Prompt)
	text := strings.Join(strings.Fields(a.play.walk.of.Steps[a.play.walk.at].Call), " ")
	for i := range text {
		if text[i] == ' ' {
			a.write(text[:i+1])
			r.draw(wordTime)
		}
	}
	a.write("")
	a.setFocus(layout.Talk)
	a.step()
	if cmd := a.play.sent(); cmd != nil {
		settle(a, cmd())
	}
	r.draw(readTime)
}

// draw draws the app and takes the frame.
func (r *recorder) draw(stands time.Duration) {
	r.app.frame = r.app.draw()
	r.take(stands)
}

// take adds what has changed on the screen since the last frame, which stands a while.
func (r *recorder) take(stands time.Duration) {
	lines := strings.Split(r.app.View(), "\n")
	var b strings.Builder
	if r.last == nil {
		b.WriteString("\x1b[?25l\x1b[2J")
	}
	for i, l := range lines {
		if i >= len(r.last) || r.last[i] != l {
			fmt.Fprintf(&b, "\x1b[%d;1H%s", i+1, l)
		}
	}
	if b.Len() > 0 {
		r.out.Frames = append(r.out.Frames, Frame{r.at, b.String()})
	}
	r.last = lines
	r.at += stands
}
