package engine

import "strconv"

// Number writes n with a comma between groups of three digits, as the engine's texts
// for people do: 1,234.
func Number(n int) string {
	digits := strconv.Itoa(n)
	start := 0
	if n < 0 {
		start = 1
	}
	if len(digits)-start <= 3 {
		return digits
	}
	out := make([]byte, 0, len(digits)+len(digits)/3)
	for i := range len(digits) {
		if left := len(digits) - i; i > start && left%3 == 0 {
			out = append(out, ',')
		}
		out = append(out, digits[i])
	}
	return string(out)
}
