package why

import (
	"fmt"
	"math"
	"slices"

	"findable/engine"
)

// knobs tries the settings: the switch, the scope, the limit, the budget of the
// listing, and keeping the tool out of the deferred ones.
func (r *repairs) knobs() {
	switch r.Verdict {
	case AlwaysVisible: // nothing is hidden from the model
		return
	case SearchOff:
		r.switchOn()
		return
	case OutOfScope:
		r.enable()
		return
	}
	r.raiseLimit()
	r.nameIt()
	r.undefer()
	r.pin(r.Entry.Tool.LoadedName(), "it")
	if r.Entry.Server != nil && len(r.Entry.Server.Tools) > 1 {
		r.pin("", "its whole server")
	}
}

// switchOn sets enabled to auto.
func (r *repairs) switchOn() {
	after := r.World
	after.Config.Enabled = engine.Auto
	after = after.again(r.Session)
	const change = "set enabled to auto"
	if rank := r.rank(r.Query); rank > 0 && rank <= r.limit {
		r.knob(change, rank, after)
	} else if names(after.Assembly.Listing, r.Entry.Label) {
		r.knob(change+", and the listing names it", 0, after)
	}
}

// knob keeps a setting that helps; without a rank the model sees the tool unasked.
func (r *repairs) knob(change string, rank int, after World, edits ...engine.Edit) {
	turn := after.Assembly.TurnTokens - r.Assembly.TurnTokens
	if turn != 0 {
		change += ": " + signed(turn) + " tokens a turn"
	}
	r.keep(Repair{Kind: KnobRepair, Change: change, RankAfter: rank, Edits: edits, After: after, size: turn})
}

func signed(n int) string {
	if n < 0 {
		return engine.Number(n)
	}
	return "+" + engine.Number(n)
}

// enable brings the tool's toolset into scope.
func (r *repairs) enable() {
	scope := r.Session.Scope
	out := engine.Scope{Enable: slices.Clone(scope.Enable)}
	for _, n := range scope.Disable {
		if !engine.SameToolset(n, r.Entry.Toolset) {
			out.Disable = append(out.Disable, n)
		}
	}
	if !out.Contains(r.Entry.Toolset) {
		out.Enable = append(out.Enable, r.Entry.Toolset)
	}
	after := r.scoped(out)
	change := "enable the toolset " + r.Entry.Toolset
	rank := rankIn(after.Session, r.Entry.Name, r.Query)
	switch {
	case r.Config.Enabled == engine.Off, !after.Session.Class(r.Entry).Deferrable():
		r.knob(change+", and the model sees it without a search", 0, after)
	case rank > 0 && rank <= r.limit:
		r.knob(change, rank, after)
	case names(after.Assembly.Listing, r.Entry.Label):
		r.knob(change+", and the listing names it", 0, after)
	}
}

// raiseLimit raises search_default_limit to the tool's rank, and max_search_limit
// where that is in the way.
func (r *repairs) raiseLimit() {
	if r.Rank <= r.limit || r.Rank > engine.MaxSearchLimit {
		return
	}
	after := r.World
	after.Config.SearchDefaultLimit = r.Rank
	change := fmt.Sprintf("raise search_default_limit to %d", r.Rank)
	if r.Rank > after.Config.MaxSearchLimit {
		after.Config.MaxSearchLimit = r.Rank
		change += fmt.Sprintf(" and max_search_limit to %d", r.Rank)
	}
	r.knob(change, r.Rank, after)
}

// nameIt raises the listing's budget until the listing names the tool: then the
// model need not search for it.
func (r *repairs) nameIt() {
	from, ok := namedFrom(r.Assembly.Listing.Groups, r.Entry.Label)
	if !ok || r.Assembly.Budget.Tokens >= from && r.Config.Listing != engine.Off {
		return
	}
	after := r.World
	change := "set"
	if after.Config.Listing == engine.Off {
		after.Config.Listing = engine.Auto
		change += " listing to auto,"
	}
	if after.Config.ListingMaxTokens < from {
		after.Config.ListingMaxTokens = max(from, engine.MinListingMaxTokens)
		change += " listing_max_tokens to " + engine.Number(after.Config.ListingMaxTokens) + ","
	}
	if engine.NewBudget(after.Config, r.Context).Tokens < from && r.Context > 0 {
		after.Config.ThresholdPct = pctFor(from, r.Context)
		change += fmt.Sprintf(" threshold_pct to %v,", after.Config.ThresholdPct)
	}
	if after.Config.ListingMaxTokens > engine.MaxListingMaxTokens || after.Config.ThresholdPct > engine.MaxThresholdPct {
		return
	}
	after = after.again(after.Session)
	if !names(after.Assembly.Listing, r.Entry.Label) {
		return
	}
	r.knob(change[:len(change)-1]+" and the listing names it", 0, after)
}

// pctFor returns the least threshold_pct, to a hundredth, that gives a budget.
func pctFor(tokens, context int) float64 {
	pct := math.Ceil(float64(tokens)*10000/float64(context)) / 100
	for engine.NewBudget(engine.Config{ThresholdPct: pct, ListingMaxTokens: tokens}, context).Tokens < tokens {
		pct = math.Round(pct*100+1) / 100 // the product was cut
	}
	return pct
}

// names reports whether a listing names the tools of a group.
func names(l engine.Listing, label string) bool {
	for i, g := range l.Groups {
		if g.Label == label {
			return l.States[i].Names()
		}
	}
	return false
}

// undefer takes the tool off the key defer.
func (r *repairs) undefer() {
	if r.Session.Class(r.Entry) != engine.ClassDeferList {
		return
	}
	after := r.World
	after.Config.Defer = slices.DeleteFunc(slices.Clone(r.Config.Defer), func(n string) bool { return n == r.Entry.Name })
	after = after.again(r.Session.Registry.Session(r.Session.Rules, r.Session.Scope, after.Config.Defer))
	if slices.Contains(after.Session.Visible, r.Entry) {
		r.knob("take it out of the key defer, and the model sees it without a search", 0, after)
	}
}

// pin keeps a tool of the toolset visible, or all of them where it is "".
func (r *repairs) pin(tool, what string) {
	edit := engine.Edit{Toolset: r.Entry.Toolset, Tool: tool, Pinned: true}
	after := r.with(append(slices.Clip(r.Edits), edit))
	e, ok := after.Session.Registry.Lookup(r.Entry.Name)
	if ok && slices.Contains(after.Session.Visible, e) {
		r.knob("keep "+what+" eager (a what-if: the reference cannot)", 0, after, edit)
	}
}

// generations tries the other generations' rules.
func (r *repairs) generations() {
	for _, rules := range engine.Generations() {
		if rules.Name == r.Session.Rules.Name {
			continue
		}
		after := r.under(rules)
		if rank := rankIn(after.Session, r.Entry.Name, r.Query); rank > 0 && rank <= r.limit {
			r.keep(Repair{Kind: GenerationRepair, Change: "an agent of generation " + rules.Name + " finds it", RankAfter: rank, After: after})
		}
	}
}
