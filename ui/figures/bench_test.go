package figures

import (
	"context"
	"testing"

	"findable/engine"
	"findable/loaders"
	samples "findable/sample-catalogs"
)

// BenchmarkServers sizes the definitions of 3,400 tools, which a key waits for.
func BenchmarkServers(b *testing.B) {
	res, err := loaders.Load(context.Background(), []loaders.Source{{Path: samples.All()[0].File}}, loaders.Options{FS: samples.FS(), Rules: engine.Documented()})
	if err != nil {
		b.Fatal(err)
	}
	s := engine.Register(res.Catalog).Session(engine.Documented(), engine.Scope{}, nil)
	for b.Loop() {
		Servers(s, nil)
	}
}
