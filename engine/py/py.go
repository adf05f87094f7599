// Package py reproduces the habits of Python that show in the reference
// engine's answers: how its json module reads and writes values, how str(),
// repr(), int() and float() turn one value into another, and what counts as
// white space. It holds nothing about tools.
package py

import (
	"strings"
	"unicode"
)

// A Value is what Python's json module can hold: nil, bool, string, Number,
// List or Object. Values are never changed in place once built; code that
// repairs a value builds a new one.
type Value = any

// A Number is an int or a float in the text Python prints for it: "12",
// "1.0", "1e+16", "Infinity", "NaN". Integers may have any size.
type Number string

// A List is a JSON array.
type List []Value

// An Object is a JSON object with its keys in order of insertion, as Python's
// dict keeps them. Keys are unique.
type Object []Member

// A Member is one key of an Object and its value.
type Member struct {
	Key   string
	Value Value
}

// Get returns the value under key and whether the key is there.
func (o Object) Get(key string) (Value, bool) {
	for i := range o {
		if o[i].Key == key {
			return o[i].Value, true
		}
	}
	return nil, false
}

// Has reports whether key is there, with whatever value.
func (o Object) Has(key string) bool {
	_, ok := o.Get(key)
	return ok
}

// Text returns the string under key, or "" when the key is missing or holds
// something else.
func (o Object) Text(key string) string {
	v, _ := o.Get(key)
	s, _ := v.(string)
	return s
}

// Object returns the object under key, or nil when the key is missing or holds
// something else.
func (o Object) Object(key string) Object {
	v, _ := o.Get(key)
	inner, _ := v.(Object)
	return inner
}

// List returns the list under key, or nil when the key is missing or holds
// something else.
func (o Object) List(key string) List {
	v, _ := o.Get(key)
	l, _ := v.(List)
	return l
}

// With returns a copy of o in which key holds v: at its old place when the key
// was there, last otherwise.
func (o Object) With(key string, v Value) Object {
	for i := range o {
		if o[i].Key == key {
			c := append(Object(nil), o...)
			c[i].Value = v
			return c
		}
	}
	return append(o[:len(o):len(o)], Member{key, v})
}

// Without returns a copy of o that lacks the named keys.
func (o Object) Without(keys ...string) Object {
	c := make(Object, 0, len(o))
next:
	for _, m := range o {
		for _, k := range keys {
			if m.Key == k {
				continue next
			}
		}
		c = append(c, m)
	}
	return c
}

// Truthy is Python's bool(v): null, false, zero, and empty text, lists and
// objects are false, all else is true.
func Truthy(v Value) bool {
	switch v := v.(type) {
	case nil:
		return false
	case bool:
		return v
	case string:
		return v != ""
	case Number:
		return v != "0" && v != "0.0" && v != "-0.0"
	case List:
		return len(v) > 0
	case Object:
		return len(v) > 0
	}
	return true
}

// IsSpace reports whether Python's str.isspace holds for r. Go's
// unicode.IsSpace lacks the four separators U+001C to U+001F.
func IsSpace(r rune) bool {
	return unicode.IsSpace(r) || r >= 0x1c && r <= 0x1f
}

// Lower is Python's str.lower(), which makes two characters of İ where Go keeps the
// i alone. Only the form of a Greek Σ at the end of a word is not told apart.
func Lower(s string) string { return strings.ToLower(strings.ReplaceAll(s, "İ", "i\u0307")) }

// Strip is Python's str.strip().
func Strip(s string) string { return strings.TrimFunc(s, IsSpace) }
