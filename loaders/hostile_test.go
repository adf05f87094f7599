package loaders

import (
	"context"
	"errors"
	"io"
	"os"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"testing"
	"time"
)

// TestHostile loads what is made to be too much. Each ends in one sentence.
func TestHostile(t *testing.T) {
	const deep = 100_000
	zeros := packed(strings.Repeat("\x00", 16<<20))
	for name, c := range map[string]struct{ text, want string }{
		"deep JSON":      {strings.Repeat(`{"a":`, deep), "f: line 1, column 5006 (byte 5005): not JSON: nested more than 1000 deep; mend it or dump the server again"},
		"deep and whole": {strings.Repeat("[", deep) + strings.Repeat("]", deep), "f: line 1, column 1002 (byte 1001): not JSON: nested more than 1000 deep; mend it or dump the server again"},
		"deep YAML":      {strings.Repeat("- ", deep), "f: neither JSON nor YAML: exceeded max depth of 10000; mend it or dump the server again"},
		"deep flow YAML": {"a: " + strings.Repeat("[", deep), "f: neither JSON nor YAML: exceeded max depth of 10000; mend it or dump the server again"},
		"deep TOML":      {"a = " + strings.Repeat("[", deep) + strings.Repeat("]", deep), "f: line 1, column 105 (byte 104): TOML that is nested more than 100 deep"},
		"long TOML key":  {strings.Repeat("a.", 20_000) + "a = 1", "f: line 1, column 202 (byte 201): TOML that is nested more than 100 deep"},
		"much TOML":      {strings.Repeat("# x\n", deep) + "[a]\n" + strings.Repeat("b.c = 1\n", deep), "f: TOML is read up to 1 MB; write it as JSON"},
		"deep in a line": {"x " + strings.Repeat(`{"a":`, deep) + "\n", "f: neither JSON nor YAML: mapping values are not allowed in this context; mend it or dump the server again"},
		"gzip bomb":      {strings.Repeat(zeros, 1<<30/(16<<20)), "f: its gzip data holds more than the 127 MB that one load may still read; leave servers out or split it"},
		"gzip in gzip":   {packed(packed("{}")), "f: is compressed with gzip, twice; unpack it first"},
		"zip":            {"PK\x03\x04 and so on", "f: is compressed with zip; unpack it first"},
		"NUL":            {"{\"tools\":[\"\x00\"]}", "f: line 1, column 12 (byte 11): a NUL byte; this is no JSON or YAML text"},
		"NUL in UTF-16":  {"\xff\xfe{\x00\x00\x00", "f: line 1, column 2: a NUL byte; this is no JSON or YAML text"},
		"UTF-16 halved":  {"\xff\xfe{\x00}", "f: UTF-16 text of an odd number of bytes: its end is missing (and 1 more error)"},
		"many documents": {strings.Repeat("[]", maxDocuments+1), "f: holds more than 500000 values one after another, which is as many as are read; split it"},
		"many lines":     {"x\n" + strings.Repeat("{\"jsonrpc\":1}\n", maxDocuments+1), "f: holds more than 500000 values one after another, which is as many as are read; split it"},
		"dense YAML":     {strings.Repeat("- ,\n", MaxYAMLValues/2), "f: is not JSON, and YAML of more than 3 million values is not read; write it as JSON"},
	} {
		t.Run(name, func(t *testing.T) {
			_, err := loadFile("f", c.text)
			var fault *Error
			if !errors.As(err, &fault) || err.Error() != c.want {
				t.Errorf("got  %v\nwant %s", err, c.want)
			}
		})
	}
}

// TestLarge loads what is large and fine.
func TestLarge(t *testing.T) {
	long := strings.Repeat("gate, ", 20<<20/6)
	res, err := loadFile("f", `{"tools":[{"name":"a","description":"`+long+`","inputSchema":{}}]}`)
	if err != nil || len(res.Report.Notes) != 0 || res.Catalog.Servers[0].Tools[0].Function.Text("description") != long {
		t.Errorf("a description of 20 MB: %v %v", err, res.Report.Notes)
	}
	const many = 100_000
	for name, text := range map[string]string{
		"an array": "[" + strings.Repeat(gate+",", many-1) + gate + "]",
		"lines":    strings.Repeat(gate+"\n", many),
	} {
		res, err := loadFile("f", text)
		if err != nil || res.Report.Tools != many || res.Report.Duplicates != many-1 {
			t.Errorf("%d tools in %s: %v, %d", many, name, err, res.Report.Tools)
		}
	}
}

// TestMemory loads texts of which each byte takes as much memory as it can, at a
// sixteenth of the limits, and holds what they leave alive against a sixteenth
// of 1 GB. The limits are counts, so memory grows with them and no faster.
func TestMemory(t *testing.T) {
	const n = MaxValues / 16
	for name, text := range map[string]string{
		"digits":    "[" + strings.Repeat("1,", n-2) + "1]",
		"objects":   "[" + strings.Repeat(`{"a":1},`, n/2-1) + "1]",
		"strings":   "[" + strings.Repeat(`"\n",`, n-2) + "1]",
		"tools":     `{"tools":[` + strings.Repeat(`{"name":"a","inputSchema":{}},`, n/3-1) + "1]}",
		"documents": strings.Repeat("[]", maxDocuments/16),
		"YAML":      strings.Repeat("- {a: 1}\n", MaxYAMLValues/16/4),
	} {
		var before, after runtime.MemStats
		runtime.GC()
		runtime.ReadMemStats(&before)
		l := newLoader(context.Background(), Options{Stdin: strings.NewReader(text)})
		rs, _ := l.readings(context.Background(), "-")
		runtime.GC()
		runtime.ReadMemStats(&after)
		if grown := int64(after.HeapAlloc) - int64(before.HeapAlloc); grown > 1<<30/16 {
			t.Errorf("%s: %d MB for %d KB", name, grown>>20, len(text)>>10)
		}
		runtime.KeepAlive(rs)
		runtime.KeepAlive(l)
	}
}

// TestNoFiles loads what is no file: it must not be waited for.
func TestNoFiles(t *testing.T) {
	if _, err := os.Stat("/dev/zero"); err == nil {
		_, err := load(t, "/dev/zero")
		if want := "/dev/zero: is a device, which could be waited for without end; send it to - instead"; err == nil || err.Error() != want {
			t.Errorf("got %v", err)
		}
	}
	pipe := filepath.Join(t.TempDir(), "pipe")
	if err := makePipe(pipe); err != nil {
		t.Skip(err)
	}
	done := make(chan error, 1)
	go func() {
		_, err := load(t, pipe)
		done <- err
	}()
	select {
	case err := <-done:
		if err == nil || !strings.HasSuffix(err.Error(), "pipe: is a named pipe, which could be waited for without end; send it to - instead") {
			t.Errorf("got %v", err)
		}
	case <-time.After(time.Minute):
		t.Fatal("a named pipe is waited for")
	}
}

// TestInherited loads from a pipe that the shell has opened, as <(command) does.
func TestInherited(t *testing.T) {
	r, w, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	path := "/dev/fd/" + strconv.Itoa(int(r.Fd()))
	if _, err := os.Stat(path); err != nil {
		t.Skip(err)
	}
	go func() {
		io.WriteString(w, listedTools("a"))
		w.Close()
	}()
	res, err := load(t, "shed="+path)
	if err != nil || summary(res) != "server shed: a\n" {
		t.Errorf("%v %s", err, summary(res))
	}
}
