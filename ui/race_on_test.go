//go:build race

package ui

// The race detector allocates on its own.
const raceDetector = true
