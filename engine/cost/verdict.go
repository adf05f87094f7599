package cost

import "fmt"

// A Code names a verdict.
type Code string

// The verdicts.
const (
	NothingDeferred Code = "nothing_deferred" // there is nothing to decide
	TooLarge        Code = "too_large"        // all definitions together do not fit the context
	LoadAll         Code = "load_all"
	UseListing      Code = "use_listing"
	UseAlone        Code = "use_alone"
)

// A Verdict is which way to take, and why.
type Verdict struct {
	Code Code
	Way  Way
	// Saves is the share of the eager bill that the way saves, at most 1; below 0
	// where it costs more, as it must for a catalog too large to load.
	Saves float64
	// Text is the verdict in one or two sentences.
	Text string
}

// alike is how much more a way may cost, over the cheapest, and still be the better
// choice for what no bill shows: loading everything needs no search that may fail,
// and a listing was measured to succeed about as often as loading everything,
// which the bridge alone does not (engine.md, section 13).
const alike = 1.05

// Judge says which way to take for a use. Cost alone decides, but for ways that
// cost about the same, and for a catalog that the context cannot hold.
func Judge(s Sizes, u Use) Verdict {
	eager, listing, alone := Of(s, u, Eager).Billed, Of(s, u, Listing).Billed, Of(s, u, Alone).Billed
	v, bridge := Verdict{Code: UseListing, Way: Listing}, listing
	if s.Listing == s.Alone || listing > alone*alike {
		v, bridge = Verdict{Code: UseAlone, Way: Alone}, alone
	}
	v.Saves = 1 - bridge/eager
	switch {
	case s.Deferred == 0:
		return Verdict{Code: NothingDeferred, Way: Eager, Text: "Nothing can be deferred: every way is the same."}
	case s.Context > 0 && s.Eager > s.Context:
		v.Code = TooLarge
	case eager <= bridge*alike:
		v = Verdict{Code: LoadAll, Way: Eager}
	}
	v.Text = v.words(s, u, bridge/eager)
	return v
}

// words writes the verdict; ratio is the bill of the better bridge over that of
// loading everything.
func (v Verdict) words(s Sizes, u Use, ratio float64) string {
	session := fmt.Sprintf("over %s with %s used", plural(max(u.Turns, 1), "turn"), plural(min(u.Tools, s.Deferred), "tool"))
	name := "the bridge with its listing"
	if v.Way == Alone {
		name = "the bridge alone"
	}
	switch v.Code {
	case TooLarge:
		return fmt.Sprintf("All definitions together are %.1f times as long as the context: only a bridge is possible. Take %s.",
			float64(s.Eager)/float64(s.Context), name)
	case LoadAll:
		text := fmt.Sprintf("Load it all: the bridge costs %.0f %% of what loading everything does %s", 100*ratio, session)
		if s.Eager <= min(s.Listing, s.Alone) {
			return text + ", and cannot cost less, since this catalog is smaller than the bridge itself."
		}
		if ratio < 1 {
			return text + ", which is not worth its round trips: this catalog is small."
		}
		return text + ", for its round trips and replies: this catalog is small for such a session."
	}
	text := fmt.Sprintf("Take %s: it costs %.0f %% of what loading everything does %s.", name, 100*(1-v.Saves), session)
	switch {
	case v.Code == UseAlone && s.Listing == s.Alone:
		text += " No listing fits the budget."
	case v.Code == UseAlone && s.Shown > 0:
		text += fmt.Sprintf(" The listing costs more, and shows %d of %d names, so that fewer searches can fail.", s.Shown, s.Deferred)
	}
	return text
}

func plural(n int, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return fmt.Sprintf("%d %ss", n, noun)
}
