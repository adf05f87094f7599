package chart

import "math"

// A scale maps the values of an axis to 0 to 1.
type scale struct {
	low, high float64
	log       bool
	ticks     []float64
}

// newScale spans values, and a little more, so that both ends are round. wanted is
// how many ticks there is room for.
func newScale(a Axis, values []float64, wanted int) scale {
	low, high := math.Inf(1), math.Inf(-1)
	for _, v := range values {
		low, high = min(low, v), max(high, v)
	}
	if len(values) == 0 {
		low, high = 0, 1
	}
	whole := a.Share && high <= 1 // more than all there is would be an odd end of an axis
	if a.Log && low > 0 {
		return logScale(low, high, wanted)
	}
	if a.Zero {
		low, high = min(low, 0), max(high, 0)
	}
	if size := max(math.Abs(low), math.Abs(high)); high-low <= max(size*rounding, rounding) {
		half, negative := max(size/10, 0.05), low < 0
		if low, high = low-half, high+half; !negative {
			low = max(low, 0)
		}
	}
	step := roundStep((high - low) / float64(max(wanted-1, 1)))
	from, to := math.Floor(low/step+rounding), math.Ceil(high/step-rounding)
	s := scale{low: from * step, high: to * step}
	if whole {
		s.high = min(s.high, 1)
	}
	for n := from; n <= to; n++ {
		if v := n * step; v <= s.high+step*rounding {
			s.ticks = append(s.ticks, v)
		}
	}
	return s
}

// rounding forgives what dividing floats leaves over.
const rounding = 1e-9

// roundStep returns the least of 1, 2 and 5 times a power of ten that is not below
// a step.
func roundStep(step float64) float64 {
	power := math.Pow(10, math.Floor(math.Log10(step)))
	for _, n := range []float64{1, 2, 5} {
		if n*power >= step*(1-rounding) {
			return n * power
		}
	}
	return 10 * power
}

// logScale spans values above 0; its ticks are 1, 2 and 5 times powers of ten, or
// the powers alone where there is no room for more.
func logScale(low, high float64, wanted int) scale {
	if high/low <= 1+rounding {
		low, high = low/2, high*2
	}
	s := scale{low: low, high: high, log: true}
	for _, steps := range [][]float64{{1, 2, 5}, {1}} {
		s.ticks = s.ticks[:0]
		for e := math.Floor(math.Log10(low)); e <= math.Ceil(math.Log10(high)); e++ {
			for _, n := range steps {
				if v := n * math.Pow(10, e); v >= low && v <= high {
					s.ticks = append(s.ticks, v)
				}
			}
		}
		if len(s.ticks) <= wanted {
			break
		}
	}
	if len(s.ticks) < 2 {
		s.ticks = []float64{low, high}
	}
	return s
}

// at is where a value stands, from 0 to 1.
func (s scale) at(v float64) float64 {
	low, high := s.low, s.high
	if s.log {
		v, low, high = math.Log(v), math.Log(low), math.Log(high)
	}
	return min(max((v-low)/(high-low), 0), 1)
}

// cell is the cell, of n, in which a value stands.
func (s scale) cell(v float64, n int) int { return int(math.Round(s.at(v) * float64(n-1))) }
