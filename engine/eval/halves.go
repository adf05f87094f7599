package eval

// Halves parts cases in two of about the same kind: what is chosen by one can be
// checked on the other. The needs go to the two in turn, in the order in which they
// are first met, so that all wordings of one need are on one side.
func Halves(cases []Case) (first, second []Case) {
	side := map[string]int{}
	for _, c := range cases {
		key := needKey(c)
		if _, met := side[key]; !met {
			side[key] = len(side) % 2
		}
		if side[key] == 0 {
			first = append(first, c)
		} else {
			second = append(second, c)
		}
	}
	return first, second
}
