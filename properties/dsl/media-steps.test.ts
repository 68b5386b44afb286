import type { IncomingMessage, ServerResponse } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { gzipSync } from 'node:zlib'
import { expect, it, onTestFinished } from 'vitest'
import { decodeBody, encodeBody } from '../../fixtures/client/bodies.ts'
import { createClient } from '../../fixtures/client/client.ts'
import { serveLoopback } from '../../fixtures/client/test-server.ts'
import { defaultTypes } from '../../fixtures/objects/tested-types.ts'
import type { Environment } from '../perform/environment.ts'
import { exchangeAt } from '../history/history.ts'
import type { History } from '../history/history.ts'
import {
  acceptHeader,
  bytesBody,
  encodedBody,
  mediaTypeTerm,
  withBodyEncoding,
  withHeaders,
} from './media-steps.ts'
import { perform } from '../perform/perform.ts'
import type { Step } from './scenario.ts'
import { stepLines } from './step-text.ts'
import { create, rawRequest, scenarioWith, awaitEnd } from './steps.ts'

type Sent = { headers: IncomingMessage['headers']; body: Buffer }

const secret = { apiVersion: 'v1', kind: 'Secret', metadata: { name: 't' } }

async function performed(
  answer: (reply: ServerResponse) => unknown,
  dialect: 'cluster' | 'kubernetes',
  ...all: Step[]
): Promise<{ history: History; sent: Sent[]; alternates: string[] }> {
  const sent: Sent[] = []
  const server = await serveLoopback(async (request, reply) => {
    sent.push({ headers: request.headers, body: await buffer(request) })
    answer(reply)
  })
  const client = createClient(server)
  onTestFinished(async () => {
    await client.close()
    await server.close()
  })
  const alternates: string[] = []
  const environment: Environment = {
    clients: { admin: client },
    otherClient: async serverName => {
      alternates.push(serverName)
      return client
    },
    dialect,
    apiDomain: 'cluster.example',
    ordered: false,
    types: defaultTypes('cluster.example'),
    controls: {},
    run: 'run',
    namespaces: ['own'],
    caseMs: 20_000,
    nextPrefix: () => 't-',
  }
  const history = await perform(scenarioWith(...all), environment, new AbortController().signal)
  return { history, sent, alternates }
}

const refusing = (reply: ServerResponse) => void reply.writeHead(418).end()

it('sends a body in each encoding with its media type, and records its value', async () => {
  const post = create('post', 'core', undefined, { body: secret })
  const { history, sent } = await performed(
    refusing,
    'kubernetes',
    ...(['yaml', 'cbor', 'protobuf'] as const).map(encoding => withBodyEncoding(encoding, post)),
  )

  // The requests after these are the clean-up.
  const posted = sent.slice(0, 3)
  expect(posted.map(({ headers }) => headers['content-type'])).toEqual([
    'application/yaml',
    'application/cbor',
    'application/vnd.kubernetes.protobuf',
  ])
  for (const { headers, body } of posted)
    expect(decodeBody(body, headers['content-type']).body).toEqual(secret)
  for (const { request } of history.exchanges)
    expect(JSON.parse(request.body ?? '')).toEqual(secret)
})

it('sends bytes unchanged, and the Content-Type that a request sets itself', async () => {
  const { sent, history } = await performed(
    refusing,
    'cluster',
    rawRequest('bytes', 'POST', '/', {
      body: bytesBody(Buffer.from([0, 255])),
      headers: { accept: null },
    }),
    rawRequest('odd', 'POST', '/', {
      body: encodedBody('protobuf', secret, { prefix: false }),
      headers: { 'content-type': 'application/x-odd' },
    }),
    rawRequest('untyped', 'POST', '/', { body: { $text: 'x' }, headers: { 'content-type': null } }),
  )

  expect(sent[0]?.body).toEqual(Buffer.from([0, 255]))
  expect(sent[0]?.headers.accept).toBeUndefined()
  expect(sent[1]?.headers['content-type']).toBe('application/x-odd')
  expect(sent[1]?.body[0]).toBe(0x0a)
  expect(sent[2]?.headers['content-type']).toBeUndefined()
  expect(exchangeAt(history, 'bytes').request).toMatchObject({
    bytes: 'AP8=',
    headers: { accept: null },
  })
})

it('does not send what an encoding cannot represent', async () => {
  const { history, sent } = await performed(
    refusing,
    'cluster',
    rawRequest('odd', 'POST', '/', { body: encodedBody('protobuf', { ...secret, data: 7 }) }),
  )

  expect(sent).toEqual([])
  expect(exchangeAt(history, 'odd').problem).toMatch(
    /no body in protobuf: Secret.data: expected a map/,
  )
})

it('uses the media types of the dialect in Accept', async () => {
  const accept = acceptHeader(
    mediaTypeTerm('protobuf'),
    mediaTypeTerm('json', 'Table'),
    'application/x-odd;q=0.1',
  )
  const get = withHeaders(rawRequest('get', 'GET', '/'), accept)

  const { sent } = await performed(refusing, 'cluster', get)

  expect(sent[0]?.headers.accept).toBe(
    'application/vnd.cluster.protobuf, ' +
      'application/json;as=Table;g=meta.cluster.example;v=v1, application/x-odd;q=0.1',
  )
  expect(stepLines(scenarioWith(get))).toEqual([
    'get: GET / (accept: protobuf, json as Table, application/x-odd;q=0.1)',
  ])
})

it.each(['yaml', 'cbor', 'protobuf'] as const)(
  'reads a response in %s, also if it is compressed',
  async encoding => {
    const type =
      encoding === 'protobuf' ? 'application/vnd.cluster.protobuf' : `application/${encoding}`
    const body = gzipSync(encodeBody(secret, encoding))
    const headers = { 'content-type': type, 'content-encoding': 'gzip' }

    const { history } = await performed(
      reply => reply.writeHead(200, headers).end(body),
      'cluster',
      rawRequest('get', 'GET', '/'),
    )

    const { answer } = exchangeAt(history, 'get')
    expect(answer).toMatchObject({ body: secret, gzip: { length: body.length, isSingle: true } })
    expect(answer?.headers['content-encoding']).toBe('gzip')
    expect(answer?.undecodable).toBeUndefined()
    expect(JSON.parse(JSON.stringify(history))).toEqual(history)
  },
)

it('shows judges a body that does not match its headers', async () => {
  const answers = [
    { 'content-type': 'application/cbor' },
    { 'content-type': 'application/json', 'content-encoding': 'gzip' },
  ]

  const { history } = await performed(
    reply => reply.writeHead(200, answers.shift()).end('{"a":1'),
    'cluster',
    rawRequest('one', 'GET', '/'),
    rawRequest('two', 'GET', '/'),
  )

  expect(exchangeAt(history, 'one').answer?.undecodable).toMatch(/./)
  expect(exchangeAt(history, 'two').answer).toMatchObject({
    undecodable: 'gzip: incorrect header check',
    base64: Buffer.from('{"a":1').toString('base64'),
  })
})

it('reads the events of a watch in the encoding of its answer', async () => {
  const event = { type: 'ADDED', object: { ...secret, metadata: { resourceVersion: '7' } } }

  const { history } = await performed(
    reply =>
      reply
        .writeHead(200, { 'content-type': 'application/cbor-seq' })
        .end(Buffer.concat([encodeBody(event, 'cbor'), Buffer.from([0xa1])])),
    'cluster',
    { watch: rawRequest('watch', 'GET', '/') },
    awaitEnd('watch'),
  )

  const { stream } = exchangeAt(history, 'watch')
  expect(stream?.frames.map(({ document }) => document)).toEqual([event])
  expect(stream?.rest).toBe('oQ==')
})

it('sends a request to the alternate configuration that it names', async () => {
  const { history, alternates } = await performed(
    refusing,
    'cluster',
    rawRequest('in', 'GET', '/', { server: 'Gate=true' }),
    rawRequest('out', 'GET', '/'),
  )

  expect(alternates).toEqual(['Gate=true'])
  expect(history.exchanges.map(({ request }) => request.server)).toEqual(['Gate=true', undefined])
})
