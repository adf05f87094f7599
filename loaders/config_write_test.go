package loaders

import (
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	"findable/engine"
	"findable/engine/py"
)

func anyConfig(r *rand.Rand, rules engine.Rules) engine.Config {
	c := engine.DefaultConfig(rules)
	modes := []engine.Mode{engine.Auto, engine.On, engine.Off}
	some := func(do func()) {
		if r.IntN(2) == 0 {
			do()
		}
	}
	some(func() { c.Enabled = modes[r.IntN(3)] })
	some(func() { c.Listing = modes[r.IntN(3)] })
	some(func() { c.ThresholdPct = []float64{0, 100, 7, 0.5, r.Float64() * 100, 1e-7}[r.IntN(6)] })
	some(func() { c.MaxSearchLimit = 1 + r.IntN(50) })
	c.SearchDefaultLimit = min(c.SearchDefaultLimit, c.MaxSearchLimit)
	some(func() { c.SearchDefaultLimit = 1 + r.IntN(c.MaxSearchLimit) })
	some(func() { c.ListingMaxTokens = 200 + r.IntN(59801) })
	if rules.DefaultDefer != nil {
		some(func() {
			c.Defer = slices.Clone([]string{"memory", "on", "7", "a: b", "# no", "é"}[:r.IntN(7)])
		})
	}
	return c
}

func sameKnobs(t *testing.T, text string, c engine.Config, rules engine.Rules, pinned bool) {
	t.Helper()
	root, fault := configRoot(text)
	if fault != nil {
		t.Fatal(fault)
	}
	section, _ := toolSearch(root)
	got, notices := engine.ReadConfig(section, rules)
	if pinned && c.Enabled == engine.Auto {
		c.Enabled = engine.On
	}
	if len(c.Defer) == 0 {
		c.Defer, got.Defer = nil, got.Defer[:len(got.Defer):len(got.Defer)]
		if len(got.Defer) == 0 {
			got.Defer = nil
		}
	}
	if !reflect.DeepEqual(got, c) {
		t.Fatalf("%s\nis read as %+v, want %+v", text, got, c)
	}
	for _, n := range notices {
		if n.Why != "generation "+rules.Name+" has no such key" {
			t.Fatalf("%s\nis corrected: %v", text, n)
		}
	}
}

func TestConfigYAMLReadsBack(t *testing.T) {
	r := rand.New(rand.NewPCG(7, 7))
	for i := range 2000 {
		for _, rules := range engine.Generations() {
			c, pinned := anyConfig(r, rules), i%2 == 0
			_, differing := c.Section(rules, pinned)
			sameKnobs(t, ConfigYAML(differing), c, rules, pinned)
		}
	}
}

// Shapes of a config.yaml. Where a ~ stands a section or a part of it is expected.
var configTexts = []string{
	"", "# only a remark", "# a\n\n# b\n",
	"model:\n  context_length: 1000 # tokens\n",
	"model: x", "model: x\r\nother: y\r\n",
	"tools:\n", "tools: # here\n\n# there\nmodel: x\n", "tools: null # none\nmodel: x\n", "a: 1\ntools: ~",
	"tools:\n    # about web\n    web: on\n# end\nmodel: x\n",
	"tools:\n  tool_search: false # was off\n  web: on\n", "tools:\n  tool_search:\n", "tools:\n  tool_search: 'off' # quoted",
	"tools:\n  web: 1\n  tool_search:   # find\n      # how much\n      threshold_pct:   12.5   # percent\n\n      listing: \"off\" # blind\n      enabled: Yes\n      strange: 7 # kept\nmodel: x # m\n",
	"tools:\n  tool_search:\n    max_search_limit: 4\n    search_default_limit: 90\n    listing_max_tokens: .inf # too much\n    threshold_pct:  # none\n",
	"# é\ntools:\r\n  tool_search:\r\n    enabled: off # é\r\n    defer:\r\n      - memory\r\n      - todo_list\r\n    listing: off\r\n",
	"tools:\n  tool_search:\n    defer:\n    - a\n    - 'b'\n    enabled: off",
	// A file as people keep it: anchors and flow style elsewhere, a literal that looks like the section.
	"---\n# ~/.hermes/config.yaml\nmodel: &m\n  default: gpt # first\n  context_length: 128000\nauxiliary:\n  <<: *m # the same\nmcp_servers:\n" +
		"  github: {command: npx, args: [-y, \"a #b\"], env: {TOKEN: 'se\tcret'}} # flow\nprompt: |\n  # no comment\n  tools:\n    tool_search:\n      enabled: off\n" +
		"tools:\n\n  # above\n  tool_search: # beside\n\n    # on its own\n    enabled:   on      # spaced\n    listing_max_tokens: 900\n  # below\nlast: \"a\tb\" # end\n",
	"tools:\n tool_search:\n  enabled: off # one\n  threshold_pct: 3\n web: 1\n", // a space a level
	"tools:\n       tool_search:\n            listing: off # deep\n            # inside\n       web: 1\n",
	"\"tools\":\n  'tool_search':\n    \"enabled\": \"off\" # all quoted\n    'listing' : 'off'\n",
	"\ufefftools:\r\n    tool_search:\r\n      # crlf \r\n      enabled: off   # x\r\n\r\n      max_search_limit: 9\r\n    # é天\r\nmodel: {a: [1, 2]}",
	"tools:\n  tool_search:\n    # 天気\n    listing: off\t# after a tab\n    enabled: off \t # both\n",
	"tools:\n  tool_search:\n    listing:\n      off # on its own line\n    enabled: # here\n      # and here\n      off\n",
	"tools:\n  tool_search: 'off'#glued\n", "tools:\n  tool_search:\n    listing: \"off\"# glued\n",
	"a: 1 # x\ntools: {} # empty\n", "tools:\n  tool_search: {} # empty\n  web: 1\n", "tools:\n  tool_search:\n    defer: [] # none\n    listing: off\n",
	"tools:\n  tool_search:\n    defer: # these\n      - todo_list\n    # then\n    listing: off\n",
}

// Shapes in braces: the section is one line, and stays one.
var flowTexts = []string{
	"tools:\n  tool_search: {enabled: on, listing_max_tokens: 900}   # flow\n  web: 1\n", "tools:\n  tool_search: { listing: 'off' , strange: 7, } # x", "tools:\r\n    tool_search: {\"enabled\": \"off\", defer: [a, \"b]\"], threshold_pct: 3}\r\n    # é\r\n",
	"tools: # t\n  tool_search: {defer: [], listing: off} # é {not: this}\n  last: {a: 1} # end\n",
}

// TestEditFlow changes sections in braces: all else is the same to the byte.
func TestEditFlow(t *testing.T) {
	editAll(t, 9, flowTexts, 300, func(old, text string) {
		at, end := strings.Index(old, "{")+1, strings.Index(old, "}")
		if !strings.HasPrefix(text, old[:at]) || !strings.HasSuffix(text, old[end:]) || strings.Count(text, "\n") != strings.Count(old, "\n") {
			t.Fatalf("%q\nhas become %q", old, text)
		}
	})
}

// editAll writes n random configurations of each generation into each text: they read
// back, and a second time changes nothing. Keeps checks what became of the rest.
func editAll(t *testing.T, seed uint64, texts []string, n int, keeps func(old, text string)) {
	t.Helper()
	r := rand.New(rand.NewPCG(seed, seed))
	for i, old := range texts {
		for j := range n {
			for _, rules := range engine.Generations() {
				c, pinned := anyConfig(r, rules), j%2 == 0
				text, fault := withSection(old, c, rules, pinned)
				if fault != nil {
					t.Fatalf("text %d: %v", i, fault)
				}
				sameKnobs(t, text, c, rules, pinned)
				keeps(old, text)
				if again, _ := withSection(text, c, rules, pinned); again != text {
					t.Fatalf("a second time changes %q\nto %q", text, again)
				}
			}
		}
	}
}

// remarks are all comments of a text, with how often each is there.
func remarks(text string) []string {
	var all []string
	for line := range strings.Lines(text) {
		line = strings.NewReplacer(`"# no"`, "", `'# no'`, "").Replace(line) // a name
		if i := strings.Index(line, "#"); i >= 0 {
			all = append(all, strings.TrimSpace(line[i:]))
		}
	}
	return all
}

// besideSection are the lines that do not stand below tool_search and do not name it.
func besideSection(text string) string {
	var b strings.Builder
	deep := -1
	for line := range strings.Lines(text) {
		body := strings.TrimLeft(line, " ")
		indent := len(line) - len(body)
		if deep >= 0 && (indent > deep || strings.TrimSpace(body) == "") {
			continue
		}
		deep = -1
		if strings.HasPrefix(body, "tool_search:") {
			deep = indent
			continue
		}
		b.WriteString(line)
	}
	return b.String()
}

func TestEditKeepsWhatIsNotItsOwn(t *testing.T) {
	editAll(t, 8, configTexts, 200, func(old, text string) {
		if got, want := remarks(text), remarks(old); !slices.Equal(got, want) {
			t.Fatalf("comments of %q\nin %q:\n%q, want %q", old, text, got, want)
		}
		if strings.Contains(old, "tool_search:") && besideSection(text) != besideSection(old) {
			t.Fatalf("%q\nhas become %q", old, text)
		}
	})
}

func TestEditRefuses(t *testing.T) {
	c := engine.DefaultConfig(engine.Documented())
	c.ListingMaxTokens = 900
	for _, old := range []string{
		"{tools: {tool_search: {listing_max_tokens: 5}}}", "tools: {web: on}\n", "tools:\n  tool_search: {listing: off,\n    listing_max_tokens: 500}\n", "tools:\n  tool_search: &f {listing_max_tokens: 500}\n",
		"tools:\n  tool_search: {listing_max_tokens: 500, listing_max_tokens: 600}\n", "tools:\n  tool_search: {listing_max_tokens: &n 500}\n",
		"tools: &t\n  tool_search:\n    listing: off\n", "base: &b {listing: off}\ntools:\n  tool_search:\n    <<: *b\n",
		"tools:\n  tool_search:\n    listing_max_tokens: |\n      700\n", "tools:\n  tool_search:\n    listing_max_tokens: !!int 700\n",
		"tools:\n  tool_search:\n    listing: off\n    listing: on\n", "a: 1\n---\nb: 2\n", "- a\n", "a: 1\n...\n", "a: [\n",
	} {
		if text, fault := withSection(old, c, engine.Documented(), false); fault == nil {
			t.Errorf("%q has become %q", old, text)
		}
	}
}

func TestConfigEditWrite(t *testing.T) {
	name := filepath.Join(t.TempDir(), "config.yaml")
	const old = "model: x # secret\n"
	if err := os.WriteFile(name, []byte(old), 0o600); err != nil {
		t.Fatal(err)
	}
	c := engine.DefaultConfig(engine.Documented())
	c.Listing = engine.Off
	e, err := EditConfig(name, c, engine.Documented(), true)
	if err != nil {
		t.Fatal(err)
	}
	backup, err := e.Write()
	if err != nil {
		t.Fatal(err)
	}
	for file, want := range map[string]string{name: old + "tools:\n  tool_search:\n    enabled: on\n    listing: off\n", backup: old} {
		got, err := os.ReadFile(file)
		info, _ := os.Stat(file)
		if err != nil || string(got) != want || info.Mode().Perm() != 0o600 {
			t.Errorf("%s: %q, %v, %v; want %q", file, got, err, info.Mode(), want)
		}
	}
	if _, err := e.Write(); err == nil || !strings.Contains(err.Error(), "has changed") {
		t.Errorf("written over a file that has changed: %v", err)
	}
}

// TestConfigEditLink writes through a link: it stays one, and so does the file's mode;
// nothing else is left in the folder, and what cannot be written changes nothing.
func TestConfigEditLink(t *testing.T) {
	dir := t.TempDir()
	real, link := filepath.Join(dir, "dotfiles", "hermes.yaml"), filepath.Join(dir, "config.yaml")
	const old = "tools:\n  tool_search:\n    listing: auto # keep\n"
	if err := os.MkdirAll(filepath.Dir(real), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(real, []byte(old), 0o640); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink(filepath.Join("dotfiles", "hermes.yaml"), link); err != nil {
		t.Skip("no links here: ", err)
	}
	c := engine.DefaultConfig(engine.Documented())
	c.Listing = engine.Off
	e, err := EditConfig(link, c, engine.Documented(), false)
	if err != nil {
		t.Fatal(err)
	}
	backup, err := e.Write()
	if err != nil || backup != real+".bak" {
		t.Fatal(backup, err)
	}
	if to, err := os.Readlink(link); err != nil || to != filepath.Join("dotfiles", "hermes.yaml") {
		t.Errorf("the link leads to %q, %v", to, err)
	}
	for file, want := range map[string]string{real: strings.Replace(old, "auto", "off", 1), backup: old} {
		got, err := os.ReadFile(file)
		if info, _ := os.Stat(file); err != nil || string(got) != want || info.Mode().Perm() != 0o640 {
			t.Errorf("%s: %q, %v, %v", file, got, err, info.Mode())
		}
	}
	files, _ := os.ReadDir(filepath.Dir(real))
	if len(files) != 2 {
		t.Errorf("left behind: %v", files)
	}
	// Somebody else writes between the diff and the yes.
	if e, err = EditConfig(link, engine.DefaultConfig(engine.Documented()), engine.Documented(), false); err != nil {
		t.Fatal(err)
	}
	const other = "tools: {} # by hand\n"
	if err := os.WriteFile(real, []byte(other), 0o640); err != nil {
		t.Fatal(err)
	}
	if _, err := e.Write(); err == nil {
		t.Error("written over what somebody else wrote")
	}
	got, _ := os.ReadFile(real)
	kept, _ := os.ReadFile(backup)
	if string(got) != other || string(kept) != old {
		t.Errorf("%q, backup %q", got, kept)
	}
}

func FuzzEditConfig(f *testing.F) {
	for i, text := range slices.Concat(configTexts, flowTexts) {
		f.Add(text, uint64(i))
	}
	f.Fuzz(func(t *testing.T, old string, seed uint64) {
		rules := engine.Generations()[seed%2]
		c := anyConfig(rand.New(rand.NewPCG(seed, 1)), rules)
		text, fault := withSection(old, c, rules, false)
		if fault != nil {
			return
		}
		sameKnobs(t, text, c, rules, false)
		root, _ := configRoot(old)
		section, _ := toolSearch(root)
		if got, want := remarks(text), remarks(old); !strings.Contains(py.Compact(section), "#") && !slices.Equal(got, want) {
			t.Fatalf("comments of %q\nin %q:\n%q, want %q", old, text, got, want)
		}
		if again, fault := withSection(text, c, rules, false); again != text {
			t.Fatal(fmt.Sprintf("a second time changes %q to %q", text, again), fault)
		}
	})
}
