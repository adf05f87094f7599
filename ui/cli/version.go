package cli

import (
	"context"
	"fmt"
	"runtime"
	"runtime/debug"

	"github.com/spf13/cobra"

	"findable/engine"
	"findable/engine/py"
)

func (r *run) version() *cobra.Command {
	c := r.command("version", "Name this build, and the generations that it knows", "Name this build: the release or commit, what it was built with and for, and the generations of\nthe reference that it knows.",
		"  findable version --json", func(context.Context, []string) error { r.printVersion(); return nil })
	c.Args = cobra.NoArgs
	return c
}

func (r *run) printVersion() {
	if !r.json {
		r.line("findable %s", version())
		return
	}
	generations := py.List{}
	for _, g := range engine.Generations() {
		generations = append(generations, g.Name)
	}
	r.printJSON(py.Object{{Key: "schema", Value: "findable.version/1"}, {Key: "version", Value: release()}, {Key: "go", Value: runtime.Version()},
		{Key: "os", Value: runtime.GOOS}, {Key: "arch", Value: runtime.GOARCH}, {Key: "generations", Value: generations}})
}

// version names the build: a release or a commit, and what it was built with.
func version() string {
	return fmt.Sprintf("%s (%s, %s/%s)", release(), runtime.Version(), runtime.GOOS, runtime.GOARCH)
}

// release is the version or the commit that was built.
func release() string {
	if info, ok := debug.ReadBuildInfo(); ok && info.Main.Version != "" {
		return info.Main.Version
	}
	return "of unknown version"
}
