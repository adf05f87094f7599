package arguments
import ("testing";"bufio";"os";"fmt";"findable/engine/py")
func TestCl(t *testing.T){
 f,err:=os.Open(os.Getenv("CL")); if err!=nil{t.Skip()}
 sc:=bufio.NewScanner(f); sc.Buffer(nil,1<<28); n,bad,good:=0,0,0
 for sc.Scan(){ v,err:=py.Parse(sc.Bytes()); if err!=nil{t.Fatal(err)}
  o:=v.(py.Object); a,_:=o.Get("args"); w,_:=o.Get("want"); n++
  calls,kind:=ReadCalls(a.(py.Object)); g:=py.Compact(kind); if kind=="" {good++; g=py.Compact(py.List{calls[0].Name,calls[0].Arguments})}
  if g!=py.Compact(w){bad++; if bad<15 {fmt.Printf("ours %s\nwant %s\n  %s\n",g,py.Compact(w),py.Compact(a))}}
 }
 fmt.Println("calls",n,"bad",bad,"read",good)
}
