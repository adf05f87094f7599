package arguments
import ("testing";"bufio";"os";"fmt";"strings";"findable/engine/py")
func TestRep(t *testing.T){
 f,err:=os.Open(os.Getenv("RP")); if err!=nil{t.Skip()}
 sc:=bufio.NewScanner(f); sc.Buffer(nil,1<<28); n,bad:=0,0
 for sc.Scan(){ v,err:=py.Parse(sc.Bytes()); if err!=nil{t.Fatal(err)}
  o:=v.(py.Object); s,_:=o.Get("schema"); a,_:=o.Get("args"); w,_:=o.Get("want"); n++
  got:=Repair(s,a.(py.Object),func(p py.Object)[]string{k:=[]string{}; for _,m:=range p {k=append(k,strings.ReplaceAll(m.Key,"~","_"))}; return k})
  if py.Compact(got)!=py.Compact(w){bad++; if bad<15 {fmt.Printf("ours %s\nwant %s\n  %s\n  %s\n",py.Compact(got),py.Compact(w),py.Compact(s),py.Compact(a))}}
 }
 fmt.Println("repairs",n,"bad",bad)
}
