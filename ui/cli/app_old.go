package cli

import (
	"cmp"
	"context"
	"errors"
	"path/filepath"
	"slices"

	"findable/loaders"
	"findable/ui"
)

// readOld reads the dump that takes the place of side A, once: it stays as it was when
// the app started.
func (l *loader) readOld(ctx context.Context, s *setup) error {
	r := l.run
	r.old = cmp.Or(r.old, savedPath(s.loaded.Session, oldKey))
	if r.old == "" {
		return nil
	}
	if r.old == "-" && (slices.Contains(l.dumps, "-") || r.cases == "-" || r.queriesFile == "-") {
		return errors.New("standard input is wanted twice; give the others as files")
	}
	if l.old == nil {
		was, _, err := r.openOld(ctx, r.old, s)
		if err != nil {
			return err
		}
		was.source.Name = filepath.Base(filepath.Clean(loaders.ParseSource(r.old).Path))
		if was.source.Name == s.source.Name { // yesterday/tools.json, today/tools.json
			was.source.Name = r.old
		}
		l.old = &ui.Loaded{Source: was.source, Start: was.inputs}
	}
	s.source.Kept.Dump = l.old
	s.source.Kept.View = cmp.Or(s.source.Kept.View, "compare")
	return nil
}
