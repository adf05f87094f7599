package ui

import (
	"fmt"

	"findable/engine"
	"findable/themes"
	"findable/ui/cell"
	"findable/ui/frame"
	"findable/ui/layout"
	"findable/ui/style"
)

// draw composes the frame: exactly a.h lines of a.w cells.
func (a *App) draw() string {
	r := a.rects()
	if r.Mode == layout.TooSmall && a.helping() {
		return frame.Join(a.styles, a.w, a.h, frame.Piece{Rect: r.Notice, Lines: a.overlay.draw(a, r.Notice)})
	}
	if r.Mode == layout.TooSmall {
		return frame.Join(a.styles, a.w, a.h, frame.Piece{Rect: r.Notice, Lines: a.tooSmall(r.Notice)})
	}
	a.keepHead(r)
	pieces := append(make([]frame.Piece, 0, len(r.Panes)+4), frame.Piece{Rect: r.Title, Lines: a.head.title})
	if !r.Views.Empty() {
		pieces = append(pieces, frame.Piece{Rect: r.Views, Lines: a.head.tabs})
	}
	for _, place := range r.Panes {
		pieces = append(pieces, frame.Piece{Rect: place.Rect, Lines: a.drawPane(place)})
	}
	var above frame.Piece
	if a.overlay != nil {
		at := a.overlay.rect(a, r)
		above = frame.Piece{Rect: at, Lines: a.overlay.draw(a, at)}
	}
	// The hints come last: drawing may have clamped a cursor that they depend on.
	pieces = append(pieces, frame.Piece{Rect: r.Status, Lines: []string{a.status(r.Status.W)}},
		frame.Piece{Rect: r.Hints, Lines: []string{a.hints(r.Hints.W)}})
	return frame.Over(a.styles, a.w, a.h, above, pieces...)
}

// A head is the two lines above the panes, kept like these until what they show
// changes.
type head struct {
	from        headFrom
	title, tabs []string

	views []style.Seg // in this mode, while this one is shown
	shown layout.View
	mode  layout.Mode
	width int

	counts  string // of this session
	counted *engine.Session
	glyphs  *cell.Glyphs
}

type headFrom struct {
	assemblies int
	mode       layout.Mode
	w          int
	view       layout.View
	focus      layout.Pane
	styles     *style.Styles
	pins       int
}

func (a *App) keepHead(r layout.Rects) {
	if from := (headFrom{a.d.assemblies, r.Mode, r.Title.W, a.view, a.focus(), a.styles, a.comparing.pins}); from != a.head.from {
		a.head.from, a.head.title, a.head.tabs = from, []string{a.title(r)}, []string{a.tabs(r)}
	}
}

func (a *App) drawPane(place layout.Place) []string {
	p, s := a.panes[place.Pane], &a.stage
	a.stageAt(s, place)
	from := drawnFrom{place, s.focus, a.styles, p.state(s)}
	if was, ok := a.drawn[place.Pane]; ok && was.from == from {
		return was.lines
	}
	lines := p.lines(s)
	if place.Framed {
		b := p.box(s)
		b.Focus, b.W, b.H = s.focus, place.Rect.W, place.Rect.H
		lines = b.Draw(a.styles, lines)
	} else {
		lines = frame.Plain(a.styles, place.Rect.W, place.Rect.H, lines)
	}
	from.state = p.state(s) // drawing may have clamped a cursor
	a.drawn[place.Pane] = drawn{from, lines}
	return lines
}

// tooSmall is the one line that a screen without room for more shows.
func (a *App) tooSmall(r layout.Rect) []string {
	lines := make([]string, r.H)
	text := fmt.Sprintf("%d×%d needed, %d×%d now %s T%d %s", layout.MinWidth, layout.MinHeight, a.w, a.h,
		a.styles.Glyphs.Middle, a.d.assembly.Tier, a.spent())
	if a.styles.Glyphs.ASCII {
		text = a.clean(text)
	}
	for i, l := range cell.Wrap(text, max(r.W, 1)) {
		if at := r.H/2 + i; at < r.H {
			lines[at] = a.styles.Row(r.W, style.Off, style.Seg{Role: themes.Text, Text: l})
		}
	}
	return lines
}
