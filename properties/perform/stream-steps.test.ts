import type { ServerResponse } from 'node:http'
import { expect, it, onTestFinished } from 'vitest'
import { createClient } from '../../fixtures/client/client.ts'
import { serveLoopback } from '../../fixtures/client/test-server.ts'
import { defaultTypes } from '../../fixtures/objects/tested-types.ts'
import type { Environment } from './environment.ts'
import { exchangeAt } from '../history/history.ts'
import { perform } from './perform.ts'
import type { ReadPace, Step } from '../dsl/scenario.ts'
import {
  lastStreamVersion,
  closeStream,
  list,
  rawRequest,
  scenarioWith,
  concurrently,
  awaitEnd,
  awaitEventCount,
  awaitVersion,
  awaitEventType,
  watch,
} from '../dsl/steps.ts'

const event = (type: string, resourceVersion: string) => ({
  type,
  object: { metadata: { name: 'a', resourceVersion } },
})

/**
 * Performs steps on a server whose watches `write` answers and whose other answers have version 7.
 */
async function performed(write: (reply: ServerResponse) => void, ...all: Step[]) {
  const { url } = await serveLoopback((request, reply) => {
    if (request.url?.includes('watch=')) return write(reply)
    reply.end(JSON.stringify({ metadata: { resourceVersion: '7' }, path: request.url }))
  })
  const client = createClient({ url })
  onTestFinished(client.close)
  const environment: Environment = {
    clients: { admin: client },
    dialect: 'cluster',
    apiDomain: 'cluster.example',
    ordered: false,
    types: defaultTypes('cluster.example'),
    controls: {},
    run: 'run',
    namespaces: ['n0', 'n1', 'n2'],
    caseMs: 60_000,
    nextPrefix: () => 'c1-',
  }
  return perform(scenarioWith(...all), environment, new AbortController().signal)
}

const documents = (frames: { document: unknown }[] = []) => frames.map(({ document }) => document)

it('waits for an event that arrives in pieces after blanks', async () => {
  const pieces = ['\n', '{"type":"ADD', 'ED","object":{"metadata":{"resour', 'ceVersion":"7"}}}\n']
  let stream: ServerResponse | undefined
  const history = await performed(
    reply => {
      if (stream) stream.write(pieces.shift(), () => reply.end('{}'))
      else reply.flushHeaders()
      stream ??= reply
    },
    list('newest', 'main'),
    watch('w', 'main'),
    concurrently(
      [awaitVersion('w', 'newest')],
      pieces.map((_, index) => rawRequest(`piece ${index}`, 'GET', '/?watch=')),
    ),
    closeStream('w'),
  )

  expect(exchangeAt(history, 'w shows newest').problem).toBeUndefined()
})

it('records the events of a watch until it is closed', async () => {
  const history = await performed(
    reply =>
      reply.write(`${JSON.stringify(event('ADDED', '5'))}\n${JSON.stringify(event('X', '7'))}\n`),
    list('newest', 'main'),
    watch('w', 'main', { bookmarks: true }),
    awaitVersion('w', 'newest'),
    awaitEventType('w', 'ADDED'),
    closeStream('w'),
  )

  const { request, stream, answer } = exchangeAt(history, 'w')
  expect(request.query).toEqual({ watch: '1', allowWatchBookmarks: 'true' })
  expect(answer?.status).toBe(200)
  expect(documents(stream?.frames)).toEqual([event('ADDED', '5'), event('X', '7')])
  expect(stream).toMatchObject({ separators: ['\n'], rest: '', end: { how: 'closed' } })
  expect(history.exchanges.map(({ problem }) => problem)).toEqual(Array(5).fill(undefined))
})

it('lets later steps continue from the position of a stream', async () => {
  const history = await performed(
    reply => reply.end(JSON.stringify(event('ADDED', '5')) + JSON.stringify(event('ERROR', '9'))),
    watch('w', 'main'),
    awaitEnd('w'),
    list('rest', 'main', { resourceVersion: lastStreamVersion('w') }),
  )

  expect(exchangeAt(history, 'w').stream?.end?.how).toBe('ended')
  expect(exchangeAt(history, 'rest').request.query).toEqual({ resourceVersion: '5' })
})

it('distinguishes a broken stream from one that ends', async () => {
  const history = await performed(
    reply => reply.write('{"type":"ADDED","obj', () => reply.destroy()),
    watch('w', 'main'),
    awaitEnd('w'),
  )

  const { stream } = exchangeAt(history, 'w')
  expect(stream?.end?.how).toBe('broken')
  expect(stream?.rest).toBe('{"type":"ADDED","obj')
})

it('reports which event did not arrive, and why', async () => {
  const history = await performed(
    reply => reply.end(JSON.stringify(event('ADDED', '5'))),
    watch('w', 'main'),
    awaitEventCount('w', 2),
    awaitEventCount('v', 1),
  )

  expect(exchangeAt(history, 'w has 2 events').problem).toBe('the stream ended before it was shown')
  expect(exchangeAt(history, 'v has 1 events').problem).toBe('v is not an open stream')
})

it('records a refused watch like any response', async () => {
  const history = await performed(
    reply => reply.writeHead(410).end('{"code":410}'),
    watch('w', 'main'),
    rawRequest('other', 'GET', '/x'),
  )

  expect(exchangeAt(history, 'w')).toMatchObject({ answer: { status: 410, body: { code: 410 } } })
  expect(exchangeAt(history, 'w').stream).toBeUndefined()
})

it.each<ReadPace>(['slow', 'halting', 'late'])('reads everything as a %s reader', async reader => {
  const versions = Array.from({ length: 9 }, (_, index) => `${index}`)
  const history = await performed(
    reply => {
      for (const version of versions) reply.write(JSON.stringify(event('ADDED', version)))
    },
    watch('w', 'main', { reader }),
    concurrently([rawRequest('beside', 'GET', '/x')], [awaitEventCount('w', 9)]),
  )

  expect(documents(exchangeAt(history, 'w').stream?.frames)).toEqual(
    versions.map(version => event('ADDED', version)),
  )
})
