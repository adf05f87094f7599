package profiles

import "testing"

// BenchmarkSearch asks each profile the questions of a labelled set.
func BenchmarkSearch(b *testing.B) {
	for _, set := range []string{"livemcpbench", "azure-mcp", "bfcl", "sealtools"} {
		catalog, cases := readSet(b, "labelled/"+set), readCases(b, set)
		for _, p := range All() {
			e := p.New(catalog)
			b.Run(set+"/"+p.Key, func(b *testing.B) {
				for i := 0; b.Loop(); i++ {
					e.Search(cases[i%len(cases)].Query, 25)
				}
			})
		}
	}
}

// BenchmarkNew prepares each profile for a catalog.
func BenchmarkNew(b *testing.B) {
	for _, set := range []string{"live/github-mcp-server", "labelled/sealtools", "all-live"} {
		catalog := readSet(b, set)
		for _, p := range All() {
			b.Run(set+"/"+p.Key, func(b *testing.B) {
				for b.Loop() {
					p.New(catalog)
				}
			})
		}
	}
}
