package audit

import (
	"slices"
	"testing"

	"findable/engine"
)

// TestFindingsShow holds the query and the target of every finding against the
// engine: what the finding says is what that search does.
func TestFindingsShow(t *testing.T) {
	const limit = 5
	for name, servers := range catalogs(t) {
		s := session(engine.Documented(), servers...)
		report := audited(t, s, limit)
		if report.Shares[0].Kind != NotByName || report.Shares[0].Found != report.SelfFindable || report.Shares[0].Asked != report.Tools {
			t.Errorf("%s: by name %+v, %d of %d", name, report.Shares[0], report.SelfFindable, report.Tools)
		}
		missing := map[Kind]int{}
		for _, f := range report.Findings {
			missing[f.Kind]++
			if f.Kind == CommonTerms {
				continue
			}
			rank := func(name string) int {
				e, _ := s.Deferrable(name)
				return s.Index.Rank(f.Query, s.Index.Doc(e))
			}
			found := slices.ContainsFunc(s.Index.Search(f.Query, limit).Hits, func(h engine.Hit) bool { return h.Entry.Name == f.Target })
			switch f.Kind {
			case NotByName, NotBySentence, NotByTitle, NotByParams:
				if found || f.Target != f.Tool {
					t.Errorf("%s: %s of %s: %q finds %s", name, f.Kind, f.Tool, f.Query, f.Target)
				}
			case Magnet:
				if f.Target != f.Tool && (found || rank(f.Tool) == 0 || rank(f.Tool) > limit) {
					t.Errorf("%s: the magnet %s is at rank %d of %q, %s found: %v", name, f.Tool, rank(f.Tool), f.Query, f.Target, found)
				}
			case NearDuplicate:
				if rank(f.Tool) < 2 {
					t.Errorf("%s: %s loses and is at rank %d of %q", name, f.Tool, rank(f.Tool), f.Query)
				}
			}
		}
		for _, share := range report.Shares {
			if share.Asked-share.Found != missing[share.Kind] {
				t.Errorf("%s: %+v, and %d findings", name, share, missing[share.Kind])
			}
		}
	}
}

// TestRemedies looks whether every kind says what to do.
func TestRemedies(t *testing.T) {
	for _, k := range Kinds() {
		if k.Remedy() == "" {
			t.Errorf("%s has no remedy", k)
		}
	}
}
