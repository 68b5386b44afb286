import { expect, it, onTestFinished } from 'vitest'
import { createClient } from '../../fixtures/client/client.ts'
import { serveLoopback } from '../../fixtures/client/test-server.ts'
import { defaultTypes } from '../../fixtures/objects/tested-types.ts'
import type { Environment } from './environment.ts'
import {
  defineSharedType,
  definitionVersion,
  establishedCondition,
  pollUntil,
  typeSpec,
} from '../dsl/custom-steps.ts'
import { perform } from './perform.ts'
import { rawRequest, scenarioWith } from '../dsl/steps.ts'
import { untilLaterSecondThan } from '../dsl/write-steps.ts'
import { containsPart } from '../dsl/term.ts'
import { createWaitMemory } from './wait-memory.ts'

const { signal } = new AbortController()

it('finds a matching part at any index of an array', () => {
  const conditions = [
    { type: 'A', status: 'False', more: 1 },
    { type: 'B', status: 'True' },
  ]

  expect(containsPart({ conditions: [{ type: 'B', status: 'True' }] }, { conditions })).toBe(true)
  expect(containsPart({ conditions: [{ type: 'A', status: 'True' }] }, { conditions })).toBe(false)
  expect(containsPart({ conditions: [] }, {})).toBe(false)
})

it('repeats a request until the answer matches, and records that answer', async () => {
  const { environment, paths } = await environmentOf(nth => [200, { ready: nth > 2 }])
  const start = performance.now()

  const { exchanges } = await perform(
    scenarioWith(pollUntil(rawRequest('ready', 'GET', '/x'), { ready: true })),
    environment,
    signal,
  )

  expect(paths).toEqual(['GET /x', 'GET /x', 'GET /x'])
  expect(exchanges).toMatchObject([{ step: 'ready', answer: { body: { ready: true } } }])
  expect(exchanges[0]?.problem).toBeUndefined()
  // Two pauses precede the request whose answer is recorded.
  expect(exchanges[0]?.sentAt).toBeGreaterThan(start + 80)
})

it('waits longer for a definition to be established than for other answers', async () => {
  const { environment } = await environmentOf(() => [200, {}])
  const asked: [string, number][] = []
  const waits = {
    ...createWaitMemory(),
    limitMs: (kind: string, ms: number) => {
      asked.push([kind, ms])
      return 1
    },
  }
  const read = rawRequest('read', 'GET', '/x')
  const steps = [pollUntil(read, establishedCondition), pollUntil(read, { status: { used: 1 } })]

  await perform(scenarioWith(...steps), { ...environment, waits }, signal)

  expect(asked).toEqual([
    ['poll for an established definition', 15_000],
    ['poll GET a path ["status"]', 5_000],
  ])
})

it('remembers the definitions that were never established', async () => {
  const { environment } = await environmentOf(nth => [nth === 1 ? 201 : 200, {}])
  const asked: unknown[] = []
  const waits = {
    ...createWaitMemory(),
    limitMs: (kind: string, ms: number) => {
      asked.push([kind, ms])
      return 1
    },
    record: (...what: [string, boolean]) => void asked.push(what),
  }
  const definition = defineSharedType('type', typeSpec([definitionVersion('v1', {})]))

  await perform(scenarioWith(definition), { ...environment, waits }, signal)

  expect(asked).toEqual([
    ['poll for an established definition', 30_000],
    ['poll for an established definition', false],
  ])
})

it('repeats a request until the server clock reaches a later second', async () => {
  const { environment } = await environmentOf(() => [200, {}])

  const { exchanges } = await perform(
    scenarioWith(
      rawRequest('first', 'GET', '/x'),
      untilLaterSecondThan('first', rawRequest('later', 'GET', '/x')),
    ),
    environment,
    signal,
  )

  const [first, later] = exchanges.map(({ answer }) => Date.parse(answer?.headers['date'] ?? ''))
  expect(later).toBeGreaterThan(first ?? NaN)
  expect(exchanges[1]?.problem).toBeUndefined()
})

it('creates a shared definition once, and waits until each version is served', async () => {
  const { environment, paths } = await environmentOf((nth, method, path) => {
    if (path.includes('widgets?')) return [nth > 5 ? 200 : 404, { items: [] }]
    const status = method === 'GET' && nth > 2 ? established : {}
    return [200, { spec: { group: 'g', names: { plural: 'widgets' }, versions }, status }]
  })
  const definitions = new Map()
  const versions = [definitionVersion('v1', {}), definitionVersion('v2', {}, { served: false })]
  const scenario = scenarioWith(defineSharedType('type', typeSpec(versions)))

  const first = await perform(scenario, { ...environment, definitions }, signal)
  const requests = paths.length
  const second = await perform(scenario, { ...environment, definitions }, signal)

  expect(paths.at(-1)).toBe('GET /apis/g/v1/widgets?limit=1')
  expect(paths).toHaveLength(requests)
  expect(first.exchanges[0]?.answer).toEqual(second.exchanges[0]?.answer)
  expect(first.exchanges[0]?.answer?.body).toMatchObject({ status: established })
})

it('retries a definition that was refused', async () => {
  const { environment, paths } = await environmentOf(() => [422, { code: 422 }])
  const scenario = scenarioWith(defineSharedType('type', typeSpec([definitionVersion('v1', {})])))

  const shared = { ...environment, definitions: new Map() }
  for (let time = 0; time < 2; time++) await perform(scenario, shared, signal)

  expect(paths.map(path => path.split(' ')[0])).toEqual(['POST', 'POST'])
})

const established = { conditions: [{ type: 'Established', status: 'True' }] }

/** Starts a server that answers its nth request, counted from 1, with a status and a body. */
async function environmentOf(
  answer: (nth: number, method: string, path: string) => [status: number, body: unknown],
): Promise<{ environment: Environment; paths: string[] }> {
  const paths: string[] = []
  const server = await serveLoopback((request, reply) => {
    const [method, path] = [request.method ?? '', request.url ?? '']
    const [status, body] = answer(paths.push(`${method} ${path}`), method, path)
    reply.writeHead(status, { 'content-type': 'application/json' })
    reply.end(JSON.stringify(body))
  })
  const admin = createClient({ url: server.url })
  onTestFinished(async () => {
    await admin.close()
    await server.close()
  })
  const words = { dialect: 'cluster', apiDomain: 'cluster.example', ordered: false, run: 'run' }
  const environment: Environment = {
    ...words,
    clients: { admin },
    types: defaultTypes('cluster.example'),
    controls: {},
    namespaces: ['own'],
    caseMs: 10_000,
    nextPrefix: () => 't-0-',
  }
  return { environment, paths }
}
