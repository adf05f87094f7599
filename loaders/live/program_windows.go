package live

import (
	"os"
	"os/exec"
	"strconv"
	"syscall"
)

// ownGroup keeps ctrl-c in the console from a program: it reaches it through us.
func ownGroup(cmd *exec.Cmd) {
	cmd.SysProcAttr = &syscall.SysProcAttr{CreationFlags: syscall.CREATE_NEW_PROCESS_GROUP}
}

// askToEnd does nothing: there is no signal to ask with, and the closed input has
// asked already.
func askToEnd(*os.Process) {}

// kill ends a program and those that it has started. When it is gone itself, there
// is no way to find them.
func kill(p *os.Process) {
	if exec.Command("taskkill", "/T", "/F", "/PID", strconv.Itoa(p.Pid)).Run() != nil {
		_ = p.Kill()
	}
}
