package ui

import (
	"strings"
	"testing"

	"github.com/muesli/termenv"

	"findable/themes"
	"findable/ui/cell"
	"findable/ui/style"
	"findable/ui/uitest"
)

// TestReadme holds the README to the app: its tables of knobs and keys are made here,
// with -update.
func TestReadme(t *testing.T) {
	_, a := start(t, "default", 120, 36)
	uitest.Readme(t, "../README.md", func(text string) string {
		text = uitest.Between(t, text, "knobs", knobTable())
		return uitest.Between(t, text, "keys", keyTable(a))
	})
}

// TestReadmePicture holds the README's picture to the app, which draws it with -update.
func TestReadmePicture(t *testing.T) {
	theme, err := themes.Named(themes.Dark, true)
	if err != nil {
		t.Fatal(err)
	}
	clock := uitest.NewClock()
	d := uitest.NewDriver(t, New(sample(t, "default"), inputs(), style.New(theme, termenv.TrueColor, cell.Unicode), clock), clock, 120, 36)
	d.Press("/")
	d.Type("create an issue")
	d.Press("esc")
	uitest.Readme(t, "screen.svg", func(string) string {
		return picture(t, d.View(), theme.Looks[themes.Text].Fg, theme.Background)
	})
}

func knobTable() string {
	var b strings.Builder
	b.WriteString("| key | values | what |\n| --- | --- | --- |\n")
	for _, k := range knobs {
		b.WriteString("| `" + k.key + "` | " + k.span + " | " + k.about + " |\n")
	}
	return b.String()
}

func keyTable(a *App) string {
	var b strings.Builder
	b.WriteString("| where | key | what |\n| --- | --- | --- |\n")
	for _, x := range a.actions {
		b.WriteString("| " + x.where() + " | `" + strings.ReplaceAll(a.keyNames(x), " ", "` `") + "` | " + x.title + " |\n")
	}
	return b.String()
}
