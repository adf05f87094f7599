package text

import (
	"strings"
	"testing"
)

func TestCamelParts(t *testing.T) {
	for word, want := range map[string]string{"getHTMLPage": "get HTML Page", "postMessage": "post Message", "plain": "plain", "ID": "ID", "v2Beta": "v2 Beta", "": "", "aB": "a B",
		"HTTPServer": "HTTP Server", "getURL": "get URL", "v2Users": "v2 Users", "A": "A"} {
		if got := strings.Join(CamelParts(word), " "); got != want {
			t.Errorf("%q: %q, want %q", word, got, want)
		}
	}
}
