import { describe, expect, it } from 'vitest'

import { selfSignedCertificate } from '../self-signed-certificate.ts'
import { ask, attack, MiB } from './test-attack.ts'
import { type Victim, startVictim } from './test-victim.ts'

const definitions = '/apis/apiextensions.k8s.io/v1/customresourcedefinitions'
const dialect = 'kubernetes'
const plain = await startVictim({ dialect })
const secured = await startVictim({ dialect, tls: selfSignedCertificate([], Date.now()) })

/** A definition with a schema for the spec of its objects. */
const definition = (name: string, spec: object, more: object = {}) => ({
  metadata: { name: `${name}s.example.com` },
  spec: {
    group: 'example.com',
    scope: 'Namespaced',
    names: { plural: `${name}s`, kind: `K${name}` },
    versions: [
      {
        name: 'v1',
        served: true,
        storage: true,
        schema: { openAPIV3Schema: { type: 'object', properties: { spec } } },
        ...more,
      },
    ],
  },
})

const texts = (properties: object) => ({ type: 'object', properties })
const withPattern = (pattern: string) => texts({ a: { type: 'string', pattern } })
const ruled = (rule: string) => ({
  ...texts({ a: { type: 'string' } }),
  'x-kubernetes-validations': [{ rule }],
})

let made = 0
const define = (server: Victim, spec: object, query = '?dryRun=All', more: object = {}) =>
  ask(server, ['POST', definitions + query], definition(`k${made++}`, spec, more))

const large: readonly (readonly [what: string, spec: object, message: string, more?: object])[] = [
  [
    'a pattern of 400,000 groups',
    withPattern('(a)'.repeat(400_000)),
    'properties[a].pattern: .* expected at most 5000 characters, got 1200000',
  ],
  [
    'a pattern of repeats',
    withPattern('(a{1000}){1000}'),
    'properties[a].pattern: .* expected at most 6000 steps',
  ],
  [
    'a thousand patterns',
    texts(
      Object.fromEntries(
        Array.from({ length: 1000 }, (_, index) => [
          `p${index}`,
          { type: 'string', pattern: `a{900}${index}` },
        ]),
      ),
    ),
    'spec.versions: .* expected at most 50000 steps in all patterns',
  ],
  [
    'a rule of 200,000 characters',
    ruled(`self.a == '${'a'.repeat(200_000)}'`),
    'expected at most 100000 characters, got 200012',
  ],
  [
    'a rule that opens 145,000 names',
    ruled(`'a'.matches('${'[:'.repeat(145_000)}')`),
    'expected at most 100000 characters, got 290015',
  ],
  [
    'rules with patterns of repeats',
    {
      ...texts({ a: { type: 'string' } }),
      'x-kubernetes-validations': Array.from({ length: 200 }, (_, index) => ({
        rule: `self.a.matches('a{1000}${index}')`,
      })),
    },
    'spec.versions: .* expected at most 50000 steps in all patterns',
  ],
  [
    'a path of 100,000 characters',
    withPattern('a'),
    'JSONPath: .* expected at most 2048 characters, got 100000',
    {
      additionalPrinterColumns: [{ name: 'a', type: 'string', jsonPath: '.a'.repeat(50_000) }],
    },
  ],
]

describe.each([
  ['plain HTTP', plain],
  ['TLS', secured],
] as const)('T61: expressions that are compiled, over %s:', (_name, server) => {
  it.for(large)('%s is 422', async ([, spec, message, more], { annotate }) => {
    const answer = await attack({ server, annotate }, () => define(server, spec, '', more))

    expect(answer.status).toBe(422)
    expect(answer.body.message).toMatch(new RegExp(message.replaceAll(/[[\]]/g, '\\$&')))
    expect(answer.text.length).toBeLessThan(8 * 1024)
  })

  it('the cache of compiled patterns is bounded in bytes', async ({ annotate }) => {
    const bounds = { grownBytes: 128 * MiB, keptBytes: 32 * MiB }

    const answers = await attack({ server, annotate, ...bounds }, async () => {
      const statuses: number[] = []
      for (let at = 0; at < 40; at++) {
        const spec = withPattern(`${'(a)'.repeat(1100)}${at}`)
        statuses.push((await define(server, spec)).status)
      }
      return statuses
    })

    expect(new Set(answers)).toEqual(new Set([201]))
  })
})

describe('T61: a long text with an expensive expression', () => {
  const slow = '(a|b)*?a(a|b){200}[cd]'
  const text = 'ab'.repeat(600_000)

  it.for([
    ['in a pattern', withPattern(slow)],
    ['in a rule', ruled(`self.a.matches('${slow}')`)],
  ] as const)('%s are 422', async ([, spec], { annotate }) => {
    const plural = `k${made}s`
    expect((await define(plain, spec, '')).status).toBe(201)
    const path = `/apis/example.com/v1/namespaces/default/${plural}`
    const kind = { apiVersion: 'example.com/v1', kind: `K${plural.slice(0, -1)}` }
    const post = (a: string) =>
      ask(plain, ['POST', path], { ...kind, metadata: { name: 'a' }, spec: { a } })
    await expect.poll(async () => (await post('x')).status).toBe(422)

    const answer = await attack({ server: plain, annotate }, () => post(text))

    expect(answer.status).toBe(422)
    expect(answer.body.message).toMatch(/expected at most \d+ characters for an expression of/)
  })
})
