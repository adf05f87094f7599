package samples

import "io/fs"

// Walkthroughs returns the files in FS of the conversations that can be watched, all
// on the default sample, the first one to begin with.
func Walkthroughs() []string {
	files, err := fs.Glob(embedded, "walkthroughs/*.yaml")
	if err != nil {
		panic(err) // the pattern is a good one
	}
	return files
}
