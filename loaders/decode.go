package loaders

import (
	"compress/gzip"
	"context"
	"errors"
	"fmt"
	"io"
	"strings"
	"unicode/utf16"
	"unicode/utf8"
)

const bom = "\ufeff"

// decode makes text of a file's bytes: gzip is unpacked, within the pool, and
// UTF-16 rewritten.
func (p *pool) decode(ctx context.Context, raw string) (*text, *Error) {
	t := &text{body: raw}
	if strings.HasPrefix(raw, gzipped) {
		if fault := p.unpack(ctx, t); fault != nil {
			return nil, fault
		}
	}
	if order := utf16Order(t.body); order != 0 {
		before := len(t.body)
		t.fromUTF16(order)
		p.left -= int64(len(t.body) - before)
	}
	if rest, marked := strings.CutPrefix(t.body, bom); marked {
		t.body, t.before = rest, len(bom)
	}
	p.text(len(t.body), len(raw))
	return t, t.noText()
}

// The first bytes of what is compressed.
const gzipped = "\x1f\x8b\x08"

var compressed = map[string]string{
	gzipped: "gzip, twice", "\x28\xb5\x2f\xfd": "zstd", "BZh": "bzip2", "\xfd7zXZ\x00": "xz", "PK\x03\x04": "zip",
}

// unpack replaces gzip data, of any number of members, with what is in it.
func (p *pool) unpack(ctx context.Context, t *text) *Error {
	members, err := gzip.NewReader(strings.NewReader(t.body))
	if err != nil {
		return errorf("", "the gzip data in it is cut short; fetch it again")
	}
	var b strings.Builder
	_, err = io.Copy(&b, &unpacking{io.LimitReader(members, p.left+1), ctx})
	switch {
	case int64(b.Len()) > p.left:
		return errorf("", "its gzip data holds more than the %d MB that one load may still read; leave servers out or split it", p.left>>20)
	case ctx.Err() != nil:
		return errorf("", "%s", ctx.Err())
	case errors.Is(err, io.ErrUnexpectedEOF):
		t.note(Failed, "", "the gzip data in it is cut short, so the end is missing; fetch it again")
	case errors.Is(err, gzip.ErrHeader):
		t.note(Skipped, "", "more bytes follow the gzip data in it and are none themselves")
	case err != nil:
		t.note(Failed, "", "the gzip data in it is damaged (%s); fetch it again", err)
	}
	p.left -= int64(b.Len())
	t.body, t.made = b.String(), true
	return nil
}

// An unpacking reader ends with its context.
type unpacking struct {
	io.Reader
	ctx context.Context
}

func (u *unpacking) Read(b []byte) (int, error) {
	if err := u.ctx.Err(); err != nil {
		return 0, err
	}
	return u.Reader.Read(b)
}

// utf16Order returns 'l' or 'b', the order of bytes, for UTF-16 text: it begins
// with a byte order mark or with two ASCII characters.
func utf16Order(s string) byte {
	ascii := func(zero, char byte) bool {
		return zero == 0 && (char >= ' ' && char < 0x7f || strings.IndexByte(blanks, char) >= 0)
	}
	switch {
	case strings.HasPrefix(s, "\xff\xfe"):
		return 'l'
	case strings.HasPrefix(s, "\xfe\xff"):
		return 'b'
	case len(s) < 4:
		return 0
	case ascii(s[1], s[0]) && ascii(s[3], s[2]):
		return 'l'
	case ascii(s[0], s[1]) && ascii(s[2], s[3]):
		return 'b'
	}
	return 0
}

// fromUTF16 rewrites the text as UTF-8. Lone surrogates become U+FFFD.
func (t *text) fromUTF16(order byte) {
	unit := func(i int) rune {
		if order == 'l' {
			return rune(t.body[i]) | rune(t.body[i+1])<<8
		}
		return rune(t.body[i])<<8 | rune(t.body[i+1])
	}
	var b strings.Builder
	b.Grow(len(t.body) / 2)
	lone := 0
	n := len(t.body) &^ 1
	for i := 0; i < n; i += 2 {
		r := unit(i)
		if utf16.IsSurrogate(r) {
			pair := rune(utf8.RuneError)
			if i+2 < n {
				pair = utf16.DecodeRune(r, unit(i+2))
			}
			if r = pair; r == utf8.RuneError {
				lone++
			} else {
				i += 2
			}
		}
		b.WriteRune(r)
	}
	if n < len(t.body) {
		t.note(Failed, "", "UTF-16 text of an odd number of bytes: its end is missing")
	}
	t.lone.add(lone, 1, "")
	t.body, t.made = b.String(), true
}

// notText reports whether bytes are certainly no text.
func notText(head string) bool {
	return strings.IndexByte(head, 0) >= 0 && utf16Order(head) == 0 && !strings.HasPrefix(head, gzipped)
}

// noText says why a text is none, nil when it is one.
func (t *text) noText() *Error {
	for magic, by := range compressed {
		if strings.HasPrefix(t.body, magic) {
			return errorf("", "is compressed with %s; unpack it first", by)
		}
	}
	if i := strings.IndexByte(t.body, 0); i >= 0 {
		return errorf(t.position(i), "a NUL byte; this is no JSON or YAML text")
	}
	if utf8.ValidString(t.body) {
		return nil
	}
	bad := 0
	for bad < len(t.body) {
		r, n := utf8.DecodeRuneInString(t.body[bad:])
		if r == utf8.RuneError && n == 1 {
			break
		}
		bad += n
	}
	return errorf(t.position(bad), "byte 0x%02x is not UTF-8; save the file as UTF-8", t.body[bad])
}

// position words an offset into the text. Bytes are those of the file.
func (t *text) position(offset int) string {
	before := t.body[:min(offset, len(t.body))]
	place := fmt.Sprintf("line %d, column %d", 1+strings.Count(before, "\n"), len(before)-strings.LastIndexByte(before, '\n'))
	if t.made {
		return place
	}
	return fmt.Sprintf("%s (byte %d)", place, offset+t.before)
}
