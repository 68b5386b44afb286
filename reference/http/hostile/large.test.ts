import { describe, expect, it } from 'vitest'

import { sampledCases } from '../../../suites/long-runs/sampled/sample.ts'
import { ask, attack, MiB } from './test-attack.ts'
import { data, definition, deployment, finalizers, largeDefinition } from './test-large.ts'
import { list, map, numbers, pod, podSpec, yamlMap } from './test-large.ts'
import { startVictim } from './test-victim.ts'

const dialect = 'kubernetes'
const server = await startVictim({ dialect })

const definitions = '/apis/apiextensions.k8s.io/v1/customresourcedefinitions'
const maps = '/api/v1/namespaces/default/configmaps'
const pods = '/api/v1/namespaces/default/pods'
const larges = `${definitions}/larges.example.com`
const deployments = '/apis/apps/v1/namespaces/default/deployments'
const lists = '/apis/example.com/v1/namespaces/default/lists'

const apply = { 'content-type': 'application/apply-patch+yaml' }
const strategic = { 'content-type': 'application/strategic-merge-patch+json' }
const merge = { 'content-type': 'application/merge-patch+json' }
const json = { 'content-type': 'application/json-patch+json' }
const label = () => ({ metadata: { labels: { a: 'b' } } })

const yaml = 'application/yaml'
const protobuf = 'application/vnd.kubernetes.protobuf'
const table = 'application/json;as=Table;v=v1;g=meta.k8s.io'
const none = () => undefined

const items = numbers(60_000).map(index => `i${index}`)
type Case = readonly [
  what: string,
  request: readonly [method: string, path: string],
  body: () => unknown,
  expected: number,
  headers?: { readonly [name: string]: string },
]

// The cases of a group run in order. Later ones use objects of earlier ones; "it" in a title is the
// object of the previous case.
const groups: readonly (readonly [Case, ...Case[]])[] = [
  [
    [
      'a set of 60,000 items',
      ['POST', `${lists}?dryRun=All`],
      () => list('set', { set: items }),
      200,
    ],
  ],
  [
    [
      'a set of 60,000 items and one that is there twice',
      ['POST', `${lists}?dryRun=All`],
      () => list('twice', { set: [...items, 'i0'] }),
      422,
    ],
  ],
  [
    [
      'a list of 60,000 items with keys',
      ['POST', `${lists}?dryRun=All`],
      () => list('map', { map: items.map(k => ({ k })) }),
      200,
    ],
  ],
  [
    [
      '200,000 fields that nobody knows',
      ['POST', `${maps}?dryRun=All`],
      () => map('unknown', Object.fromEntries(numbers(200_000).map(index => [`u${index}`, 1]))),
      200,
    ],
  ],
  [
    [
      '40,000 finalizers',
      ['POST', `${maps}?dryRun=All`],
      () => ({ metadata: { name: 'f', finalizers: finalizers(40_000) } }),
      200,
    ],
  ],
  [
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
  ],
  [
    ['a container of 10,000 variables', ['POST', deployments], () => deployment(10_000), 200],
    [
      'a strategic merge of 10,000 items',
      ['PATCH', `${deployments}/d`],
      () => ({ spec: { template: { spec: podSpec(10_000, 'w') } } }),
      200,
      strategic,
    ],
  ],
  [
    [
      'a definition of 40,000 properties',
      ['POST', `${definitions}?dryRun=All`],
      () => largeDefinition(40_000),
      200,
    ],
  ],
  [
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
  ],
  [
    ['a pod of 20,000 tolerations', ['POST', pods], () => pod(20_000, {}), 200],
    ['a label on it', ['PATCH', `${pods}/p`], label, 200, merge],
    [
      'an apply of it',
      ['PATCH', `${pods}/p?fieldManager=a&force=true`],
      () => pod(20_000, { c: 'd' }),
      200,
      apply,
    ],
  ],
  [
    ['a definition that is kept', ['POST', definitions], () => largeDefinition(40_000), 200],
    ['a label on that definition', ['PATCH', larges], label, 200, merge],
    ['its end', ['DELETE', larges], none, 200],
  ],
  [
    [
      'an apply of 30,000 fields in YAML',
      ['PATCH', `${maps}/lines?fieldManager=a`],
      () => yamlMap('lines', 30_000, 'a'),
      200,
      apply,
    ],
  ],
  [
    ['a map of 60,000 members', ['POST', maps], () => map('m', data(60_000, 'vvvvvvvv')), 200],
    ['it in YAML', ['GET', `${maps}/m`], none, 200, { accept: yaml }],
    ['it in Protobuf', ['GET', `${maps}/m`], none, 200, { accept: protobuf }],
    ['it as a row', ['GET', `${maps}/m`], none, 200, { accept: table }],
    ['a list of such in YAML', ['GET', maps], none, 200, { accept: yaml }],
    ['a list of such in Protobuf', ['GET', maps], none, 200, { accept: protobuf }],
  ],
  [
    [
      'an apply of 12,000 variables',
      ['PATCH', `${deployments}/a?fieldManager=a`],
      () => deployment(12_000, 'a'),
      200,
      apply,
    ],
    [
      'the same with other values',
      ['PATCH', `${deployments}/a?fieldManager=a`],
      () => deployment(12_000, 'a', 'w'),
      200,
      apply,
    ],
  ],
]

// The test is retried when the machine is busy.
const busy = { retry: 2, timeout: 60_000 }

describe('T62: single requests of legal size do not block others:', () => {
  it('their type is served', busy, async () => {
    expect((await ask(server, ['POST', definitions], definition)).status).toBe(201)
    await expect.poll(async () => (await ask(server, ['GET', lists])).status).toBe(200)
  })

  it.for(sampledCases(groups, 6, ([[title]]) => title).flat())(
    '%s',
    busy,
    async ([, ...row], { annotate }) => {
      const [request, body, expected, headers] = row
      const given = body()
      const sent = typeof given === 'string' ? given : JSON.stringify(given)
      const bounds = { blockedMs: 200, grownBytes: 512 * MiB, keptBytes: 64 * MiB }

      const answer = await attack({ server, annotate, ...bounds }, () =>
        ask(server, request, sent, { 'content-type': 'application/json', ...headers }),
      )

      // A retry finds the object of the first attempt.
      const status = answer.status === 201 ? 200 : answer.status
      expect(status, answer.text.slice(0, 500)).toBe(expected)
    },
  )
})
