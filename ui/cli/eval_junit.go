package cli

import (
	"encoding/xml"
	"fmt"
	"os"
	"strings"

	"findable/engine/eval"
	"findable/ui"
)

// The parts of JUnit's XML that CI systems read.
type (
	junitSuites struct {
		XMLName xml.Name     `xml:"testsuites"`
		Suites  []junitSuite `xml:"testsuite"`
	}
	junitSuite struct {
		Name     string      `xml:"name,attr"`
		Tests    int         `xml:"tests,attr"`
		Failures int         `xml:"failures,attr"`
		Cases    []junitCase `xml:"testcase"`
	}
	junitCase struct {
		Class   string        `xml:"classname,attr"`
		Name    string        `xml:"name,attr"`
		Failure *junitFailure `xml:"failure"`
	}
	junitFailure struct {
		Type    string `xml:"type,attr"`
		Message string `xml:"message,attr"`
	}
)

// writeJUnit writes the cases of each engine as tests, and the gates as those of one
// suite more.
func (r *run) writeJUnit(e *evaluation) error {
	var all junitSuites
	for _, t := range e.trials {
		suite := junitSuite{Name: "findable eval, engine " + t.key}
		if t.kind != ui.Reference {
			suite.Name += " (" + t.kindText() + ")"
		}
		for i, o := range t.Outcomes {
			suite.add(t.key, caseName(i, o.Case), failureOf(o, t.Limit))
		}
		all.Suites = append(all.Suites, suite)
	}
	if len(e.passed) > 0 {
		suite := junitSuite{Name: "findable eval, gates"}
		for _, p := range e.passed {
			var failure *junitFailure
			if !p.met {
				failure = &junitFailure{"gate", p.String()}
			}
			suite.add("gates", p.figure, failure)
		}
		all.Suites = append(all.Suites, suite)
	}
	raw, err := xml.MarshalIndent(all, "", "  ")
	if err != nil {
		return err
	}
	text := xml.Header + string(raw) + "\n"
	if r.junit == "-" {
		r.out.WriteString(text)
		return nil
	}
	if err := os.WriteFile(r.junit, []byte(text), 0o644); err != nil {
		return fmt.Errorf("--junit: %w", err)
	}
	return nil
}

func (s *junitSuite) add(class, name string, failure *junitFailure) {
	s.Tests++
	if failure != nil {
		s.Failures++
	}
	s.Cases = append(s.Cases, junitCase{class, name, failure})
}

// caseName tells a case from others of the same query.
func caseName(i int, c eval.Case) string {
	if c.ID != "" {
		return c.ID + ": " + c.Query
	}
	return fmt.Sprintf("%d: %s", i+1, c.Query)
}

// failureOf says what a case does not find within the limit, nil when it finds all.
func failureOf(o eval.Outcome, limit int) *junitFailure {
	if o.Found(limit) {
		return nil
	}
	f := &junitFailure{Type: "not_found"}
	if len(o.Unknown) == len(o.Case.Expect) {
		f.Type = "not_loaded"
	}
	var missing []string
	for i, w := range o.Case.Expect {
		switch rank := o.Ranks[i]; {
		case rank == 0:
			missing = append(missing, w.Name+" has no rank")
		case rank > limit:
			missing = append(missing, fmt.Sprintf("%s has rank %d", w.Name, rank))
		}
	}
	f.Message = fmt.Sprintf("within the limit of %d: %s", limit, strings.Join(missing, ", "))
	if o.Fault != nil {
		f.Type, f.Message = "refused", o.Fault.Error()
	}
	return f
}
