package engine

// MatchGlob reports whether a name is of a pattern, by the rules of Python's
// fnmatch.fnmatchcase: * is any run of characters, ? any one, [abc], [a-z] and [!abc]
// are one of a set; a [ that is never closed stands for itself.
func MatchGlob(pattern, name string) bool { return globMatch([]rune(pattern), []rune(name)) }

func globMatch(pattern, name []rune) bool {
	star, mark := -1, 0 // where to go on when the last * must take one more
	p, n := 0, 0
	for n < len(name) {
		if p < len(pattern) && pattern[p] == '*' {
			star, mark = p, n
			p++
			continue
		}
		if p < len(pattern) {
			if width, ok := globOne(pattern[p:], name[n]); ok {
				p, n = p+width, n+1
				continue
			}
		}
		if star < 0 {
			return false
		}
		mark++
		p, n = star+1, mark
	}
	for p < len(pattern) && pattern[p] == '*' {
		p++
	}
	return p == len(pattern)
}

// globOne matches one character against the head of a pattern that is no *,
// and returns how many runes of the pattern that head has.
func globOne(pattern []rune, r rune) (width int, ok bool) {
	switch pattern[0] {
	case '?':
		return 1, true
	case '[':
		end := 1
		if end < len(pattern) && pattern[end] == '!' {
			end++
		}
		if end < len(pattern) && pattern[end] == ']' {
			end++ // a ] right after the opening belongs to the set
		}
		for end < len(pattern) && pattern[end] != ']' {
			end++
		}
		if end >= len(pattern) {
			break
		}
		set, not := pattern[1:end], false
		if set[0] == '!' {
			set, not = set[1:], true
		}
		return end + 1, inSet(set, r) != not
	}
	return 1, pattern[0] == r
}

func inSet(set []rune, r rune) bool {
	for i := 0; i < len(set); i++ {
		if i+2 < len(set) && set[i+1] == '-' {
			if set[i] <= r && r <= set[i+2] {
				return true
			}
			i += 2
		} else if set[i] == r {
			return true
		}
	}
	return false
}
