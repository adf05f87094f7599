package cli

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"findable/engine"
	"findable/engine/eval"
	"findable/loaders"
)

func (r *run) diff() *cobra.Command {
	c := r.command("diff OLD NEW [FLAGS]", "Compare two dumps: tools, listing, what a prompt cache loses, ranks",
		`Compare two dumps of the same servers, yesterday's and today's: tools that came, went or changed
and how, what that does to tier, listing and costs, what a prompt cache loses, and which queries
and cases find something else. OLD and NEW are files, folders or session files. Where each is one
server and only the names of their files differ, both are read under the name of NEW.`,
		"  findable diff yesterday/ today/\n  findable diff --cases queries.yaml --max-broken 0 old.json new.json\n  findable diff github=monday.json github=tuesday.json", r.runDiff)
	r.queryFlags(c)
	r.caseFlags(c)
	c.Flags().BoolVar(&r.exitCode, "exit-code", false, "exit with 1 when anything differs")
	c.Flags().Var(&r.maxBroken, "max-broken", "exit with 1 when more than `N` cases find less within the limit than before")
	return c
}

// A difference is what diff prints.
type difference struct {
	old, new string // as they were given
	as       string // the name that both are read under, "" where each has its own
	engine.Comparison
	changed []changedTool
	cases   *eval.Comparison // nil without cases
}

// A changedTool is a tool of both sides with what changed of its definition.
type changedTool struct {
	name    string
	changes []engine.KeyChange
}

func (r *run) runDiff(ctx context.Context, dumps []string) error {
	switch {
	case len(dumps) != 2:
		return errors.New("diff needs two dumps; write findable diff OLD NEW")
	case len(r.maxBroken.values) > 0 && r.cases == "":
		return errors.New("--max-broken counts cases; write --cases queries.yaml too")
	case dumps[0] == "-" && dumps[1] == "-", r.cases == "-" && slices.Contains(dumps, "-"), r.cases == "-" && r.queriesFile == "-":
		return errors.New("standard input is wanted twice; give the others as files")
	}
	queries, err := r.queries(dumps)
	if err != nil {
		return err
	}
	var set loaders.CaseSet
	if r.cases != "" {
		if set, err = loaders.ReadCases(ctx, r.cases, r.topics, loaders.Options{Stdin: r.stdin.again()}); err != nil {
			return err
		}
	}
	was, now, as, err := r.openBoth(ctx, dumps[0], dumps[1])
	if err != nil {
		return err
	}
	r.warn(was.source.Notes, was.notices)
	r.warn(now.source.Notes, now.notices)
	d := newDifference(was, now, queries)
	d.old, d.new, d.as = dumps[0], dumps[1], as
	if r.cases != "" {
		if err := d.compareCases(ctx, set.Cases); err != nil {
			return err
		}
	}
	if r.json {
		r.printJSON(d.json())
	} else {
		r.printDiff(d)
	}
	if most, ok := r.maxBroken.last(); ok {
		if n := len(d.cases.Broken()); n > most {
			r.tell(fmt.Sprintf("%s where %s allowed", engine.Plural(n, "case finds less", "cases find less"), engine.Plural(most, "is", "are")))
			return errGate
		}
	}
	if r.exitCode && !d.same() {
		return errGate
	}
	return nil
}

// openBoth opens two dumps, the first as openOld does.
func (r *run) openBoth(ctx context.Context, old, new string) (was, now *setup, as string, err error) {
	if now, err = r.open(ctx, []string{new}); err != nil {
		return nil, nil, "", err
	}
	was, as, err = r.openOld(ctx, old, now)
	return was, now, as, err
}

// openOld opens an older dump to hold another one against. What-ifs and running
// servers belong to the other one alone. Where each is one server or toolset that its
// file gave a name of its own, the old one is read under the name of the new one,
// which is returned.
func (r *run) openOld(ctx context.Context, old string, now *setup) (was *setup, as string, err error) {
	own := *r
	own.edits, own.keeper, own.connect, own.launch, own.sample = "", nil, nil, nil, ""
	if was, err = own.open(ctx, []string{old}); err != nil {
		return nil, "", err
	}
	name := soleName(now.loaded.Catalog)
	if name == "" || soleName(was.loaded.Catalog) == "" || soleName(was.loaded.Catalog) == name || strings.Contains(old, "=") {
		return was, "", nil
	}
	named, err := own.open(ctx, []string{name + "=" + old})
	if err != nil || soleName(named.loaded.Catalog) != name {
		return was, "", nil // its own name stands in the dump
	}
	return named, name, nil
}

// soleName returns the name of a catalog's only server or plugin toolset, "" when it
// has others.
func soleName(c engine.Catalog) string {
	switch {
	case len(c.Servers) == 1 && len(c.Toolsets) == 0:
		return c.Servers[0].Name
	case len(c.Servers) == 0 && len(c.Toolsets) == 1:
		return c.Toolsets[0].Name
	}
	return ""
}

func newDifference(was, now *setup, queries []string) *difference {
	world := func(s *setup) engine.World {
		return engine.NewWorld(s.session(), s.inputs.Effective(), s.inputs.Context)
	}
	d := &difference{Comparison: engine.Compare(world(was), world(now), queries)}
	for _, name := range d.Tools.Changed {
		before, _ := d.Before.Session.Registry.Lookup(name)
		after, _ := d.After.Session.Registry.Lookup(name)
		d.changed = append(d.changed, changedTool{name, engine.KeyChanges(before, after)})
	}
	return d
}

// compareCases runs the cases on both sides.
func (d *difference) compareCases(ctx context.Context, cases []eval.Case) error {
	var tries []eval.Try
	for i, w := range []engine.World{d.Before, d.After} {
		outcomes, err := eval.Run(ctx, eval.NewSession(w.Session, w.Config), cases, nil)
		if err != nil {
			return err
		}
		tries = append(tries, eval.NewTry(i+1, []string{d.old, d.new}[i], w.Config.SearchDefaultLimit, outcomes))
	}
	c := eval.Compare(tries[0], tries[1])
	d.cases = &c
	return nil
}

// moved returns the cases whose wanted tools have other ranks.
func (d *difference) moved() []eval.Change {
	if d.cases == nil {
		return nil
	}
	return slices.DeleteFunc(slices.Clone(d.cases.Changes), func(c eval.Change) bool { return slices.Equal(c.Before.Ranks, c.After.Ranks) })
}

// same reports whether nothing differs.
func (d *difference) same() bool { return d.Empty() && len(d.moved()) == 0 }
