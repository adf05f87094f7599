package cli

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"findable/engine"
	"findable/engine/py"
	"findable/ui"
	"findable/ui/cli/serve"
)

// appOffer is a catalog of two tools, as an app would offer it; wash is of a server
// that runs.
func appOffer(names ...string) ui.Offer {
	var tools []engine.Tool
	for _, name := range names {
		tools = append(tools, engine.Tool{Function: py.Object{{Key: "name", Value: name}, {Key: "description", Value: "Can " + name + " things."}}})
	}
	rules := engine.Documented()
	session := engine.Register(engine.Catalog{Servers: []engine.Server{{Name: "tub", Tools: tools}}}).Session(rules, engine.Scope{}, nil)
	return ui.Offer{World: engine.NewWorld(session, engine.DefaultConfig(rules), 200_000), Runs: func(e *engine.Entry) bool { return e.Bare() == "wash" }}
}

// TestService is a client of what the app serves: its queries arrive ranked, the
// change of a catalog reaches it, and its calls run where the user says so.
func TestService(t *testing.T) {
	l, err := serve.Listen(context.Background(), anyPort, false)
	if err != nil {
		t.Fatal(err)
	}
	ctx, stop := context.WithCancel(context.Background())
	s := newService(ctx, l, appOffer("wash", "dry"), unguarded)
	told := make(chan struct{}, 10)
	client, err := mcp.NewClient(&mcp.Implementation{Name: "tester"}, &mcp.ClientOptions{ToolListChangedHandler: func(context.Context, *mcp.ToolListChangedRequest) { told <- struct{}{} }}).
		Connect(ctx, &mcp.StreamableClientTransport{Endpoint: s.Address()}, nil)
	if err != nil {
		t.Fatal(err)
	}
	var mu sync.Mutex
	var came []string
	answers := make(chan bool, 10) // of the user
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		for rows := s.Arrivals(); rows != nil; rows = s.Arrivals() {
			for _, x := range rows {
				mu.Lock()
				came = append(came, strings.TrimSpace(x.Query+" "+x.Text+" "+x.First))
				mu.Unlock()
				if x.Ask == nil {
					continue
				}
				if <-answers {
					x.Ask.Answer(func(_ context.Context, e *engine.Entry, args py.Object) (string, error) {
						return fmt.Sprint("washed ", py.Compact(args)), nil
					})
				} else {
					x.Ask.Answer(nil)
				}
				x.Ask.Answer(nil) // once more changes nothing
			}
		}
	}()
	call := func(ctx context.Context, name, args string) string {
		r, err := client.CallTool(ctx, &mcp.CallToolParams{Name: name, Arguments: json.RawMessage(args)})
		if err != nil {
			return err.Error()
		}
		return r.Content[0].(*mcp.TextContent).Text
	}
	wash := `{"name":"mcp__tub__wash","arguments":{"n":1}}`
	answers <- true
	answers <- false
	for _, q := range [][3]string{
		{"tool_search", `{"queries":["wash"]}`, "mcp__tub__wash"},
		{"tool_call", wash, `washed {"n":1}`},
		{"tool_call", wash, "the user did not approve this call"},
		{"tool_call", `{"name":"mcp__tub__dry"}`, "no server is connected to run it"},
	} {
		if reply := call(ctx, q[0], q[1]); !strings.Contains(reply, q[2]) {
			t.Errorf("%s %s says %s", q[0], q[1], reply)
		}
	}
	s.Show(appOffer("wash", "iron"))
	<-told
	if reply := call(ctx, "tool_search", `{"queries":["iron"]}`); !strings.Contains(reply, "mcp__tub__iron") {
		t.Errorf("after the change: %s", reply)
	}
	// A call that is given up, and one that the end of the service meets, wait for nobody.
	short, giveUp := context.WithCancel(ctx)
	gone := make(chan string, 2)
	go func() { gone <- call(short, "tool_call", wash) }()
	for asked := false; !asked; time.Sleep(time.Millisecond) {
		mu.Lock()
		asked = strings.Contains(came[len(came)-1], "asks to run")
		mu.Unlock()
	}
	giveUp()
	<-gone
	answers <- false
	go func() { gone <- call(context.Background(), "tool_call", wash) }()
	for n := 0; n < 4; time.Sleep(time.Millisecond) {
		mu.Lock()
		n = strings.Count(strings.Join(came, "\n"), "asks to run")
		mu.Unlock()
	}
	stop()
	<-s.over
	answers <- false
	<-ended
	<-gone
	_ = client.Close()
	http.DefaultClient.CloseIdleConnections()
	want := []string{"wash  mcp__tub__wash", `asks to run mcp__tub__wash {"n":1} mcp__tub__wash`, "tool_call mcp__tub__wash: ran mcp__tub__wash"}
	if len(came) < 8 || strings.Join(came[:3], "|") != strings.Join(want, "|") {
		t.Errorf("came %q, want first %q", came, want)
	}
}

// TestApprovalTime is about the two limits: the tool's begins when the user has
// approved the call, and who never answers is said to have never answered.
func TestApprovalTime(t *testing.T) {
	most := serve.CallTime - time.Second
	for _, x := range []struct {
		about          string
		answers, takes time.Duration // 0 for never
		says           string
	}{
		{"both slow", most, most, "washed"},
		{"nobody there", 0, 0, "nobody answered"},
		{"a tool without end", most, 0, "may still be at work"},
	} {
		synctest.Test(t, func(t *testing.T) {
			o := appOffer("wash")
			s := &service{comes: make(chan struct{}, 1), next: o}
			go func() {
				<-s.comes
				if x.answers == 0 {
					return
				}
				time.Sleep(x.answers)
				s.came[0].Ask.Answer(func(ctx context.Context, _ *engine.Entry, _ py.Object) (string, error) {
					if x.takes == 0 {
						<-ctx.Done()
						return "", ctx.Err()
					}
					time.Sleep(x.takes)
					return "washed", ctx.Err()
				})
			}()
			result, _, err := s.execute(t.Context(), serve.Call{Tool: o.World.Session.Deferred[0]})
			said := fmt.Sprint(err)
			if err == nil {
				said = result.Content[0].(*mcp.TextContent).Text
			}
			if !strings.Contains(said, x.says) {
				t.Errorf("%s: %s", x.about, said)
			}
		})
	}
}
