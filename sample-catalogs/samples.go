// Package samples holds the catalogs that findable can open without any file of
// the user's: session files with the dumps they refer to. The small ones are
// embedded as they stand; the large ones are built in memory from tables of
// products, resources and verbs, always the same, when they are first opened.
//
// Products and companies in them are made up, and the wording is ours also
// behind the names of well-known services.
package samples

import (
	"embed"
	"io/fs"
	"sync"
)

//go:embed *.yaml dumps walkthroughs
var embedded embed.FS

// A Sample is one session file to choose from.
type Sample struct {
	// Name is the word for it: default.
	Name string
	// File is the session file's name in FS.
	File string
	// Title is a few words, About one sentence without an end.
	Title, About string
}

// All returns the samples, the default one first.
func All() []Sample {
	return []Sample{
		{"default", "default.yaml", "A cloud platform beside small servers", "3,319 tools of one API and five small servers: tier 1, mixed listing"},
		{"small", "small.yaml", "Three small servers", "31 tools: tier 1, full listing with descriptions"},
		{"core-only", "core-only.yaml", "No servers at all", "the agent's own tools: tier 0, nothing to defer"},
		{"over-budget", "over-budget.yaml", "A server for every team", "308 servers: tier 2, not even their summaries fit"},
		{"awkward", "awkward.yaml", "Awkward names and hostile text", "camelCase, other scripts, no descriptions, collisions, escape sequences, huge tools"},
	}
}

// Names returns the names of the samples, the default one first.
func Names() []string {
	var names []string
	for _, s := range All() {
		names = append(names, s.Name)
	}
	return names
}

// FS returns the file system in which the session files stand at the top and
// the dumps they refer to below. It never changes and is safe for concurrent use.
func FS() fs.FS { return sampleFiles() }

var sampleFiles = sync.OnceValue(func() files {
	f := files{}
	err := fs.WalkDir(embedded, ".", func(name string, d fs.DirEntry, err error) error {
		if err == nil && !d.IsDir() {
			f[name] = func() []byte {
				content, _ := embedded.ReadFile(name) // it is there: the walk has just met it
				return content
			}
		}
		return err
	})
	if err != nil {
		panic(err) // an embedded file system cannot fail
	}
	f["generated/skerry.json"] = sync.OnceValue(func() []byte { return dump(skerry()) })
	f["generated/oversized.json"] = sync.OnceValue(func() []byte { return dump(oversized()) })
	g := newGrammar()
	teams := fleet(g)
	for _, t := range teams {
		f[fleetFile(t)] = sync.OnceValue(func() []byte { return dump(t.tools(g)) })
	}
	f["over-budget.yaml"] = sync.OnceValue(func() []byte { return overBudget(teams) })
	return f
})
