// Package why says why a query finds a tool or not, and what would change that.
//
// A World is what the answer depends on (world.go): a session, the configuration,
// what was passed over on loading. A Journey takes one tool and one query through
// the stations that a tool has to pass to be found (journey.go, stations.go), in
// the order of cli.md's verdict codes; the first that it fails is the verdict. When
// the two share no term, misses.go says what kept them apart. Repairs are changes
// that were tried and work (repair*.go): of the query, of the tool, of a knob, of
// the generation, each with the rank before and after; effect.go tells what one does
// to evaluation cases. margin.go holds a tool against the hit that it has to beat.
package why
