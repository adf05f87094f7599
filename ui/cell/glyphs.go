package cell

// Glyphs are the characters the screen is drawn with: a table for terminals
// that know Unicode, and one in which every byte is ASCII. Each glyph is one
// cell wide, except Ellipsis, which is two in ASCII.
type Glyphs struct {
	// ASCII says that nothing but ASCII may reach the terminal. Clean then shows
	// every other character as a question mark.
	ASCII bool

	// Light frames a pane, Heavy the pane that has the focus.
	Light, Heavy Border

	// Block fills a bar above the limit, Shade one below it. Eighths end a Block
	// bar by 1/8 to 7/8 of a cell; they are empty in ASCII.
	Block, Shade string
	Eighths      [7]string
	// Filled and Empty are the two parts of a gauge.
	Filled, Empty string
	// Track, Knob and Rest are the three parts of a slider.
	Track, Knob, Rest string
	// Dash draws the line at which the answer is cut off.
	Dash string

	// Ellipsis stands where text was cut.
	Ellipsis string
	// Unknown stands for a character that cannot be shown.
	Unknown string

	// Cursor points at the selected row, Closed and Open at a fold.
	Cursor, Closed, Open string
	// Star marks a hit, Dot an edited value, Yes and No a decision.
	Star, Dot, Yes, No string
	// Up, Down, Left and Right are arrows.
	Up, Down, Left, Right string
	// Before and After stand around a chosen value; After is also the prompt.
	Before, After string
	// Caret is the text cursor.
	Caret string
	// Times, Minus and Middle are the signs of multiplication, of a negative
	// difference, and between two short facts.
	Times, Minus, Middle string
}

// A Border holds the lines and corners of a frame.
type Border struct {
	Horizontal, Vertical                       string
	TopLeft, TopRight, BottomLeft, BottomRight string
}

// Unicode draws with box and block characters.
var Unicode = &Glyphs{
	Light: Border{"─", "│", "┌", "┐", "└", "┘"},
	Heavy: Border{"━", "┃", "┏", "┓", "┗", "┛"},
	Block: "█", Shade: "▒",
	Eighths: [7]string{"▏", "▎", "▍", "▌", "▋", "▊", "▉"},
	Filled:  "█", Empty: "░",
	Track: "━", Knob: "●", Rest: "─",
	Dash:     "┄",
	Ellipsis: "…", Unknown: "\uFFFD",
	Cursor: "▸", Closed: "▸", Open: "▾",
	Star: "★", Dot: "●", Yes: "✓", No: "✗",
	Up: "▲", Down: "▼", Left: "←", Right: "→",
	Before: "‹", After: "›",
	Caret: "█",
	Times: "×", Minus: "−", Middle: "·",
}

// ASCII draws with nothing but ASCII.
var ASCII = &Glyphs{
	ASCII: true,
	Light: Border{"-", "|", "+", "+", "+", "+"},
	Heavy: Border{"=", "|", "+", "+", "+", "+"},
	Block: "#", Shade: ":",
	Filled: "#", Empty: ".",
	Track: "=", Knob: "o", Rest: "-",
	Dash:     "-",
	Ellipsis: "..", Unknown: "?",
	Cursor: ">", Closed: ">", Open: "v",
	Star: "*", Dot: "*", Yes: "+", No: "x",
	Up: "^", Down: "v", Left: "<", Right: ">",
	Before: "<", After: ">",
	Caret: "_",
	Times: "x", Minus: "-", Middle: "-",
}
