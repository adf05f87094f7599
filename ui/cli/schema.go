package cli

import (
	"context"
	"embed"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"
)

// schemas are the JSON Schemas of what the commands print with --json, each named
// after its command. They name every member; more may be added to a shape, what is
// there keeps name, type and meaning (cli.md).
//
//go:embed schemas/*.json
var schemas embed.FS

// schemaNames are the commands that have a schema.
func schemaNames() []string {
	files, err := schemas.ReadDir("schemas")
	if err != nil {
		panic(err) // it is embedded
	}
	var names []string
	for _, f := range files {
		names = append(names, strings.TrimSuffix(f.Name(), ".json"))
	}
	return names
}

func (r *run) schema() *cobra.Command {
	c := r.command("schema [COMMAND]", "Print the JSON Schema of what a command prints with --json",
		"Print the JSON Schema (2020-12) of what a command prints with --json, or the names of the commands\nthat have one.",
		"  findable schema search\n  findable schema", func(_ context.Context, args []string) error { return r.printSchema(args) })
	c.Args = cobra.MaximumNArgs(1)
	c.ValidArgs = schemaNames()
	return c
}

func (r *run) printSchema(args []string) error {
	if r.json {
		return errors.New("a schema is JSON already; leave out --json")
	}
	if len(args) == 0 {
		for _, name := range schemaNames() {
			r.line("%s", name)
		}
		return nil
	}
	if !slices.Contains(schemaNames(), args[0]) {
		return fmt.Errorf("%q has no schema; write one of %s", args[0], strings.Join(schemaNames(), ", "))
	}
	text, err := schemas.ReadFile("schemas/" + args[0] + ".json")
	if err != nil {
		return err
	}
	r.out.Write(text)
	return nil
}
