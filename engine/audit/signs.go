package audit

import (
	"regexp"
	"strings"

	"findable/engine"
)

// A sign is a wording that speaks to the model rather than of the tool. Signs are
// hints and no proof: some honest tools give orders too.
type sign struct {
	says     string // what the wording does
	source   string // who describes the attack
	severity Severity
	// needle is in every text that the pattern matches, lower-cased: looking for it
	// first is what makes this cheap.
	needle  string
	pattern *regexp.Regexp
}

// The descriptions of the attacks.
const (
	// Invariant Labs, "MCP Security Notification: Tool Poisoning Attacks", 1 April 2025.
	poisoning = "tool poisoning, Invariant Labs 2025"
	// Trail of Bits, "Jumping the line: How MCP servers can attack you before you ever
	// use them", 21 April 2025.
	lineJumping = "line jumping, Trail of Bits 2025"
	// OWASP Top 10 for LLM Applications 2025, LLM01 Prompt Injection.
	injection = "prompt injection, OWASP LLM01:2025"
)

func newSign(says, source string, severity Severity, needle, pattern string) sign {
	return sign{says, source, severity, needle, regexp.MustCompile(pattern)}
}

// signs are matched against lower-cased text.
var signs = []sign{
	newSign("sets earlier instructions aside", injection, High, "instruction",
		`\b(?:ignore|disregard|forget|override|bypass)\s+(?:(?:all|any|the|your|of|these|every)\s+)*(?:(?:previous|prior|earlier|above|preceding|other|system)\s+)+instructions?\b`),
	newSign("sets earlier instructions aside", injection, High, "prompt",
		`\b(?:ignore|disregard|forget|override|reveal)\s+(?:(?:all|any|the|your)\s+)*(?:(?:previous|prior|system)\s+)+prompts?\b`),
	newSign("marks text as orders", poisoning, High, "<", `</?\s*(?:important|system|instructions?|critical|hidden)\s*>`),
	newSign("marks text as a turn of the conversation", injection, High, "|", `<\|(?:im_start|im_end|system|user|assistant|endoftext)\|>`),
	newSign("hides from the user", poisoning, High, "user",
		`\b(?:do not|don't|never|without)\s+(?:mention(?:ing)?|tell(?:ing)?|inform(?:ing)?|reveal(?:ing)?|notify(?:ing)?|alert(?:ing)?|show(?:ing)?)\s+(?:\w+\s+){0,4}?(?:the\s+)?user\b`),
	newSign("names secret files", poisoning, Medium, "~/", `~/\.(?:ssh|aws|cursor|gnupg|kube|netrc|env)\b`),
	newSign("names secret files", poisoning, Medium, "id_", `\bid_(?:rsa|ed25519|ecdsa)\b`),
	newSign("wants to go before other tools", lineJumping, Medium, "before",
		`\bbefore\s+(?:using|calling|invoking|running)\s+(?:this|any|all|other|every|another)\s+(?:other\s+)?(?:tools?|functions?|commands?)\b`),
	newSign("rules over other tools", poisoning, Medium, "instead of", `\b(?:always\s+)?use\s+this\s+(?:tool\s+)?instead\s+of\s+(?:any|all|every|the)\s+other\b`),
	newSign("gives the model standing orders", lineJumping, Medium, "always", `\byou\s+(?:must|should|have to|need to)\s+always\b|\byou\s+always\s+(?:must|have to)\b`),
	newSign("gives the model standing orders", lineJumping, Medium, "you must", `\byou\s+must\s+(?:never|first|not|call|use|read|run|include|send)\b`),
}

// A sighting is a sign with the words that it was seen in.
type sighting struct {
	sign
	quote string
}

// signsIn returns the signs in a text, each once.
func signsIn(s string) []sighting {
	const shortest = 5 // characters: no sign is shorter
	if len(s) < shortest {
		return nil
	}
	lower := strings.ToLower(s)
	var seen []sighting
	for _, sign := range signs {
		if !strings.Contains(lower, sign.needle) {
			continue
		}
		if quote := sign.pattern.FindString(lower); quote != "" {
			seen = append(seen, sighting{sign, quote})
		}
	}
	return seen
}

// quoted puts a short text into quotation marks, on one line.
func quoted(s string) string {
	return `"` + engine.Clip(strings.Join(strings.Fields(s), " "), quotation, "…") + `"`
}

// shortestBlob is the length, in characters, from which a run looks encoded: three
// quarters as many bytes, and longer than the hashes and keys that examples show.
const shortestBlob = 96

// encoded returns the longest run of base64's characters with a capital, a small
// letter and a digit in it, "" when none is long enough.
func encoded(s string) string {
	best := ""
	for i := 0; i < len(s); i++ {
		start := i
		var capital, small, digit bool
		for ; i < len(s) && isBase64(s[i]); i++ {
			capital = capital || s[i] >= 'A' && s[i] <= 'Z'
			small = small || s[i] >= 'a' && s[i] <= 'z'
			digit = digit || s[i] >= '0' && s[i] <= '9'
		}
		if run := s[start:i]; capital && small && digit && len(run) >= max(shortestBlob, len(best)+1) {
			best = run
		}
	}
	return best
}

func isBase64(c byte) bool {
	return c >= 'A' && c <= 'Z' || c >= 'a' && c <= 'z' || c >= '0' && c <= '9' || strings.IndexByte("+/=-_", c) >= 0
}
