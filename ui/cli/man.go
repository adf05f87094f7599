package cli

import (
	"bytes"
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/cobra/doc"

	"findable/engine"
)

func (r *run) man() *cobra.Command {
	var c *cobra.Command
	c = r.command("man [FOLDER]", "Write the manual pages, one a command",
		"Write the manual pages into a folder, one a command; without a folder the page of findable itself\nis printed.",
		"  findable man | man -l -\n  findable man ~/.local/share/man/man1",
		func(_ context.Context, args []string) error { return r.writeManual(c.Root(), args) })
	c.Args = cobra.MaximumNArgs(1)
	return c
}

func (r *run) writeManual(root *cobra.Command, args []string) error {
	if r.json {
		return errors.New("findable man prints no JSON; leave out --json")
	}
	root.DisableAutoGenTag = true
	if len(args) == 0 {
		page, err := manualPage(root)
		r.out.Write(page)
		return err
	}
	if err := os.MkdirAll(args[0], 0o777); err != nil {
		return err
	}
	pages := 0
	var write func(c *cobra.Command) error
	write = func(c *cobra.Command) error {
		if !c.IsAvailableCommand() && c != root {
			return nil
		}
		page, err := manualPage(c)
		if err != nil {
			return err
		}
		pages++
		name := strings.ReplaceAll(c.CommandPath(), " ", "-") + ".1"
		if err := os.WriteFile(filepath.Join(args[0], name), page, 0o666); err != nil {
			return err
		}
		for _, sub := range c.Commands() {
			if err := write(sub); err != nil {
				return err
			}
		}
		return nil
	}
	if err := write(root); err != nil {
		return err
	}
	r.line("%s in %s; `man findable` finds them when the folder is in its path", engine.Plural(pages, "page", "pages"), r.glyphs().Clean(args[0]))
	return nil
}

// manualPage is the page of one command. It names no day, so that it is the same
// whenever it is made.
func manualPage(c *cobra.Command) ([]byte, error) {
	const undated = "Jan 0001"
	var page bytes.Buffer
	head := &doc.GenManHeader{Section: "1", Source: "findable", Manual: "findable", Date: &time.Time{}}
	err := doc.GenMan(c, head, &page)
	return bytes.Replace(page.Bytes(), []byte(undated), nil, 1), err
}
