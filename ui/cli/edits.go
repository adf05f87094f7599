package cli

import (
	"fmt"
	"os"
	"path/filepath"

	"findable/engine/py"
	"findable/ui"
)

// readEdits takes the what-ifs that the flag names, in the place of a session's.
func (r *run) readEdits(s *setup) error {
	if r.edits == "" {
		return nil
	}
	raw, err := os.ReadFile(r.edits)
	if err != nil {
		return err
	}
	v, err := py.Parse(raw)
	if err != nil {
		return fmt.Errorf("%s: %w", r.edits, err)
	}
	edits, unknown, err := s.source.Registry.ReadEdits(v)
	if err != nil {
		return fmt.Errorf("%s: %w", r.edits, err)
	}
	s.inputs.Edits = edits
	for _, name := range unknown {
		s.source.Notes = append(s.source.Notes, ui.Note{Kind: "what-if", File: filepath.Base(r.edits), Text: "no such tool was loaded, so nothing is changed: " + name})
	}
	return nil
}
