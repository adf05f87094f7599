//go:build !unix

package loaders

import "errors"

func makePipe(string) error { return errors.New("this system has no named pipes") }
