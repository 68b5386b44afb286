import { describe, expect, it } from 'vitest'

import { ask, attack, MiB } from './test-attack.ts'
import { victim } from './test-victim.ts'

const dialect = 'kubernetes'
const server = await victim({ dialect })

const definitions = '/apis/apiextensions.k8s.io/v1/customresourcedefinitions'
const maps = '/api/v1/namespaces/default/configmaps'
const deployments = '/apis/apps/v1/namespaces/default/deployments'
const lists = '/apis/example.com/v1/namespaces/default/lists'

const apply = { 'content-type': 'application/apply-patch+yaml' }
const strategic = { 'content-type': 'application/strategic-merge-patch+json' }
const json = { 'content-type': 'application/json-patch+json' }

const numbers = (count: number) => Array.from({ length: count }, (_, at) => at)
const map = (name: string, more: object) => ({
  apiVersion: 'v1',
  kind: 'ConfigMap',
  metadata: { name },
  ...more,
})
const data = (count: number, value: string) => ({
  data: Object.fromEntries(numbers(count).map(at => [`k${at}`, value])),
})
const list = (name: string, spec: object) => ({
  apiVersion: 'example.com/v1',
  kind: 'List',
  metadata: { name },
  spec,
})
const finalizers = (count: number) => numbers(count).map(at => `example.com/f${at}`)

const env = (count: number, value: string) =>
  numbers(count).map(at => ({ name: `E${at}`, value: `${value}${at}` }))
const podSpec = (count: number, value: string) => ({
  containers: [{ name: 'c', image: 'i', env: env(count, value) }],
})
const deployment = (count: number) => ({
  metadata: { name: 'd' },
  spec: {
    selector: { matchLabels: { a: 'b' } },
    template: { metadata: { labels: { a: 'b' } }, spec: podSpec(count, 'v') },
  },
})
const openSpec = { type: 'object', 'x-kubernetes-preserve-unknown-fields': true }
const listSpec = {
  ...openSpec,
  properties: {
    set: { type: 'array', 'x-kubernetes-list-type': 'set', items: { type: 'string' } },
    map: {
      type: 'array',
      'x-kubernetes-list-type': 'map',
      'x-kubernetes-list-map-keys': ['k'],
      items: { type: 'object', required: ['k'], properties: { k: { type: 'string' } } },
    },
  },
}
const definition = {
  metadata: { name: 'lists.example.com' },
  spec: {
    group: 'example.com',
    scope: 'Namespaced',
    names: { plural: 'lists', kind: 'List', listKind: 'Lists' },
    versions: [
      {
        name: 'v1',
        served: true,
        storage: true,
        schema: { openAPIV3Schema: { type: 'object', properties: { spec: listSpec } } },
      },
    ],
  },
}

const largeDefinition = (count: number) => {
  const properties = Object.fromEntries(numbers(count).map(at => [`p${at}`, { type: 'string' }]))
  const spec = { type: 'object', properties }
  const [version] = definition.spec.versions
  const schema = { openAPIV3Schema: { type: 'object', properties: { spec } } }
  return {
    metadata: { name: 'larges.example.com' },
    spec: {
      ...definition.spec,
      names: { plural: 'larges', kind: 'Large', listKind: 'LargeList' },
      versions: [{ ...version, schema }],
    },
  }
}

// What it is about is what was there before; each of these is there when the next one comes.
const items = numbers(60_000).map(at => `i${at}`)
type Case = readonly [
  what: string,
  request: readonly [method: string, path: string],
  body: () => unknown,
  expected: number,
  headers?: { readonly [name: string]: string },
]
const cases: readonly Case[] = [
  [
    'a set of 60,000 items',
    ['POST', `${lists}?dryRun=All`],
    () => list('set', { set: items }),
    200,
  ],
  [
    'a set of 60,000 items and one that is there twice',
    ['POST', `${lists}?dryRun=All`],
    () => list('twice', { set: [...items, 'i0'] }),
    422,
  ],
  [
    'a list of 60,000 items with keys',
    ['POST', `${lists}?dryRun=All`],
    () => list('map', { map: items.map(k => ({ k })) }),
    200,
  ],
  [
    '200,000 fields that nobody knows',
    ['POST', `${maps}?dryRun=All`],
    () => map('unknown', Object.fromEntries(numbers(200_000).map(at => [`u${at}`, 1]))),
    200,
  ],
  [
    '40,000 finalizers',
    ['POST', `${maps}?dryRun=All`],
    () => ({ metadata: { name: 'f', finalizers: finalizers(40_000) } }),
    200,
  ],
  [
    'an apply of 30,000 fields',
    ['PATCH', `${maps}/applied?fieldManager=a`],
    () => map('applied', data(30_000, 'a')),
    200,
    apply,
  ],
  [
    'another of the same',
    ['PATCH', `${maps}/applied?fieldManager=a`],
    () => map('applied', data(30_000, 'b')),
    200,
    apply,
  ],
  [
    'a forced one by somebody else',
    ['PATCH', `${maps}/applied?fieldManager=b&force=true`],
    () => map('applied', data(30_000, 'c')),
    200,
    apply,
  ],
  ['a container of 10,000 variables', ['POST', deployments], () => deployment(10_000), 200],
  [
    'a strategic merge of 10,000 items',
    ['PATCH', `${deployments}/d`],
    () => ({ spec: { template: { spec: podSpec(10_000, 'w') } } }),
    200,
    strategic,
  ],
  [
    'a definition of 40,000 properties',
    ['POST', `${definitions}?dryRun=All`],
    () => largeDefinition(40_000),
    200,
  ],
  [
    'a list of 200,000 numbers',
    ['POST', lists],
    () => list('open', { any: numbers(200_000) }),
    200,
  ],
  [
    '10,000 inserts at its front',
    ['PATCH', `${lists}/open`],
    () => numbers(10_000).map(value => ({ op: 'add', path: '/spec/any/0', value })),
    200,
    json,
  ],
]

// A machine that is busy with other things is asked again.
const busy = { retry: 2, timeout: 60_000 }

describe('T62: single requests of legal size let others be heard:', () => {
  it('their type is there', busy, async () => {
    expect((await ask(server, ['POST', definitions], definition)).status).toBe(201)
    await expect.poll(async () => (await ask(server, ['GET', lists])).status).toBe(200)
  })

  it.for(cases)('%s', busy, async ([, ...given], { annotate }) => {
    const [request, body, expected, headers] = given
    const sent = JSON.stringify(body())
    const bounds = { blockedMs: 200, grownBytes: 512 * MiB, keptBytes: 64 * MiB }

    const answer = await attack({ server, annotate, ...bounds }, () =>
      ask(server, request, sent, { 'content-type': 'application/json', ...headers }),
    )

    // Who is asked again finds what was made before.
    const status = answer.status === 201 ? 200 : answer.status
    expect(status, answer.text.slice(0, 500)).toBe(expected)
  })
})
