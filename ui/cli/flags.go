package cli

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"findable/engine"
	"findable/loaders/live"
	samples "findable/sample-catalogs"
)

// flags holds what the flags of all commands said.
type flags struct {
	generation, sample, config string
	context                    numbers
	set, enable, disable       []string
	ownGeneration              bool // it was given, and goes before a session's
	json, ascii, noMouse       bool
	theme, preferences, view   string
	press                      string
	size                       size

	tool        string
	term        []string
	failOn      string
	query       []string
	queriesFile string
	cases       string
	topics      string
	edits       string
	limit       numbers
	budgets     numbers
	output      string
	old         string
	format      string
	axis        string
	exitCode    bool
	maxBroken   numbers
	costFlags

	connect []live.Target
	launch  []string

	evalFlags
	playFlags
	serveFlags
}

// common gives the root the flags that every command has.
func (f *flags) common(root *cobra.Command) {
	fs := root.PersistentFlags()
	fs.SortFlags = false
	f.generation = engine.Documented().Name
	generations := choice{&f.generation, generationNames()}
	fs.Var(generations, "generation", "behave as the `GENERATION` "+strings.Join(generations.words, " or "))
	fs.StringVar(&f.config, "config", "", "read tool_search and the context length from `FILE`, a Hermes config.yaml")
	fs.Var(&f.context, "context", "context length of the model in `TOKENS`, 0 for unknown (default 200000)")
	fs.StringArrayVar(&f.set, "set", nil, "set a key of tools.tool_search, `KEY=VALUE` with the value as in the config; repeatable")
	fs.StringSliceVar(&f.enable, "enable", nil, "keep only the core and this `TOOLSET` or server; repeatable")
	fs.StringSliceVar(&f.disable, "disable", nil, "leave out this `TOOLSET` or server; repeatable")
	fs.StringVar(&f.edits, "edits", "", "change tools by the what-ifs of `FILE`: saved ones, or a JSON Patch for a dump")
	named := choice{&f.sample, samples.Names()}
	fs.Var(named, "sample", "open the sample `NAME` instead of dumps: "+strings.Join(named.words, ", "))
	f.connectFlags(root)
	fs.BoolVar(&f.json, "json", false, "print JSON")
	fs.BoolVar(&f.ascii, "ascii", false, "draw and write nothing but ASCII")
	complete(root, "generation", generations.words, cobra.ShellCompDirectiveNoFileComp)
	complete(root, "sample", named.words, cobra.ShellCompDirectiveNoFileComp)
	completeSettings(root)
}

// queryFlags gives a command the flags that queries come by.
func (f *flags) queryFlags(c *cobra.Command) {
	c.Flags().SortFlags = false
	c.Flags().StringArrayVarP(&f.query, "query", "q", nil, "search for `TEXT`; repeatable")
	c.Flags().StringVar(&f.queriesFile, "queries", "", "search for each line of `FILE`, as it stands; - is standard input")
}

// caseFlags gives a command the flags that cases come by.
func (f *flags) caseFlags(c *cobra.Command) {
	c.Flags().StringVar(&f.cases, "cases", "", "read queries and the tools that they should find from `FILE`: YAML, JSONL, CSV, qrels and others")
	c.Flags().StringVar(&f.topics, "topics", "", "read the queries' texts from `FILE`, for cases that name queries by number (qrels)")
}

// preferencesFlag gives a command the flag that says where preferences are.
func (f *flags) preferencesFlag(c *cobra.Command) {
	c.Flags().StringVar(&f.preferences, "preferences", "", "read keys and looks from the folder `DIR` instead of the usual one, none for no folder")
}

// complete tells the shell which words a flag takes.
func complete(c *cobra.Command, flag string, words []string, directive cobra.ShellCompDirective) {
	if err := c.RegisterFlagCompletionFunc(flag, cobra.FixedCompletions(words, directive)); err != nil {
		panic(err) // the flag was defined a moment ago
	}
}

func generationNames() []string {
	var names []string
	for _, g := range engine.Generations() {
		names = append(names, g.Name)
	}
	return names
}

// A choice is a flag that takes one of some words.
type choice struct {
	value *string
	words []string
}

func (c choice) String() string {
	if c.value == nil { // pflag asks a zero value for its default
		return ""
	}
	return *c.value
}

func (c choice) Type() string { return "string" }

func (c choice) Set(word string) error {
	if !slices.Contains(c.words, word) {
		return fmt.Errorf("write one of %s", strings.Join(c.words, ", "))
	}
	*c.value = word
	return nil
}

// numbers is a flag that takes whole numbers, as often as it is given.
type numbers struct {
	values  []int
	minimum int
}

func (n *numbers) String() string { return "" }
func (n *numbers) Type() string   { return "int" }

func (n *numbers) Set(text string) error {
	v, err := strconv.Atoi(text)
	if err != nil || v < n.minimum {
		return errors.New("write a whole number such as 4000, without commas")
	}
	n.values = append(n.values, v)
	return nil
}

// last returns the value that counts where only one does, and whether there is
// one.
func (n *numbers) last() (int, bool) {
	if len(n.values) == 0 {
		return 0, false
	}
	return n.values[len(n.values)-1], true
}

// flagError says of a wrong flag how it is written, or where to look.
func flagError(c *cobra.Command, err error) error {
	var bare *pflag.ValueRequiredError
	if errors.As(err, &bare) {
		wants, _ := pflag.UnquoteUsage(bare.GetFlag())
		return fmt.Errorf("%w; write --%s %s", err, bare.GetFlag().Name, wants)
	}
	var unknown *pflag.NotExistError
	if errors.As(err, &unknown) {
		return fmt.Errorf("%w; %s --help lists the flags", err, c.CommandPath())
	}
	return err
}
