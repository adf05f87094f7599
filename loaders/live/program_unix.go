//go:build unix

package live

import (
	"os"
	"os/exec"
	"syscall"
)

// ownGroup makes a program the head of a session and with that of a process group:
// what it starts belongs to it, it cannot write to the terminal that the app draws
// on, and ctrl-c does not reach it but through us.
func ownGroup(cmd *exec.Cmd) { cmd.SysProcAttr = &syscall.SysProcAttr{Setsid: true} }

// askToEnd and kill signal the whole group, which is there as long as one of its
// processes is; a group that is gone is no error.
func askToEnd(p *os.Process) { _ = syscall.Kill(-p.Pid, syscall.SIGTERM) }

func kill(p *os.Process) { _ = syscall.Kill(-p.Pid, syscall.SIGKILL) }
