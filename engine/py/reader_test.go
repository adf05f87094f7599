package py

import (
	"errors"
	"reflect"
	"strings"
	"testing"
)

// TestReader reads texts one after another and checks what is counted of each.
func TestReader(t *testing.T) {
	var r Reader
	for _, c := range []struct {
		text     string
		n        int
		repeated int
		key      string
		lone     int
	}{
		{`{"a":1} {"b":2}`, 7, 0, "", 0},
		{`{"a":1,"b":{"c":1,"c":2,"c":3},"a":4}x`, 37, 3, "c", 0},
		{`["\ud800","\udc00x","\ud83d\ude00","\ud83d\ud83d\ude00"]`, 56, 0, "", 3},
		{`[1,`, 3, 0, "", 0},
		{` 1`, 2, 0, "", 0},
	} {
		_, n, err := r.Prefix(c.text)
		if (err != nil) != (c.text == "[1,") || n != c.n || r.Repeated != c.repeated || r.Key != c.key || r.Lone != c.lone {
			t.Errorf("%s: %d bytes, %v, %+v", c.text, n, err, r)
		}
	}
}

// TestReaderBounds checks that values are counted over all texts, but not those of
// texts that fail.
func TestReaderBounds(t *testing.T) {
	r := Reader{MaxValues: 6}
	for _, c := range []struct {
		text string
		want error
	}{{"[1,2]", nil}, {"[1,]", errSyntax}, {"[1,]", errSyntax}, {`{"a":1}`, nil}, {"1", nil}, {"1", ErrTooMany}, {"1", ErrTooMany}} {
		_, _, err := r.Prefix(c.text)
		var fault *SyntaxError
		if errors.As(err, &fault) {
			err = errSyntax
		}
		if err != c.want {
			t.Errorf("%s: %v, want %v", c.text, err, c.want)
		}
	}
}

var errSyntax = errors.New("a syntax error")

// TestPace checks that the pace adds up to the texts, and that its error is the
// end.
func TestPace(t *testing.T) {
	text := "[" + strings.Repeat(`"`+strings.Repeat("x", 1000)+`",`, 5000) + "1]"
	total, calls := 0, 0
	r := Reader{Pace: func(bytes int) error {
		total, calls = total+bytes, calls+1
		return nil
	}}
	for range 3 {
		if _, _, err := r.Prefix(text); err != nil {
			t.Fatal(err)
		}
	}
	if missing := 3*len(text) - total; missing < 0 || missing > 2*stride || calls > 3*len(text)/stride {
		t.Errorf("%d bytes of %d in %d calls", total, 3*len(text), calls)
	}
	enough := errors.New("enough")
	r = Reader{Pace: func(int) error { return enough }}
	if v, n, err := r.Prefix(text); err != enough || v != nil || n > 2*stride {
		t.Errorf("%v after %d bytes", err, n)
	}
}

// TestLargeParts crosses the size from which a list or an object keeps its place
// in the stack, at several depths.
func TestLargeParts(t *testing.T) {
	const n = 1<<16 + 3
	large := "[" + strings.Repeat("1,", n-1) + "1]"
	v := parse(t, `[0,`+large+`,{"a":[2,`+large+`,3],"b":`+large+`},`+large+`]`)
	l := v.(List)
	o := l[2].(Object)
	for _, part := range []Value{l[1], o[0].Value.(List)[1], o[1].Value, l[3]} {
		if part := part.(List); len(part) != n || cap(part) > n || part[n-1] != Number("1") {
			t.Fatalf("%d values", len(part))
		}
	}
	if !reflect.DeepEqual([]Value{l[0], o[0].Value.(List)[0], o[0].Value.(List)[2]}, []Value{Number("0"), Number("2"), Number("3")}) {
		t.Error("what stands around large lists is not what was written")
	}
	var keys strings.Builder
	for i := range n {
		keys.WriteString(`"` + Compact(Int(i)) + `":` + Compact(Int(i)) + ",")
	}
	o = parse(t, "{"+keys.String()+`"7":"seven"}`).(Object)
	if len(o) != n || o[7].Value != "seven" || o[n-1].Key != string(Int(n-1)) {
		t.Errorf("%d members", len(o))
	}
}
