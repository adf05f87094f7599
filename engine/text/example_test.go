package text_test

import (
	"fmt"

	"findable/engine/text"
)

func ExampleTokens() {
	fmt.Println(text.Tokens("Creates an issue; naïve users' createIssue v2 天気"))

	// Output:
	// [creat an issu na ve user createissu v2]
}
