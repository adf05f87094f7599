// Package bpe counts the tokens of a text as a model does, beside the reference's
// estimate of four characters a token: by byte-pair encoding with the vocabulary
// o200k_base, that of OpenAI's models from GPT-4o on. Other vendors' vocabularies
// are not published; theirs give other counts, but err the same way from script to
// script.
//
// The vocabulary is part of the program. It is unpacked when a text is first
// counted, which takes some 50 to 100 ms; nothing else in the engine imports this
// package.
package bpe

import (
	"sync"
	"unicode"
	"unicode/utf8"

	"github.com/tiktoken-go/tokenizer/codec"
)

// Encoding is the name of the vocabulary.
const Encoding = "o200k_base"

var encoding = sync.OnceValue(codec.NewO200kBase)

// Count returns the number of tokens of a text.
func Count(text string) int {
	n, err := encoding().Count(text)
	if err != nil {
		panic(err) // only a time limit could fail, and there is none
	}
	return n
}

// A Script is a family of writing systems, as far as tokens tell them apart.
type Script string

// The scripts, in the order of Tally.
const (
	Latin    Script = "latin"
	CJK      Script = "cjk" // Chinese, Japanese, Korean
	Cyrillic Script = "cyrillic"
	Arabic   Script = "arabic"
	Other    Script = "other" // all other letters
	Signs    Script = "signs" // digits, punctuation, spaces: what is in no script
)

// A Part is what of some texts is in one script.
type Part struct {
	Script Script
	// Characters and Tokens count them. A token belongs to the script of its first
	// letter; one that holds only some bytes of a character to that character's.
	Characters, Tokens int
}

// Tally counts texts by script. The parts add up to the characters and tokens of the
// texts; scripts that are not there are left out.
func Tally(texts ...string) []Part {
	var parts [len(scripts)]Part
	for _, text := range texts {
		text = string([]rune(text)) // tokens would be longer than bytes that are no UTF-8
		for _, r := range text {
			parts[scriptOf(r)].Characters++
		}
		_, tokens, err := encoding().Encode(text)
		if err != nil {
			panic(err) // only a time limit could fail, and there is none
		}
		at := 0
		for _, token := range tokens {
			parts[scriptAt(text, at, at+len(token))].Tokens++
			at += len(token)
		}
	}
	var all []Part
	for i, p := range parts {
		if p.Script = scripts[i]; p.Characters+p.Tokens > 0 {
			all = append(all, p)
		}
	}
	return all
}

var scripts = [...]Script{Latin, CJK, Cyrillic, Arabic, Other, Signs}

const latin, cjk, cyrillic, arabic, other, signs = 0, 1, 2, 3, 4, 5 // places in scripts

var tables = [...][]*unicode.RangeTable{
	latin:    {unicode.Latin},
	cjk:      {unicode.Han, unicode.Hiragana, unicode.Katakana, unicode.Hangul, unicode.Bopomofo},
	cyrillic: {unicode.Cyrillic},
	arabic:   {unicode.Arabic},
	other:    {unicode.Letter, unicode.Mark},
}

func scriptOf(r rune) int {
	switch {
	case r < utf8.RuneSelf:
		if 'a' <= r|0x20 && r|0x20 <= 'z' {
			return latin
		}
		return signs
	case 0x3001 <= r && r <= 0x303f || 0xff01 <= r && r <= 0xff60: // CJK and full-width punctuation
		return cjk
	}
	for i, t := range tables {
		if unicode.In(r, t...) {
			return i
		}
	}
	return signs
}

// scriptAt returns the script of the first letter that has a byte in a part of the
// text.
func scriptAt(text string, from, to int) int {
	for from > 0 && from < len(text) && !utf8.RuneStart(text[from]) {
		from--
	}
	for from < to {
		r, n := utf8.DecodeRuneInString(text[from:]) // whole, even where the part ends within it
		if s := scriptOf(r); s != signs {
			return s
		}
		from += n
	}
	return signs
}
