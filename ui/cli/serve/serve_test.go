package serve

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"
	"go.uber.org/goleak"

	"findable/engine"
	"findable/engine/py"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// tool is a tool as a server lists it, with one required text parameter.
func tool(name, description, parameter string) engine.Tool {
	return engine.Tool{Function: py.Object{{Key: "name", Value: name}, {Key: "description", Value: description},
		{Key: "parameters", Value: py.Object{{Key: "type", Value: "object"},
			{Key: "required", Value: py.List{parameter}},
			{Key: "properties", Value: py.Object{{Key: parameter, Value: py.Object{{Key: "type", Value: "array"}}}, {Key: "a<b", Value: py.Object{}}}}}}}}
}

// catalog is the session of two servers, one core tool and a plugin under some rules.
func catalog(rules engine.Rules, set py.Object, scope engine.Scope) engine.World {
	c := engine.Catalog{
		Core: []engine.Tool{tool("read_file", "Read a file.", "path")},
		Servers: []engine.Server{
			{Name: "github", Tools: []engine.Tool{tool("create_issue", "Create an issue, <&> é 天気.", "title"), tool("list_issues", "List issues.", "repo")}},
			{Name: "slack", Tools: []engine.Tool{tool("post_message", "Post a message to a channel.", "channel")}},
		}}
	for i := range 300 {
		c.Servers[1].Tools = append(c.Servers[1].Tools, tool(fmt.Sprintf("tool_%d", i), fmt.Sprintf("Handles word%d.", i), "x"))
	}
	config, _ := engine.ReadConfig(set, rules)
	session := engine.Register(c).Session(rules, scope, config.Defer)
	return engine.NewWorld(session, config, 200_000)
}

func documented() engine.World { return catalog(engine.Documented(), nil, engine.Scope{}) }

// join connects a client to a server in the same process.
func join(t *testing.T, s *Server, opt *mcp.ClientOptions) *mcp.ClientSession {
	t.Helper()
	here, there := mcp.NewInMemoryTransports()
	ctx, stop := context.WithCancel(context.Background())
	if _, err := s.server.Connect(ctx, there, nil); err != nil {
		t.Fatal(err)
	}
	client, err := mcp.NewClient(&mcp.Implementation{Name: "tester", Version: "1"}, opt).Connect(ctx, here, nil)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = client.Close(); stop() })
	return client
}

// open serves over HTTP until the test ends and returns the address.
func open(t *testing.T, s *Server, door Door) string {
	t.Helper()
	l, err := Listen(context.Background(), "127.0.0.1:0", false)
	if err != nil {
		t.Fatal(err)
	}
	ctx, stop := context.WithCancel(context.Background())
	ended := make(chan error, 1)
	go func() { ended <- s.HTTP(ctx, l, door) }()
	t.Cleanup(func() {
		stop()
		if err := <-ended; err != nil {
			t.Error("HTTP ended with ", err)
		}
		http.DefaultClient.CloseIdleConnections()
	})
	return l.Addr().String()
}

// joinHTTP connects a client to an address, in some version of the protocol, "" for
// the newest.
func joinHTTP(t *testing.T, address, version string, opt *mcp.ClientOptions) *mcp.ClientSession {
	t.Helper()
	client, err := mcp.NewClient(&mcp.Implementation{Name: "tester", Version: "1"}, opt).Connect(context.Background(),
		&mcp.StreamableClientTransport{Endpoint: "http://" + address + Path}, &mcp.ClientSessionOptions{ProtocolVersion: version})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = client.Close() })
	return client
}

// ask calls a tool with arguments given as JSON.
func ask(t *testing.T, client *mcp.ClientSession, name, args string) (reply string, isError bool) {
	t.Helper()
	r, err := client.CallTool(context.Background(), &mcp.CallToolParams{Name: name, Arguments: json.RawMessage(args)})
	if err != nil {
		return err.Error(), true
	}
	return r.Content[0].(*mcp.TextContent).Text, r.IsError
}

func parsed(t *testing.T, text string) py.Object {
	t.Helper()
	v, err := py.Parse([]byte(text))
	if err != nil {
		t.Fatal(err)
	}
	return v.(py.Object)
}

// drive goes through search, describe and call, and compares each reply with the
// engine's.
func drive(t *testing.T, client *mcp.ClientSession, c engine.World) {
	t.Helper()
	list, err := client.ListTools(context.Background(), nil)
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, tool := range list.Tools {
		names = append(names, tool.Name)
	}
	if want := []string{"read_file", "tool_search", "tool_describe", "tool_call"}; !slices.Equal(names, want) {
		t.Errorf("tools/list names %q, want %q", names, want)
	}
	bridge, _ := c.Session.Bridge(c.Assembly)[0].Get("function")
	if got, want := list.Tools[1].Description, bridge.(py.Object).Text("description"); got != want {
		t.Errorf("tool_search says\n%s\nwant\n%s", got, want)
	}
	name, rules := "tool_call", c.Session.Rules
	call := func(args string) string {
		if rules.CallsForm {
			return `{"calls":[` + args + `]}`
		}
		return args
	}
	for _, q := range []struct{ name, args string }{
		{"tool_search", `{"queries":["create an issue","post message"],"limit":3}`},
		{"tool_search", `{"queries":"word77"}`},
		{"tool_search", `{"queries":["quetzalcoatl", 404, null, "mcp"]}`},
		{"tool_search", `{"queries":[]}`},
		{"tool_search", `{"queries":["1","2","3","4","5","6","7","8","9","10","11"]}`},
		{"tool_search", `{"limit":"many"}`},
		{"tool_describe", `{"names":["mcp__github__create_issue","read_file","nothing","tool_call"]}`},
		{"tool_describe", `{"names":{"a":1}}`},
		{name, call(`{"name":"mcp__github__create_issue","arguments":{}}`)},
		{name, call(`{"name":"MCP__github__create_issue","arguments":{"title":"x"}}`)},
		{name, call(`{"name":"read_file","arguments":{"path":"x"}}`)},
		{name, call(`{"name":"tool_call","arguments":{}}`)},
		{name, call(`{"name":"mcp__github__create_issue","arguments":"{"}`)},
		{name, `{}`},
	} {
		var want engine.Reply
		switch args := parsed(t, q.args); q.name {
		case "tool_search":
			want = c.Session.ToolSearch(c.Config, args)
		case "tool_describe":
			want = c.Session.ToolDescribe(args)
		default:
			want = c.Session.ResolveCall(args).Error
		}
		if reply, isError := ask(t, client, q.name, q.args); reply != want.Text || isError != (want.Kind != "") {
			t.Errorf("%s %s:\n%s\nwant\n%s", q.name, q.args, reply, want.Text)
		}
	}
	dry, isError := ask(t, client, name, call(`{"name":"mcp__github__create_issue","arguments":{"title":"x<>","n":1e400}}`))
	if want := `{"dry_run": true, "name": "mcp__github__create_issue", "arguments": {"title": ["x<>"], "n": Infinity}, "note": "findable checked this call and did not make it: no server is connected to run it."}`; dry != want || isError {
		t.Errorf("a call says\n%s\nwant\n%s", dry, want)
	}
	if dry, _ := ask(t, client, "read_file", `{"path":["a"]}`); !strings.Contains(dry, `"dry_run": true, "name": "read_file"`) {
		t.Errorf("a call of a visible tool says %s", dry)
	}
	if fault, isError := ask(t, client, "mcp__slack__post_message", `{}`); !isError || !strings.Contains(fault, "tool_call") {
		t.Errorf("a direct call of a deferred tool says %s", fault)
	}
	if fault, isError := ask(t, client, "nothing", `{}`); !isError || !strings.Contains(fault, "there is no tool named nothing") {
		t.Errorf("a call of nothing says %s", fault)
	}
}

func TestReplies(t *testing.T) {
	for _, rules := range engine.Generations() {
		c := catalog(rules, nil, engine.Scope{})
		s := New(c, Options{})
		t.Run(rules.Name+" in memory", func(t *testing.T) { drive(t, join(t, s, nil), c) })
		address := open(t, s, Door{})
		for _, version := range []string{"", "2025-11-25", "2025-03-26"} {
			t.Run(rules.Name+" over HTTP "+version, func(t *testing.T) { drive(t, joinHTTP(t, address, version, nil), c) })
		}
	}
}

// With tool search off the client sees every tool and no bridge.
func TestEager(t *testing.T) {
	c := catalog(engine.Documented(), py.Object{{Key: "enabled", Value: false}}, engine.Scope{Disable: []string{"slack"}})
	client := join(t, New(c, Options{}), nil)
	list, err := client.ListTools(context.Background(), nil)
	if err != nil || len(list.Tools) != 3 {
		t.Fatalf("%d tools, error %v", len(list.Tools), err)
	}
	if fault, isError := ask(t, client, "tool_search", `{"queries":["issue"]}`); !isError || !strings.Contains(fault, "no tool named tool_search") {
		t.Errorf("tool_search says %s", fault)
	}
	if dry, isError := ask(t, client, "mcp__github__list_issues", `{"repo":"x"}`); isError || !strings.Contains(dry, `"arguments": {"repo": ["x"]}`) {
		t.Errorf("a visible tool says %s", dry)
	}
	if fault, isError := ask(t, client, "mcp__slack__post_message", `{}`); !isError || !strings.Contains(fault, "no tool") {
		t.Errorf("a tool out of scope says %s", fault)
	}
}

// Neither a search nor a description nor a call gets past the scope.
func TestScope(t *testing.T) {
	c := catalog(engine.Documented(), nil, engine.Scope{Enable: []string{"github"}})
	client := join(t, New(c, Options{}), nil)
	for _, q := range [][2]string{
		{"tool_search", `{"queries":["post a message","mcp__slack__post_message"]}`},
		{"tool_describe", `{"names":["mcp__slack__post_message"," mcp__slack__post_message "]}`},
		{"tool_call", `{"name":"mcp__slack__post_message","arguments":{"channel":"x"}}`},
		{"tool_call", `{"name":" mcp__slack__post_message\u0000","arguments":{"channel":"x"}}`},
	} {
		reply, _ := ask(t, client, q[0], q[1])
		if strings.Contains(reply, "Post a message") || strings.Contains(reply, `"matches": ["mcp__slack`) || strings.Contains(reply, "dry_run") {
			t.Errorf("%s %s: %s", q[0], q[1], reply)
		}
	}
}

// Two hundred clients at the same time each get the answers to their own queries,
// and every one of them is heard.
func TestManySessions(t *testing.T) {
	const clients, each = 200, 5
	c := documented()
	var heard []Arrival
	s := New(c, Options{Heard: func(a Arrival) { heard = append(heard, a) }})
	address := open(t, s, Door{})
	var all sync.WaitGroup
	for i := range clients {
		all.Go(func() {
			transport := &mcp.StreamableClientTransport{Endpoint: "http://" + address + Path}
			client, err := mcp.NewClient(&mcp.Implementation{Name: fmt.Sprint("client ", i)}, nil).Connect(context.Background(), transport, nil)
			if err != nil {
				t.Error(err)
				return
			}
			defer client.Close()
			for k := range each {
				args := fmt.Sprintf(`{"queries":["word%d","issue %d"]}`, (i+k)%300, i*each+k)
				reply, isError := ask(t, client, "tool_search", args)
				if want := c.Session.ToolSearch(c.Config, parsed(t, args)); reply != want.Text || isError {
					t.Errorf("client %d, %s: %s", i, args, reply)
				}
			}
		})
	}
	all.Wait()
	count, sessions := map[string]int{}, map[string]bool{}
	for _, a := range heard {
		count[a.Client+py.Compact(a.Arguments)]++
		sessions[a.Session] = true
	}
	if len(heard) != clients*each || len(count) != clients*each || len(sessions) != clients {
		t.Errorf("%d calls heard, %d different, of %d sessions", len(heard), len(count), len(sessions))
	}
}

// Clients are told when the tools change, and only then.
func TestListChanged(t *testing.T) {
	for _, over := range []string{"memory", "HTTP"} {
		s := New(documented(), Options{})
		told := make(chan struct{}, 10)
		opt := &mcp.ClientOptions{ToolListChangedHandler: func(context.Context, *mcp.ToolListChangedRequest) { told <- struct{}{} }}
		var client *mcp.ClientSession
		if over == "HTTP" {
			client = joinHTTP(t, open(t, s, Door{}), "", opt)
		} else {
			client = join(t, s, opt)
		}
		ask(t, client, "tool_search", `{"queries":["x"]}`)
		s.Show(documented()) // another registry of the same tools
		s.Show(catalog(engine.Documented(), py.Object{{Key: "search_default_limit", Value: py.Int(1)}}, engine.Scope{}))
		if reply, _ := ask(t, client, "tool_search", `{"queries":["issue"]}`); strings.Count(reply, "mcp__github") != 2 {
			t.Errorf("over %s: limit 1 gives %s", over, reply)
		}
		select {
		case <-told:
			t.Error("told of a change that there was not")
		case <-time.After(50 * time.Millisecond):
		}
		now := catalog(engine.Documented(), py.Object{{Key: "listing", Value: "off"}}, engine.Scope{})
		s.Show(now)
		select {
		case <-told:
		case <-time.After(20 * time.Second):
			t.Fatalf("over %s: nobody told of the change", over)
		}
		drive(t, client, now)
		s.Show(documented())
		select {
		case <-told:
		case <-time.After(20 * time.Second):
			t.Fatalf("over %s: nobody told of a second change", over)
		}
	}
}

// A call that the client gives up ends, and so does one that the server's end meets.
func TestCancelled(t *testing.T) {
	for _, over := range []string{"memory", "HTTP"} {
		begun, ended := make(chan struct{}, 1), make(chan error, 1)
		s := New(documented(), Options{Execute: func(ctx context.Context, _ Call) (*mcp.CallToolResult, string, error) {
			begun <- struct{}{}
			<-ctx.Done()
			ended <- ctx.Err()
			return nil, "", ctx.Err()
		}})
		var client *mcp.ClientSession
		if over == "HTTP" {
			client = joinHTTP(t, open(t, s, Door{}), "", nil)
		} else {
			client = join(t, s, nil)
		}
		ctx, stop := context.WithCancel(context.Background())
		answered := make(chan error, 1)
		go func() {
			_, err := client.CallTool(ctx, &mcp.CallToolParams{Name: "read_file", Arguments: map[string]any{"path": "x"}})
			answered <- err
		}()
		<-begun
		stop()
		if err := <-answered; err == nil {
			t.Error("a call that was given up has an answer")
		}
		<-ended
		if reply, isError := ask(t, client, "tool_search", `{"queries":["issue"]}`); isError {
			t.Errorf("over %s, after that: %s", over, reply)
		}
	}
}

// The end of the server ends calls that still run.
func TestStop(t *testing.T) {
	begun := make(chan struct{}, 1)
	s := New(documented(), Options{Execute: func(ctx context.Context, _ Call) (*mcp.CallToolResult, string, error) {
		begun <- struct{}{}
		<-ctx.Done()
		return nil, "", ctx.Err()
	}})
	l, err := Listen(context.Background(), "localhost:0", false)
	if err != nil {
		t.Fatal(err)
	}
	ctx, stop := context.WithCancel(context.Background())
	ended := make(chan error, 1)
	go func() { ended <- s.HTTP(ctx, l, Door{}) }()
	client := joinHTTP(t, l.Addr().String(), "", nil)
	answered := make(chan error, 1)
	go func() {
		_, err := client.CallTool(context.Background(), &mcp.CallToolParams{Name: "read_file"})
		answered <- err
	}()
	<-begun
	stop()
	if err := <-ended; err != nil {
		t.Error(err)
	}
	<-answered
	http.DefaultClient.CloseIdleConnections()
}

// A client over two streams gets its answers, and the end of its input is the end.
func TestStream(t *testing.T) {
	in, send := io.Pipe()
	receive, out := io.Pipe()
	s := New(documented(), Options{})
	ended := make(chan error, 1)
	go func() { ended <- s.Stream(context.Background(), in, out); _ = out.Close() }()
	client, err := mcp.NewClient(&mcp.Implementation{Name: "tester"}, nil).Connect(context.Background(), &mcp.IOTransport{Reader: receive, Writer: send}, nil)
	if err != nil {
		t.Fatal(err)
	}
	drive(t, client, documented())
	_ = send.Close()
	if err := <-ended; err != nil {
		t.Error("the end of the input gives ", err)
	}
	_ = client.Close()

	// What was asked before the input ends is answered.
	var text strings.Builder
	asked := hello + "\n" + `{"jsonrpc":"2.0","method":"notifications/initialized"}` + "\n"
	for i := range 20 {
		asked += fmt.Sprintf(`{"jsonrpc":"2.0","id":%d,"method":"tools/call","params":{"name":"tool_search","arguments":{"queries":["word%d"]}}}`+"\n", i+2, i)
	}
	if err := New(documented(), Options{}).Stream(context.Background(), strings.NewReader(asked), &text); err != nil || strings.Count(text.String(), "\n") != 21 {
		t.Errorf("error %v, answers\n%s", err, text.String())
	}

	in, send = io.Pipe()
	ctx, stop := context.WithCancel(context.Background())
	go func() { ended <- s.Stream(ctx, in, io.Discard) }()
	stop()
	if err := <-ended; err != nil {
		t.Error("the end of the context gives ", err)
	}
	_ = send.Close()
}

// TestBrokenAnswer checks that a panic in a goroutine of the library goes to the guard,
// and that its client is told.
func TestBrokenAnswer(t *testing.T) {
	var broken any
	guard := func(f func()) func() {
		return func() {
			defer func() { broken = recover() }()
			f()
		}
	}
	client := join(t, New(documented(), Options{Beside: guard, Heard: func(Arrival) { panic("crash") }}), nil)
	_, err := client.CallTool(context.Background(), &mcp.CallToolParams{Name: "read_file", Arguments: map[string]any{"path": []string{"a"}}})
	if broken != "crash" || err == nil || !strings.Contains(err.Error(), errBroken.Error()) {
		t.Errorf("the guard has %v, the client %v", broken, err)
	}
}
