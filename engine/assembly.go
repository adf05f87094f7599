package engine

import "findable/engine/py"

// An Assembly is what one request to the model would carry for its tools, and
// why (engine.md, sections 4 and 5). It is decided again for every request.
type Assembly struct {
	// Active says that tool search is on: something is deferrable and `enabled`
	// is not off.
	Active bool
	// Tier is 0 (all tools as they are), 1 (a listing with names) or 2 (a
	// listing without names, or none).
	Tier    int
	Reason  TierReason
	Listing Listing
	Budget  Budget
	// Threshold is the figure the reference reports: the budget in tokens when
	// active, else threshold_pct of the context; 0 when nothing is deferrable.
	Threshold int

	// Visible and Deferred count tools.
	Visible, Deferred int
	// SchemaTokens estimates the deferrable definitions, EagerTokens all
	// definitions, VisibleTokens those the model sees anyway.
	SchemaTokens, EagerTokens, VisibleTokens int
	// Bridge holds the characters of the three bridge definitions; zero when
	// inactive. BridgeTokens estimates the three together, listing included.
	Bridge       [3]int
	BridgeTokens int
	// TurnTokens estimates what every turn carries: EagerTokens when inactive,
	// else the visible tools and the bridge.
	TurnTokens int
}

// A TierReason names the rule that chose the tier.
type TierReason string

// The rules, after engine.md's table of tiers.
const (
	NothingDeferrable TierReason = "nothing is deferrable"
	SwitchedOff       TierReason = "enabled: off"
	FullFits          TierReason = "the full listing fits"
	NamesFit          TierReason = "all names fit"
	MixedFits         TierReason = "fits with summaries for some"
	OnlyGroupsFit     TierReason = "only summaries fit"
	NothingFits       TierReason = "not even summaries fit"
	ListingOff        TierReason = "listing: off"
)

// Assemble decides tier and listing for a configuration and a context length in
// tokens (0 or less: unknown).
func (s *Session) Assemble(c Config, context int) Assembly {
	a := Assembly{
		Visible: len(s.Visible), Deferred: len(s.Deferred),
		SchemaTokens:  Tokens(s.deferredCharacters),
		VisibleTokens: Tokens(s.visibleCharacters),
		EagerTokens:   Tokens(s.visibleCharacters + s.deferredCharacters),
		Budget:        NewBudget(c, context),
		Listing:       hiddenListing(s.Groups),
	}
	a.TurnTokens = a.EagerTokens
	switch {
	case len(s.Deferred) == 0:
		a.Reason = NothingDeferrable
		return a
	case c.Enabled == Off:
		a.Reason, a.Threshold = SwitchedOff, percentOf(c, max(context, 0))
		return a
	}
	a.Active, a.Tier, a.Threshold = true, 2, a.Budget.Tokens
	if c.Listing == Off {
		a.Reason = ListingOff
	} else {
		a.Listing = PlanListing(s.Groups, a.Budget.Tokens)
		switch a.Listing.Form {
		case Full:
			a.Tier, a.Reason = 1, FullFits
		case Names:
			a.Tier, a.Reason = 1, NamesFit
		case Mixed:
			a.Tier, a.Reason = 1, MixedFits
		case Groups:
			a.Reason = OnlyGroupsFit
		case None:
			a.Reason = NothingFits
		}
	}
	a.Bridge = s.Rules.Bridge.of(len(s.Deferred), a.Listing)
	bridge := a.Bridge[0] + a.Bridge[1] + a.Bridge[2]
	a.BridgeTokens = Tokens(bridge)
	a.TurnTokens = Tokens(s.visibleCharacters + bridge)
	return a
}

func hiddenListing(groups []Group) Listing {
	l := Listing{Form: None, Groups: groups, States: make([]State, len(groups))}
	l.setAll(Hidden)
	return l
}

// BridgeParts returns the tokens of the three bridge definitions as differences
// of the cumulative estimate, so that they add up to BridgeTokens.
func (a Assembly) BridgeParts() [3]int {
	first, second := Tokens(a.Bridge[0]), Tokens(a.Bridge[0]+a.Bridge[1])
	return [3]int{first, second - first, a.BridgeTokens - second}
}

// BridgeSplit returns the tokens that the listing's text adds to the bridge,
// escapes counted, and those of the rest, the paragraph that frames the listing
// included; together BridgeTokens.
func (a Assembly) BridgeSplit() (listing, static int) {
	bridge := a.Bridge[0] + a.Bridge[1] + a.Bridge[2]
	static = Tokens(bridge - py.ContentSize(a.Listing.Text()))
	return a.BridgeTokens - static, static
}

// PrefixKept compares what two assemblies put before the conversation and returns
// how many of the tokens of b's tools follow on unchanged from a's, so that a
// prompt cache still holds them, and how many tokens of b's tools there are. The
// visible tools come first, the bridge after them; a change in a tool loses all
// that follows.
func PrefixKept(s *Session, a Assembly, t *Session, b Assembly) (kept, total int) {
	before, after := s.sent(a), t.sent(b)
	characters, same := 0, true
	for i, e := range after {
		if same = same && i < len(before) && sameDefinition(before[i], e); same {
			characters += e.Characters
		}
	}
	same = same && len(before) == len(after)
	if same && a.Active && b.Active && s.Rules.Name == t.Rules.Name && a.Deferred == b.Deferred && a.Listing.Text() == b.Listing.Text() {
		return b.TurnTokens, b.TurnTokens
	}
	if same && !a.Active && !b.Active {
		return b.TurnTokens, b.TurnTokens
	}
	return Tokens(characters), b.TurnTokens
}

// sameDefinition holds for an entry and itself, and for one that another registry
// made of the same tool.
func sameDefinition(a, b *Entry) bool {
	return a == b || a.Name == b.Name && a.Characters == b.Characters && a.Definition() == b.Definition()
}

// sent returns the tools an assembly sends besides the bridge, in their order.
func (s *Session) sent(a Assembly) []*Entry {
	if a.Active {
		return s.Visible
	}
	var all []*Entry
	for _, e := range s.Registry.Entries {
		if s.Scope.Contains(e.Toolset) && s.Class(e) != ClassBridge {
			all = append(all, e)
		}
	}
	return all
}
