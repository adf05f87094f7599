package arguments

import "findable/engine/py"

// eachItem applies a schema to the items of the list from one on.
func (v *visit) eachItem(schema py.Value, list py.List, from int) {
	for i := from; i < len(list) && !v.found.done(); i++ {
		v.below(schema, list[i], func() *place { return v.at.item(i) })
	}
}

// eachOf applies each schema to the item at its place.
func (v *visit) eachOf(schemas, list py.List) {
	for i := 0; i < min(len(schemas), len(list)); i++ {
		v.below(schemas[i], list[i], func() *place { return v.at.item(i) })
	}
}

func testItems(v *visit, arg py.Value) {
	list, ok := v.value.(py.List)
	if !ok {
		return
	}
	if schemas, ok := arg.(py.List); ok {
		v.eachOf(schemas, list)
		return
	}
	prefix := 0
	if v.draft == draft2020 {
		prefix = v.length("prefixItems")
		if arg == false && len(list) > prefix {
			v.fail()
			return
		}
	}
	v.eachItem(arg, list, prefix)
}

// length returns the length of a list beside the keyword, 0 without one.
func (v *visit) length(key string) int {
	return len(v.schema.List(key))
}

func testPrefixItems(v *visit, arg py.Value) {
	list, _ := v.value.(py.List)
	schemas, _ := arg.(py.List)
	v.eachOf(schemas, list)
}

func testAdditionalItems(v *visit, arg py.Value) {
	list, ok := v.value.(py.List)
	items, given := v.schema.Get("items")
	tuple, isTuple := items.(py.List)
	if _, isBool := items.(bool); ok && isBool {
		panic(unchecked{}) // the reference trips over `items: true` here
	}
	switch {
	case !ok || !given || !isTuple:
	case arg == false && len(list) > len(tuple):
		v.fail()
	case arg != false:
		v.eachItem(arg, list, len(tuple))
	}
}

func testMinItems(v *visit, arg py.Value) {
	if list, ok := v.value.(py.List); ok {
		testSize(v, len(list), arg, -1)
	}
}

func testMaxItems(v *visit, arg py.Value) {
	if list, ok := v.value.(py.List); ok {
		testSize(v, len(list), arg, 1)
	}
}

func testUniqueItems(v *visit, arg py.Value) {
	if list, ok := v.value.(py.List); ok && arg == true {
		v.spend(py.Size(list) / 32)
		if !areUnique(list) {
			v.fail()
		}
	}
}

func testContains(v *visit, arg py.Value) {
	list, ok := v.value.(py.List)
	if !ok {
		return
	}
	least, most := py.Number("1"), py.Int(len(list))
	if v.draft >= draft2019 {
		least, most = v.number("minContains", least), v.number("maxContains", most)
	}
	fitting := 0
	for _, item := range list {
		if !v.fits(arg, item) {
			continue
		}
		fitting++
		if order, _ := compareNumbers(py.Int(fitting), most); order > 0 {
			v.failAs("maxContains")
			return
		}
	}
	switch order, _ := compareNumbers(py.Int(fitting), least); {
	case order < 0 && fitting == 0:
		v.fail()
	case order < 0:
		v.failAs("minContains")
	}
}

func (v *visit) number(key string, absent py.Number) py.Number {
	value, _ := v.schema.Get(key)
	if n, ok := value.(py.Number); ok {
		return n
	}
	return absent
}
