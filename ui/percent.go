package ui

import (
	"fmt"
	"strconv"
	"strings"
)

// share writes a fraction in whole percent, as it stands beside a bar;
// below 1 % with a decimal.
func share(fraction float64) string {
	switch {
	case fraction > 0 && fraction < 0.001:
		return "<0.1%"
	case fraction < 0.01:
		return fmt.Sprintf("%.1f%%", fraction*100)
	}
	return fmt.Sprintf("%.0f%%", fraction*100)
}

// percentage writes a fraction with one decimal, for figures that are held
// against each other.
func percentage(fraction float64) string { return fmt.Sprintf("%.1f%%", fraction*100) }

// percent writes a knob's percentage, from 0 to 100, with as many decimals as it has,
// at least one.
func percent(p float64) string {
	s := strconv.FormatFloat(p, 'f', -1, 64)
	if !strings.Contains(s, ".") {
		s += ".0"
	}
	return s + " %"
}
