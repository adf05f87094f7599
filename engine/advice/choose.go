package advice

import (
	"fmt"
	"math"
	"slices"

	"findable/engine"
	"findable/engine/eval"
)

// A Code is the kind of an advice.
type Code string

// The codes.
const (
	Take        Code = "take"        // the pick is better than the present knobs
	Keep        Code = "keep"        // nothing is better beyond noise
	Unconfirmed Code = "unconfirmed" // something was, but not on the other half of the cases
	FewCases    Code = "few_cases"   // too few to tell
	NoCases     Code = "no_cases"    // none at all
	OnePoint    Code = "one_point"   // all settings come to the same
)

// enough is how many cases each half must have: with fewer than ten, what no case
// shows could still happen to more than a quarter of all (rule of three).
const enough = 10

// worth is the share of a turn's tokens from which on saving them is worth a change.
const worth = 0.01

// choose sets pick, code and text. Tokens are certain and findability is a sample:
// of the points that cost no more than the present one and find no less on the half
// that chose, it takes the cheapest, or the one that finds the most where that is more
// beyond noise. The other half must not speak against it.
func (a *Advice) choose(chose, check []need) {
	switch {
	case len(a.Points) == 1:
		a.Code, a.Text = OnePoint, "Every setting of these knobs gives the model the same: there is nothing to choose."
		return
	case a.loadAll() >= 0:
		a.Pick, a.Code = a.loadAll(), Take
		a.Text = fmt.Sprintf("Take %s: all definitions together are %s tokens a turn, the bridge is %s, and no tool has to be searched for.",
			a.words(a.Pick), engine.Number(a.Points[a.Pick].Assembly.TurnTokens), engine.Number(a.Points[a.Present].Assembly.TurnTokens))
		return
	case a.Self:
		a.Code = NoCases
		a.Text = fmt.Sprintf("There are no cases, so each of %d tools was asked for by its own words. That says what the settings cost, "+
			"but not what users' queries find: nothing is advised that shows or finds less. Keep what you have, and give cases.", a.Chose+a.Checked)
		return
	case min(len(chose), len(check)) < enough:
		a.Code = FewCases
		a.Text = fmt.Sprintf("Keep what you have: %d and %d cases are too few to choose by one half and check on the other. Give at least %d.", len(chose), len(check), 2*enough)
		return
	}
	a.Pick = a.better(chose)
	if a.Pick == a.Present {
		a.Code = Keep
		a.Text = fmt.Sprintf("Keep what you have: on the %d cases that chose, no setting with a listing costs less without finding less, or finds more for no more tokens, beyond noise.", len(chose))
	} else if a.confirmed(check) {
		a.Code, a.Text = Take, a.reason(chose, check)
	} else {
		now, then := a.Points[a.Present].Checked, a.Points[a.Pick].Checked
		a.Code = Unconfirmed
		a.Text = fmt.Sprintf("Keep what you have: %s looks better on the %d cases that chose, but on the other %d it finds %s instead of %s.",
			a.words(a.Pick), len(chose), len(check), percent(then.Reach), percent(now.Reach))
		a.Pick = a.Present
	}
	a.offer(chose, check)
	a.warn()
}

// warn says why a setting without a listing is not advised though it looks better
// than the pick.
func (a *Advice) warn() {
	pick := a.Points[a.Pick]
	if !pick.silent() && slices.ContainsFunc(a.Points, func(p Point) bool {
		return p.silent() && p.Chosen.Reach >= pick.Chosen.Reach && p.Tokens(p.Chosen) < pick.Tokens(pick.Chosen)
	}) {
		a.Text += " The listing off looks better still, but would a model search for what nothing tells it of? Cases cannot say."
	}
}

// loadAll is the point that loads everything, where that costs no more a turn than
// the present one and tool search is on; -1 otherwise. No case decides that.
func (a *Advice) loadAll() int {
	present := a.Points[a.Present].Assembly
	for i, p := range a.Points {
		if present.Active && !p.Assembly.Active && p.Assembly.TurnTokens <= present.TurnTokens {
			return i
		}
	}
	return -1
}

// better returns the point to take by the half that chose, the present one when none
// is better.
func (a *Advice) better(chose []need) int {
	present := a.Points[a.Present]
	pick := a.Present
	for _, i := range a.worthwhile() {
		p := a.Points[i]
		switch {
		case i == a.Present || p.Chosen.Reach < present.Chosen.Reach || p.Tokens(p.Chosen) > present.Tokens(present.Chosen):
		case pick == a.Present:
			saves := present.Tokens(present.Chosen) - p.Tokens(p.Chosen)
			if saves >= worth*present.Tokens(present.Chosen) || a.more(chose, pick, i) {
				pick = i
			}
		case a.more(chose, pick, i):
			pick = i
		}
	}
	return pick
}

// worthwhile returns the points that may be advised, the cheapest first, each with
// more reach than all before it: the front of those that keep a listing. Cases ask for
// tools; whether a model without any listing would know that there is something to
// ask for they cannot tell, and it was measured to do worse (engine.md, section 13).
func (a *Advice) worthwhile() []int {
	var some []int
	most := -1.0
	for i, p := range a.Points {
		if p.Chosen.Reach > most && (!p.silent() || a.Points[a.Present].silent()) {
			some, most = append(some, i), p.Chosen.Reach
		}
	}
	return some
}

// silent reports whether tools are deferred and nothing tells the model of what.
func (p Point) silent() bool { return p.Assembly.Active && p.Assembly.Listing.Form == engine.None }

// more reports whether a point finds more than another beyond noise: the 95 %
// interval of the difference, case by case, is above 0.
func (a *Advice) more(needs []need, than, point int) bool {
	low, _ := eval.Interval(a.differences(needs, than, point))
	return low > 0
}

// differences returns by how much a point reaches more than another, case by case.
func (a *Advice) differences(needs []need, than, point int) []float64 {
	from, to := a.setting(than), a.setting(point)
	all := make([]float64, len(needs))
	for i, n := range needs {
		all[i] = n.reach(to) - n.reach(from)
	}
	return all
}

func (a *Advice) setting(point int) setting {
	return newSetting(a.Points[point].Config, a.Points[point].Assembly)
}

// confirmed reports whether the pick is no worse than the present on the half that
// had no part in choosing it.
func (a *Advice) confirmed(check []need) bool {
	present, pick := a.Points[a.Present], a.Points[a.Pick]
	return pick.Checked.Reach >= present.Checked.Reach && pick.Tokens(pick.Checked) <= present.Tokens(present.Checked)
}

// offer finds the cheapest point that costs more than the pick and finds more beyond
// noise, on both halves, and adds it to the text.
func (a *Advice) offer(chose, check []need) {
	pick := a.Points[a.Pick]
	for _, i := range a.worthwhile() {
		p := a.Points[i]
		if p.Tokens(p.Chosen) <= pick.Tokens(pick.Chosen) || !a.more(chose, a.Pick, i) || eval.Mean(a.differences(check, a.Pick, i)) <= 0 {
			continue
		}
		a.More = i
		a.Text += fmt.Sprintf(" Where finding more is worth %s tokens a turn more: %s finds %s, on the other half %s.",
			whole(p.Tokens(p.Chosen)-pick.Tokens(pick.Chosen)), a.words(i), percent(p.Chosen.Reach), percent(p.Checked.Reach))
		return
	}
}

// reason says why the pick is better.
func (a *Advice) reason(chose, check []need) string {
	present, pick := a.Points[a.Present], a.Points[a.Pick]
	low, high := eval.Interval(a.differences(check, a.Present, a.Pick))
	text := fmt.Sprintf("Take %s: %s tokens a turn with its replies instead of %s, and %s of the needed tools can be reached, now %s, by the %d cases that chose. "+
		"On the other %d it is %s, now %s (95 %% interval of the difference %+.0f to %+.0f points).",
		a.words(a.Pick), whole(pick.Tokens(pick.Chosen)), whole(present.Tokens(present.Chosen)), percent(pick.Chosen.Reach), percent(present.Chosen.Reach), len(chose),
		len(check), percent(pick.Checked.Reach), percent(present.Checked.Reach), 100*low, 100*high)
	lost := 0
	for _, d := range append(a.differences(chose, a.Present, a.Pick), a.differences(check, a.Present, a.Pick)...) {
		if d < 0 {
			lost++
		}
	}
	if n := len(chose) + len(check); lost > 0 {
		text += fmt.Sprintf(" %d of all %d cases find less.", lost, n)
	} else { // rule of three (Hanley and Lippman-Hand, 1983)
		text += fmt.Sprintf(" No case finds less; with %d cases, up to %s of all queries still could.", n, percent(3/float64(n)))
	}
	if fewer := present.Named - pick.Named; fewer > 0 && pick.Assembly.Active {
		text += fmt.Sprintf(" The listing shows %s names fewer; the cases cannot tell whether a model that does not read a name would search for it.", engine.Number(fewer))
	}
	return text
}

// words names the knobs that a point moves.
func (a *Advice) words(point int) string { return a.Points[point].Moved(a.Points[a.Present].Config) }

// whole writes a number without its fraction.
func whole(n float64) string { return engine.Number(int(math.RoundToEven(n))) }

func percent(share float64) string { return fmt.Sprintf("%.0f %%", 100*share) }
