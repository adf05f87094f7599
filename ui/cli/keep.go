package cli

import (
	"cmp"
	"context"
	"slices"
	"sync"

	"findable/engine/py"
	"findable/loaders"
	"findable/loaders/live"
	"findable/ui"
)

// A keeper keeps the running servers of the app connected from one load to the
// next. They are asked again when the user wishes and when they say that their
// tools have changed.
type keeper struct {
	run     *run
	ctx     context.Context     // the app's
	beside  func(func()) func() // makes what runs beside the app safe
	changes chan<- string       // is told which server's tools have changed
	// allowed names the servers that the user has let be connected in the app; fresh
	// says that all are to be asked again. Both are of the load that goes on.
	allowed []string
	fresh   bool
	tell    func(ui.Progress)

	kept []*kept
}

// A kept server is one that was connected to, or would not be.
type kept struct {
	target live.Target
	server *live.Server
	listed loaders.Listed

	mu    sync.Mutex
	stale bool // its tools have changed since it listed them
}

func (k *kept) isStale() bool {
	k.mu.Lock()
	defer k.mu.Unlock()
	return k.stale
}

func (k *kept) setStale(stale bool) {
	k.mu.Lock()
	defer k.mu.Unlock()
	k.stale = stale
}

// live is what running servers list, for loaders.Options.
func (k *keeper) live(ctx context.Context, cards []loaders.Card) ([]loaders.Listed, error) {
	picked, err := pick(cards, slices.Concat(k.run.launch, k.allowed))
	if err != nil {
		return nil, err
	}
	targets := slices.Concat(k.run.connect, picked)
	parts := newParts(k.tell, targets)
	k.refresh(ctx, targets, parts)
	k.connect(ctx, targets, parts)
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	k.fresh = false
	var all []loaders.Listed
	for _, t := range targets {
		all = append(all, k.find(t).listed)
	}
	return all, nil
}

// find returns the kept server of a target, nil when there is none.
func (k *keeper) find(t live.Target) *kept {
	i := slices.IndexFunc(k.kept, func(s *kept) bool { return s.target.Name == t.Name && s.target.String() == t.String() })
	if i < 0 {
		return nil
	}
	return k.kept[i]
}

// refresh asks those again that are connected and out of date; what would not be
// connected, has failed or has ended is forgotten, to be tried anew.
func (k *keeper) refresh(ctx context.Context, targets []live.Target, parts *parts) {
	var all sync.WaitGroup
	for i, t := range targets {
		s := k.find(t)
		switch {
		case s == nil:
		case !k.fresh && !s.isStale():
			parts.set(i, live.Progress{Name: t.Name, Stage: live.Done, Tools: countTools(s.listed)})
		case s.listed.Err != nil || s.server.Gone():
			s.server.Close()
			k.kept = slices.DeleteFunc(k.kept, func(other *kept) bool { return other == s })
		default:
			all.Go(k.beside(func() {
				s.setStale(false)
				s.listed = s.server.Refresh(ctx, func(p live.Progress) { parts.set(i, p) })
			}))
		}
	}
	all.Wait()
}

// connect connects to the targets that are not kept.
func (k *keeper) connect(ctx context.Context, targets []live.Target, parts *parts) {
	var missing []live.Target
	var places []int
	for i, t := range targets {
		if k.find(t) == nil {
			missing, places = append(missing, t), append(places, i)
		}
	}
	servers := k.run.servers.Connect(ctx, missing, func(p live.Progress) { parts.set(places[p.Index], p) })
	if ctx.Err() != nil {
		return // they have ended, and are tried anew the next time
	}
	for i, s := range servers {
		one := &kept{target: missing[i], server: s, listed: s.Listed()}
		k.kept = append(k.kept, one)
		go k.beside(func() { k.watch(one) })()
	}
}

// watch waits for a server to say that its tools have changed.
func (k *keeper) watch(s *kept) {
	for {
		select {
		case <-k.ctx.Done():
			return
		case <-s.server.Changed():
			s.setStale(true)
			select {
			case k.changes <- cmp.Or(s.target.Name, s.listed.Server.Name, "a server"):
			case <-k.ctx.Done():
				return
			}
		}
	}
}

// countTools counts what a server has listed.
func countTools(l loaders.Listed) int {
	n := 0
	for _, page := range l.Pages {
		result, _ := page.(py.Object)
		tools, _ := result.Get("tools")
		list, _ := tools.(py.List)
		n += len(list)
	}
	return n
}

// parts are the progress of the running servers of one load.
type parts struct {
	tell func(ui.Progress)
	mu   sync.Mutex
	all  []ui.Part
}

func newParts(tell func(ui.Progress), targets []live.Target) *parts {
	p := &parts{tell: tell}
	for _, t := range targets {
		p.all = append(p.all, ui.Part{Name: cmp.Or(t.Name, t.String()), Stage: "waiting"})
	}
	return p
}

func (p *parts) set(i int, now live.Progress) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.all[i] = ui.Part{Name: cmp.Or(now.Name, p.all[i].Name), Stage: now.String(), Ended: now.Stage >= live.Done, Failed: now.Stage == live.Failed}
	p.tell(ui.Progress{Parts: slices.Clone(p.all)})
}
