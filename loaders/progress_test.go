package loaders

import (
	"context"
	"encoding/binary"
	"strings"
	"testing"
	"testing/fstest"
)

// listening loads with somebody listening.
func listening(t *testing.T, sources []Source, opt Options) (all []Progress, err error) {
	opt.Tell = func(p Progress) { all = append(all, p) }
	_, err = Load(context.Background(), sources, opt)
	return all, err
}

// TestProgress checks that what is told only grows, ends with everything, and
// comes seldom enough.
func TestProgress(t *testing.T) {
	large := `{"tools":[` + strings.Repeat(gate+",", 120_000) + gate + "]}"
	fsys := fstest.MapFS{"large.json": {Data: []byte(large)}, "r/a.json": {Data: []byte(listedTools("a"))}, "r/s/b.yaml": {Data: []byte("tools: [{name: b, inputSchema: {}}]")},
		"r/bad.json": {Data: []byte("{")}, "r/picture": {Data: []byte("\x00\x01\xff\x00")}, "packed.gz": {Data: []byte(packed(large))}, "r/u.json": {Data: []byte(utf16Text(binary.LittleEndian, bom+listedTools("u")))}}
	size := func(names ...string) (n int64) {
		for _, name := range names {
			n += int64(len(fsys[name].Data))
		}
		return n
	}
	for _, c := range []struct {
		name    string
		sources []Source
		read    int64
	}{
		{"a file", []Source{{Path: "large.json"}}, size("large.json")},
		{"a folder", []Source{{Path: "r"}}, size("r/a.json", "r/s/b.yaml", "r/bad.json", "r/picture", "r/u.json")},
		{"several", []Source{{Path: "r/a.json"}, {Path: "large.json"}, {Path: "nowhere"}}, size("r/a.json", "large.json")},
		{"gzip", []Source{{Path: "packed.gz"}}, size("packed.gz")},
	} {
		t.Run(c.name, func(t *testing.T) {
			all, err := listening(t, c.sources, Options{FS: fsys})
			if err != nil || len(all) == 0 {
				t.Fatal(err, all)
			}
			for i := 1; i < len(all); i++ {
				if all[i].Read < all[i-1].Read || all[i].Parsed < all[i-1].Parsed {
					t.Errorf("from %+v to %+v", all[i-1], all[i])
				}
			}
			last := all[len(all)-1]
			if last.Read != c.read || last.Parsed != last.Total || last.Total == 0 {
				t.Errorf("ends with %+v, read are %d", last, c.read)
			}
			if most := int(3*last.Total/stride) + 2; len(all) > most {
				t.Errorf("told %d times of %d MB", len(all), last.Total>>20)
			}
		})
	}
	all, err := listening(t, []Source{{Path: "-"}}, Options{Stdin: strings.NewReader(large)})
	if err != nil || all[0].Total != 0 || all[len(all)-1].Read != int64(len(large)) || all[len(all)-1].Parsed != int64(len(large)) {
		t.Errorf("%v: %+v", err, all)
	}
}

// TestCancelWhile cancels a load at each thing that it tells of, in the middle of
// reading, unpacking, parsing and sorting.
func TestCancelWhile(t *testing.T) {
	large := `{"tools":[` + strings.Repeat(gate+",", 120_000) + gate + "]}"
	noisy := "x\n" + strings.Repeat("no message in this line\n", 1<<19)
	for name, data := range map[string]string{"f": large, "g": packed(large), "n": noisy} {
		fsys := fstest.MapFS{name: {Data: []byte(data)}}
		all, _ := listening(t, []Source{{Path: name}}, Options{FS: fsys})
		for i := range all {
			ctx, cancel := context.WithCancel(context.Background())
			calls := 0
			_, err := Load(ctx, []Source{{Path: name}}, Options{FS: fsys, Tell: func(Progress) {
				if calls++; calls == i+1 {
					cancel()
				}
			}})
			last := i == len(all)-1 // after which nothing is left to cancel
			if err != context.Canceled && !last || calls > i+2 {
				t.Errorf("%s, cancelled at the %d. of %d: %v after %d", name, i+1, len(all), err, calls)
			}
			cancel()
		}
	}
}
