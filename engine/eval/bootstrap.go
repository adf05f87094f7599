package eval

import (
	"math/rand/v2"
	"slices"
)

// resamples is how often Interval draws. A thousand hold the ends of a 95 %
// interval still to about a hundredth.
const resamples = 1000

// Interval returns the 95 % percentile bootstrap interval of the mean (Efron 1979):
// the cases are drawn anew, with replacement, a thousand times, and the interval
// holds the middle 95 % of the means. The draws are the same each time.
func Interval(values []float64) (low, high float64) {
	if len(values) == 0 {
		return 0, 0
	}
	draw := rand.New(rand.NewPCG(1, 2))
	means := make([]float64, resamples)
	for i := range means {
		s := 0.0
		for range values {
			s += values[draw.IntN(len(values))]
		}
		means[i] = s / float64(len(values))
	}
	slices.Sort(means)
	return means[resamples/40], means[resamples-1-resamples/40]
}
