package pattern
import ("testing";"bufio";"os";"encoding/json";"fmt")
func TestOracle(t *testing.T){
 f,err:=os.Open(os.Getenv("RX")); if err!=nil{t.Skip()}
 sc:=bufio.NewScanner(f); sc.Buffer(nil,1<<26); n,bad,spent:=0,0,0
 for sc.Scan(){ var r struct{P string; OK bool; T []string; M []bool}
  if err:=json.Unmarshal(sc.Bytes(),&r);err!=nil{t.Fatal(err)}
  p,ok:=Compile(r.P); n++
  if ok!=r.OK { bad++; if bad<40 {fmt.Printf("compile %q ours %v python %v\n",r.P,ok,r.OK)}; continue}
  if !ok {continue}
  for i,s:=range r.T { steps:=1<<20; got,fine:=p.Search(s,&steps); if !fine {spent++; continue}
   if got!=r.M[i] {bad++; if bad<40 {fmt.Printf("search %q in %q ours %v python %v\n",r.P,s,got,r.M[i])}}}
 }
 fmt.Println("patterns",n,"bad",bad,"spent",spent)
}
