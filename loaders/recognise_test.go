package loaders

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"findable/engine/py"
)

// A sketch is a small file of some format and what it loads to, as told writes it.
type sketch struct{ name, text, want string }

// told writes down a result with its cards.
func told(r Result) string {
	var b strings.Builder
	b.WriteString(summary(r))
	for _, c := range r.Cards {
		fmt.Fprintf(&b, "card %s", c.Name)
		if c.Title != "" {
			fmt.Fprintf(&b, " (%s)", c.Title)
		}
		if c.Launch != nil {
			fmt.Fprintf(&b, ": %s", c.Launch)
		}
		if c.Initialized {
			b.WriteString(" +initialized")
		}
		if c.Instructions != "" {
			b.WriteString(" +instructions")
		}
		b.WriteString("\n")
	}
	return b.String()
}

func checkSamples(t *testing.T, samples []sketch) {
	for _, s := range samples {
		t.Run(s.name, func(t *testing.T) {
			res, err := Load(context.Background(), []Source{{Path: "f.json"}}, Options{FS: fstest.MapFS{"f.json": {Data: []byte(s.text)}}})
			if got := told(res); got != s.want {
				t.Errorf("got\n%swant\n%s", got, s.want)
			}
			if (err != nil) != (res.Report.Tools == 0) {
				t.Errorf("%d tools and the error %v", res.Report.Tools, err)
			}
			consistent(t, res)
		})
	}
}

// parametersOf returns the schemas of all tools of a text, by name.
func parametersOf(t *testing.T, text string) map[string]string {
	t.Helper()
	res, err := Load(context.Background(), []Source{{Path: "f.json"}}, Options{FS: fstest.MapFS{"f.json": {Data: []byte(text)}}})
	if err != nil {
		t.Fatal(err)
	}
	all := map[string]string{}
	for _, s := range res.Catalog.Servers {
		for _, tool := range s.Tools {
			all[tool.Name()] = py.Compact(field(tool.Function, "parameters"))
		}
	}
	for _, s := range res.Catalog.Toolsets {
		for _, tool := range s.Tools {
			all[tool.Name()] = py.Compact(field(tool.Function, "parameters"))
		}
	}
	return all
}

// fuzz checks of a recogniser that no values make it panic and that what it reads is
// well formed. The seeds are the samples of all formats, so that each sees those that
// are nearly its own.
func fuzz(f *testing.F, holds func(py.Value) bool, read func(r *reading, n node)) {
	for _, s := range slices.Concat(exportSamples, gatewaySamples, registrySamples, benchSamples, besideSamples) {
		f.Add([]byte(s.text))
	}
	for _, c := range modelFiles {
		f.Add([]byte(c.text))
	}
	for _, c := range clientFiles {
		f.Add([]byte(c.text))
	}
	f.Fuzz(func(t *testing.T, raw []byte) {
		docs, _ := documents(raw)
		l := &loader{ledger: newLedger(), owners: newOwners()}
		r := &reading{file: "f", ledger: l.ledger}
		for _, d := range docs {
			rows, _ := d.value.(py.List)
			for _, v := range append(py.List{d.value}, rows...) {
				if holds(v) {
					read(r, node{value: v, path: "$"})
				}
			}
		}
		r.endReplies()
		r.endTalk()
		r.sweepAll(len(docs), func(i int) node { return node{value: docs[i].value, path: "$"} })
		r.close()
		l.place(r, "", "f")
		consistent(t, l.result())
	})
}

func fuzzFormat(f *testing.F, x format) { fuzz(f, x.holds, x.read) }

func fuzzTable(f *testing.F, x table) {
	fuzz(f, x.holds, func(r *reading, n node) { x.read(r, []node{n, n}) })
}

func FuzzProtocolLog(f *testing.F)      { fuzzTable(f, protocolLog{}) }
func FuzzNetworkLog(f *testing.F)       { fuzzTable(f, networkLog{}) }
func FuzzAppInfo(f *testing.F)          { fuzzTable(f, appInfo{}) }
func FuzzBridgeReply(f *testing.F)      { fuzzTable(f, bridgeReply{}) }
func FuzzRegistryRow(f *testing.F)      { fuzzTable(f, registryRow{}) }
func FuzzCodexLine(f *testing.F)        { fuzzTable(f, codexLine{}) }
func FuzzToolRet(f *testing.F)          { fuzzTable(f, toolRet{}) }
func FuzzCases(f *testing.F)            { fuzzTable(f, cases{}) }
func FuzzMCPJamSnapshot(f *testing.F)   { fuzzFormat(f, mcpjamSnapshot{}) }
func FuzzCallResult(f *testing.F)       { fuzzFormat(f, callResult{}) }
func FuzzAPIReply(f *testing.F)         { fuzzFormat(f, apiReply{}) }
func FuzzFailedRun(f *testing.F)        { fuzzFormat(f, failedRun{}) }
func FuzzLiteLLM(f *testing.F)          { fuzzFormat(f, liteLLM{}) }
func FuzzFindTool(f *testing.F)         { fuzzFormat(f, findTool{}) }
func FuzzMCPProxy(f *testing.F)         { fuzzFormat(f, mcpproxy{}) }
func FuzzRegistryList(f *testing.F)     { fuzzFormat(f, registryList{}) }
func FuzzSmitheryCrawl(f *testing.F)    { fuzzFormat(f, smitheryCrawl{}) }
func FuzzDockerCatalog(f *testing.F)    { fuzzFormat(f, dockerCatalog{}) }
func FuzzDockerServer(f *testing.F)     { fuzzFormat(f, dockerServer{}) }
func FuzzServerIndex(f *testing.F)      { fuzzFormat(f, serverIndex{}) }
func FuzzLiveMCPBench(f *testing.F)     { fuzzFormat(f, liveMCPBench{}) }
func FuzzServerRecord(f *testing.F)     { fuzzFormat(f, serverRecord{}) }
func FuzzToolBenchQuery(f *testing.F)   { fuzzFormat(f, toolBenchQuery{}) }
func FuzzBFCLRow(f *testing.F)          { fuzzFormat(f, bfclRow{}) }
func FuzzRPCMessage(f *testing.F)       { fuzzFormat(f, rpcMessage{}) }
func FuzzInitializeAnswer(f *testing.F) { fuzzFormat(f, initializeAnswer{}) }
func FuzzClientConfig(f *testing.F)     { fuzzFormat(f, clientConfig{}) }
func FuzzServerList(f *testing.F)       { fuzzFormat(f, serverList{}) }
func FuzzServerMap(f *testing.F)        { fuzzFormat(f, serverMap{}) }
func FuzzArray(f *testing.F)            { fuzzFormat(f, array{}) }
func FuzzNameMap(f *testing.F)          { fuzzFormat(f, nameMap{}) }

// FuzzLabels checks that no bytes make the look at a table panic.
func FuzzLabels(f *testing.F) {
	f.Add([]byte("query,tool\nopen it,open_gate\n"))
	f.Add([]byte("q1 0 open_gate 1\nq2 0 rain 0\n"))
	f.Fuzz(func(t *testing.T, raw []byte) { labels(string(raw)) })
}
