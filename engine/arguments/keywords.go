package arguments

import "findable/engine/py"

// A keyword is a word of the schema language in some drafts: what its value must
// look like in a valid schema, and what it asks of a value. Either may be nil:
// anything, or nothing.
type keyword struct {
	name        string
	first, last draft
	shape       shape
	test        func(v *visit, arg py.Value)
}

var keywords = map[string][]keyword{}

// keywordOf returns the meaning of a key of a schema, nil when it has none.
func keywordOf(name string, d draft) *keyword {
	rows := keywords[name]
	for i := range rows {
		if rows[i].first <= d && d <= rows[i].last {
			return &rows[i]
		}
	}
	return nil
}

// The keywords as the drafts' meta-schemas define them and as the reference's
// validator, Python's jsonschema 4.26, tests them: `format` never. Filled in
// here, since the tests look keywords up again.
func init() {
	for _, k := range [...]keyword{
		{"$ref", draft4, draft2020, aText, testReference},
		{"$dynamicRef", draft2020, draft2020, aText, testReference},
		{"$recursiveRef", draft2019, draft2019, aText, testReference},
		{"$recursiveRef", draft2020, draft2020, aText, nil},
		{"type", draft4, draft2020, typeWords, testType},
		{"enum", draft4, draft4, choices, testEnum},
		{"enum", draft6, draft2020, aList, testEnum},
		{"const", draft6, draft2020, nil, testConst},

		{"multipleOf", draft4, draft2020, aPositive, testMultipleOf},
		{"minimum", draft4, draft2020, aNumber, testMinimum},
		{"maximum", draft4, draft2020, aNumber, testMaximum},
		{"exclusiveMinimum", draft4, draft4, aBoolean, nil},
		{"exclusiveMaximum", draft4, draft4, aBoolean, nil},
		{"exclusiveMinimum", draft6, draft2020, aNumber, testExclusiveMinimum},
		{"exclusiveMaximum", draft6, draft2020, aNumber, testExclusiveMaximum},
		{"minLength", draft4, draft2020, aCount, testMinLength},
		{"maxLength", draft4, draft2020, aCount, testMaxLength},
		{"pattern", draft4, draft2020, aPattern, testPattern},
		{"format", draft4, draft2020, aText, nil},

		{"items", draft4, draft2019, schemaOrList, testItems},
		{"items", draft2020, draft2020, aSchema, testItems},
		{"prefixItems", draft2020, draft2020, schemaList, testPrefixItems},
		{"additionalItems", draft4, draft2019, schemaOrBoolean, testAdditionalItems},
		{"minItems", draft4, draft2020, aCount, testMinItems},
		{"maxItems", draft4, draft2020, aCount, testMaxItems},
		{"uniqueItems", draft4, draft2020, aBoolean, testUniqueItems},
		{"contains", draft6, draft2020, aSchema, testContains},
		{"minContains", draft2019, draft2020, aCount, nil},
		{"maxContains", draft2019, draft2020, aCount, nil},
		{"unevaluatedItems", draft2019, draft2020, aSchema, testUnevaluatedItems},

		{"properties", draft4, draft2020, schemaMap, testProperties},
		{"patternProperties", draft4, draft2020, patternMap, testPatternProperties},
		{"additionalProperties", draft4, draft2020, schemaOrBoolean, testAdditionalProperties},
		{"propertyNames", draft6, draft2020, aSchema, testPropertyNames},
		{"required", draft4, draft2020, textList, testRequired},
		{"minProperties", draft4, draft2020, aCount, testMinProperties},
		{"maxProperties", draft4, draft2020, aCount, testMaxProperties},
		{"dependencies", draft4, draft7, dependencyMap, testDependencies},
		{"dependencies", draft2019, draft2020, dependencyMap, nil},
		{"dependentRequired", draft2019, draft2020, textListMap, testDependencies},
		{"dependentSchemas", draft2019, draft2020, schemaMap, testDependencies},
		{"unevaluatedProperties", draft2019, draft2020, aSchema, testUnevaluatedProperties},

		{"allOf", draft4, draft2020, schemaList, testAllOf},
		{"anyOf", draft4, draft2020, schemaList, testAnyOf},
		{"oneOf", draft4, draft2020, schemaList, testOneOf},
		{"not", draft4, draft2020, aSchema, testNot},
		{"if", draft7, draft2020, aSchema, testIf},
		{"then", draft7, draft2020, aSchema, nil},
		{"else", draft7, draft2020, aSchema, nil},

		{"definitions", draft4, draft2020, schemaMap, nil},
		{"$defs", draft2019, draft2020, schemaMap, nil},
		{"contentSchema", draft2019, draft2020, aSchema, nil},
		{"id", draft4, draft4, aText, nil},
		{"$id", draft6, draft7, aText, nil},
		{"$id", draft2019, draft2020, aResourceID, nil},
		{"$anchor", draft2019, draft2020, anAnchor, nil},
		{"$dynamicAnchor", draft2020, draft2020, anAnchor, nil},
		{"$recursiveAnchor", draft2019, draft2019, aBoolean, nil},
		{"$recursiveAnchor", draft2020, draft2020, anAnchor, nil},
		{"$vocabulary", draft2019, draft2020, booleanMap, nil},
		{"$schema", draft4, draft2020, aText, nil},
		{"$comment", draft7, draft2020, aText, nil},
		{"title", draft4, draft2020, aText, nil},
		{"description", draft4, draft2020, aText, nil},
		{"contentMediaType", draft7, draft2020, aText, nil},
		{"contentEncoding", draft7, draft2020, aText, nil},
		{"examples", draft6, draft2020, aList, nil},
		{"readOnly", draft7, draft2020, aBoolean, nil},
		{"writeOnly", draft2019, draft2020, aBoolean, nil},
		{"deprecated", draft2019, draft2020, aBoolean, nil},
	} {
		keywords[k.name] = append(keywords[k.name], k)
	}
}
