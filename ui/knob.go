package ui

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"findable/engine"
	"findable/ui/cell"
)

// A knob is one value that the user can set: its key in the configuration, how
// it is shown, and the ways to change it.
type knob struct {
	key string
	// about says what it does, span its range, unit and default.
	about, span string
	show        func(Inputs) string
	// step moves by one or ten steps, up or down. choices is for knobs that have
	// words instead.
	step    func(in *Inputs, by int)
	choices func() []string
	// parse sets a typed value; nil when there is nothing to type.
	parse func(in *Inputs, text string) error
	// fraction is the place on a slider, 0 to 1, and at its inverse, snapped to
	// a step; nil without a slider.
	fraction func(Inputs) float64
	at       func(in *Inputs, fraction float64)
	// reset sets the default.
	reset func(in *Inputs)
	// idle says why the knob has no effect now; "" when it has.
	idle func(Inputs) string
}

// contexts are the context lengths that the slider stops at, in tokens; 0 is
// unknown. A typed value may be any other.
var contexts = []int{0, 4000, 8000, 16000, 32000, 64000, 128000, 200000, 256000, 400000, 512000, 1000000, 2000000}

// knobs is the table of the knobs, in the order they are shown.
var knobs = []knob{
	{
		key: "generation", about: "Rules of the documented release, or of the latest: it wants the rarest word.",
		span:    "documented or latest",
		show:    func(in Inputs) string { return in.Generation },
		choices: func() []string { return []string{"documented", "latest"} },
		parse:   func(in *Inputs, s string) error { return word(&in.Generation, s, "documented", "latest") },
		reset:   func(in *Inputs) { in.Generation = "documented" },
	},
	modeKnob("enabled", "Tool search. auto and on are the same today; off loads every tool whole.",
		func(in *Inputs) *engine.Mode { return &in.Config.Enabled }),
	modeKnob("listing", "The listing. auto and on are the same; with off the model searches blind.",
		func(in *Inputs) *engine.Mode { return &in.Config.Listing }),
	{
		key: "threshold_pct", about: "Share of the context that the listing may take; the cap may bind first.",
		span: "0 to 100 %, step 0.5, default 5",
		show: func(in Inputs) string { return percent(in.Config.ThresholdPct) },
		step: func(in *Inputs, by int) {
			// From 5.3 up is 5.5: a step lands on a multiple of the step.
			in.Config.ThresholdPct = clamp(snap(in.Config.ThresholdPct, 0.5, by), 0, 100)
		},
		parse: func(in *Inputs, s string) error {
			f, err := strconv.ParseFloat(strings.TrimSuffix(s, "%"), 64)
			if err != nil || !(f >= 0 && f <= 100) {
				return errors.New("a number from 0 to 100")
			}
			in.Config.ThresholdPct = f
			return nil
		},
		fraction: func(in Inputs) float64 { return in.Config.ThresholdPct / 100 },
		at:       func(in *Inputs, f float64) { in.Config.ThresholdPct = math.Round(f*200) / 2 },
		reset:    func(in *Inputs) { in.Config.ThresholdPct = 5 },
		idle:     listingIdle,
	},
	{
		key: "listing_max_tokens", about: "Cap on the listing, whatever the context.",
		span:  "200 to 60,000 tok, step 100, def. 4,000",
		show:  func(in Inputs) string { return cell.Number(in.Config.ListingMaxTokens) },
		step:  func(in *Inputs, by int) { stepInt(&in.Config.ListingMaxTokens, 100, by, 200, 60000) },
		parse: func(in *Inputs, s string) error { return typed(&in.Config.ListingMaxTokens, s, 200, 60000) },
		fraction: func(in Inputs) float64 {
			return math.Log(float64(in.Config.ListingMaxTokens)/200) / math.Log(300)
		},
		at: func(in *Inputs, f float64) {
			in.Config.ListingMaxTokens = int(math.Round(200*math.Pow(300, f)/100)) * 100
		},
		reset: func(in *Inputs) { in.Config.ListingMaxTokens = 4000 },
		idle:  listingIdle,
	},
	{
		key: "context", about: "The model's context. If unknown, the percentage counts as 10,000 tokens.",
		span: "tokens, 0 is unknown, default 200,000",
		show: func(in Inputs) string {
			if in.Context <= 0 {
				return "unknown"
			}
			return cell.Number(in.Context)
		},
		step:     stepContext,
		parse:    func(in *Inputs, s string) error { return typedContext(&in.Context, s) },
		fraction: func(in Inputs) float64 { return float64(contextPlace(in.Context)) / float64(len(contexts)-1) },
		at: func(in *Inputs, f float64) {
			in.Context = contexts[int(math.Round(f*float64(len(contexts)-1)))]
		},
		reset: func(in *Inputs) { in.Context = 200000 },
		idle:  listingIdle,
	},
	{
		key: "search_default_limit", about: "Matches a query gets when the model asks for no number.",
		span: "1 to max_search_limit, default 5",
		show: func(in Inputs) string { return strconv.Itoa(in.Config.SearchDefaultLimit) },
		step: func(in *Inputs, by int) { stepInt(&in.Config.SearchDefaultLimit, 1, by, 1, in.Config.MaxSearchLimit) },
		parse: func(in *Inputs, s string) error {
			return typed(&in.Config.SearchDefaultLimit, s, 1, in.Config.MaxSearchLimit)
		},
		fraction: func(in Inputs) float64 { return part(in.Config.SearchDefaultLimit, 1, in.Config.MaxSearchLimit) },
		at: func(in *Inputs, f float64) {
			in.Config.SearchDefaultLimit = 1 + int(math.Round(f*float64(in.Config.MaxSearchLimit-1)))
		},
		reset: func(in *Inputs) { in.Config.SearchDefaultLimit = min(5, in.Config.MaxSearchLimit) },
	},
	{
		key: "max_search_limit", about: "The most matches the model may ask for; the default can't be above it.",
		span: "1 to 50, default 25",
		show: func(in Inputs) string { return strconv.Itoa(in.Config.MaxSearchLimit) },
		step: func(in *Inputs, by int) { stepInt(&in.Config.MaxSearchLimit, 1, by, 1, 50); lowerDefault(in) },
		parse: func(in *Inputs, s string) error {
			defer lowerDefault(in)
			return typed(&in.Config.MaxSearchLimit, s, 1, 50)
		},
		fraction: func(in Inputs) float64 { return part(in.Config.MaxSearchLimit, 1, 50) },
		at: func(in *Inputs, f float64) {
			in.Config.MaxSearchLimit = 1 + int(math.Round(f*49))
			lowerDefault(in)
		},
		reset: func(in *Inputs) { in.Config.MaxSearchLimit = 25 },
	},
	{
		key: "defer", about: "Tools deferred by name, core ones too. Type them with commas; - is none.",
		span: "latest only, default 18 names",
		show: func(in Inputs) string {
			if in.Rules().DefaultDefer == nil {
				return "latest only"
			}
			return fmt.Sprintf("%d names", len(in.Effective().Defer))
		},
		parse: func(in *Inputs, s string) error {
			in.Config.Defer = []string{}
			for _, name := range strings.Split(s, ",") {
				if name = strings.TrimSpace(name); name != "" && name != "-" {
					in.Config.Defer = append(in.Config.Defer, name)
				}
			}
			return nil
		},
		reset: func(in *Inputs) { in.Config.Defer = nil },
		idle: func(in Inputs) string {
			if in.Rules().DefaultDefer == nil {
				return "generation documented has no such key"
			}
			return ""
		},
	},
}

func modeKnob(key, about string, field func(*Inputs) *engine.Mode) knob {
	return knob{
		key: key, about: about, span: "auto, on or off; default auto",
		show:    func(in Inputs) string { return string(*field(&in)) },
		choices: func() []string { return []string{"auto", "on", "off"} },
		parse: func(in *Inputs, s string) error {
			text := string(*field(in))
			err := word(&text, s, "auto", "on", "off")
			*field(in) = engine.Mode(text)
			return err
		},
		reset: func(in *Inputs) { *field(in) = engine.Auto },
	}
}

// edited reports whether the knob was turned from where it was loaded. What a
// list of names says depends on the generation, what was set does not.
func (k knob) edited(in, start Inputs) bool {
	if k.key == "defer" {
		return !slices.Equal(in.Config.Defer, start.Config.Defer)
	}
	return k.show(in) != k.show(start)
}

// turn moves a knob: words go round by one, numbers by one or ten steps.
func (k knob) turn(in *Inputs, by int) {
	if k.choices == nil {
		if k.step != nil {
			k.step(in, by)
		}
		return
	}
	words := k.choices()
	at := slices.Index(words, k.show(*in))
	at = min(max(at+min(max(by, -1), 1), 0), len(words)-1)
	k.parse(in, words[at]) // a word of its own list always parses
}

func listingIdle(in Inputs) string {
	switch {
	case in.Config.Enabled == engine.Off:
		return "no listing while enabled is off"
	case in.Config.Listing == engine.Off:
		return "no listing while listing is off"
	}
	return ""
}

func word(to *string, s string, words ...string) error {
	if s = strings.ToLower(strings.TrimSpace(s)); slices.Contains(words, s) {
		*to = s
		return nil
	}
	return errors.New("one of " + strings.Join(words, ", "))
}

func typed(to *int, s string, low, high int) error {
	n, err := strconv.Atoi(strings.NewReplacer(",", "", " ", "", "_", "").Replace(s))
	if err != nil || n < low || n > high {
		return fmt.Errorf("a whole number from %s to %s", cell.Number(low), cell.Number(high))
	}
	*to = n
	return nil
}

// typedContext also takes 128k, 1M and "unknown".
func typedContext(to *int, s string) error {
	s = strings.ToLower(strings.TrimSpace(s))
	factor := 1.0
	switch {
	case s == "unknown" || s == "":
		*to = 0
		return nil
	case strings.HasSuffix(s, "k"):
		s, factor = strings.TrimSuffix(s, "k"), 1e3
	case strings.HasSuffix(s, "m"):
		s, factor = strings.TrimSuffix(s, "m"), 1e6
	}
	f, err := strconv.ParseFloat(strings.NewReplacer(",", "", "_", "", " ", "").Replace(s), 64)
	if err != nil || !(f >= 0 && f*factor <= 1e9) {
		return errors.New("tokens, such as 200000, 128k or 1M; 0 is unknown")
	}
	*to = int(f * factor)
	return nil
}

func stepContext(in *Inputs, by int) {
	place := contextPlace(in.Context)
	if by < 0 && in.Context > contexts[place] {
		by++ // between two stops, one step down is the lower stop
	}
	step := min(max(by, -2), 2) // ten steps would be the whole slider: a coarse one is two stops
	in.Context = contexts[min(max(place+step, 0), len(contexts)-1)]
}

// contextPlace is the last stop that is not above the context.
func contextPlace(context int) int {
	place := 0
	for i, c := range contexts {
		if c <= context {
			place = i
		}
	}
	return place
}

func lowerDefault(in *Inputs) {
	in.Config.SearchDefaultLimit = min(in.Config.SearchDefaultLimit, in.Config.MaxSearchLimit)
}

func stepInt(to *int, unit, by, low, high int) {
	*to = int(clamp(snap(float64(*to), float64(unit), by), float64(low), float64(high)))
}

// snap moves by steps to a multiple of the unit.
func snap(v, unit float64, by int) float64 {
	if by > 0 {
		return (math.Floor(v/unit) + float64(by)) * unit
	}
	return (math.Ceil(v/unit) + float64(by)) * unit
}

func clamp(v, low, high float64) float64 { return min(max(v, low), high) }

func part(n, low, high int) float64 {
	if high <= low {
		return 1
	}
	return float64(n-low) / float64(high-low)
}
