package cli

import (
	"fmt"
	"regexp"
	"strings"
	"testing"
	"unicode"

	"findable/engine/py"
	"findable/ui/cell"
)

// The app and the commands are asked the same questions and give the same numbers.
func TestAppAndCommandsAgree(t *testing.T) {
	asks := []struct{ sample, query string }{
		{"default", "create issue"}, {"small", "create event"}, {"awkward", "list files"}, {"over-budget", "send message"}, {"core-only", "read"},
	}
	for _, ask := range asks {
		for _, knobs := range [][]string{nil, {"--generation", "latest"}, {"--context", "16000", "--set", "search_default_limit=3"}} {
			t.Run(fmt.Sprint(ask.sample, knobs), func(t *testing.T) {
				args := append([]string{"--sample", ask.sample}, knobs...)
				checkReport(t, args, ask.query)
				checkHits(t, args, ask.query)
			})
		}
	}
}

func checkReport(t *testing.T, args []string, query string) {
	report := callJSON(t, append([]string{"report"}, args...)...)
	screen := call(t, append([]string{"--print", "listing", "--size", "200x50", "-q", query}, args...)...)
	want := []string{
		fmt.Sprintf("TIER %d", number(report, "tier")),
		fmt.Sprintf("%s deferred", cell.Number(number(report, "deferred"))),
		fmt.Sprintf("%s tok", cell.Number(number(report, "eager_tokens"))),
	}
	if number(report, "tier") > 0 {
		want = append(want, report.Text("form"), fmt.Sprintf("listing %s/%s tok", cell.Number(number(report, "listing_tokens")), cell.Number(number(report, "budget"))),
			fmt.Sprintf("%s tok", cell.Number(number(report, "bridge_tokens"))))
	}
	for _, w := range want {
		if !strings.Contains(screen, w) {
			t.Errorf("the report says %q, the app does not:\n%s", w, screen)
		}
	}
}

var hitRow = regexp.MustCompile(`(?m)│[ ·›]+(\d+) +(exact|name|[0-9.]+) [^│]*`)

func checkHits(t *testing.T, args []string, query string) {
	search := callJSON(t, append([]string{"search", "-q", query}, args...)...)
	screen := call(t, append([]string{"--print", "tune", "--size", "200x50", "-q", query}, args...)...)
	first := list(search, "results")[0].(py.Object)
	hits := list(first, "hits")
	rows := hitRow.FindAllStringSubmatch(screen, -1)
	if len(rows) < len(hits) {
		t.Fatalf("%d hits, but %d rows:\n%s", len(hits), len(rows), screen)
	}
	for i, h := range hits {
		hit := h.(py.Object)
		score, _ := hit.Get("score")
		if f, is := score.(py.Number); is && rows[i][2] != fmt.Sprintf("%.3f", f.Float()) {
			t.Errorf("hit %d scores %.3f, in the app %s", i+1, f.Float(), rows[i][2])
		}
		bare := hit.Text("name")
		bare = strings.TrimPrefix(bare[strings.LastIndex(bare, "__")+1:], "_")
		if row := strings.Map(nameCharacter, rows[i][0]); !strings.Contains(row, bare) {
			t.Errorf("hit %d is %s, in the app %s", i+1, bare, row)
		}
	}
	if n := number(first, "matched"); n > 0 && !strings.Contains(screen, "of "+cell.Number(n)+" match") {
		t.Errorf("%d matches, which the app does not say:\n%s", n, screen)
	}
}

// nameCharacter is what a character of a tool's name becomes in the name that the
// model sees.
func nameCharacter(c rune) rune {
	if c < 128 && (c == '_' || unicode.IsLetter(c) || unicode.IsDigit(c)) {
		return c
	}
	return '_'
}
