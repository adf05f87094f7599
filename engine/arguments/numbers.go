package arguments

import (
	"cmp"
	"math"
	"math/big"
	"slices"
	"strings"

	"findable/engine/py"
)

// isWhole reports whether n is finite and has no fraction, as 3.0.
func isWhole(n py.Number) bool {
	f := n.Float()
	return f == math.Trunc(f) && !math.IsInf(f, 0)
}

// isExact reports whether n is a double, or an integer that a double holds.
func isExact(n py.Number) bool { return !n.IsInt() || len(n) <= 15 }

// compareNumbers orders two numbers as Python does, exactly; ordered is false
// where one is not a number.
func compareNumbers(a, b py.Number) (order int, ordered bool) {
	x, y := a.Float(), b.Float()
	if math.IsNaN(x) || math.IsNaN(y) {
		return 0, false
	}
	if isExact(a) && isExact(b) || math.IsInf(x, 0) && !a.IsInt() || math.IsInf(y, 0) && !b.IsInt() {
		return cmp.Compare(x, y), true
	}
	return rational(a).Cmp(rational(b)), true
}

// rational returns the exact value of a finite number.
func rational(n py.Number) *big.Rat {
	if n.IsInt() {
		r, _ := new(big.Rat).SetString(string(n))
		return r
	}
	return new(big.Rat).SetFloat64(n.Float())
}

// isMultiple reports whether n is a multiple of step by Python's arithmetic:
// beside a float the quotient of doubles must be whole, so 0.3 is no multiple of
// 0.1. ok is false where Python finds no answer.
func isMultiple(n, step py.Number) (multiple, ok bool) {
	x, y := n.Float(), step.Float()
	switch {
	case math.IsNaN(x), math.IsInf(x, 0), math.IsNaN(y), math.IsInf(y, 0):
		return false, n.IsInt() && step.IsInt() && new(big.Rat).Quo(rational(n), rational(step)).IsInt()
	case !step.IsInt():
		if q := x / y; !math.IsInf(q, 0) {
			return q == math.Trunc(q), true
		}
	case !n.IsInt():
		return math.Mod(x, y) == 0, true
	}
	return new(big.Rat).Quo(rational(n), rational(step)).IsInt(), true
}

// identity returns a text that is the same for equal values: 1 equals 1.0 but
// not true, and the order of an object's keys does not matter.
func identity(v py.Value) string {
	return string(appendIdentity(nil, v))
}

func appendIdentity(dst []byte, v py.Value) []byte {
	switch v := v.(type) {
	case py.Number:
		if !v.IsInt() && isWhole(v) {
			whole, _ := big.NewFloat(v.Float()).Int(nil)
			return whole.Append(dst, 10)
		}
		return append(dst, v...)
	case py.List:
		dst = append(dst, '[')
		for _, item := range v {
			dst = append(appendIdentity(dst, item), ',')
		}
		return append(dst, ']')
	case py.Object:
		sorted := slices.SortedFunc(slices.Values(v), func(a, b py.Member) int { return strings.Compare(a.Key, b.Key) })
		dst = append(dst, '{')
		for _, m := range sorted {
			dst = append(py.AppendCompact(dst, m.Key), ':')
			dst = append(appendIdentity(dst, m.Value), ',')
		}
		return append(dst, '}')
	}
	return py.AppendCompact(dst, v)
}

// areUnique reports whether no two items of a list are equal.
func areUnique(v py.Value) bool {
	l, _ := v.(py.List)
	seen := make(map[string]bool, len(l))
	for _, item := range l {
		id := identity(item)
		if seen[id] {
			return false
		}
		seen[id] = true
	}
	return true
}
