package py

import (
	"math"
	"math/big"
	"strconv"
	"strings"
	"unicode"
)

// IsInt reports whether n is an int, not a float.
func (n Number) IsInt() bool {
	return !strings.ContainsAny(string(n), ".eIN")
}

// Float returns n as a double, rounding integers that do not fit.
func (n Number) Float() float64 {
	switch n {
	case "NaN":
		return math.NaN()
	case "Infinity":
		return math.Inf(1)
	case "-Infinity":
		return math.Inf(-1)
	}
	f, _ := strconv.ParseFloat(string(n), 64) // out of range gives ±Inf, as wanted
	return f
}

// Float returns the Number of a double in the form of Python's float.__repr__
// (JSON spelling for the values that are not finite): the shortest digits that
// round back, an exponent below 1e-4 and from 1e16 on, always a point or an
// exponent.
func Float(f float64) Number {
	switch {
	case math.IsNaN(f):
		return "NaN"
	case math.IsInf(f, 1):
		return "Infinity"
	case math.IsInf(f, -1):
		return "-Infinity"
	}
	if a := math.Abs(f); a != 0 && (a < 1e-4 || a >= 1e16) {
		return Number(strconv.FormatFloat(f, 'e', -1, 64))
	}
	s := strconv.FormatFloat(f, 'f', -1, 64)
	if !strings.Contains(s, ".") {
		s += ".0"
	}
	return Number(s)
}

// Int returns the Number of an integer.
func Int(i int) Number { return Number(strconv.Itoa(i)) }

// A Fault says why a value could not be read as a number.
type Fault int

// The faults of ToInt and ToFloat, after Python's exceptions.
const (
	OK       Fault = iota
	BadValue       // ValueError or TypeError: the value is not a number
	TooLarge       // OverflowError: an infinite number has no int
)

// ToInt is Python's int(v): true is 1, floats lose their fraction, text may
// hold blanks around, a sign, and single underscores between digits of any
// script. Results beyond the range of int are clamped to it.
func ToInt(v Value) (int, Fault) {
	switch v := v.(type) {
	case bool:
		if v {
			return 1, OK
		}
		return 0, OK
	case Number:
		if v.IsInt() {
			return clampInt(string(v)), OK
		}
		f := v.Float()
		switch {
		case math.IsNaN(f):
			return 0, BadValue
		case math.IsInf(f, 0):
			return 0, TooLarge
		case f >= math.MaxInt64:
			return math.MaxInt64, OK
		case f <= math.MinInt64:
			return math.MinInt64, OK
		}
		return int(f), OK
	case string:
		digits, ok := plainDigits(strings.TrimSpace(v)) // which leaves U+001C to U+001F, as these parsers do
		if !ok || strings.Trim(digits, "+-0123456789") != "" {
			return 0, BadValue
		}
		if _, ok := new(big.Int).SetString(digits, 10); !ok {
			return 0, BadValue
		}
		return clampInt(digits), OK
	}
	return 0, BadValue
}

func clampInt(s string) int {
	i, err := strconv.Atoi(s)
	if err != nil && strings.HasPrefix(s, "-") {
		return math.MinInt64
	} else if err != nil {
		return math.MaxInt64
	}
	return i
}

// ToFloat is Python's float(v): as ToInt, with fraction, exponent, "inf",
// "infinity" and "nan" in any case.
func ToFloat(v Value) (float64, Fault) {
	switch v := v.(type) {
	case bool:
		if v {
			return 1, OK
		}
		return 0, OK
	case Number:
		f := v.Float()
		if v.IsInt() && math.IsInf(f, 0) {
			return 0, TooLarge
		}
		return f, OK
	case string:
		s, ok := plainDigits(strings.TrimSpace(v)) // which leaves U+001C to U+001F, as these parsers do
		if !ok || strings.ContainsAny(s, "xXpP_") {
			return 0, BadValue
		}
		if len(s) == 4 && strings.EqualFold(s[1:], "nan") && (s[0] == '+' || s[0] == '-') {
			return math.NaN(), OK // Go reads "nan" but no sign before it
		}
		f, err := strconv.ParseFloat(s, 64)
		if err != nil && !math.IsInf(f, 0) {
			return 0, BadValue
		}
		return f, OK
	}
	return 0, BadValue
}

// plainDigits turns digits of any script into ASCII ones and takes out the
// underscores between two digits; another underscore makes the text invalid.
func plainDigits(s string) (string, bool) {
	var b strings.Builder
	digit, gap := false, false
	for _, r := range s {
		if r == '_' {
			if !digit {
				return "", false
			}
			digit, gap = false, true
			continue
		}
		r, digit = asciiDigit(r)
		if gap && !digit {
			return "", false
		}
		gap = false
		b.WriteRune(r)
	}
	return b.String(), !gap
}

func asciiDigit(r rune) (rune, bool) {
	if r < 0x80 {
		return r, r >= '0' && r <= '9'
	}
	// Every range of category Nd is a run of whole sets of ten.
	for _, rg := range unicode.Nd.R16 {
		if rune(rg.Lo) <= r && r <= rune(rg.Hi) {
			return '0' + (r-rune(rg.Lo))%10, true
		}
	}
	for _, rg := range unicode.Nd.R32 {
		if rune(rg.Lo) <= r && r <= rune(rg.Hi) {
			return '0' + (r-rune(rg.Lo))%10, true
		}
	}
	return r, false
}
