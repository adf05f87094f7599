package text

import (
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"testing"
)

// recorded is the path of a file of the reference's recorded answers.
func recorded(t *testing.T, name string) string {
	t.Helper()
	path := filepath.Join("..", "..", "..", "shared", "parity", name)
	if _, err := os.Stat(path); err != nil {
		t.Skipf("no recorded answers beside the project: %v", err)
	}
	return path
}

func TestRecordedStems(t *testing.T) {
	table := rows(t, recorded(t, "stems.tsv"))
	for _, row := range table {
		word, want := row[0], row[1]
		if got := Stem(word); got != want {
			t.Errorf("Stem(%q) = %q, want %q", word, got, want)
		}
		if got := snowball(word); got != want {
			t.Errorf("snowball(%q) = %q, want %q", word, got, want)
		}
	}
	if len(table) != 37_003 {
		t.Errorf("%d rows", len(table))
	}
}

func TestRecordedCases(t *testing.T) {
	data, err := os.ReadFile(recorded(t, "cases.json"))
	if err != nil {
		t.Fatal(err)
	}
	var file struct {
		Cases []struct {
			ID    string
			Input struct {
				Stems    []string
				Tokenize []string
			}
			Documented struct {
				Stems    map[string]string
				Tokenize [][]string
			}
		}
	}
	if err := json.Unmarshal(data, &file); err != nil {
		t.Fatal(err)
	}
	checked := 0
	for _, c := range file.Cases {
		for _, word := range c.Input.Stems {
			checked++
			if got, want := Stem(word), c.Documented.Stems[word]; got != want {
				t.Errorf("%s: Stem(%q) = %q, want %q", c.ID, word, got, want)
			}
		}
		for i, s := range c.Input.Tokenize {
			checked++
			if got, want := Tokens(s), c.Documented.Tokenize[i]; !slices.Equal(got, want) {
				t.Errorf("%s: Tokens(%q) = %q, want %q", c.ID, s, got, want)
			}
		}
	}
	if checked == 0 {
		t.Error("cases.json holds neither stems nor texts to tokenise")
	}
}
