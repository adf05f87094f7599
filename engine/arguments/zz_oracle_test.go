package arguments
import ("testing";"bufio";"os";"fmt";"findable/engine/py")
func TestOracle(t *testing.T){
 f,err:=os.Open(os.Getenv("CK")); if err!=nil{t.Skip()}
 sc:=bufio.NewScanner(f); sc.Buffer(nil,1<<28); n,bad,faults:=0,0,0
 for sc.Scan(){ v,err:=py.Parse(sc.Bytes()); if err!=nil{t.Fatal(err)}
  o:=v.(py.Object); s,_:=o.Get("schema"); a,_:=o.Get("args"); w,_:=o.Get("want"); n++
  got:=Check(s,a.(py.Object)); g:="null"; if got!=nil {g=py.Compact(py.List{got.Path,got.Constraint});faults++}
  if g!=py.Compact(w){bad++; if bad<15 {x:=py.Compact(s); if len(x)>700{x=x[:700]}; y:=py.Compact(a); if len(y)>400{y=y[:400]}; why,_:=o.Get("why"); fmt.Printf("ours %s want %s why %v\n  %s\n  %s\n",g,py.Compact(w),why,x,y)}}
 }
 fmt.Println("checks",n,"bad",bad,"faults",faults)
}
