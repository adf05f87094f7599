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

// Sentence says what the verdict means, in plain words: 56 characters at most, what a
// pane of half an ordinary screen shows.
func (v Verdict) Sentence() string { return sentences[v] }

var sentences = map[Verdict]string{
	Found:              "the query returns the tool",
	NotLoaded:          "there is no such tool in what was loaded",
	CollisionSkipped:   "its name clashes with another's: it was never registered",
	ReservedName:       "it has a bridge tool's name: neither shown nor deferred",
	OutOfScope:         "the session may not use its toolset",
	AlwaysVisible:      "it is never deferred: the model sees it unasked",
	SearchOff:          "tool search is off: the model sees every tool",
	NoTokens:           "the query has no word that search reads",
	FallbackSuppressed: "its name holds the query, but another tool scores",
	IndexesNothing:     "search knows no word of it beyond its server's name",
	NoSharedTerm:       "the query and the tool share no term",
	RarestTermGate:     "it lacks the query's rarest word, which is required",
	CoverageFloor:      "it has too few of the query's words: half are required",
	TieLost:            "it ties with the last hit, and ties go by name",
	BelowLimit:         "others rank above it, and the limit cuts it off",
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
