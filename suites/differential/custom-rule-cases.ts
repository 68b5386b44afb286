// Cases with CEL rules in schemas (`x-kubernetes-validations`): the first ones validate the rules,
// the others validate objects by them.

import type { Json } from '../../fixtures/objects/tested-types.ts'
import { crdOf, definitionsPath, crdVersion } from './custom-cases.ts'
import type { DifferentialCase, DifferentialStep } from './custom-cases.ts'
import { unboundedRules, invalidRules, validRules } from './custom-rule-texts.ts'

type Fields = { readonly [name: string]: Json }

const text = { type: 'string', maxLength: 20 }
const few = { maxItems: 5 }

export const ruleMembers: Fields = {
  a: text,
  b: text,
  n: { type: 'integer' },
  m: { type: 'integer', default: 3 },
  x: { type: 'number' },
  on: { type: 'boolean' },
  port: { 'x-kubernetes-int-or-string': true },
  made: { type: 'string', format: 'date-time' },
  wait: { type: 'string', format: 'duration' },
  bin: { type: 'string', format: 'byte', maxLength: 20 },
  list: { type: 'array', items: text, ...few },
  lists: { type: 'array', items: { type: 'array', items: text, ...few }, ...few },
  obj: { type: 'object', properties: { k: text, v: { type: 'integer' } } },
  numbers: { type: 'array', items: { type: 'integer' }, ...few },
  map: { type: 'object', additionalProperties: text, maxProperties: 5 },
  'with-dash': text,
  items: {
    type: 'array',
    items: { type: 'object', required: ['k'], properties: { k: text, v: { type: 'integer' } } },
    'x-kubernetes-list-type': 'map',
    'x-kubernetes-list-map-keys': ['k'],
    ...few,
  },
}

const long: Fields = {
  free: { type: 'array', items: { type: 'string' } },
  pairs: {
    type: 'array',
    items: { type: 'object', properties: { a: { type: 'array', items: { type: 'string' } } } },
  },
}

const costly: readonly string[] = [
  'self.free.all(i, i.matches("a+"))',
  'self.free.all(i, self.free.all(j, i == j))',
  'self.pairs.all(p, p.a.all(q, self.free.exists(f, f == q)))',
  'self.free.size() < 5',
]

export const ruleSamples: readonly Fields[] = [
  {},
  {
    a: 'x',
    b: 'y,z',
    n: 1,
    on: true,
    x: 1.5,
    port: 80,
    list: ['a', 'bb'],
    numbers: [1, 2, 3],
    lists: [['a'], ['b', 'a']],
    map: { a: '1' },
    obj: { k: 'a' },
    bin: 'YWJj',
    made: '2026-07-01T01:30:00.25Z',
    wait: '1h30m',
  },
  {
    a: 'ab12',
    b: 'AB12',
    n: -3,
    x: 1,
    port: 'http',
    made: '2026-01-01T00:00:00Z',
    wait: '2h',
    list: ['a', 'a'],
    numbers: [3, 1],
    lists: [],
    map: { b: 'x', a: 'b' },
    obj: {},
    items: [
      { k: 'b', v: 0 },
      { k: 'a', v: 5 },
    ],
  },
  {
    a: '1.2.3-rc.1',
    b: 'v1.10',
    n: 1234567,
    x: -1234.5678,
    on: false,
    list: ['é', 'a"b', 'c\n'],
    numbers: [],
    map: {},
    items: [{ k: 'a', v: 1 }],
  },
  { a: '10.0.0.0/8', b: '10.1.2.3', n: 2, list: [], map: { x: 'http://a/b?c=d' } },
  { a: '::1', b: '2001:db8::/32', list: ['10.0.0.1'], wait: '-1.5s' },
  { a: 'http://h:1/p?a=b&a=c', b: '-', n: 0, x: 0, on: true, list: ['b', 'a', 'b'] },
]

const definedBy = (properties: Fields, rule: Fields): Fields =>
  crdOf('ruleds', {
    versions: [
      crdVersion('v1', {
        type: 'object',
        properties: { spec: { type: 'object', properties, 'x-kubernetes-validations': [rule] } },
      }),
    ],
  })

const tried = (name: string, body: Fields): DifferentialCase => ({
  name: `rule ${name}`,
  steps: [{ method: 'POST', path: `${definitionsPath}?dryRun=All`, body }],
})

/** Returns a definition in which the rule may run up to `times` times per object. */
const repeated = (rule: string, times: number): Fields =>
  crdOf('ruleds', {
    versions: [
      crdVersion('v1', {
        type: 'object',
        properties: {
          spec: {
            type: 'array',
            maxItems: times,
            items: {
              type: 'object',
              properties: ruleMembers,
              'x-kubernetes-validations': [{ rule }],
            },
          },
        },
      }),
    ],
  })

export const ruleCases: readonly DifferentialCase[] = [
  ...validRules.map(([rule, times]) => tried(`${rule} so often`, repeated(rule, times))),
  ...unboundedRules.map(rule => tried(rule, repeated(rule, 1))),
  ...invalidRules.map(rule => tried(rule, definedBy(ruleMembers, { rule }))),
  ...costly.map(rule => tried(rule, definedBy(long, { rule }))),
  ...[
    { rule: 'true', message: ' ' },
    { rule: '' },
    { rule: 'true', reason: 'Nothing' },
    { rule: 'true', fieldPath: '.nothing' },
    { rule: 'true', messageExpression: '1' },
    { rule: 'true', messageExpression: 'self.nothing' },
    { rule: 'true', messageExpression: '"%s is %d".format([self.a, self.n])' },
    { rule: 'true', optionalOldSelf: true },
    { rule: 'self.n == oldSelf.n' },
    { rule: 'true\n|| true' },
  ].map(rule => tried(JSON.stringify(rule), definedBy(ruleMembers, rule))),
]

// A response lists at most fifty causes, so the rules are spread over ten types.
const letters = 'abcdefghij'

/** The valid rules in groups, one per type. */
const groups: readonly (readonly string[])[] = Array.from(letters, (_letter, group) =>
  validRules.filter((_rule, index) => index % letters.length === group).map(([rule]) => rule),
)

const pluralOf = (group: number): string => `ruled${letters.charAt(group)}s`

/** Types with one field per valid rule, so that each rule fails independently. */
export const typesWithRules: readonly Fields[] = groups.map((rules, group) =>
  crdOf(pluralOf(group), {
    versions: [
      crdVersion('v1', {
        type: 'object',
        properties: Object.fromEntries(
          rules.map((rule, index) => [
            `part${index}`,
            { type: 'object', properties: ruleMembers, 'x-kubernetes-validations': [{ rule }] },
          ]),
        ),
      }),
    ],
  }),
)

const byRules = (sample: Fields, rules: readonly string[], group: number): DifferentialStep => ({
  method: 'POST',
  path: `/apis/differ.example.com/v1/namespaces/default/${pluralOf(group)}?dryRun=All`,
  body: {
    apiVersion: 'differ.example.com/v1',
    kind: `Ruled${letters.charAt(group)}`,
    metadata: { name: 'a' },
    ...Object.fromEntries(rules.map((_rule, index) => [`part${index}`, sample])),
  },
})

export const casesOfTypesWithRules: readonly DifferentialCase[] = ruleSamples.map(
  (sample, index) => ({
    name: `an object by all rules ${index}`,
    steps: groups.map((rules, group) => byRules(sample, rules, group)),
  }),
)
