package eval

import "strings"

// stopWords are English words that carry grammar and no content: a model leaves them
// out of keywords.
var stopWords = set(`
a about above actually after again all along already also am an and any anybody anyone anything are around as ask at away
be because been before being below between both but by can cannot could did do does doing done down during
each either else even ever every everyone everything few first for from further
had has have having he hello help her here hers hey hi him his how however
i if in instead into is it its itself just know last least less let lets like ll looking lot
m make making many may maybe me might mine more most much must my myself
need needed needs neither no nobody none nor not nothing now of off ok okay on once one only onto or other our ours out over own
per perhaps please possible quite rather re really right s same see seem she should since so some somebody someone something soon still such
t than thank thanks that the their them then there these they thing things this those though through till to together too
toward trying under unless until up upon us use using ve very via
want wanted wants was way we well were what whatever when where whether which while who whom whose why will wish with within without
would yet you your yours yourself`)

// Grammar reports whether an English word in small letters carries grammar and no
// content, as "the" and "please" do.
func Grammar(word string) bool { return stopWords[word] }

// determiners stand before nouns, so that what follows is no verb.
var determiners = set(`a an the my your our his her its their this that these those each every any some all no new`)

// actions are groups of verbs that stand for the same action; a catalog has one or
// the other of a group in its names.
var actions = groups(`
create add make new insert register generate build compose write open provision start
get show read fetch retrieve view display see obtain describe check find lookup give tell inspect
list show enumerate browse get find
search find query lookup look seek discover locate
update edit change modify set rename adjust patch put replace alter correct
delete remove erase drop clear destroy cancel purge trash uninstall
send post message mail email publish reply notify share submit deliver
run execute start launch invoke trigger call perform
stop end kill terminate cancel halt abort pause suspend
copy clone duplicate fork replicate
move transfer migrate relocate shift
upload import load ingest put
download export save dump backup fetch
convert transform translate format render turn
calculate compute evaluate estimate solve determine count sum
analyze analyse examine assess review evaluate inspect
compare diff match contrast
book reserve schedule order plan
buy purchase order pay checkout
connect join link attach bind associate
disconnect leave unlink detach unbind
enable activate allow turn unlock approve
disable deactivate deny block lock reject
test validate verify check ensure confirm
monitor watch track follow observe
close resolve finish complete end
open launch navigate visit goto browse
recommend suggest propose advise
draw plot chart visualize visualise render
install setup deploy configure`)

func set(words string) map[string]bool {
	all := map[string]bool{}
	for _, w := range strings.Fields(words) {
		all[w] = true
	}
	return all
}

// groups returns, for each verb, the verbs that it may stand for in a name, itself
// included.
func groups(lines string) map[string][]string {
	all := map[string][]string{}
	for line := range strings.Lines(strings.TrimSpace(lines)) {
		verbs := strings.Fields(line)
		for _, v := range verbs {
			all[v] = append(all[v], verbs...)
		}
	}
	return all
}
