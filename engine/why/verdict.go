package why

// A Verdict says in a word why a tool is found or not: the first of these that
// applies (cli.md).
type Verdict string

// The verdicts, in their order.
const (
	Found              Verdict = "found"
	NotLoaded          Verdict = "not_loaded"
	CollisionSkipped   Verdict = "collision_skipped"
	ReservedName       Verdict = "reserved_name"
	OutOfScope         Verdict = "out_of_scope"
	AlwaysVisible      Verdict = "always_visible"
	SearchOff          Verdict = "search_off"
	NoTokens           Verdict = "query_has_no_tokens"
	FallbackSuppressed Verdict = "fallback_suppressed"
	IndexesNothing     Verdict = "indexes_nothing"
	NoSharedTerm       Verdict = "no_shared_term"
	RarestTermGate     Verdict = "rarest_term_gate"
	CoverageFloor      Verdict = "coverage_floor"
	TieLost            Verdict = "tie_lost"
	BelowLimit         Verdict = "below_limit"
)

// Sentence says what the verdict means, in plain words.
func (v Verdict) Sentence() string { return sentences[v] }

var sentences = map[Verdict]string{
	Found:              "the query returns the tool",
	NotLoaded:          "there is no such tool in what was loaded",
	CollisionSkipped:   "its name clashes with another tool's, so it was never registered",
	ReservedName:       "it is named like one of the bridge tools, so it is neither shown nor deferred",
	OutOfScope:         "the session may not use its toolset",
	AlwaysVisible:      "it is never deferred: the model sees it anyway and need not search",
	SearchOff:          "tool search is off: the model sees every tool",
	NoTokens:           "nothing of the query is left after splitting it into words",
	FallbackSuppressed: "its name holds the whole query, but names are only looked through when no tool scores",
	IndexesNothing:     "search knows no word of it beyond its server's name",
	NoSharedTerm:       "the query and the tool share no term",
	RarestTermGate:     "it lacks the query's rarest word, which this generation requires",
	CoverageFloor:      "it has fewer than half of the query's words, which this generation requires",
	TieLost:            "it scores as much as the last hit, and comes after it in the alphabet",
	BelowLimit:         "it matches, but others rank above it and the limit cuts it off",
}

// A Cause is why a query and a tool share no term.
type Cause string

// The causes, in the order in which they are looked for.
const (
	CamelCase     Cause = "camel_case"     // a query word is inside a camelCase word of the tool
	WordForm      Cause = "word_form"      // another form of a query word, with another stem
	UnindexedText Cause = "unindexed_text" // the tool has the word, but in text that is not indexed
	OtherScript   Cause = "other_script"   // the tool's text is in a script that the tokeniser drops
	UnknownWord   Cause = "unknown_word"   // no tool has the words at all
	OtherWords    Cause = "other_words"    // other tools have the words, this one does not
)

// A Status is how a tool fares at a station.
type Status string

// The statuses.
const (
	Pass Status = "pass"
	Warn Status = "warn"
	Fail Status = "fail"
	// Skipped marks a station that was not reached.
	Skipped Status = "skip"
)
