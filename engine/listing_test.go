package engine

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"findable/engine/py"
)

// TestListings tries every budget around the steps of the cases in testdata.
func TestListings(t *testing.T) {
	eachCase(t, "listings.json", func(t *testing.T, c py.Object, rules Rules) {
		groups := testSession(c, rules).Groups
		steps := list(at(c, "steps"))
		longest := 0
		for _, step := range steps {
			text := strings.Join(stringsOf(at(step, "lines")), "\n")
			tokens := (utf8.RuneCountInString(text) + 3) / 4
			if want := integer(at(step, "tokens")); tokens != want {
				t.Errorf("the case itself is wrong: %d tokens, not %d, in\n%s", tokens, want, text)
			}
			longest = max(longest, tokens)
		}
		reached := make([]bool, len(steps))
		for budget := 0; budget <= longest+1; budget++ {
			first := slices.IndexFunc(steps, func(s py.Value) bool { return integer(at(s, "tokens")) <= budget })
			form, text := "none", ""
			if first >= 0 {
				reached[first] = true
				form, text = str(at(steps[first], "form")), strings.Join(stringsOf(at(steps[first], "lines")), "\n")
			}
			l := PlanListing(groups, budget)
			if string(l.Form) != form || l.Text() != text {
				t.Errorf("budget %d\n got %s\n%s\nwant %s\n%s", budget, l.Form, l.Text(), form, text)
			}
			tried := first + 1
			if first < 0 {
				tried = len(steps)
			}
			if len(l.Trail) != tried {
				t.Errorf("budget %d: %d steps tried, want %d", budget, len(l.Trail), tried)
				continue
			}
			for i, try := range l.Trail {
				if want := steps[i]; string(try.Form) != str(at(want, "form")) || try.Tokens != integer(at(want, "tokens")) || try.Fits != (i == first) {
					t.Errorf("budget %d, step %d: %+v", budget, i, try)
				}
			}
		}
		for i, step := range steps {
			if reached[i] == (at(step, "unreachable") == true) {
				t.Errorf("step %d, %s: reached %v", i, at(step, "form"), reached[i])
			}
		}
	})
}

// randomServers makes servers of 0 to 40 tools, most of them tiny, so that
// collapsing a server often makes the text longer.
func randomServers(rng *rand.Rand) []Server {
	words := []string{"get", "list", "Very", "天気", "record", "an-awfully-long-name-of-a-tool", "x", "zone", "é"}
	texts := []string{"", "Short.", "With e.g. a dot! And more.", "天気を調べる。", strings.Repeat("word ", 30), "a\nb\tc", strings.Repeat("y", 80)}
	var servers []Server
	for i := range rng.IntN(8) {
		s := Server{Name: words[rng.IntN(len(words))] + strings.Repeat("s", i)}
		n := rng.IntN(4)
		if rng.IntN(4) == 0 {
			n = rng.IntN(40)
		}
		for j := range n {
			s.Tools = append(s.Tools, Tool{Function: py.Object{
				{Key: "name", Value: fmt.Sprintf("%s_%s%d", words[rng.IntN(len(words))], words[rng.IntN(len(words))], j)},
				{Key: "description", Value: texts[rng.IntN(len(texts))]}}})
		}
		servers = append(servers, s)
	}
	return servers
}

// slowBlock renders one group as the rules say, with no thought for cost.
func slowBlock(label string, tools []*Entry, state State) string {
	head := fmt.Sprintf("%s tools (%d):\n", label, len(tools))
	var lines, names []string
	for _, e := range tools {
		line := "- " + e.Name
		if short := ShortDescription(e.Description()); short != "" {
			line += ": " + short
		}
		lines, names = append(lines, line), append(names, e.Name)
	}
	switch state {
	case ShownFull:
		return head + strings.Join(lines, "\n")
	case ShownNames:
		return head + strings.Join(names, ", ")
	}
	return fmt.Sprintf("%s (%d tools — names not listed; discover via `tool_search`)", label, len(tools))
}

// slowListing renders every step anew and returns the first that fits.
func slowListing(deferred []*Entry, budget int) (Form, string) {
	byLabel := map[string][]*Entry{}
	for _, e := range deferred {
		label := strings.TrimPrefix(e.Toolset, "mcp-")
		byLabel[label] = append(byLabel[label], e)
	}
	var labels []string
	for label, tools := range byLabel {
		labels = append(labels, label)
		slices.SortFunc(tools, func(a, b *Entry) int { return strings.Compare(a.Name, b.Name) })
	}
	slices.Sort(labels)
	if len(labels) == 0 {
		return None, ""
	}
	states := map[string]State{}
	render := func() string {
		text := "Deferred tool catalog (call schemas via `tool_describe`, invoke via `tool_call`):"
		for _, label := range labels {
			text += "\n" + slowBlock(label, byLabel[label], states[label])
		}
		return text
	}
	fits := func(text string) bool { return (len([]rune(text))+3)/4 <= budget }
	for _, all := range []State{ShownFull, ShownNames} {
		for _, label := range labels {
			states[label] = all
		}
		if text := render(); fits(text) {
			return Form(all), text
		}
	}
	order := slices.Clone(labels)
	size := func(label string) int { return len([]rune(slowBlock(label, byLabel[label], ShownNames))) }
	slices.SortStableFunc(order, func(a, b string) int { return size(b) - size(a) })
	for i, label := range order {
		states[label] = ShownSummary
		if text := render(); fits(text) {
			if i == len(order)-1 {
				return Groups, text
			}
			return Mixed, text
		}
	}
	return None, ""
}

// TestListingAgainstSlow compares the degradation with a renderer that writes
// every step out, at random budgets, and holds every figure against the text.
func TestListingAgainstSlow(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	forms := map[Form]int{}
	for range 400 {
		s := Register(Catalog{Servers: randomServers(rng)}).Session(Documented(), Scope{}, nil)
		whole := PlanListing(s.Groups, 1<<30)
		for range 12 {
			budget := rng.IntN(whole.Tokens + 40)
			form, text := slowListing(s.Deferred, budget)
			l := PlanListing(s.Groups, budget)
			if l.Form != form || l.Text() != text {
				t.Fatalf("budget %d of %v\n got %s\n%s\nwant %s\n%s", budget, entryNames(s.Deferred), l.Form, l.Text(), form, text)
			}
			forms[form]++
			checkListing(t, l, budget)
		}
	}
	for _, f := range []Form{Full, Names, Mixed, Groups, None} {
		if forms[f] == 0 {
			t.Errorf("no random catalog came to the form %s: %v", f, forms)
		}
	}
}

// checkListing holds a listing's figures against its own text.
func checkListing(t *testing.T, l Listing, budget int) {
	t.Helper()
	text := l.Text()
	head, parts := l.Parts()
	sum := head
	for _, p := range parts {
		sum += p
	}
	switch {
	case l.Characters != utf8.RuneCountInString(text), l.Tokens != Tokens(l.Characters), sum != l.Tokens, len(parts) != len(l.Groups):
		t.Fatalf("%d characters, %d tokens, parts %d + %v of\n%s", l.Characters, l.Tokens, head, parts, text)
	case l.Form == None && text != "", l.Form != None && l.Tokens > budget:
		t.Fatalf("form %s of %d tokens at budget %d", l.Form, l.Tokens, budget)
	case l.Form != None && !strings.HasPrefix(text, listingHead+"\n"):
		t.Fatalf("the listing begins with %.100q", text)
	case len(l.States) != len(l.Groups):
		t.Fatalf("%d states of %d groups", len(l.States), len(l.Groups))
	}
	for i, try := range l.Trail {
		if last := i == len(l.Trail)-1; try.Fits != (try.Tokens <= budget) || try.Fits && !last || try.Tokens != Tokens(try.Characters) {
			t.Fatalf("budget %d, step %d of %d: %+v", budget, i, len(l.Trail), try)
		}
	}
	for i, state := range l.States {
		want := map[Form]State{Full: ShownFull, Names: ShownNames, Groups: ShownSummary, None: Hidden}[l.Form]
		if len(l.Groups) > 0 && want != "" && state != want || l.Form == Mixed && state != ShownNames && state != ShownSummary {
			t.Fatalf("group %s is %s in a listing %s", l.Groups[i].Label, state, l.Form)
		}
	}
}
