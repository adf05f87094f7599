package cli

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/signal"
	"slices"
	"strings"
	"syscall"

	xterm "github.com/charmbracelet/x/term"
	"github.com/spf13/cobra"

	"findable/loaders"
	"findable/loaders/live"
)

// connectFlags gives the root the flags that name running servers. Nothing is
// started or called without one of them.
func (f *flags) connectFlags(root *cobra.Command) {
	fs := root.PersistentFlags()
	fs.Var((*targets)(&f.connect), "connect", "connect to `SERVER` and list its tools: 'COMMAND ARGS', http(s)://…, or NAME= and either; repeatable")
	fs.Var((*headers)(&f.connect), "header", "send `'NAME: ${VAR}'` to the --connect before it, VAR from the environment; repeatable")
	fs.StringArrayVar(&f.launch, "launch", nil, "connect to the server `NAME` of a configuration that is opened, or to all of them; repeatable")
}

// targets is the flag --connect.
type targets []live.Target

func (t *targets) String() string { return "" }
func (t *targets) Type() string   { return "string" }

func (t *targets) Set(text string) error {
	target, err := live.ParseTarget(text)
	if err == nil {
		*t = append(*t, target)
	}
	return err
}

// headers is the flag --header. A header belongs to one server, as it may be a
// secret that is no other's business.
type headers []live.Target

func (h *headers) String() string { return "" }
func (h *headers) Type() string   { return "string" }

func (h *headers) Set(text string) error {
	if len(*h) == 0 || (*h)[len(*h)-1].URL == "" {
		return errors.New("write it behind the --connect with the address that it is for")
	}
	name, value, ok := strings.Cut(text, ":")
	if name = strings.TrimSpace(name); !ok || name == "" || strings.ContainsAny(name, " \t") {
		return errors.New("write 'NAME: VALUE', such as 'Authorization: Bearer ${TOKEN}'")
	}
	last := &(*h)[len(*h)-1]
	last.Headers = append(last.Headers, loaders.Setting{Name: name, Value: strings.TrimSpace(value)})
	return nil
}

// connects reports whether the flags name a running server.
func (f *flags) connects() bool { return len(f.connect) > 0 || len(f.launch) > 0 }

// live asks the running servers that the flags name, and those of the cards that
// they name. Of one opening every load gets the same answer.
func (r *run) live(ctx context.Context, cards []loaders.Card) ([]loaders.Listed, error) {
	if !r.connects() || r.listed != nil {
		return r.listed, nil
	}
	picked, err := pick(cards, r.launch)
	if err != nil {
		return nil, err
	}
	ctx, stop := signal.NotifyContext(ctx, os.Interrupt, syscall.SIGTERM, syscall.SIGHUP) // servers must end first
	defer stop()
	for _, s := range r.servers.Connect(ctx, slices.Concat(r.connect, picked), r.tellServer) {
		r.listed = append(r.listed, s.Listed())
	}
	if ctx.Err() != nil {
		return nil, errors.New("interrupted")
	}
	return r.listed, nil
}

// everyServer is the word of --launch for all servers that can be reached and are
// not switched off.
const everyServer = "all"

// pick finds the servers of some names among the cards.
func pick(cards []loaders.Card, names []string) ([]live.Target, error) {
	var picked []live.Target
	var known []string
	add := func(c loaders.Card) {
		if !slices.ContainsFunc(picked, func(t live.Target) bool { return t.Name == c.Name }) {
			picked = append(picked, live.Target{Name: c.Name, Launch: *c.Launch})
		}
	}
	cards = slices.DeleteFunc(slices.Clone(cards), func(c loaders.Card) bool { return c.Launch == nil })
	for _, c := range cards {
		if !slices.Contains(known, c.Name) {
			known = append(known, c.Name)
		}
	}
	for _, name := range names {
		found := slices.IndexFunc(cards, func(c loaders.Card) bool { return c.Name == name })
		switch {
		case found >= 0:
			add(cards[found])
		case name == everyServer && len(cards) > 0:
			for _, c := range cards {
				if c.Words == nil || !c.Words.Disabled {
					add(c)
				}
			}
		case len(known) == 0:
			return nil, fmt.Errorf("--launch %s: nothing that is opened says how to reach a server; give a client's or an agent's configuration", name)
		default:
			return nil, fmt.Errorf("--launch %s: no configuration that is opened names such a server; there are %s", name, listed(known, 8))
		}
	}
	return picked, nil
}

// tellServer tells a person who waits at a terminal for a command what has come.
func (r *run) tellServer(p live.Progress) {
	file, isFile := r.stderr.(*os.File)
	if r.plain && p.Stage == live.Done && isFile && xterm.IsTerminal(file.Fd()) {
		r.tell(p.Name + ": " + p.String())
	}
}

// lastWords writes what the servers that failed wrote to their standard error.
func (r *run) lastWords() {
	const most = 20 // lines
	for _, s := range r.listed {
		lines := strings.Split(strings.TrimSpace(s.Stderr), "\n")
		if s.Err == nil || len(lines) < 2 { // one line is in the error
			continue
		}
		text := "what it wrote to its standard error"
		if n := len(lines) - most; n > 0 {
			text = fmt.Sprintf("the last %d lines of %s", most, text)
			lines = lines[n:]
		}
		r.tell(fmt.Sprintf("%s: %s:\n%s", s.Launch.String(), text, strings.Join(lines, "\n")))
	}
}
