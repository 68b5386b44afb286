// Policies with faults, for which both servers should have the same causes.

import { type Fields, rule } from './policy-case.ts'

const valid = { expression: 'true' }
const validations = (...items: readonly Fields[]): Fields => ({ validations: items })

/** Specifications of validating policies that do not compile, or have other faults. */
export const faultyPolicies: readonly Fields[] = [
  ...[
    'object.a',
    'nothing',
    'true +',
    '1',
    "'a'",
    'request.nothing == 1',
    'namespaceObject.nothing == 1',
    'params.a == 1',
    'variables.a == 1',
    'authorizer == 1',
    'authorizer.nothing()',
    "authorizer.path('a')",
    'request.operation == 1',
    'oldObject.a == object.a && request.dryRun',
    'object.a + 1',
    'has(object)',
    'has(object.a)',
    'object.items.all(a, a)',
    'object.items.map(a, a)',
    'size(1)',
    'request.userInfo.groups.exists(g, g == "a")',
    'request.userInfo.extra["a"] == ["b"]',
    'request.kind == "a"',
    'Object{}',
    'JSONPatch{op: "add"}',
    'jsonpatch.escapeKey("a") == "a"',
    'self == 1',
    'object.metadata.name.matches("(")',
    'timestamp("a") == timestamp("b")',
    'optional.of(1)',
    'true ? object.a : false',
    'null',
    '[1, "a"] == []',
    '{"a": 1, "b": "c"} == {}',
    'authorizer.requestResource',
    'authorizer.requestResource.check("get").allowed()',
    "authorizer.group('').check('get')",
    '',
    '   ',
  ].map(expression => validations({ expression })),
  ...[
    '1',
    'object.a',
    "authorizer.path('/').check('get').reason()",
    "'a' + request.name",
    ' ',
    'null',
  ].map(messageExpression => validations({ ...valid, messageExpression })),
  validations({ ...valid, message: ' ' }),
  validations({ ...valid, message: 'a\nb' }),
  validations({ ...valid, reason: 'Other' }),
  ...['1', 'null', 'object.a', '"a"', '[1]'].map(valueExpression => ({
    auditAnnotations: [{ key: 'a', valueExpression }],
  })),
  ...['object.a', 'params.a == 1', 'variables.a == 1', 'true', '1'].map(expression => ({
    ...validations(valid),
    matchConditions: [{ name: 'a', expression }],
  })),
  {
    ...validations({ expression: 'variables.b == 1' }),
    variables: [
      { name: 'a', expression: 'variables.b' },
      { name: 'b', expression: 'timestamp("2020-01-01T00:00:00Z")' },
      { name: '1c', expression: 'nothing' },
      { name: 'd', expression: '' },
    ],
  },
  {
    ...validations({ expression: 'variables.a.b == 1' }),
    variables: [{ name: 'a', expression: '"a"' }],
  },
  {
    ...validations({ expression: 'variables.a.orValue(true)' }),
    variables: [{ name: 'a', expression: 'object.?a' }],
  },
  {
    ...validations({ expression: 'params.a == 1' }),
    paramKind: { apiVersion: 'v1', kind: 'ConfigMap' },
  },
  {},
  { ...validations(valid), matchConstraints: {} },
  { ...validations(valid), failurePolicy: 'Never' },
  { ...validations(valid), matchConstraints: { resourceRules: [rule(['*', 'pods'])] } },
]

/** Specifications of mutating policies with faults. */
export const faultyMutations: readonly Fields[] = [
  ...[
    'object',
    '1',
    'Object',
    'Object{',
    'Other{}',
    'Object.spec{}',
    'Object{a: nothing}',
    'Object{a: 1, a: 2}',
    '',
    'JSONPatch{}',
  ].map(expression => ({ patchType: 'ApplyConfiguration', applyConfiguration: { expression } })),
  ...[
    '[]',
    '[object]',
    'JSONPatch{op: "add"}',
    '[JSONPatch{op: 1}]',
    '[JSONPatch{other: 1}]',
    '[JSONPatch{}]',
    '["a"]',
    '',
  ].map(expression => ({ patchType: 'JSONPatch', jsonPatch: { expression } })),
  { patchType: 'JSONPatch' },
  { patchType: 'Other' },
  { patchType: 'ApplyConfiguration', jsonPatch: { expression: '[]' } },
].map(mutation => ({ mutations: [mutation], reinvocationPolicy: 'Never' }))
