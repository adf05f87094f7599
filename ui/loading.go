package ui

import (
	"context"
	"errors"
	"fmt"
	"reflect"
	"slices"
	"strings"
	"sync/atomic"
	"time"

	tea "github.com/charmbracelet/bubbletea"

	"findable/engine"
	"findable/ui/layout"
)

// A Loader reads what the app explores: at the start, when the user asks, and when
// something has changed.
type Loader interface {
	// Load reads everything anew. It may tell how far it is from any goroutine,
	// until it returns.
	Load(ctx context.Context, ask Ask, tell func(Progress)) (Loaded, error)
	// Changes says what has changed since it was loaded, a file or a server a
	// value; nil where nothing is watched. It is closed when nothing more comes.
	Changes() <-chan string
}

// An Ask is what a load is to do besides reading the files.
type Ask struct {
	// Connect names the servers that the user has allowed to be started or called,
	// out of those that the source only names.
	Connect []string
	// Fresh asks running servers again that are connected already.
	Fresh bool
	// Sample names a sample to read in the place of everything else; "" reads what the
	// app was started with.
	Sample string
}

// A Sample is a catalog that comes with the program.
type Sample struct {
	// Name is the word for it, About half a sentence.
	Name, About string
}

// Loaded is what a Loader gives: the source, and the inputs that its files and the
// command line set.
type Loaded struct {
	Source Source
	Start  Inputs
}

// Progress is how far a load is.
type Progress struct {
	// Now is what is being read.
	Now string
	// Done and Total count bytes; Total is 0 where it is unknown.
	Done, Total int64
	// Parts are the live servers, in the order in which they were asked for.
	Parts []Part
}

// A Part is one live server of a load.
type Part struct {
	Name string
	// Stage says what it is at, such as "page 3, 1,750 tools", or why it failed.
	Stage         string
	Ended, Failed bool
}

// Nothing is shown of what takes no longer than quiet, so that nothing
// flickers; from then on it is drawn anew every beat.
const (
	quiet = 200 * time.Millisecond
	beat  = 100 * time.Millisecond
)

// A job is a load that goes on beside the app.
type job struct {
	id       int
	what     string // is being done
	ask      Ask
	begun    time.Time
	stop     context.CancelFunc
	progress atomic.Pointer[Progress]
	shown    bool // it has outlasted quiet
}

func (j *job) tell(p Progress) { j.progress.Store(&p) }

// now returns how far the job is.
func (j *job) now() Progress {
	if p := j.progress.Load(); p != nil {
		return *p
	}
	return Progress{}
}

// A loadedMsg is the result of a job.
type loadedMsg struct {
	id     int
	loaded Loaded
	delta  engine.Delta // against what was loaded before
	err    error
}

// A beatMsg draws the progress of a job anew.
type beatMsg struct{ id int }

// A changedMsg says that what was loaded has changed outside.
type changedMsg struct{ name string }

// load starts a job; a job that still runs is stopped, and its result dropped.
func (a *App) load(what string, ask Ask) tea.Cmd {
	if a.loader == nil {
		return nil
	}
	if a.job != nil {
		a.job.stop()
	}
	a.jobs++
	j, read := newJob(a.ctx, a.loader, a.src.Registry, what, ask)
	j.id, j.begun = a.jobs, a.clock.Now()
	a.job = j
	return tea.Batch(read, a.beat(j, quiet))
}

// newJob makes a job, and the command that does it. was is what has been loaded
// before.
func newJob(ctx context.Context, loader Loader, was *engine.Registry, what string, ask Ask) (*job, tea.Cmd) {
	ctx, stop := context.WithCancel(ctx)
	j := &job{what: what, ask: ask, stop: stop}
	return j, func() tea.Msg {
		defer stop()
		loaded, err := loader.Load(ctx, ask, j.tell)
		msg := loadedMsg{id: j.id, loaded: loaded, err: err}
		if err == nil {
			msg.delta = engine.Diff(was, loaded.Source.Registry)
		}
		return msg
	}
}

func (a *App) beat(j *job, wait time.Duration) tea.Cmd {
	return a.clock.After(wait, func(time.Time) tea.Msg { return beatMsg{j.id} })
}

// onBeat shows how far the job is, as long as it goes on.
func (a *App) onBeat(msg beatMsg) tea.Cmd {
	if a.job == nil || a.job.id != msg.id {
		return nil
	}
	a.job.shown = true
	return a.beat(a.job, beat)
}

// await waits for the next change of what was loaded.
func (a *App) await() tea.Cmd {
	if a.loader == nil || a.loader.Changes() == nil {
		return nil
	}
	changes := a.loader.Changes()
	return func() tea.Msg {
		if name, ok := <-changes; ok {
			return changedMsg{name}
		}
		return nil
	}
}

// onChanged reads again what has changed outside.
func (a *App) onChanged(msg changedMsg) tea.Cmd {
	return tea.Batch(a.load(a.clean(msg.name)+" has changed", Ask{Connect: a.connected, Sample: a.sample}), a.await())
}

// reload reads everything again, unless that is going on: a key held down asks many
// times.
func (a *App) reload() tea.Cmd {
	if a.job != nil && a.job.ask.Fresh {
		return nil
	}
	return a.load("reading again", Ask{Connect: a.connected, Fresh: true, Sample: a.sample})
}

// openSample reads a sample, or with "" what the app was started with.
func (a *App) openSample(name string) tea.Cmd {
	what := "opening the sample " + name
	if name == "" {
		what = "opening what was there first"
	}
	return a.load(what, Ask{Connect: a.connected, Sample: name})
}

// stopLoading stops the job: what was loaded before stays.
func (a *App) stopLoading() {
	a.job.stop()
	a.job = nil
	if start, ok := a.overlay.(*startPage); ok {
		start.fault = context.Canceled
		return
	}
	a.say("stopped; what was loaded before stays")
}

// onLoaded takes over what a job has read, unless another job has taken its place.
func (a *App) onLoaded(msg loadedMsg) {
	if a.job == nil || a.job.id != msg.id {
		a.dropped++
		return
	}
	j := a.job
	a.job = nil
	start, first := a.overlay.(*startPage)
	other := j.ask.Sample != a.sample
	if msg.err == nil && !first && !other {
		msg.err = Broken(a.src.Notes, msg.loaded.Source.Notes)
	}
	switch {
	case msg.err != nil && first:
		start.fault = msg.err
	case msg.err != nil:
		a.notes = append([]Note{{Kind: failed, Text: msg.err.Error()}}, a.src.AllNotes()...)
		a.say("what was loaded before stays: " + msg.err.Error() + a.told(" ({reload} tries again)"))
	case first:
		a.close()
		a.replace(msg.loaded)
		a.connected, a.sample = j.ask.Connect, j.ask.Sample
		a.history, a.message = history{}, ""
		a.d.before = engine.World{} // nothing was sent while it was read
		a.reopen(a.src.Kept)
		a.greet()
		a.startNamed(a.src.Play.Start)
	case other:
		a.in = a.start // nothing of it is about the other tools
		a.replace(msg.loaded)
		a.connected, a.sample, a.history = j.ask.Connect, j.ask.Sample, history{}
		a.say(a.clean(a.src.Name) + " is open: " + strings.Join(strings.Fields(a.counts()), " "))
	default:
		a.connected = j.ask.Connect
		effect := a.replace(msg.loaded)
		a.say(j.what + ": " + a.deltaText(msg.delta) + effect)
	}
}

// Broken returns the first failure among the notes of a load that the load before
// did not have, nil when there is none.
func Broken(was, now []Note) error {
	for _, n := range failures(now) {
		if !slices.ContainsFunc(failures(was), func(old Note) bool { return old.File == n.File }) {
			return errors.New(strings.TrimSpace(n.File+" "+n.Path) + ": " + n.Text)
		}
	}
	return nil
}

// replace takes another source in the place of the one there was. What the user
// has set stays hers, and the cursors stay on what they were on.
func (a *App) replace(l Loaded) (effect string) {
	m := a.marks()
	to := carried(a.in, a.start, l.Start)
	a.src, a.start = l.Source, l.Start
	a.notes = a.src.AllNotes()
	a.d.ready = false
	a.head = head{}
	effect = a.set(to)
	a.reloadCases(l.Source.Cases)
	a.query.field.set(to.Query)
	a.hits.build(a.scene(layout.Hits))
	m.hit = a.hits.list.cursor
	a.setMarks(m)
	return effect
}

// nothing is a source without anything in it.
func nothing() Source { return Source{Registry: engine.Register(engine.Catalog{})} }

// carried returns the user's inputs with what she has not changed as it is in a
// new start.
func carried(mine, was, start Inputs) Inputs {
	carry(reflect.ValueOf(&mine).Elem(), reflect.ValueOf(was), reflect.ValueOf(start))
	return mine
}

func carry(mine, was, start reflect.Value) {
	for i := range mine.NumField() {
		switch m, w, s := mine.Field(i), was.Field(i), start.Field(i); {
		case m.Type() == reflect.TypeFor[engine.Config]():
			carry(m, w, s)
		case reflect.DeepEqual(m.Interface(), w.Interface()):
			m.Set(s)
		}
	}
}

// deltaText says in a few words what is different.
func (a *App) deltaText(d engine.Delta) string {
	if d.Empty() {
		return "no tool has changed"
	}
	var parts []string
	for _, p := range []struct {
		names []string
		what  string
	}{{d.Added, "new"}, {d.Removed, "gone"}, {d.Changed, "changed"}} {
		switch n := len(p.names); n {
		case 0:
		case 1:
			parts = append(parts, a.clean(p.names[0])+" "+p.what)
		default:
			parts = append(parts, fmt.Sprintf("%s %s", engine.Plural(n, "tool", "tools"), p.what))
		}
	}
	return strings.Join(parts, ", ")
}
