package live

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"sync/atomic"
)

// messages is the standard output of a program without the lines that are no
// messages: banners and logs that have no place there. The client library would
// stop at them.
type messages struct {
	from  *bufio.Reader
	wire  *wire
	rest  []byte // of the message that is being read
	other atomic.Int64
	long  atomic.Bool // it was stopped for errTooLong
}

var errTooLong = fmt.Errorf("sends a message of more than %d MB", maxMessage>>20)

// Read implements io.Reader.
func (m *messages) Read(b []byte) (int, error) {
	for len(m.rest) == 0 {
		line, err := m.line()
		if err != nil {
			return 0, err
		}
		if isMessage(line) {
			m.wire.received(line)
			m.rest = line
		} else if len(bytes.TrimSpace(line)) > 0 {
			m.other.Add(1)
		}
	}
	n := copy(b, m.rest)
	m.rest = m.rest[n:]
	return n, nil
}

// Close does nothing: the output ends with the program.
func (m *messages) Close() error { return nil }

// line reads one line with its end.
func (m *messages) line() ([]byte, error) {
	var line []byte
	for {
		part, err := m.from.ReadSlice('\n')
		line = append(line, part...)
		switch {
		case len(line) > maxMessage:
			m.long.Store(true)
			return nil, errTooLong
		case err == nil:
			return line, nil
		case err == io.EOF && len(line) > 0:
			return append(line, '\n'), nil
		case !errors.Is(err, bufio.ErrBufferFull):
			return nil, err
		}
	}
}

// isMessage reports whether a line is JSON that may be a message or a batch.
func isMessage(line []byte) bool {
	line = bytes.TrimSpace(line)
	return len(line) > 0 && (line[0] == '{' && bytes.Contains(line, []byte(`"jsonrpc"`)) || line[0] == '[' && bytes.HasPrefix(bytes.TrimSpace(line[1:]), []byte("{"))) && json.Valid(line)
}
