package loaders

import (
	"fmt"
	"math/big"
	"regexp"
	"strconv"
	"strings"

	"gopkg.in/yaml.v3"

	"findable/engine/py"
)

// The types of plain scalars in YAML 1.1 (yaml.org/type), as far as PyYAML
// follows it: y and n are text, 1e3 is text for want of a point, 010 is eight,
// 1:30 is ninety.
var (
	yamlInt   = regexp.MustCompile(`^[-+]?(0b[01_]+|0x[0-9a-fA-F_]+|0[0-7_]+|0|[1-9][0-9_]*(:[0-5]?[0-9])*)$`)
	yamlFloat = regexp.MustCompile(`^([-+]?[0-9][0-9_]*\.[0-9_]*([eE][-+][0-9]+)?|\.[0-9][0-9_]*([eE][-+][0-9]+)?|` +
		`[-+]?[0-9][0-9_]*(:[0-5]?[0-9])+\.[0-9_]*)$`)
	yamlWords = words()
)

func words() map[string]py.Value {
	all := map[string]py.Value{"": nil, "~": nil}
	for word, v := range map[string]py.Value{
		"null": nil, "true": true, "false": false, "yes": true, "no": false, "on": true, "off": false,
	} {
		for _, form := range []string{word, strings.ToUpper(word), strings.ToUpper(word[:1]) + word[1:]} {
			all[form] = v
		}
	}
	for _, word := range []string{".inf", ".Inf", ".INF"} {
		all[word], all["+"+word], all["-"+word] = py.Number("Infinity"), py.Number("Infinity"), py.Number("-Infinity")
	}
	for _, word := range []string{".nan", ".NaN", ".NAN"} {
		all[word] = py.Number("NaN")
	}
	return all
}

// maxDigits is the length from which Python refuses to read text as an int.
const maxDigits = 4300

// scalar returns the value of a scalar node. A date stays the text it is: JSON
// has no dates.
func scalar(n *yaml.Node) (py.Value, error) {
	if n.Style&yaml.TaggedStyle == 0 {
		if n.Style&(yaml.DoubleQuotedStyle|yaml.SingleQuotedStyle|yaml.LiteralStyle|yaml.FoldedStyle) != 0 {
			return n.Value, nil
		}
		return plain(n.Value), nil
	}
	v := plain(n.Value)
	ok := false
	switch n.ShortTag() {
	case "!!str":
		return n.Value, nil
	case "!!null":
		return nil, nil
	case "!!bool":
		_, ok = v.(bool)
	case "!!int":
		number, isNumber := v.(py.Number)
		ok = isNumber && number.IsInt()
	case "!!float":
		if number, isNumber := v.(py.Number); isNumber {
			v, ok = py.Float(number.Float()), true
		}
	default:
		return nil, fmt.Errorf("line %d: the tag %q is not read here; take it out", n.Line, n.ShortTag())
	}
	if !ok {
		return nil, fmt.Errorf("line %d: %q is no %s", n.Line, clip(n.Value), n.ShortTag())
	}
	return v, nil
}

// plain returns the value of a scalar without quotes and tag.
func plain(s string) py.Value {
	if v, ok := yamlWords[s]; ok {
		return v
	}
	if len(s) > maxDigits {
		return s
	}
	if yamlInt.MatchString(s) {
		if n, ok := plainInt(strings.ReplaceAll(s, "_", "")); ok {
			return n
		}
	} else if yamlFloat.MatchString(s) {
		return plainFloat(strings.ReplaceAll(s, "_", ""))
	}
	return s
}

func plainInt(s string) (py.Number, bool) {
	digits := strings.TrimLeft(s, "+-")
	base := 10
	switch {
	case strings.HasPrefix(digits, "0b"):
		digits, base = digits[2:], 2
	case strings.HasPrefix(digits, "0x"):
		digits, base = digits[2:], 16
	case len(digits) > 1 && digits[0] == '0':
		base = 8
	}
	total := new(big.Int)
	for _, part := range strings.Split(digits, ":") {
		n, ok := new(big.Int).SetString(part, base)
		if !ok {
			return "", false // nothing but underscores
		}
		total.Add(total.Mul(total, big.NewInt(60)), n)
	}
	if s[0] == '-' {
		total.Neg(total)
	}
	return py.Number(total.String()), true
}

func plainFloat(s string) py.Number {
	parts := strings.Split(strings.TrimLeft(s, "+-"), ":")
	total, base := 0.0, 1.0
	for i := len(parts) - 1; i >= 0; i-- { // the order of PyYAML's sum
		f, _ := strconv.ParseFloat(parts[i], 64)
		total += f * base
		base *= 60
	}
	if s[0] == '-' {
		total = -total
	}
	return py.Float(total)
}
