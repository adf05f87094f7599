package arguments

import (
	"unicode/utf8"

	"findable/engine/py"
)

func testType(v *visit, arg py.Value) {
	if !v.draft.isOfTypes(v.value, arg) {
		v.fail()
	}
}

func testEnum(v *visit, arg py.Value) {
	choices, _ := arg.(py.List)
	v.spend((py.Size(v.value) + py.Size(arg)) / 32)
	value := identity(v.value)
	for _, choice := range choices {
		if identity(choice) == value {
			return
		}
	}
	v.fail()
}

func testConst(v *visit, arg py.Value) { testEnum(v, py.List{arg}) }

// testNumber fails where the order of the value and the bound is the given one,
// or also equality.
func testNumber(v *visit, bound py.Value, wrong int, orEqual bool) {
	value, isNumber := v.value.(py.Number)
	limit, _ := bound.(py.Number)
	if !isNumber {
		return
	}
	v.spend(len(value) + len(limit))
	order, ordered := compareNumbers(value, limit)
	if ordered && (order == wrong || orEqual && order == 0) {
		v.fail()
	}
}

func testMinimum(v *visit, arg py.Value) { testNumber(v, arg, -1, v.isExclusive("exclusiveMinimum")) }

func testMaximum(v *visit, arg py.Value) { testNumber(v, arg, 1, v.isExclusive("exclusiveMaximum")) }

// isExclusive reads draft 4's flag beside a bound.
func (v *visit) isExclusive(flag string) bool {
	exclusive, _ := v.schema.Get(flag)
	return v.draft == draft4 && exclusive == true
}

func testExclusiveMinimum(v *visit, arg py.Value) { testNumber(v, arg, -1, true) }

func testExclusiveMaximum(v *visit, arg py.Value) { testNumber(v, arg, 1, true) }

func testMultipleOf(v *visit, arg py.Value) {
	value, isNumber := v.value.(py.Number)
	step, _ := arg.(py.Number)
	if !isNumber {
		return
	}
	v.spend(len(value) + len(step))
	multiple, ok := isMultiple(value, step)
	if !ok {
		panic(unchecked{})
	}
	if !multiple {
		v.fail()
	}
}

// testSize fails where n is less or, for wrong 1, more than the bound.
func testSize(v *visit, n int, bound py.Value, wrong int) {
	limit, _ := bound.(py.Number)
	if order, _ := compareNumbers(py.Int(n), limit); order == wrong {
		v.fail()
	}
}

func testLength(v *visit, bound py.Value, wrong int) {
	if s, ok := v.value.(string); ok {
		v.spend(len(s) / 64)
		testSize(v, utf8.RuneCountInString(s), bound, wrong)
	}
}

func testMinLength(v *visit, arg py.Value) { testLength(v, arg, -1) }

func testMaxLength(v *visit, arg py.Value) { testLength(v, arg, 1) }

func testPattern(v *visit, arg py.Value) {
	text, _ := arg.(string)
	if s, ok := v.value.(string); ok && !v.matches(text, s) {
		v.fail()
	}
}

// matches searches text for a pattern. What that costs is known before: Go's
// regexp takes at most the pattern's size times the text's length.
func (c *checker) matches(source, text string) bool {
	p := c.survey.compile(source)
	if p == nil {
		panic(unchecked{})
	}
	c.spend(1 + p.Size()*len(text)/64)
	return p.Search(text)
}
