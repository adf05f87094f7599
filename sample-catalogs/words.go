package samples

import "strings"

// article returns the indefinite article by sound, as far as the tables need it.
func article(noun string) string {
	word, _, _ := strings.Cut(noun, " ")
	switch {
	case strings.HasPrefix(word, "SM"), strings.HasPrefix(word, "SS"), word == "MFA", word == "HTTP", word == "SFTP":
		return "an"
	case strings.HasPrefix(word, "us"), strings.HasPrefix(word, "uni"), word == "one":
		return "a"
	case strings.ContainsRune("aeiouAEIO", rune(word[0])):
		return "an"
	}
	return "a"
}

// plural returns the regular plural of the noun's last word.
func plural(noun string) string {
	stem, isY := strings.CutSuffix(noun, "y")
	switch {
	case isY && !strings.ContainsRune("aeiou", rune(stem[len(stem)-1])):
		return stem + "ies"
	case strings.HasSuffix(noun, "sis"):
		return strings.TrimSuffix(noun, "is") + "es"
	case strings.HasSuffix(noun, "s"), strings.HasSuffix(noun, "x"), strings.HasSuffix(noun, "ch"), strings.HasSuffix(noun, "sh"):
		return noun + "es"
	}
	return noun + "s"
}

// snake joins the words of a noun for use in a name.
func snake(noun string) string {
	return strings.NewReplacer(" ", "_", "-", "_").Replace(strings.ToLower(noun))
}

func capital(text string) string { return strings.ToUpper(text[:1]) + text[1:] }
