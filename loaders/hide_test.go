package loaders

import (
	"strings"
	"testing"
)

func TestHideKeys(t *testing.T) {
	for text, want := range map[string]string{
		"Use sk-proj-a1b2c3d4e5f6g7h8 here.":                                                            "Use *** here.",
		"token=ghp_0123456789abcdefABCDEF0123456789abcd, please":                                        "token=***, please",
		"AKIAIOSFODNN7EXAMPLE":                                                                          "***",
		"postgres://ann:hunter2hunter2@db/x and https://example.com":                                    "postgres://ann:***@db/x and https://example.com",
		"Authorization: Bearer 0a1b2c3d4e5f":                                                            "Authorization: Bearer ***",
		"Authorization: Bearer ${TOKEN}":                                                                "Authorization: Bearer ${TOKEN}",
		"eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0NTY3ODkwIn0.dozjgNryP4J3jVmNHl0w5N_XgL0n3I9PlFUP0THsR8U!": "***!",
		// Words stay.
		"the bearer certificate, key-value-storage-engine, secret_rotation_policy, npm_install_dependencies": "the bearer certificate, key-value-storage-engine, secret_rotation_policy, npm_install_dependencies",
		"http://localhost:8080/mcp at 10:45": "http://localhost:8080/mcp at 10:45",
		"mcp__github__create_issue":          "mcp__github__create_issue",
	} {
		if got := HideKeys(text); got != want {
			t.Errorf("%q becomes %q, want %q", text, got, want)
		}
	}
}

func FuzzHideKeys(f *testing.F) {
	f.Add("sk-proj-a1b2c3d4e5f6g7h8", "and")
	f.Fuzz(func(t *testing.T, before, after string) {
		const key = "ghp_0123456789abcdefABCDEF0123456789abcd"
		if strings.Contains(HideKeys(before+" "+key+" "+after), key) {
			t.Errorf("a key is left between %q and %q", before, after)
		}
	})
}
