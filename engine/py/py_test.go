package py

import (
	"errors"
	"math"
	"strings"
	"testing"
	"unicode/utf8"
)

func parse(t testing.TB, text string) Value {
	t.Helper()
	v, err := Parse([]byte(text))
	if err != nil {
		t.Fatalf("%s: %v", text, err)
	}
	return v
}

// TestForms holds one JSON text against the three forms Python prints it in.
func TestForms(t *testing.T) {
	for _, c := range []struct{ shows, text, compact, spaced, repr string }{
		{"words", ` [ null , true, false ] `, `[null,true,false]`, `[null, true, false]`, `[None, True, False]`},
		{"empty containers", `[{}, [], ""]`, `[{},[],""]`, `[{}, [], ""]`, `[{}, [], '']`},
		{"keys keep their order", `{"b":1,"a":{"d":2,"c":3}}`, `{"b":1,"a":{"d":2,"c":3}}`,
			`{"b": 1, "a": {"d": 2, "c": 3}}`, `{'b': 1, 'a': {'d': 2, 'c': 3}}`},
		{"a repeated key: the last value at the first place", `{"a":1,"b":2,"a":3}`, `{"a":3,"b":2}`, `{"a": 3, "b": 2}`, `{'a': 3, 'b': 2}`},
		{"floats", `[1.0,1e16,1e-7,0.0001,1e15,1E5,100000000000000000000.0,0.1]`,
			`[1.0,1e+16,1e-07,0.0001,1000000000000000.0,100000.0,1e+20,0.1]`,
			`[1.0, 1e+16, 1e-07, 0.0001, 1000000000000000.0, 100000.0, 1e+20, 0.1]`,
			`[1.0, 1e+16, 1e-07, 0.0001, 1000000000000000.0, 100000.0, 1e+20, 0.1]`},
		{"zeros", `[0,-0,0.0,-0.0]`, `[0,0,0.0,-0.0]`, `[0, 0, 0.0, -0.0]`, `[0, 0, 0.0, -0.0]`},
		{"integers of any size", `123456789012345678901234567890`, `123456789012345678901234567890`,
			`123456789012345678901234567890`, `123456789012345678901234567890`},
		{"not finite", `[NaN,Infinity,-Infinity,1e400]`, `[NaN,Infinity,-Infinity,Infinity]`,
			`[NaN, Infinity, -Infinity, Infinity]`, `[nan, inf, -inf, inf]`},
		{"escapes read", `"\u0041\/\b\ud83d\ude00"`, `"A/\b😀"`, `"A/\b😀"`, `'A/\x08😀'`},
		{"lone surrogates count one character each", `"\ud83d\ud83dx\ude00"`, "\"\ufffd\ufffdx\ufffd\"", "\"\ufffd\ufffdx\ufffd\"", "'\ufffd\ufffdx\ufffd'"},
		{"a pair after a lone surrogate", `"\ud83d\ud83d\ude00"`, "\"\ufffd😀\"", "\"\ufffd😀\"", "'\ufffd😀'"},
		{"what Go would escape", "\"<&>\u2028\u2029\x7f\"", "\"<&>\u2028\u2029\x7f\"", "\"<&>\u2028\u2029\x7f\"", `'<&>\u2028\u2029\x7f'`},
		{"control characters", `"\u0000\u001f\n\r\t\f\\\""`, `"\u0000\u001f\n\r\t\f\\\""`, `"\u0000\u001f\n\r\t\f\\\""`, `'\x00\x1f\n\r\t\x0c\\"'`},
		{"quotes of repr", `["a'b","a\"b","a'b\"c"]`, `["a'b","a\"b","a'b\"c"]`, `["a'b", "a\"b", "a'b\"c"]`, `["a'b", 'a"b', 'a\'b"c']`},
		{"what repr does not print", "\"é天\u200b\xc2\xa0\ue000\U000E0001\u3000\"", "\"é天\u200b\xc2\xa0\ue000\U000E0001\u3000\"",
			"\"é天\u200b\xc2\xa0\ue000\U000E0001\u3000\"", `'é天\u200b\xa0\ue000\U000e0001\u3000'`},
	} {
		v := parse(t, c.text)
		for _, f := range []struct{ form, got, want string }{
			{"compact", Compact(v), c.compact}, {"spaced", Spaced(v), c.spaced}, {"repr", Repr(v), c.repr},
			{"appended", string(AppendCompact([]byte("x"), v)), "x" + c.compact},
		} {
			if f.got != f.want {
				t.Errorf("%s, %s\n got %s\nwant %s", c.shows, f.form, f.got, f.want)
			}
		}
		if got, want := Size(v), utf8.RuneCountInString(c.compact); got != want {
			t.Errorf("%s: size %d, want %d", c.shows, got, want)
		}
	}
}

func TestStr(t *testing.T) {
	for _, c := range []struct {
		v    Value
		want string
	}{{"a'b", "a'b"}, {nil, "None"}, {true, "True"}, {Number("404"), "404"}, {Object{{"a", List{"b"}}}, "{'a': ['b']}"}} {
		if got := Str(c.v); got != c.want {
			t.Errorf("str of %#v: %q, want %q", c.v, got, c.want)
		}
	}
}

// TestParseFaults checks the sentence's place: the first byte that does not fit.
func TestParseFaults(t *testing.T) {
	for _, c := range []struct {
		text                 string
		offset, line, column int
	}{
		{"", 0, 1, 1},
		{"  ", 2, 1, 3},
		{"nul", 0, 1, 1},
		{"{\n \"a\": 1,\n}", 11, 3, 1},
		{"{\"a\" 1}", 5, 1, 6},
		{"{a: 1}", 1, 1, 2},
		{"[1 2]", 3, 1, 4},
		{"[1,]", 3, 1, 4},
		{"[1", 2, 1, 3},
		{"1 2", 2, 1, 3},
		{"01", 1, 1, 2},
		{"-", 1, 1, 2},
		{"-NaN", 1, 1, 2},
		{"1.", 2, 1, 3},
		{"1e+", 3, 1, 4},
		{"\"a\nb\"", 2, 1, 3},
		{"\"a", 2, 1, 3},
		{"\"\\x\"", 2, 1, 3},
		{"\"\\u12\"", 3, 1, 4},
		{"\"\\u+123\"", 3, 1, 4},
		{"\"\\", 2, 1, 3},
		{"\"a\xffb\"", 2, 1, 3},
		{"\"\\n\xc3\"", 3, 1, 4},
		{"\xef\xbb\xbf1", 0, 1, 1},
		{"[\x00]", 1, 1, 2},
		{strings.Repeat("[", MaxDepth+2), MaxDepth + 1, 1, MaxDepth + 2},
	} {
		_, err := Parse([]byte(c.text))
		var fault *SyntaxError
		if !errors.As(err, &fault) {
			t.Errorf("%.20q: error %v, want a SyntaxError", c.text, err)
			continue
		}
		if fault.Offset != c.offset || fault.Line != c.line || fault.Column != c.column {
			t.Errorf("%.20q: %v, want line %d, column %d (byte %d)", c.text, fault, c.line, c.column, c.offset)
		}
	}
	deepest := strings.Repeat("[", MaxDepth) + strings.Repeat("]", MaxDepth)
	if got := Compact(parse(t, deepest)); got != deepest {
		t.Errorf("a text nested %d deep came back as %.20q…", MaxDepth, got)
	}
}

func TestPrefix(t *testing.T) {
	for _, c := range []struct {
		text    string
		compact string
		n       int
	}{{` {"a":1} {"b":2}`, `{"a":1}`, 8}, {`1,2`, `1`, 1}, {`"x"junk`, `"x"`, 3}} {
		v, n, err := new(Reader).Prefix(c.text)
		if err != nil || Compact(v) != c.compact || n != c.n {
			t.Errorf("%s: %s, %d bytes, %v; want %s, %d bytes", c.text, Compact(v), n, err, c.compact, c.n)
		}
	}
}

// TestLargeObjects crosses the size from which keys are looked up in a map.
func TestLargeObjects(t *testing.T) {
	var b strings.Builder
	b.WriteString(`{"first":0`)
	for i := range 100 {
		b.WriteString(`,"k` + string(Int(i)) + `":` + string(Int(i)))
	}
	b.WriteString(`,"first":"again","k50":"again"}`)
	o := parse(t, b.String()).(Object)
	if len(o) != 101 {
		t.Fatalf("%d keys, want 101", len(o))
	}
	if o[0].Value != "again" || o[51].Value != "again" || o[100].Value != Number("99") {
		t.Errorf("the last value of a repeated key should stand at the first one's place: %s", Compact(o))
	}
}

func TestNumbers(t *testing.T) {
	inf, nan := math.Inf(1), math.NaN()
	for _, c := range []struct {
		v     Value
		int   int
		intF  Fault
		float float64
		fltF  Fault
	}{
		{true, 1, OK, 1, OK}, {false, 0, OK, 0, OK}, {nil, 0, BadValue, 0, BadValue},
		{List{}, 0, BadValue, 0, BadValue}, {Object{}, 0, BadValue, 0, BadValue},
		{Number("3"), 3, OK, 3, OK}, {Number("3.9"), 3, OK, 3.9, OK}, {Number("-3.9"), -3, OK, -3.9, OK},
		{Number("NaN"), 0, BadValue, nan, OK}, {Number("Infinity"), 0, TooLarge, inf, OK}, {Number("-Infinity"), 0, TooLarge, -inf, OK},
		{Number("1e+300"), math.MaxInt64, OK, 1e300, OK}, {Number("-1e+300"), math.MinInt64, OK, -1e300, OK},
		{Number("1" + strings.Repeat("0", 400)), math.MaxInt64, OK, 0, TooLarge},
		{Number("-9223372036854775809"), math.MinInt64, OK, -9223372036854775809, OK},
		{"12", 12, OK, 12, OK}, {" 12 ", 12, OK, 12, OK}, {"\t12\n", 12, OK, 12, OK}, {"12 3", 0, BadValue, 0, BadValue},
		{"+7", 7, OK, 7, OK}, {"-7", -7, OK, -7, OK}, {"+-7", 0, BadValue, 0, BadValue}, {"--1", 0, BadValue, 0, BadValue},
		{"1_0", 10, OK, 10, OK}, {"1__0", 0, BadValue, 0, BadValue}, {"_1", 0, BadValue, 0, BadValue}, {"1_", 0, BadValue, 0, BadValue},
		{"1_0.5", 0, BadValue, 10.5, OK}, {"1_.5", 0, BadValue, 0, BadValue}, {"1._5", 0, BadValue, 0, BadValue}, {"1e5_0", 0, BadValue, 1e50, OK},
		{"3.9", 0, BadValue, 3.9, OK}, {".5", 0, BadValue, .5, OK}, {"5.", 0, BadValue, 5, OK}, {".", 0, BadValue, 0, BadValue},
		{"", 0, BadValue, 0, BadValue}, {"٣", 3, OK, 3, OK}, {"１２", 12, OK, 12, OK}, {"１.５", 0, BadValue, 1.5, OK}, {"²", 0, BadValue, 0, BadValue},
		{"1e3", 0, BadValue, 1000, OK}, {"1e400", 0, BadValue, inf, OK}, {"-1e400", 0, BadValue, -inf, OK}, {"1e-400", 0, BadValue, 0, OK},
		{"0x10", 0, BadValue, 0, BadValue}, {"0x1p3", 0, BadValue, 0, BadValue}, {"1p3", 0, BadValue, 0, BadValue}, {"7,5", 0, BadValue, 0, BadValue},
		{"inf", 0, BadValue, inf, OK}, {"-Infinity", 0, BadValue, -inf, OK}, {"infinit", 0, BadValue, 0, BadValue},
		{"nan", 0, BadValue, nan, OK}, {"+nan", 0, BadValue, nan, OK}, {"-NaN", 0, BadValue, nan, OK}, {"1e+", 0, BadValue, 0, BadValue},
		{"\x1c12", 0, BadValue, 0, BadValue}, {"１２\x1f", 0, BadValue, 0, BadValue}, {"\u3000１２\v", 12, OK, 12, OK}, {"\u008512\u00a0", 12, OK, 12, OK},
		{"99999999999999999999", math.MaxInt64, OK, 1e20, OK}, {"-99999999999999999999", math.MinInt64, OK, -1e20, OK},
	} {
		if i, fault := ToInt(c.v); i != c.int || fault != c.intF {
			t.Errorf("int(%.30s): %d, fault %d; want %d, fault %d", Repr(c.v), i, fault, c.int, c.intF)
		}
		f, fault := ToFloat(c.v)
		if fault != c.fltF || f != c.float && !(math.IsNaN(f) && math.IsNaN(c.float)) {
			t.Errorf("float(%.30s): %v, fault %d; want %v, fault %d", Repr(c.v), f, fault, c.float, c.fltF)
		}
	}
}

func TestFloatText(t *testing.T) {
	for _, c := range []struct {
		f    float64
		want Number
	}{
		{0, "0.0"}, {math.Copysign(0, -1), "-0.0"}, {1, "1.0"}, {-2.5, "-2.5"}, {0.1, "0.1"}, {1.0 / 3, "0.3333333333333333"},
		{1e-4, "0.0001"}, {0.00001234, "1.234e-05"}, {1e-7, "1e-07"}, {9999999999999998, "9999999999999998.0"}, {1e16, "1e+16"},
		{1.5e300, "1.5e+300"}, {5e-324, "5e-324"}, {math.NaN(), "NaN"}, {math.Inf(1), "Infinity"}, {math.Inf(-1), "-Infinity"},
	} {
		got := Float(c.f)
		if got != c.want {
			t.Errorf("%v: %s, want %s", c.f, got, c.want)
		}
		if got.IsInt() {
			t.Errorf("%s is taken for an integer", got)
		}
		if back := got.Float(); math.Float64bits(back) != math.Float64bits(c.f) && !math.IsNaN(c.f) {
			t.Errorf("%s reads back as %v", got, back)
		}
	}
}

func TestTruthy(t *testing.T) {
	for _, v := range []Value{nil, false, "", Number("0"), Number("0.0"), Number("-0.0"), List{}, Object{}} {
		if Truthy(v) {
			t.Errorf("%s is true, want false", Repr(v))
		}
	}
	for _, v := range []Value{true, " ", "0", Number("1"), Number("NaN"), Number("0.1"), List{nil}, Object{{"", nil}}} {
		if !Truthy(v) {
			t.Errorf("%s is false, want true", Repr(v))
		}
	}
}

// TestSpace holds every character against Python's list of white space.
func TestSpace(t *testing.T) {
	space := map[rune]bool{}
	for _, r := range "\t\n\v\f\r\x1c\x1d\x1e\x1f \u0085\u00a0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006" +
		"\u2007\u2008\u2009\u200a\u2028\u2029\u202f\u205f\u3000" {
		space[r] = true
	}
	for r := rune(0); r <= utf8.MaxRune; r++ {
		if IsSpace(r) != space[r] {
			t.Errorf("%U: space %v, want %v", r, IsSpace(r), space[r])
		}
	}
	if got := Strip("\u3000\x1f a b\u200b\n"); got != "a b\u200b" {
		t.Errorf("stripped to %q", got)
	}
}

// TestObjects shows that an object is never changed in place.
func TestObjects(t *testing.T) {
	o := make(Object, 2, 8)
	o[0], o[1] = Member{"a", Number("1")}, Member{"b", nil}
	before := Compact(o)
	for _, c := range []struct {
		what string
		got  Object
		want string
	}{
		{"a key that is there keeps its place", o.With("a", "x"), `{"a":"x","b":null}`},
		{"a new key goes last", o.With("c", true), `{"a":1,"b":null,"c":true}`},
		{"and so does another beside it", o.With("d", true), `{"a":1,"b":null,"d":true}`},
		{"keys taken out", o.Without("b", "z", "a"), `{}`},
		{"one key taken out", o.Without("a"), `{"b":null}`},
	} {
		if got := Compact(c.got); got != c.want {
			t.Errorf("%s: %s, want %s", c.what, got, c.want)
		}
	}
	if got := Compact(o); got != before {
		t.Errorf("the object itself became %s", got)
	}
	if !o.Has("b") || o.Has("c") || o.Text("a") != "" || Object(nil).Has("a") {
		t.Error("Has or Text is wrong")
	}
	if v, ok := o.Get("b"); v != nil || !ok {
		t.Error("a null must be told from a missing key")
	}
}

// TestInner shows that what is missing, null or of another type reads as nothing.
func TestInner(t *testing.T) {
	o := Object{{"text", "x"}, {"list", List{"a"}}, {"object", Object{{"k", "v"}}}, {"null", nil}}
	for key, want := range map[string]string{"text": `"x",[],{}`, "list": `"",["a"],{}`, "object": `"",[],{"k":"v"}`, "null": `"",[],{}`, "none": `"",[],{}`} {
		if got := Compact(List{o.Text(key), o.List(key), o.Object(key)}); got != "["+want+"]" {
			t.Errorf("%s: %s, want [%s]", key, got, want)
		}
	}
	if Object(nil).Object("a").List("b") != nil {
		t.Error("nothing holds something")
	}
}

func TestCompactPanicsOnForeignValues(t *testing.T) {
	for _, f := range []func(){func() { Compact(List{3}) }, func() { Size(Object{{"a", 1.5}}) }} {
		func() {
			defer func() {
				if recover() == nil {
					t.Error("a Go number is no JSON value here and must not pass in silence")
				}
			}()
			f()
		}()
	}
}

func TestLower(t *testing.T) {
	for text, want := range map[string]string{"": "", "A_bÉ": "a_bé", "İx": "i\u0307x", "I": "i", "\u212a": "k", "ẞ": "ß"} {
		if got := Lower(text); got != want {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
}
