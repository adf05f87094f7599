package loaders

import (
	"context"
	"os"
	"path/filepath"
	"testing"
	"testing/fstest"
	"unicode/utf8"

	"findable/engine"
	"findable/engine/py"
)

// FuzzLoad checks that no bytes make the loader panic, and that whatever loads
// is well formed.
func FuzzLoad(f *testing.F) {
	files, err := filepath.Glob("testdata/*.*")
	if err != nil {
		f.Fatal(err)
	}
	for _, file := range files {
		raw, err := os.ReadFile(file)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(raw)
	}
	f.Add([]byte(gardenSession))
	f.Add([]byte("a: &a {<<: [*b, {c: *a}]}"))
	f.Fuzz(func(t *testing.T, raw []byte) {
		fsys := fstest.MapFS{"dumps/f.json": {Data: raw}, "f": {Data: raw}}
		opt := Options{FS: fsys, Rules: engine.Latest()}
		for _, path := range []string{"f", "dumps"} {
			res, err := Load(context.Background(), []Source{{Path: path, Name: "given"}}, opt)
			if err == nil {
				consistent(t, res)
			} else if res.Report.Tools != 0 || err.Error() == "" {
				t.Errorf("%v with %d tools", err, res.Report.Tools)
			}
		}
	})
}

// FuzzScalar checks that a scalar becomes a value that reads back as itself.
func FuzzScalar(f *testing.F) {
	for _, s := range []string{"0x1F", "1:30.5", "-.inf", "0b_", "1_000", "+", "-", "1.0e+16"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		v := plain(s)
		if back, err := py.Parse([]byte(py.Compact(v))); utf8.ValidString(s) && (err != nil || back != v) {
			t.Errorf("%q becomes %v, which reads back as %v, %v", s, v, back, err)
		}
	})
}
