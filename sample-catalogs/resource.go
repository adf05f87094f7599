package samples

import (
	"fmt"
	"hash/fnv"
	"strings"
)

// A resource is what tools of a generated catalog act on, such as the DNS
// records of a zone.
type resource struct {
	// group is the product or department, path the place in it: zones, records.
	group string
	path  []string
	// parent is the resource whose path is one shorter; nil at the top and where
	// that path is only a place, with no row of its own.
	parent *resource
	// one, many and what are the words for it: DNS record, DNS records, and a
	// definition that goes on after a colon.
	one, many, what string
	// sole says that its parent has exactly one, which needs no ID.
	sole bool
	// regional says that every region has a copy of the whole.
	regional bool
	fields   fields
	actions  []action
	// blanks fills the blanks of descriptions with these words.
	blanks *strings.Replacer
}

// An action is one thing that can be done to a resource.
type action struct {
	verb string
	// all says that it acts on the whole collection, not on one resource by ID.
	all bool
	// sayings are the wordings of its description, one of which is taken.
	sayings []saying
}

// A saying is a description with the fields that go with it. In fields, *
// stands for those of the resource and ~ for the same with none required.
type saying struct{ text, fields string }

// shorthand names the sets of verbs that most resources have.
var shorthand = map[string]string{
	"crud": "list get create update delete",
	"crd":  "list get create delete",
	"ro":   "list get",
}

// A grammar turns rows of a table into resources.
type grammar struct {
	verbs map[string]action
	notes map[string]string
}

func newGrammar() grammar {
	g := grammar{map[string]action{}, map[string]string{}}
	for _, r := range readTable("verbs.txt", 4) {
		a := action{verb: r.cells[0], all: r.cells[1] == "all", sayings: []saying{{r.cells[2], r.cells[3]}}}
		for _, cells := range r.under {
			a.sayings = append(a.sayings, saying{cells[0], cells[1]})
		}
		g.verbs[a.verb] = a
	}
	for _, r := range readTable("fields.txt", 2) {
		g.notes[r.cells[0]] = r.cells[1]
	}
	return g
}

// resources reads a table of resources, parents before their children. A path
// ends in ! for a sole resource and in * for a regional one.
func (g grammar) resources(table string) []*resource {
	var all []*resource
	known := map[string]*resource{}
	for _, r := range readTable(table, 5) {
		path := strings.TrimRight(r.cells[0], "!*")
		marks := r.cells[0][len(path):]
		one, many, irregular := strings.Cut(r.cells[1], "/")
		if !irregular {
			many = plural(one)
		}
		res := &resource{
			group: r.group, path: strings.Split(path, "."), one: one, many: many, what: r.cells[2],
			sole: strings.Contains(marks, "!"), regional: strings.Contains(marks, "*"),
			fields: readFields(r.cells[4], g.notes),
		}
		known[r.group+"."+path] = res
		if last := strings.LastIndex(path, "."); last > 0 {
			res.parent = known[r.group+"."+path[:last]]
		}
		res.actions, res.blanks = g.actions(r), res.fill()
		all = append(all, res)
	}
	return all
}

// actions reads the verbs of a row and the actions of its own below it; a
// leading + makes one act on the whole collection.
func (g grammar) actions(r row) []action {
	var actions []action
	for word := range strings.FieldsSeq(r.cells[3]) {
		verbs := word
		if long, ok := shorthand[word]; ok {
			verbs = long
		}
		for verb := range strings.FieldsSeq(verbs) {
			verb, all := strings.CutPrefix(verb, "+")
			a, ok := g.verbs[verb]
			if !ok {
				panic(fmt.Sprintf("no verb %q for %s", verb, r.cells[0]))
			}
			a.all = a.all || all
			actions = append(actions, a)
		}
	}
	for _, cells := range r.under {
		verb, text, _ := strings.Cut(cells[0], ": ")
		verb, all := strings.CutPrefix(verb, "+")
		own := saying{text: text, fields: strings.Join(cells[1:], " ")}
		actions = append(actions, action{verb: verb, all: all, sayings: []saying{own}})
	}
	return actions
}

// tool builds the tool of one action under a name.
func (g grammar) tool(name string, r *resource, a action) tool {
	hash := fnv.New32a()
	hash.Write([]byte(name))
	s := a.sayings[hash.Sum32()%uint32(len(a.sayings))]

	var properties fields
	for p := r.parent; p != nil; p = p.parent {
		if !p.sole {
			properties = append(fields{p.id()}, properties...)
		}
	}
	if !a.all && !r.sole {
		properties = append(properties, r.id())
	}
	for word := range strings.FieldsSeq(s.fields) {
		switch word {
		case "*":
			properties = append(properties, r.fields...)
		case "~":
			for _, f := range r.fields {
				f.required = false
				properties = append(properties, f)
			}
		default:
			properties = append(properties, readFields(word, g.notes)...)
		}
	}
	return tool{name, r.blanks.Replace(s.text), object(properties)}
}

// id is the property that names one resource of this kind.
func (r *resource) id() field {
	return field{name: snake(r.one) + "_id", required: true, Type: "string", Description: "ID of the " + r.one + "."}
}

// fill returns what fills the blanks of a description.
func (r *resource) fill() *strings.Replacer {
	of, to := "", ""
	if r.parent != nil {
		of, to = " of "+r.parent.a(), " for "+r.parent.a()
	}
	return strings.NewReplacer("{a}", r.a(), "{one}", r.one, "{One}", capital(r.one), "{many}", r.many,
		"{what}", r.what, "{of}", of, "{for}", to)
}

// a returns the resource with its article.
func (r *resource) a() string {
	if r.sole {
		return "the " + r.one
	}
	return article(r.one) + " " + r.one
}
