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
	r.pin()
}

// switchOn sets enabled to auto.
func (r *repairs) switchOn() {
	after := r.World
	after.Config.Enabled = engine.Auto
	after = after.again(r.Session)
	if rank := r.rank(r.Query); rank > 0 && rank <= r.limit {
		r.keep(Repair{Kind: KnobRepair, Change: "set enabled to auto", RankAfter: rank, After: after})
	}
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
	if rank > 0 && rank <= r.limit {
		r.keep(Repair{Kind: KnobRepair, Change: change, RankAfter: rank, After: after})
		return
	}
	if !after.Session.Class(r.Entry).Deferrable() {
		r.keep(Repair{Kind: KnobRepair, Change: change + ": the model sees it then without a search", After: after})
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
	r.keep(Repair{Kind: KnobRepair, Change: change, RankAfter: r.Rank, After: after})
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
		change += fmt.Sprintf(" listing_max_tokens to %d,", after.Config.ListingMaxTokens)
	}
	if engine.NewBudget(after.Config, r.Context).Tokens < from && r.Context > 0 {
		after.Config.ThresholdPct = pctFor(from, r.Context)
		change += fmt.Sprintf(" threshold_pct to %v,", after.Config.ThresholdPct)
	}
	if after.Config.ListingMaxTokens > engine.MaxListingMaxTokens || after.Config.ThresholdPct > engine.MaxThresholdPct {
		return
	}
	after.Assembly = after.Session.Assemble(after.Config, r.Context)
	if !names(after.Assembly.Listing, r.Entry.Label) {
		return
	}
	r.keep(Repair{Kind: KnobRepair, Change: fmt.Sprintf("%s and the listing names it: %+d tokens a turn", change[:len(change)-1],
		after.Assembly.TurnTokens-r.Assembly.TurnTokens), After: after})
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
			return l.States[i] == engine.ShownFull || l.States[i] == engine.ShownNames
		}
	}
	return false
}

// pin keeps the tool visible.
func (r *repairs) pin() {
	edits := []engine.Edit{{Toolset: r.Entry.Toolset, Tool: r.Entry.Tool.LoadedName(), Pinned: true}}
	after := r.with(slices.Concat(r.Edits, edits))
	e, ok := after.Session.Registry.Lookup(r.Entry.Name)
	if !ok || !slices.Contains(after.Session.Visible, e) {
		return
	}
	r.keep(Repair{Kind: KnobRepair, Edits: edits, After: after,
		Change: fmt.Sprintf("keep it eager (a what-if: the reference cannot): %+d tokens a turn", after.Assembly.TurnTokens-r.Assembly.TurnTokens)})
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
