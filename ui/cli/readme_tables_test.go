package cli

import (
	"encoding/json"
	"os"
	"regexp"
	"strings"
	"testing"

	"github.com/spf13/pflag"

	"findable/engine/audit"
	"findable/engine/why"
	"findable/themes"
	"findable/ui/uitest"
)

// TestReadmeTables holds the tables of the README to the code that they are made from.
func TestReadmeTables(t *testing.T) {
	uitest.Readme(t, readme, func(text string) string {
		for _, x := range []struct{ name, table string }{
			{"commands", commandTable()}, {"flags", flagTable()}, {"variables", variableTable()}, {"statuses", statusTable(t)},
			{"formats", formatTable(t)}, {"engines", engineTable()}, {"themes", themeTable(t)},
			{"verdicts", verdictTable(t)}, {"findings", findingTable()},
		} {
			text = uitest.Between(t, text, x.name, x.table)
		}
		return text
	})
}

// table writes a table in Markdown; a cell's own bars are escaped.
func table(head []string, rows [][]string) string {
	var b strings.Builder
	write := func(cells []string) {
		for _, c := range cells {
			b.WriteString("| " + strings.ReplaceAll(c, "|", `\|`) + " ")
		}
		b.WriteString("|\n")
	}
	write(head)
	b.WriteString(strings.Repeat("| --- ", len(head)) + "|\n")
	for _, r := range rows {
		write(r)
	}
	return b.String()
}

func code(text string) string { return "`" + text + "`" }

func commandTable() string {
	root := (&run{}).root()
	root.InitDefaultCompletionCmd()
	var rows [][]string
	for _, c := range root.Commands() {
		use := strings.NewReplacer(" [FLAGS]", "", " [DUMP...]", "").Replace(c.Use)
		rows = append(rows, []string{code("findable " + use), c.Short})
	}
	return table([]string{"command", "what it does"}, rows)
}

// flagTable lists the flags that every command has.
func flagTable() string {
	var rows [][]string
	(&run{}).root().PersistentFlags().VisitAll(func(f *pflag.Flag) {
		value, usage := pflag.UnquoteUsage(f)
		if f.DefValue != "" && f.DefValue != "false" && f.DefValue != "[]" {
			usage += " (default " + f.DefValue + ")"
		}
		rows = append(rows, []string{code(strings.TrimSpace("--" + f.Name + " " + value)), usage})
	})
	return table([]string{"flag", "what it does"}, rows)
}

func variableTable() string {
	root := (&run{}).root()
	var rows [][]string
	for _, name := range fromEnvironment {
		f := root.Flags().Lookup(name)
		if f == nil {
			f = root.PersistentFlags().Lookup(name)
		}
		value, _ := pflag.UnquoteUsage(f)
		rows = append(rows, []string{code(variable(name)), code(strings.TrimSpace("--" + name + " " + value))})
	}
	return table([]string{"variable", "stands for"}, rows)
}

// statusTable reads the statuses from what every help says of them.
func statusTable(t *testing.T) string {
	_, said, ok := strings.Cut(usageTemplate, "Exit status: ")
	if !ok {
		t.Fatal("the help does not tell the exit statuses")
	}
	var rows [][]string
	for _, s := range regexp.MustCompile(`(\d) (.+?)(?:, (?:\d)|\.\n)`).FindAllStringSubmatch(regexp.MustCompile(`, (\d) `).ReplaceAllString(said, ".\n$1 "), -1) {
		rows = append(rows, []string{s[1], s[2]})
	}
	return table([]string{"status", "means"}, rows)
}

// formatTable reads the formats from the table in the loaders' documentation, which a
// test there holds to the code.
func formatTable(t *testing.T) string {
	raw, err := os.ReadFile("../../loaders/doc.go")
	if err != nil {
		t.Fatal(err)
	}
	var rows [][]string
	for _, row := range regexp.MustCompile(`(?m)^//\t(?:\d+|-) +(.{38}) +.*?  +(\S.*)$`).FindAllStringSubmatch(string(raw), -1) {
		var files []string
		for file := range strings.SplitSeq(row[2], ", ") {
			files = append(files, code(file))
		}
		rows = append(rows, []string{strings.TrimSpace(row[1]), strings.Join(files, ", ")})
	}
	return table([]string{"what", "read in loaders by"}, rows)
}

func engineTable() string {
	var rows [][]string
	for _, c := range contenders() {
		about := c.about
		if c.source != "" {
			about += "; " + c.source
		}
		rows = append(rows, []string{code(c.key), c.kindText(), about})
	}
	return table([]string{"engine", "whose", "what"}, rows)
}

func themeTable(t *testing.T) string {
	var rows [][]string
	for _, name := range themes.Names() {
		theme, err := themes.Named(name, true)
		if err != nil {
			t.Fatal(err)
		}
		rows = append(rows, []string{code(name), theme.About})
	}
	return table([]string{"theme", "what for"}, append(rows, []string{code(themes.Auto), "dark or light, by the terminal's background"}))
}

// verdictTable lists the verdicts in the order of the schema, each with its sentence.
func verdictTable(t *testing.T) string {
	raw, err := os.ReadFile("schemas/why.json")
	if err != nil {
		t.Fatal(err)
	}
	var schema struct {
		Properties struct {
			Verdict struct{ Enum []why.Verdict }
		}
	}
	if err := json.Unmarshal(raw, &schema); err != nil {
		t.Fatal(err)
	}
	var rows [][]string
	for _, v := range schema.Properties.Verdict.Enum {
		if v.Sentence() == "" {
			t.Errorf("the verdict %s says nothing", v)
		}
		rows = append(rows, []string{code(string(v)), v.Sentence()})
	}
	return table([]string{"verdict", "means"}, rows)
}

func findingTable() string {
	var rows [][]string
	for _, k := range audit.Kinds() {
		rows = append(rows, []string{code(string(k)), k.Meaning(), k.Remedy()})
	}
	return table([]string{"finding", "means", "what helps"}, rows)
}
