package ui

import (
	"maps"

	"findable/ui/layout"
)

// addPanes makes the panes of every view. Each view has one function here, which makes
// its panes, hands them what else of the app they show, and says which has the focus
// at first. A pane that stands in several views belongs to the first.
//
// A further view takes, besides its function: its number and its panes' names and places
// in layout (views.go), its row in views (header.go), and an action that shows it.
func (a *App) addPanes() {
	a.panes, a.focused, a.drawn = map[layout.Pane]pane{}, map[layout.View]layout.Pane{}, map[layout.Pane]drawn{}
	a.addTunePanes()
	a.addListingPanes()
	a.addWhyPanes()
	a.addMapPanes()
	a.addEvalPanes()
	a.addComparePanes()
	a.addAuditPanes()
	a.addCostPanes()
	a.addPlayPanes()
}

// add takes up the panes of a view; first gets the keys when the view is first shown.
func (a *App) add(v layout.View, first layout.Pane, panes map[layout.Pane]pane) {
	a.focused[v] = first
	maps.Copy(a.panes, panes)
}

func (a *App) addTunePanes() {
	a.config, a.query = newConfigPane(), newQueryPane(a.in.Query)
	a.servers = newServersPane(a.src, &a.comparing)
	a.hits = &hitsPane{ab: &a.comparing, told: a.told}
	a.add(layout.Tune, layout.Config, map[layout.Pane]pane{
		layout.Config:  a.config,
		layout.Servers: a.servers,
		layout.Query:   a.query,
		layout.Hits:    a.hits,
		layout.Explain: &explainPane{hits: a.hits},
		layout.Preview: &previewPane{textPane{ab: &a.comparing}},
	})
}

func (a *App) addListingPanes() {
	a.bridge = &bridgePane{}
	a.add(layout.Listing, layout.Text, map[layout.Pane]pane{
		layout.Text:   &textPane{ab: &a.comparing},
		layout.Bridge: a.bridge,
		layout.Budget: &budgetPane{},
	})
}

func (a *App) addWhyPanes() {
	a.targets = &targetPane{told: a.told}
	a.repairs = &repairsPane{work: &a.repairing, e: &a.evaluation, audits: &a.auditing, told: a.told}
	a.add(layout.Why, layout.Repairs, map[layout.Pane]pane{
		layout.Target:  a.targets,
		layout.Journey: &journeyPane{told: a.told},
		layout.Terms:   &termsPane{},
		layout.Repairs: a.repairs,
	})
}

func (a *App) addMapPanes() {
	a.maps, a.ladder = &mapPane{ab: &a.comparing}, &ladderPane{ab: &a.comparing}
	a.add(layout.Map, layout.Ladder, map[layout.Pane]pane{
		layout.Grid:   a.maps,
		layout.Ladder: a.ladder,
	})
}

func (a *App) addEvalPanes() {
	e := &a.evaluation
	a.cases, a.tries = &casesPane{e: e, told: a.told}, &triesPane{e: e}
	a.add(layout.Eval, layout.Cases, map[layout.Pane]pane{
		layout.Measures: &measuresPane{e: e, ab: &a.comparing},
		layout.Cases:    a.cases,
		layout.Case:     &casePane{e: e, cases: a.cases},
		layout.Tries:    a.tries,
	})
}

func (a *App) addComparePanes() {
	c, e := &a.comparing, &a.evaluation
	c.told = a.told
	a.add(layout.Compare, layout.Sides, map[layout.Pane]pane{
		layout.Sides:   &sidesPane{c: c, e: e},
		layout.Changes: &changesPane{c: c, e: e},
	})
}

func (a *App) addAuditPanes() {
	w := &a.auditing
	kinds := &kindsPane{w: w}
	a.findings, a.dictionary = &findingsPane{w: w, kinds: kinds, told: a.told}, &dictionaryPane{told: a.told}
	a.add(layout.Audit, layout.Findings, map[layout.Pane]pane{
		layout.Kinds:      kinds,
		layout.Findings:   a.findings,
		layout.Finding:    &findingPane{findings: a.findings},
		layout.Dictionary: a.dictionary,
	})
}

func (a *App) addCostPanes() {
	c := &a.costing
	a.use, a.ways, a.caches = newUsePane(), &waysPane{c: c, ab: &a.comparing}, &cachePane{c: c, ab: &a.comparing}
	a.add(layout.Cost, layout.Ways, map[layout.Pane]pane{
		layout.Use:    a.use,
		layout.Ways:   a.ways,
		layout.Curve:  &curvePane{c: c},
		layout.Counts: &countsPane{c: c},
		layout.Cache:  a.caches,
	})
}

func (a *App) addPlayPanes() {
	p := &a.play
	p.field, p.folded, p.offer = newField(""), map[talkKey]bool{}, -1
	a.talk, a.prompt = &talkPane{p: p, told: a.told}, &promptPane{p: p}
	a.add(layout.Play, layout.Talk, map[layout.Pane]pane{
		layout.Talk:     a.talk,
		layout.Prompt:   a.prompt,
		layout.Meter:    &meterPane{p: p},
		layout.Stations: &stationsPane{p: p, talk: a.talk},
	})
}
