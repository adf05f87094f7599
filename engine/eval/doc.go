// Package eval measures how well an engine finds the tools that queries need.
//
// A Case is a query and the tools it should find (case.go). Names says which
// tools of a catalog a written name means (names.go). An engine ranks the tools
// for each query, and Judge holds the ranking against the case (judge.go). Over
// all cases that gives Measures (measure.go), each with the interval in which it
// would lie had other queries of the kind been asked (bootstrap.go). Any engine
// will do: Session makes one of the reference (run.go). Where there are no cases, each
// tool is asked for by its own words (self.go).
//
// Outcomes are parted by server, by need and by script (groups.go, language.go),
// and two tries compared case by case (compare.go). A Lens rewords a sentence as a
// model that knows the catalog would (phrase.go).
//
// The measures are those of cli.md, command eval.
package eval
