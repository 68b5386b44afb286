import type { IncomingMessage, ServerResponse } from 'node:http'
import { expect, it, onTestFinished } from 'vitest'
import { createClient, TransportError } from '../../fixtures/client/client.ts'
import type { Client } from '../../fixtures/client/client.ts'
import { serveLoopback } from '../../fixtures/client/test-server.ts'
import { defaultTypes, resourcePath } from '../../fixtures/objects/tested-types.ts'
import type { Environment } from './environment.ts'
import { perform } from './perform.ts'
import type { Step } from '../dsl/scenario.ts'
import { failHealthCheck } from '../scenarios/health/health.ts'
import {
  advanceClock,
  compactHistory,
  create,
  get,
  list,
  caseName,
  rawRequest,
  scenarioWith,
  concurrently,
  tokenFrom,
  versionFrom,
  listByChunks,
} from '../dsl/steps.ts'

type Answers = (request: IncomingMessage, reply: ServerResponse) => unknown

const { signal } = new AbortController()

it('records requests and answers by label, in the terms of the case', async () => {
  const { environment } = await environmentOf((request, reply) => {
    reply.writeHead(request.method === 'POST' ? 201 : 200, { 'x-a': 'b' })
    reply.end(JSON.stringify({ metadata: { name: 'n', resourceVersion: '7' } }))
  })

  const { exchanges, context } = await perform(
    scenarioWith(
      create('made', 'main', 'x', { content: 'one' }),
      get('read', 'main', caseName('x'), { resourceVersion: versionFrom('made'), who: 'limited' }),
    ),
    environment,
    signal,
  )

  const path = resourcePath(environment.types.main, 'own', 't-0-x')
  expect(context).toMatchObject({ prefix: 't-0-', namespaces: ['own', 'own0'] })
  expect(exchanges.map(({ step, answer }) => [step, answer?.status])).toEqual([
    ['made', 201],
    ['read', 200],
  ])
  expect(JSON.parse(exchanges[0]?.request.body ?? '')).toMatchObject({
    metadata: { name: 't-0-x', labels: { 'touchstone/run': 'run' } },
    spec: { holderIdentity: 'one' },
  })
  expect(exchanges[1]?.request).toMatchObject({
    path: `${path}?resourceVersion=7`,
    query: { resourceVersion: '7' },
    who: 'limited',
  })
  expect(exchanges[1]?.about).toEqual({ role: 'main', namespace: 'own', name: 't-0-x' })
  expect(exchanges[1]?.answer?.headers['x-a']).toBe('b')
})

it('records a dangling reference without sending the request, and continues', async () => {
  const { environment, heard } = await environmentOf((_, reply) => void reply.end('{}'))

  const { exchanges } = await perform(
    scenarioWith(
      get('a', 'main', caseName('x'), { resourceVersion: versionFrom('nowhere') }),
      list('b', 'main', { continue: tokenFrom('b0') }),
      rawRequest('c', 'GET', '/c', { who: 'only-get' }),
      rawRequest('d', 'GET', '/d'),
    ),
    environment,
    signal,
  )

  expect(exchanges.map(one => one.problem)).toEqual([
    'nowhere has no /metadata/resourceVersion',
    'b0 has no /metadata/continue',
    'the target defines no credentials for only-get',
    undefined,
  ])
  expect(heard).toEqual(['GET /d'])
})

it('records transport failures, and bodies that are not JSON', async () => {
  const { environment } = await environmentOf((request, reply) =>
    request.url === '/reset' ? request.socket.destroy() : reply.end('<html>'),
  )

  const { exchanges } = await perform(
    scenarioWith(
      rawRequest('a', 'GET', '/reset'),
      rawRequest('b', 'GET', '/html'),
      rawRequest('c', 'GET', 'no slash'),
    ),
    environment,
    signal,
  )

  expect(exchanges[0]?.problem).toMatch(/closed|ECONNRESET/)
  expect(exchanges[1]?.answer).toMatchObject({ status: 200, text: '<html>', body: undefined })
  expect(exchanges[2]?.problem).toMatch(/path/)
})

it('follows a walk to its end, with steps in between, and keeps its options', async () => {
  const { environment, heard } = await environmentOf((request, reply) => {
    const token = new URL(request.url ?? '', 'http://x').searchParams.get('continue') ?? 'a'
    const next = { a: 'b', b: 'c', c: '' }[token]
    reply.end(JSON.stringify({ items: [], metadata: { continue: next } }))
  })
  const first = list('page', 'main', { limit: 2, resourceVersion: '9', match: 'Exact' })

  const { exchanges } = await perform(
    scenarioWith(listByChunks(first, [[rawRequest('between', 'GET', '/between')]])),
    environment,
    signal,
  )

  expect(exchanges.map(one => one.step)).toEqual(['page', 'between', 'page#1', 'page#2'])
  expect(heard.map(line => line.replace(/^GET [^?]*/, ''))).toEqual([
    '?limit=2&resourceVersion=9&resourceVersionMatch=Exact',
    '',
    '?limit=2&continue=b',
    '?limit=2&continue=c',
  ])
})

it('ends an endless walk', async () => {
  const { environment, heard } = await environmentOf((_, reply) => {
    reply.end(JSON.stringify({ items: [], metadata: { continue: 'again' } }))
  })

  await perform(scenarioWith(listByChunks(list('page', 'main', { limit: 1 }))), environment, signal)

  expect(heard).toHaveLength(200)
})

it('sends lanes concurrently, and each lane in order', async () => {
  const waiting: ServerResponse[] = []
  const { environment } = await environmentOf((request, reply) => {
    if (request.url !== '/a1' && request.url !== '/b1') return reply.end('{}')
    waiting.push(reply)
    // Responses wait until both requests have arrived, so sequential requests would hang.
    if (waiting.length === 2) for (const one of waiting) one.end('{}')
    return undefined
  })
  const lane = (name: string) => [
    rawRequest(`${name}1`, 'GET', `/${name}1`),
    rawRequest(`${name}2`, 'GET', '/'),
  ]

  const { exchanges } = await perform(
    scenarioWith(concurrently(lane('a'), lane('b'))),
    environment,
    signal,
  )

  const ofLane = (number: number) => exchanges.filter(one => one.lane === number)
  expect(ofLane(0).map(one => one.step)).toEqual(['a1', 'a2'])
  expect(ofLane(1).map(one => one.step)).toEqual(['b1', 'b2'])
})

it('uses the controls that the target offers', async () => {
  const used: unknown[] = []
  const compactNow = async () => void used.push('compact')
  const advanceBy = async (ms: number) => void used.push(ms)
  const { environment } = await environmentOf((_, reply) => void reply.end('{}'))
  const controls: Step[] = [
    compactHistory('a'),
    { as: 'b', control: 'expire' },
    advanceClock('c', 5),
  ]

  await perform({ steps: controls }, { ...environment, controls: { advance: advanceBy } }, signal)
  expect(used).toEqual([600_000, 5])

  used.length = 0
  const both = { compact: compactNow, advance: advanceBy }
  const { exchanges } = await perform(
    { steps: controls },
    { ...environment, controls: both },
    signal,
  )
  expect(used).toEqual(['compact', 'compact', 5])
  expect(exchanges.map(one => [one.step, one.request.path])).toEqual([
    ['a', ''],
    ['b', ''],
    ['c', ''],
  ])
})

it('deletes what a case created, even if it was stopped, and then rejects', async () => {
  const stop = new AbortController()
  const { environment, heard } = await environmentOf((request, reply) => {
    if (request.url === '/stop') return stop.abort()
    return reply.end(JSON.stringify({ metadata: { name: 't-0-x' } }))
  })
  const scenario = scenarioWith(
    create('a', 'main', 'x'),
    rawRequest('stop', 'GET', '/stop'),
    rawRequest('never', 'GET', '/never'),
  )

  await expect(perform(scenario, environment, stop.signal)).rejects.toThrow(/abort/i)

  const path = resourcePath(environment.types.main, 'own', 't-0-x')
  expect(heard.slice(1)).toEqual(['GET /stop', `DELETE ${path}`])
})

it('reports that the time of a scenario ran out, along with earlier records', async () => {
  const { environment } = await environmentOf((_, reply) => reply.end('{}'))
  const accepts = async () => {
    await new Promise(resolve => setTimeout(resolve, 60))
    return { accepted: true, findings: [] }
  }
  const ask = (as: string) => ({ as, accepts: { files: [] } })

  const { exchanges, spoiled } = await perform(
    { steps: [ask('one'), ask('two')] },
    { ...environment, controls: { accepts }, caseMs: 30 },
    signal,
  )

  expect(exchanges.map(({ step, answer }) => [step, answer?.status])).toEqual([['one', 200]])
  expect(spoiled).toBe('the scenario took longer than 0.03 s')
})

/** Returns an environment on a new test server, and the requests that the server received. */
async function environmentOf(
  answer: Answers,
): Promise<{ environment: Environment; heard: string[] }> {
  const heard: string[] = []
  const { url, close } = await serveLoopback((request, reply) => {
    heard.push(`${request.method} ${request.url}`)
    return void answer(request, reply)
  })
  onTestFinished(close)
  const admin = createClient({ url })
  onTestFinished(() => admin.close())
  return {
    heard,
    environment: {
      clients: { admin, limited: admin },
      types: defaultTypes('cluster.example'),
      controls: {},
      apiDomain: 'cluster.example',
      dialect: 'cluster',
      ordered: false,
      run: 'run',
      namespaces: ['own', 'own0'],
      caseMs: 60_000,
      nextPrefix: () => 't-0-',
    },
  }
}

it('restores a failing health check, even if the scenario is aborted', async () => {
  const { environment } = await environmentOf((_, reply) => reply.end('{}'))
  const used: boolean[] = []
  const failing = { check: 'a/b', set: async (isFailing: boolean) => void used.push(isFailing) }
  const all = [
    failHealthCheck('it fails'),
    rawRequest('one', 'GET', { $join: ['/livez/', { $failing: 'check' }] }),
  ]

  const { exchanges } = await perform(
    { steps: all },
    { ...environment, controls: { failHealthCheck: failing } },
    signal,
  )
  await perform(
    { steps: all.slice(1) },
    { ...environment, controls: { failHealthCheck: failing } },
    signal,
  )

  expect(used).toEqual([true, false])
  expect(exchanges.map(({ request }) => request.path)).toEqual(['', '/livez/a/b'])
})

it('marks a scenario as spoiled if a health check cannot be restored', async () => {
  const { environment } = await environmentOf((_, reply) => reply.end('{}'))
  const set = (isFailing: boolean) =>
    isFailing ? Promise.resolve() : Promise.reject(new Error('no such process'))

  const { spoiled } = await perform(
    scenarioWith(failHealthCheck('it fails')),
    { ...environment, controls: { failHealthCheck: { check: 'a', set } } },
    signal,
  )

  expect(spoiled).toBe('failHealthCheck failed: no such process')
})

it('takes the names of checks from a listing in an answer', async () => {
  const { environment } = await environmentOf((_, reply) =>
    reply.end('[+]a ok\n[+]b/c ok\nlivez check passed'),
  )
  const check = (nth: number) => ({ $join: ['/livez/', { $check: 'all', nth }] })

  const { exchanges } = await perform(
    scenarioWith(
      rawRequest('early', 'GET', check(0)),
      rawRequest('all', 'GET', '/livez?verbose'),
      rawRequest('one', 'GET', check(3)),
    ),
    environment,
    signal,
  )

  expect(exchanges[0]?.problem).toBe('all lists no check')
  expect(exchanges[2]?.request.path).toBe('/livez/b/c')
})

it('sends nothing after a time-out, and deletes what the request created', async () => {
  const { environment, heard } = await environmentOf((request, reply) => {
    reply.writeHead(request.method === 'POST' ? 201 : 200)
    reply.end(JSON.stringify({ metadata: { name: 't-0-x' } }))
  })
  const admin = environment.clients.admin as Client
  const hanging: Client = {
    ...admin,
    send: async request => {
      if (request.method === 'GET') throw new TransportError('no complete answer within 20 ms')
      return admin.send(request)
    },
  }

  const { exchanges } = await perform(
    scenarioWith(
      create('made', 'main', 'x'),
      get('read', 'main', caseName('x')),
      create('next', 'main', 'y'),
    ),
    { ...environment, clients: { admin: hanging } },
    signal,
  )

  expect(exchanges.map(({ step }) => step)).toEqual(['made', 'read'])
  expect(heard.map(line => line.split(' ')[0])).toEqual(['POST', 'DELETE'])
})
