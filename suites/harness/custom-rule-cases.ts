// Rules in schemas, to be judged by a genuine server and by the reference alike: first the rule
// itself, and then an object by it.

import type { Json } from '../../fixtures/objects/probe-types.ts'
import { definition, definitions, version } from './custom-cases.ts'
import type { Case } from './custom-cases.ts'

type Fields = { readonly [name: string]: Json }

const text = { type: 'string', maxLength: 20 }
const few = { maxItems: 5 }

const members: Fields = {
  a: text,
  b: text,
  n: { type: 'integer' },
  m: { type: 'integer', default: 3 },
  x: { type: 'number' },
  on: { type: 'boolean' },
  port: { 'x-kubernetes-int-or-string': true },
  made: { type: 'string', format: 'date-time' },
  wait: { type: 'string', format: 'duration' },
  list: { type: 'array', items: text, ...few },
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

/** Each rule stands at `spec`. */
export const rules: readonly string[] = [
  'self.n > 0',
  'self.n > 0.5',
  'self.a == "x"',
  'self.a == 1',
  'self.nothing == 1',
  'nothing',
  'self.n +',
  'self.n',
  'has(self.a)',
  'has(self.a) && self.a.size() > 2',
  '!has(self.a) || self.a.startsWith("x")',
  'self.a.matches("^[a-z]+$")',
  'self.list.all(i, i.size() < 3)',
  'self.list.exists(i, i == "a")',
  'self.list.exists_one(i, i == "a")',
  'self.list.map(i, i + "x").size() == 2',
  'self.list.filter(i, i != "a").size() == 1',
  'self.numbers.sum() == 6 && self.numbers.max() == 3',
  'self.numbers.isSorted()',
  '"a" in self.list',
  '"a" in self.map && self.map["a"] == "1"',
  'self.map.all(k, k.size() < 3)',
  'self.n in [1, 2, 3]',
  'self.port == 80',
  'type(self.port) == int',
  'self.port.size() > 1',
  'self.x == 1.5',
  'self.x == 1',
  'self.n / 0 == 1',
  'self.n % 2 == 1 ? self.on : !self.on',
  'self.made < timestamp("2030-01-01T00:00:00Z")',
  'self.made.getFullYear() == 2026',
  'self.wait < duration("1h")',
  'self.items.all(i, i.v > 0)',
  'self.items[0].k == "a"',
  'self.items[9].k == "a"',
  'self.?a.orValue("x") == "x"',
  'self.?a.hasValue()',
  'self.a.find("[a-z]+") == "ab"',
  'self.__dash__ == "x"',
  'self.with__dash__dash == "x"',
  'quantity(self.a).isGreaterThan(quantity("1Ki"))',
  'isURL(self.a) && url(self.a).getScheme() == "https"',
  'isIP(self.a)',
  'cel.bind(z, self.n + 1, z > 2)',
  'self.a.lowerAscii() == self.b.upperAscii()',
  'self.a + self.b == "xy"',
  'size(self.a) == 1',
  'int(self.a) == 1',
  'self.n == oldSelf.n',
  'oldSelf.n <= self.n',
  'self.list.split(",") == []',
]

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

export const samples: readonly Fields[] = [
  {},
  {
    a: 'x',
    n: 1,
    on: true,
    x: 1.5,
    port: 80,
    list: ['a', 'bb'],
    numbers: [1, 2, 3],
    map: { a: '1' },
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
    items: [{ k: 'a', v: 0 }],
    'with-dash': 'x',
  },
]

const definedBy = (properties: Fields, rule: Fields): Fields =>
  definition('ruleds', {
    versions: [
      version('v1', {
        type: 'object',
        properties: { spec: { type: 'object', properties, 'x-kubernetes-validations': [rule] } },
      }),
    ],
  })

const tried = (name: string, body: Fields): Case => ({
  name: `rule ${name}`,
  steps: [{ method: 'POST', path: `${definitions}?dryRun=All`, body }],
})

export const ruleCases: readonly Case[] = [
  ...rules.map(rule => tried(rule, definedBy(members, { rule }))),
  ...costly.map(rule => tried(rule, definedBy(long, { rule }))),
  ...[
    { rule: 'true', message: ' ' },
    { rule: '' },
    { rule: 'true', reason: 'Nothing' },
    { rule: 'true', fieldPath: '.nothing' },
    { rule: 'true', messageExpression: '1' },
    { rule: 'true', messageExpression: 'self.nothing' },
    { rule: 'true', optionalOldSelf: true },
    { rule: 'true\n|| true' },
  ].map(rule => tried(JSON.stringify(rule), definedBy(members, rule))),
]

// What only a definition is refused for.
const senseless = [
  'self.n > 0.5',
  'self.a == 1',
  'self.nothing == 1',
  'nothing',
  'self.n +',
  'self.n',
  'self.__dash__ == "x"',
  'self.list.split(",") == []',
  'self.x == 1',
  'cel.bind(z, self.n + 1, z > 2)',
]

/** One type whose objects hold a part for each rule that makes sense: each fails by itself. */
export const ruledType: Fields = definition('ruleds', {
  versions: [
    version('v1', {
      type: 'object',
      properties: Object.fromEntries(
        rules
          .filter(rule => !senseless.includes(rule))
          .map((rule, index) => [
            `part${index}`,
            { type: 'object', properties: members, 'x-kubernetes-validations': [{ rule }] },
          ]),
      ),
    }),
  ],
})

const partsOf = (sample: Fields): Fields =>
  Object.fromEntries(
    rules.filter(rule => !senseless.includes(rule)).map((_rule, index) => [`part${index}`, sample]),
  )

const ruleds = '/apis/differ.example.com/v1/namespaces/default/ruleds'

export const ruledCases: readonly Case[] = samples.map((sample, index) => ({
  name: `an object by all rules ${index}`,
  steps: [
    {
      method: 'POST',
      path: `${ruleds}?dryRun=All`,
      body: {
        apiVersion: 'differ.example.com/v1',
        kind: 'Ruled',
        metadata: { name: 'a' },
        ...partsOf(sample),
      },
    },
  ],
}))
