//go:build !unix && !windows

package live

import (
	"os"
	"os/exec"
)

func ownGroup(*exec.Cmd) {}

func askToEnd(*os.Process) {}

func kill(p *os.Process) { _ = p.Kill() }
