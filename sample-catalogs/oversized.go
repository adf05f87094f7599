package samples

import (
	"fmt"
	"strings"
)

// Sizes of the oversized tools: lines and characters of a description,
// characters of a name, depth of a schema.
const (
	changelogLines = 4000
	wordLength     = 10_000
	nameLength     = 300
	schemaDepth    = 64
)

// oversized returns tools that are too much in one respect each.
func oversized() []tool {
	return []tool{
		{"read_changelog", changelog(), object(fields{text("version")})},
		{"split_word", "Finds the syllables of " + strings.Repeat("pneumonoultra", wordLength/13+1)[:wordLength] + ".", object(fields{text("word")})},
		{strings.Repeat("really_", nameLength/7) + "long_name", "Has a name of some 300 characters.", object(nil)},
		{"configure_everything", "Sets any of two hundred options of a server at once.", object(options())},
		{"nest_deeply", "Takes an object in an object in an object.", object(fields{nested(schemaDepth)})},
	}
}

func text(name string) field { return field{name: name, Type: "string"} }

// changelog is a description that somebody pasted a whole file into.
func changelog() string {
	changes := []string{"faster start", "fewer requests", "a new theme", "better messages", "a leak closed", "times in UTC"}
	parts := []string{"editor", "search", "upload", "login", "export", "billing", "sync"}
	var b strings.Builder
	b.WriteString("Reads the list of changes, which is also given here.\n")
	for i := 1; i < changelogLines; i++ {
		fmt.Fprintf(&b, "- %d.%d.%d: %s, %s\n", i/400, i/20%20, i%20, parts[i%len(parts)], changes[i%len(changes)])
	}
	return strings.TrimSuffix(b.String(), "\n")
}

// options are twenty parts with ten settings each.
func options() fields {
	parts := strings.Fields("http tls cache proxy session upload cookie log metrics trace mail queue search database storage login backup report theme limit")
	settings := strings.Fields("enabled:bool timeout_seconds:int retries:int level path format max_size:int hosts:list labels:map mode:strict/loose")
	var all fields
	for _, part := range parts {
		for _, setting := range settings {
			all = append(all, readFields(part+"_"+setting, nil)...)
		}
	}
	return all
}

// nested is an object inside an object, depth levels of it.
func nested(depth int) field {
	if depth == 0 {
		return text("end")
	}
	return field{name: "inner", Type: "object", Properties: fields{nested(depth - 1)}}
}
