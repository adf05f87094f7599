package py

import (
	"bytes"
	"encoding/json"
	"errors"
	"reflect"
	"strconv"
	"strings"
	"testing"
	"unicode/utf8"
)

// FuzzParse reads any text, holds the forms against each other, and the
// structure against encoding/json wherever the two agree on what JSON is.
func FuzzParse(f *testing.F) {
	for _, seed := range []string{
		`{"name":"create_issue","parameters":{"type":"object","properties":{"a":{"default":1.0}}}}`,
		`[NaN,-Infinity,1e400,-0,0.1e-7,12345678901234567890]`, `{"a":1,"a":{"a":2},"":null}`,
		`"\ud83d\ude00\ud83d\n\u2028"`, "\"<é天>\x7f\"", `[[[[[[]]]]]`, `tru`, "\"\xff\"", "\"\x00\"", `{"a":}`, "1 ", " ",
		strings.Repeat("[", 1200), `"\`, `"\u`, `-`, `1.`, `1e`,
	} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		given := bytes.Clone(text)
		v, err := Parse(text)
		if !bytes.Equal(given, text) {
			t.Fatal("the text was changed")
		}
		if err != nil {
			checkFault(t, text, err)
			return
		}
		checkForms(t, v)
		pythonOnly := bytes.Contains(text, []byte("NaN")) || bytes.Contains(text, []byte("Infinity"))
		if !json.Valid(text) {
			if !pythonOnly {
				t.Fatalf("%q is no JSON, yet reads as %s", text, Compact(v))
			}
			return
		}
		d := json.NewDecoder(bytes.NewReader(text))
		d.UseNumber()
		var other any
		if err := d.Decode(&other); err != nil {
			t.Fatal(err)
		}
		if got := goValue(v); !reflect.DeepEqual(got, numbers(other)) {
			t.Fatalf("%q\n got %#v\nwant %#v", text, got, numbers(other))
		}
	})
}

func checkFault(t *testing.T, text []byte, err error) {
	t.Helper()
	var fault *SyntaxError
	if !errors.As(err, &fault) {
		t.Fatalf("error %v is no SyntaxError", err)
	}
	if fault.Offset < 0 || fault.Offset > len(text) || fault.Line < 1 || fault.Column < 1 || fault.Column > fault.Offset+1 {
		t.Fatalf("%q: the fault lies outside the text: %v", text, fault)
	}
	if json.Valid(text) && utf8.Valid(text) && !strings.Contains(fault.Msg, "deep") {
		t.Fatalf("%q is JSON, yet: %v", text, err)
	}
}

func checkForms(t *testing.T, v Value) {
	t.Helper()
	compact := Compact(v)
	if got, want := Size(v), utf8.RuneCountInString(compact); got != want {
		t.Fatalf("%s: size %d, want %d", compact, got, want)
	}
	for _, form := range []string{compact, Spaced(v)} {
		back, err := Parse([]byte(form))
		if err != nil || !reflect.DeepEqual(back, v) {
			t.Fatalf("%s reads back as %#v (%v)", form, back, err)
		}
	}
	if s, ok := v.(string); ok && Str(v) != s {
		t.Fatalf("str(%q) is %q", s, Str(v))
	}
	if repr := Repr(v); repr == "" || strings.ContainsAny(repr, "\n\r\t\x00\u2028") {
		t.Fatalf("repr %q is not one printable line", repr)
	}
	uniqueKeys(t, v)
}

func uniqueKeys(t *testing.T, v Value) {
	switch v := v.(type) {
	case List:
		for _, item := range v {
			uniqueKeys(t, item)
		}
	case Object:
		seen := map[string]bool{}
		for _, m := range v {
			if seen[m.Key] {
				t.Fatalf("key %q stands twice in %s", m.Key, Compact(v))
			}
			seen[m.Key] = true
			uniqueKeys(t, m.Value)
		}
	}
}

// goValue turns a Value into what encoding/json would hold, numbers as doubles.
func goValue(v Value) any {
	switch v := v.(type) {
	case Number:
		return v.Float()
	case List:
		out := []any{}
		for _, item := range v {
			out = append(out, goValue(item))
		}
		return out
	case Object:
		out := map[string]any{}
		for _, m := range v {
			out[m.Key] = goValue(m.Value)
		}
		return out
	}
	return v
}

func numbers(v any) any {
	switch v := v.(type) {
	case json.Number:
		f, _ := strconv.ParseFloat(string(v), 64)
		if string(v) == "-0" {
			f = 0 // an int in Python, and ints have one zero
		}
		return f
	case []any:
		for i := range v {
			v[i] = numbers(v[i])
		}
	case map[string]any:
		for k := range v {
			v[k] = numbers(v[k])
		}
	}
	return v
}

// FuzzNumberText: what int() reads float() reads too, and nothing panics.
func FuzzNumberText(f *testing.F) {
	for _, seed := range []string{"12", " 1_0 ", "-3.9", "1e400", "nan", "+inf", "٣", "0x1p3", "_", "--", "1e", "\x1f7"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, s string) {
		i, fault := ToInt(s)
		x, floatFault := ToFloat(s)
		if fault == OK && floatFault != OK {
			t.Fatalf("int(%q) is %d but float fails", s, i)
		}
		if fault == OK && float64(i) != x && x < 9e18 && x > -9e18 {
			t.Fatalf("int(%q) is %d, float %v", s, i, x)
		}
	})
}
