package loaders

import (
	"context"
	"strings"
	"testing"
	"testing/fstest"
)

// registrySamples are what lists of servers look like.
var registrySamples = []sketch{
	{"official list", `{"servers":[
		{"server":{"$schema":"s","name":"io.x/a","title":"A","description":"d","version":"1.0.0","packages":[{"registryType":"npm","identifier":"@x/a","version":"1.0.0","transport":{"type":"stdio"}}]},"_meta":{"io.y/official":{"isLatest":false}}},
		{"server":{"name":"io.x/a","title":"A 2","description":"d","version":"2.0.0","packages":[{"registryType":"npm","identifier":"@x/a","version":"2.0.0"}]},"_meta":{"io.y/official":{"isLatest":true}}},
		{"server":{"name":"io.x/b","description":"d","remotes":[{"type":"sse","url":"https://b/sse","headers":[{"name":"Authorization","isSecret":true}]}]}},
		{"server":{"description":"no name"}}],"metadata":{"count":4,"nextCursor":"n"}}`,
		lines("skipped $.servers[3].server", "ignored $.servers[0]", "partial $", "no_tools ",
			"card io.x/a (A 2): npx -y @x/a@2.0.0", "card io.x/b: https://b/sse over SSE with the header Authorization")},
	{"one server.json", `{"$schema":"s","name":"io.x/b","description":"d","remotes":[{"type":"streamable-http","url":"https://b/mcp"}]}`, lines("no_tools ", "card io.x/b: https://b/mcp")},
	{"Smithery record", `{"qualifiedName":"@x/garden","displayName":"Garden","deploymentUrl":"https://server.smithery.ai/@x/garden","connections":[{"type":"http","deploymentUrl":"https://server.smithery.ai/@x/garden/mcp","configSchema":{}}],
		"security":null,"tools":[{"name":"open_gate","description":"d","inputSchema":{}}]}`,
		lines("server @x/garden: open_gate", "card @x/garden (Garden): https://server.smithery.ai/@x/garden/mcp")},
	{"Smithery list", `{"servers":[{"qualifiedName":"@x/garden","displayName":"Garden","description":"d","homepage":"h","useCount":"3"},{"qualifiedName":"exa","displayName":"Exa"}],"pagination":{"currentPage":1}}`,
		lines("no_tools ", "card @x/garden (Garden)", "card exa (Exa)")},
	{"Smithery rows", `[{"qualifiedName":"exa","displayName":"Exa","tools":[]}]`, lines("no_tools ", "card exa (Exa)")},
	{"Glama", `{"pageInfo":{"endCursor":"c","hasNextPage":true},"servers":[
		{"id":"1","name":"garden","namespace":"x","slug":"garden","description":"d","url":"https://glama.ai/mcp/servers/1","spdxLicense":null,"tools":[]},
		{"id":"2","name":"sky","namespace":"x","slug":"sky","description":"d","url":"https://glama.ai/mcp/servers/2","tools":[{"name":"rain","description":"d","inputSchema":{}}]}]}`,
		lines("server sky: rain", "partial $", "no_tools ", "card garden", "card sky")},
	{"PulseMCP", `{"servers":[{"name":"Garden","url":"https://pulsemcp.com/servers/g","short_description":"d","source_code_url":"s","package_registry":"npm","package_name":"g","remotes":[{"transport":"sse","url_direct":"https://g/sse"}]}],"next":null,"total_count":1}`,
		lines("no_tools ", "card Garden: https://g/sse over SSE")},
	{"any list of servers", `{"servers":[{"name":"a","description":"d"},{"name":"b"}]}`, lines("no_tools ", "card a", "card b")},
	{"Smithery crawl", `{"labels":{"primary_label":"x"},"metadata":{"server_id":1,"server_name":"Garden","remote_server_response":{"url":"https://s/mcp","tools":[{"name":"open_gate","input_schema":{},"annotations":null}]},
		"server_info_crawled":{"name":"Garden","author":"@x/garden","overview":"o","tools":[{"name":"open_gate"}]}}}`,
		lines("server @x/garden: open_gate", "card @x/garden (Garden): https://s/mcp")},
	{"Smithery crawl, not reached", `{"labels":{},"metadata":{"server_name":"Garden","remote_server_response":{"is_success":false,"tools":[]},"server_info_crawled":{"tools":[{"name":"open_gate","description":"d"}]}}}`,
		lines("server Garden: open_gate", "card Garden (Garden)")},
	{"Docker catalogue", "version: 2\nname: mine\nregistry:\n  duck:\n    title: Duck\n    description: d\n    type: server\n    image: mcp/duck\n    tools:\n      - name: search\n      - name: fetch\n" +
		"  gate:\n    type: remote\n    remote: {url: 'https://g/mcp', transport_type: streamable-http, headers: {X: y}}\n  run:\n    image: mcp/run\n    command: [--stdio]\n" +
		"    secrets: [{name: run.key, env: KEY}]\n    env: [{name: MODE, value: '{{run.mode}}'}, {name: LOG, value: high}]\n    tools:\n      - name: go\n        description: d\n        arguments: [{name: n, type: number, desc: how}]\n  odd: 7\n",
		lines("server duck: search fetch", "server run: go", "skipped $.registry.odd", "partial $.registry", "no_tools ",
			"card duck (Duck): docker run -i --rm mcp/duck", "card gate: https://g/mcp with the header X",
			"card run: docker run -i --rm -e KEY -e MODE -e LOG mcp/run --stdio with KEY, MODE, LOG")},
	{"Docker entry", "name: duck\nimage: mcp/duck\ntype: server\nabout:\n  title: Duck\n  description: d\nconfig:\n  secrets:\n    - name: duck.key\n      env: KEY\nrun:\n  command: [--all]\n",
		lines("no_tools ", "card duck (Duck): docker run -i --rm -e KEY mcp/duck --all with KEY")},
	{"Docker tools", `[{"name":"a","description":"d","annotations":{}},{"name":"b","description":"d","arguments":[{"name":"x","type":"string","desc":"d"}]}]`, lines("server f: a b")},
}

func TestRegistries(t *testing.T) { checkSamples(t, registrySamples) }

func TestDockerArguments(t *testing.T) {
	got := parametersOf(t, `[{"name":"b","arguments":[{"name":"x","type":"string","desc":"d"},{"name":"y","type":"array","items":{"type":"object"},"desc":"e","optional":true},{"name":"x","type":"number","desc":"again"}]}]`)
	want := `{"type":"object","properties":{"x":{"type":"string","description":"d"},"y":{"type":"array","items":{"type":"object"},"description":"e"}},"required":["x"]}`
	if got["b"] != want {
		t.Errorf("got  %s\nwant %s", got["b"], want)
	}
}

// TestPackageLaunch checks how packages of the official registry are run.
func TestPackageLaunch(t *testing.T) {
	for _, c := range []struct{ entry, want string }{
		{`{"registryType":"npm","identifier":"@x/a","version":"1.2.3","transport":{"type":"stdio"}}`, "npx -y @x/a@1.2.3"},
		{`{"registryType":"npm","identifier":"a","runtimeHint":"bunx","runtimeArguments":[{"type":"named","name":"-u","value":"node"}],"packageArguments":[{"type":"positional","value":"--stdio"}]}`, "bunx -y -u node a --stdio"},
		{`{"registryType":"pypi","identifier":"mcp-a","version":"0.1"}`, "uvx mcp-a@0.1"},
		{`{"registryType":"oci","identifier":"docker.io/x/a","version":"1.0","environmentVariables":[{"name":"MODE","value":"v"}],"runtimeArguments":[{"type":"named","name":"--network","value":"host"}],"packageArguments":[{"type":"positional","value":"run"}]}`,
			"docker run -i --rm -e MODE --network host docker.io/x/a:1.0 run with MODE"},
		{`{"registryType":"oci","identifier":"x/a:2"}`, "docker run -i --rm x/a:2"},
		{`{"registryType":"npm","identifier":"a","environmentVariables":[{"name":"MODE","default":"fast"},{"name":"API_KEY","isRequired":true,"isSecret":true}]}`, "npx -y a with MODE, API_KEY"},
		{`{"registryType":"npm","identifier":"a","packageArguments":[{"type":"named","name":"--verbose"},{"type":"named","name":"--root","description":"d"},{"type":"named","name":"--dir","isRequired":true},{"type":"positional","valueHint":"file","isRequired":true}]}`,
			"npx -y a --verbose --dir ${dir} ${file}"},
		{`{"registryType":"npm","identifier":"a","transport":{"type":"sse","url":"http://localhost:1"}}`, ""},
		{`{"registryType":"mcpb","identifier":"https://h/a.mcpb"}`, ""},
	} {
		text := `{"servers":[{"server":{"name":"s","packages":[` + c.entry + `]}}]}`
		res, _ := Load(context.Background(), []Source{{Path: "f"}}, Options{FS: fstest.MapFS{"f": {Data: []byte(text)}}})
		got := ""
		if len(res.Cards) == 1 && res.Cards[0].Launch != nil {
			l := res.Cards[0].Launch
			got = strings.Join(append([]string{l.Command}, l.Args...), " ") + settingNames(" with ", l.Env)
		}
		if got != c.want {
			t.Errorf("%s\ngot  %q\nwant %q", c.entry, got, c.want)
		}
	}
}

// TestSnapsFolder checks the name of a folder of single tools that does not say whose
// they are.
func TestSnapsFolder(t *testing.T) {
	snap := &fstest.MapFile{Data: []byte(`{"name":"a","description":"d","inputSchema":{}}`)}
	for path, want := range map[string]string{"pkg/github/__toolsnaps__": "github", "pkg/snaps": "snaps", "__toolsnaps__": "__toolsnaps__"} {
		res, err := Load(context.Background(), []Source{{Path: path}}, Options{FS: fstest.MapFS{path + "/a.snap": snap}})
		if err != nil || res.Catalog.Servers[0].Name != want {
			t.Errorf("%s: %v %s", path, err, summary(res))
		}
	}
}
