package cell

import (
	"fmt"
	"strconv"
	"strings"

	"findable/engine"
)

// Number writes n with a comma between groups of three digits: 1,234.
func Number(n int) string { return engine.Number(n) }

// Short writes n in at most five cells for narrow columns: 950, 1.2k, 33k,
// 815k, 2M. Values are rounded.
func Short(n int) string {
	sign := ""
	if n < 0 {
		sign, n = "-", -n
	}
	switch {
	case n < 1000:
		return sign + strconv.Itoa(n)
	case n < 999_500:
		return sign + tenths(n, 1000) + "k"
	case n < 999_500_000:
		return sign + tenths(n, 1_000_000) + "M"
	}
	return sign + tenths(n, 1_000_000_000) + "G"
}

// Exact writes a number short where that loses nothing: 200k, 1.05M, and 8Ki or 1Mi
// for multiples of 1,024 and 1,048,576. Others are written out.
func Exact(n int) string {
	for _, u := range [...]struct {
		size   int
		suffix string
	}{{1_000_000, "M"}, {1000, "k"}, {1 << 20, "Mi"}, {1 << 10, "Ki"}} {
		switch hundredth := u.size / 100; {
		case n < u.size:
		case n%u.size == 0:
			return strconv.Itoa(n/u.size) + u.suffix
		case u.suffix == "M" && n%hundredth == 0:
			return strings.TrimRight(fmt.Sprintf("%d.%02d", n/u.size, n%u.size/hundredth), "0") + u.suffix
		}
	}
	return Number(n)
}

// tenths writes n/unit with one decimal below 10, when that decimal is not 0.
func tenths(n, unit int) string {
	t := (n*10 + unit/2) / unit
	if t >= 100 {
		return strconv.Itoa((n + unit/2) / unit)
	}
	if t%10 == 0 {
		return strconv.Itoa(t / 10)
	}
	return strconv.Itoa(t/10) + "." + strconv.Itoa(t%10)
}

// Signed writes a difference with its sign: +1,234, 0, −504.
func (g *Glyphs) Signed(n int) string {
	switch {
	case n > 0:
		return "+" + Number(n)
	case n < 0:
		return g.Minus + Number(n)[1:]
	}
	return "0"
}
