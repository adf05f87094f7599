package text

// CamelParts cuts a word of ASCII letters and digits where a reader sees another word
// begin: before a capital behind a small letter or a digit, and before the last of
// several capitals that a small letter follows. getHTMLPage gives get, HTML, Page. To
// search it is one word all the same.
func CamelParts(word string) []string {
	var parts []string
	start := 0
	upper := func(i int) bool { return 'A' <= word[i] && word[i] <= 'Z' }
	lower := func(i int) bool { return 'a' <= word[i] && word[i] <= 'z' }
	for i := 1; i < len(word); i++ {
		if upper(i) && (!upper(i-1) || i+1 < len(word) && lower(i+1)) {
			parts, start = append(parts, word[start:i]), i
		}
	}
	return append(parts, word[start:])
}
