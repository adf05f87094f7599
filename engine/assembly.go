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
	a.Active, a.Threshold, a.Reason = true, a.Budget.Tokens, ListingOff
	if c.Listing != Off {
		a.Listing = PlanListing(s.Groups, a.Budget.Tokens)
		a.Reason = fits[a.Listing.Form]
	}
	a.Tier = a.Listing.Form.tier()
	a.Bridge = s.Rules.Bridge.of(len(s.Deferred), a.Listing)
	a.BridgeTokens = Tokens(a.bridgeCharacters())
	a.TurnTokens = Tokens(s.visibleCharacters + a.bridgeCharacters())
	return a
}

// fits gives the reason for each form that a budget may choose.
var fits = map[Form]TierReason{Full: FullFits, Names: NamesFit, Mixed: MixedFits, Groups: OnlyGroupsFit, None: NothingFits}

func (a Assembly) bridgeCharacters() int { return a.Bridge[0] + a.Bridge[1] + a.Bridge[2] }

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
	static = Tokens(a.bridgeCharacters() - py.ContentSize(a.Listing.Text()))
	return a.BridgeTokens - static, static
}
