package loaders

import (
	"testing"

	"findable/engine/py"
)

// fuzzRecogniser checks that nothing which a recogniser takes for its own makes the
// loader panic, and that whatever loads is well formed. The seeds are all files of
// the models' APIs.
func fuzzRecogniser(f *testing.F, holds func(py.Value) bool) {
	for _, c := range modelFiles {
		f.Add([]byte(c.text))
	}
	for _, w := range writers {
		f.Add([]byte(written(w.before, samples(2, !w.flat, w.bare), w.each, w.after)))
	}
	f.Fuzz(func(t *testing.T, raw []byte) {
		v, err := py.Parse(raw)
		if err != nil || !holds(v) {
			return
		}
		res, err := loadText(string(raw))
		if err == nil {
			consistent(t, res)
		} else if res.Report.Tools != 0 || err.Error() == "" {
			t.Errorf("%v with %d tools", err, res.Report.Tools)
		}
	})
}

func FuzzModelRequest(f *testing.F) { fuzzRecogniser(f, modelRequest{}.holds) }

func FuzzModelItem(f *testing.F) { fuzzRecogniser(f, modelItem{}.holds) }

func FuzzRequestLog(f *testing.F) { fuzzRecogniser(f, requestLog{}.holds) }

func FuzzToolMap(f *testing.F) { fuzzRecogniser(f, toolMap{}.holds) }

// FuzzEntries is for what stands among tools: namespaces, servers, policies, and
// groups of declarations.
func FuzzEntries(f *testing.F) {
	fuzzRecogniser(f, func(v py.Value) bool {
		rows, _ := v.(py.List)
		return entryOf(v) != nil || len(rows) > 0 && entryOf(rows[0]) != nil
	})
}

// FuzzShapes is for single tools and bare lists of them.
func FuzzShapes(f *testing.F) {
	fuzzRecogniser(f, func(v py.Value) bool {
		rows, _ := v.(py.List)
		return shapeOf(v) != nil || tellsTools(rows)
	})
}
