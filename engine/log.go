package engine

import "math"

// ln is the natural logarithm, correctly rounded but for one value in some 2^50.
// Go's math.Log errs in the last bit of about 7 % of the idf values, and on other
// processors in other ones; with this one every score equals the reference's to
// the last bit. It computes in pairs of doubles, of about 106 bits.
func ln(x float64) float64 {
	m, k := math.Frexp(x)
	if m < math.Sqrt2/2 {
		m, k = 2*m, k-1
	}
	// ln m = 2 artanh z = 2z (1 + z²/3 + z⁴/5 + …) with |z| below 0.172.
	z := pair{m - 1, 0}.over(sum(m, 1))
	square := z.times(z)
	series := pair{}
	for i := lnTerms; i >= 0; i-- {
		series = series.times(square).plus(pair{1, 0}.over(pair{float64(2*i + 1), 0}))
	}
	log := z.times(series).times(pair{2, 0}).plus(ln2.times(pair{float64(k), 0}))
	return log.high + log.low
}

// lnTerms terms of the series leave out less than 2^-107 of it.
const lnTerms = 21

// ln2 is ln 2 in two doubles.
var ln2 = pair{0x1.62e42fefa39efp-1, 0x1.abc9e3b39803fp-56}

// A pair is a number of twice a double's precision: the sum of two doubles of
// which the low one is at most half a last place of the high one. The arithmetic
// is Dekker's and Knuth's.
type pair struct{ high, low float64 }

// sum is a + b without error.
func sum(a, b float64) pair {
	s := a + b
	t := s - a
	return pair{s, (a - (s - t)) + (b - t)}
}

// normal is sum for |a| ≥ |b|.
func normal(a, b float64) pair {
	s := a + b
	return pair{s, b - (s - a)}
}

func (a pair) plus(b pair) pair {
	s := sum(a.high, b.high)
	return normal(s.high, s.low+(a.low+b.low))
}

func (a pair) times(b pair) pair {
	p := a.high * b.high
	e := math.FMA(a.high, b.high, -p)
	return normal(p, e+(float64(a.high*b.low)+float64(a.low*b.high)))
}

func (a pair) over(b pair) pair {
	q := a.high / b.high
	rest := a.plus(b.times(pair{-q, 0}))
	r := rest.high / b.high
	rest = rest.plus(b.times(pair{-r, 0}))
	return normal(q, r).plus(pair{rest.high / b.high, 0})
}
