package loaders

import (
	"context"
	"fmt"
	"strings"
	"testing"
	"testing/fstest"
)

// generated writes a tools/list result of so many bytes, and says how many tools
// are in it: of the size of real ones, with five parameters each.
func generated(bytes int) (string, int) {
	words := strings.Fields("create update delete list search issue page board file user comment the a of to in every new given")
	text := func(b *strings.Builder, from, n int) {
		for i := range n {
			b.WriteString(words[(from+i*i)%len(words)])
			b.WriteByte(' ')
		}
	}
	var b strings.Builder
	b.WriteString(`{"tools":[`)
	n := 0
	for ; b.Len() < bytes; n++ {
		if n > 0 {
			b.WriteByte(',')
		}
		fmt.Fprintf(&b, "\n"+`{"name":"%s_%s_%d","description":"`, words[n%5], words[5+n%6], n)
		text(&b, n, 40)
		b.WriteString(`\n— done.","inputSchema":{"type":"object","properties":{`)
		for p := range 5 {
			if p > 0 {
				b.WriteByte(',')
			}
			fmt.Fprintf(&b, `"%s_%d":{"type":"string","description":"`, words[(n+p)%len(words)], p)
			text(&b, n+p, 12)
			fmt.Fprintf(&b, `","minLength":%d,"enum":["a","b"]}`, n%7)
		}
		fmt.Fprintf(&b, `},"required":["%s_0"],"additionalProperties":false},"annotations":{"readOnlyHint":true}}`, words[n%len(words)])
	}
	b.WriteString("]}")
	return b.String(), n
}

// BenchmarkLoad50MB loads a dump from memory, to tools with their owners, while
// somebody listens to its progress. The
// aim is less than 2 s a load.
func BenchmarkLoad50MB(b *testing.B) {
	text, tools := generated(50 << 20)
	fsys := fstest.MapFS{"d.json": {Data: []byte(text)}}
	told := 0
	b.SetBytes(int64(len(text)))
	b.ReportAllocs()
	for b.Loop() {
		res, err := Load(context.Background(), []Source{{Path: "d.json"}}, Options{FS: fsys, Tell: func(Progress) { told++ }})
		if err != nil || res.Report.Tools != tools {
			b.Fatal(err, res.Report.Tools)
		}
	}
	b.ReportMetric(float64(told)/float64(b.N), "tells/op")
}
