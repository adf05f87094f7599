package cli

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"path/filepath"
	"strings"
	"testing"
)

// guards make a function safe to run in a goroutine of its own.
var guards = map[string]bool{"Caught": true, "beside": true, "Beside": true}

// withoutGuard are the functions with goroutines that do without, and why.
var withoutGuard = map[string]string{
	"ui/run.go Run":                     "what it runs is a command that is guarded",
	"ui/term/suspend_unix.go Continued": "what it runs is guarded by who hands it in",
	"loaders/live/live.go Connect":      "panics are taken to who waits for it",
	"ui/cli/serve.go runServe":          "there is no screen",
}

// TestGoroutinesAreGuarded reads the program: a panic in a goroutine that nothing
// guards would leave the terminal in raw mode.
func TestGoroutinesAreGuarded(t *testing.T) {
	const top = "../.."
	needed := map[string]bool{}
	err := filepath.WalkDir(top, func(path string, d fs.DirEntry, err error) error {
		name := filepath.ToSlash(strings.TrimPrefix(path, top+string(filepath.Separator)))
		if err != nil || d.IsDir() || !strings.HasSuffix(name, ".go") || strings.HasSuffix(name, "_test.go") || strings.HasPrefix(name, "ui/uitest/") {
			return err
		}
		files := token.NewFileSet()
		file, err := parser.ParseFile(files, path, nil, parser.SkipObjectResolution)
		if err != nil {
			return err
		}
		for _, d := range file.Decls {
			f, ok := d.(*ast.FuncDecl)
			if !ok {
				continue
			}
			ast.Inspect(f, func(n ast.Node) bool {
				if at := begins(n); at != nil && !guarded(at) {
					where := name + " " + f.Name.Name
					if needed[where] = true; withoutGuard[where] == "" {
						t.Errorf("%s begins a goroutine that nothing guards", files.Position(n.Pos()))
					}
				}
				return true
			})
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	for where := range withoutGuard {
		if !needed[where] {
			t.Errorf("%s needs no exception", where)
		}
	}
}

// begins returns what a node runs in a goroutine: the function of a go statement or of
// sync.WaitGroup's Go, nil for other nodes.
func begins(n ast.Node) ast.Expr {
	switch n := n.(type) {
	case *ast.GoStmt:
		return n.Call.Fun
	case *ast.CallExpr:
		if method, ok := n.Fun.(*ast.SelectorExpr); ok && method.Sel.Name == "Go" && len(n.Args) == 1 {
			return n.Args[0]
		}
	}
	return nil
}

// guarded reports whether a function is what a guard has made of one.
func guarded(f ast.Expr) bool {
	call, ok := f.(*ast.CallExpr)
	if !ok {
		return false
	}
	switch by := call.Fun.(type) {
	case *ast.Ident:
		return guards[by.Name]
	case *ast.SelectorExpr:
		return guards[by.Sel.Name]
	}
	return false
}
