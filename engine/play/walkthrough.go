package play

import "findable/engine/pipeline"

// A Walkthrough is a conversation that is written beforehand, to be watched.
type Walkthrough struct {
	// Name is the word for it, Title a few words, About a sentence or two.
	Name, Title, About string
	Steps              []Scripted
	// Results are the answers of the tools that it calls.
	Results []Recorded
	Rules   []pipeline.Rule
}

// A Scripted step is something said, a message of the model, or both.
type Scripted struct {
	// Say is told to who watches, before the message.
	Say string
	// Call is the message as it is written at the prompt, "" for none.
	Call string
	// Refuse says that the user does not approve what the message asks for.
	Refuse bool
}
