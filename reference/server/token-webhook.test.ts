import type { IncomingHttpHeaders, RequestListener, ServerResponse } from 'node:http'
import { createServer } from 'node:https'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { setImmediate as turn } from 'node:timers/promises'

import { expect, it, onTestFinished } from 'vitest'

import { serveLoopback } from '../../fixtures/client/test-server.ts'
import { createAuthority } from '../../fixtures/hosts/authority.ts'
import type { TokenWebhook } from '../api/authentication.ts'
import { readWebhookKubeconfig } from '../flag-settings/webhook-kubeconfig.ts'
import { startSecureServer } from './test-certificates.ts'

type Review = { apiVersion: string; spec: { token: string; audiences: string[] } }
type Call = { headers: IncomingHttpHeaders; review: Review }

const issuer = 'https://kubernetes.default.svc'
const ada = { username: 'ada', uid: '1', groups: ['x'], extra: { 'example.com/a': ['b'] } }

/** Starts a webhook that answers by the token, and a server that asks it. */
async function started(
  answer: (review: Review, response: ServerResponse, count: number) => unknown,
  settings: Partial<TokenWebhook> = {},
) {
  const calls: Call[] = []
  const host = await serveLoopback(async (request, response) => {
    const review = JSON.parse(await text(request)) as Review
    calls.push({ headers: request.headers, review })
    const { apiVersion } = review
    const status = answer(review, response, calls.length)
    if (status !== undefined)
      response.end(JSON.stringify({ apiVersion, kind: 'TokenReview', status }))
  })
  onTestFinished(host.close)
  const server = await startSecureServer({
    tokenWebhook: { url: host.url, version: 'v1', cacheTtlMs: 60_000, ...settings },
    users: [{ token: 'of-the-file', name: 'bob', uid: '2', groups: [] }],
  })
  const by = (token: string) => server.ask(undefined, { authorization: `Bearer ${token}` })
  /** Moves the clock while a request waits. */
  const whileWaiting = async <Value>(request: Promise<Value>): Promise<Value> => {
    let isOver = false
    const ended = request.finally(() => (isOver = true))
    while (!isOver) {
      server.clock.advance(100)
      await turn()
    }
    return ended
  }
  return { ...server, calls, by, whileWaiting }
}

it('asks the webhook about a token that is otherwise unknown, and caches the answer', async () => {
  const { by, calls, clock } = await started(() => ({ authenticated: true, user: ada }), {
    authorization: 'Bearer of-the-server',
  })
  const expected = {
    status: 201,
    user: { ...ada, groups: ['x', 'system:authenticated'] },
  }

  expect(await by('of-the-file')).toMatchObject({ user: { username: 'bob' } })
  expect(calls).toEqual([])
  expect(await Promise.all([by('secret-1'), by('secret-1')])).toEqual([expected, expected])
  expect(calls.map(({ review }) => review)).toEqual([
    {
      kind: 'TokenReview',
      apiVersion: 'authentication.k8s.io/v1',
      metadata: {},
      spec: { token: 'secret-1', audiences: [issuer] },
      status: { user: {} },
    },
  ])
  expect(calls[0]?.headers.authorization).toBe('Bearer of-the-server')
  await by('secret-2')
  expect(calls).toHaveLength(2)
  clock.advance(60_001)
  expect(await by('secret-1')).toEqual(expected)
  expect(calls).toHaveLength(3)
})

it('caches that a token is unknown, but caches nothing with a TTL of 0', async () => {
  const refusing = () => ({ authenticated: false })
  const keeping = await started(refusing)
  const asking = await started(refusing, { cacheTtlMs: 0 })

  for (const { by } of [keeping, keeping, asking, asking])
    expect(await by('secret-1')).toEqual({ status: 401 })
  expect(keeping.calls).toHaveLength(1)
  expect(asking.calls).toHaveLength(2)
})

it('accepts only reviews for its audience and in its version', async () => {
  const { by } = await started(
    ({ spec: { token }, apiVersion }, response) => {
      if (token !== 'other-version')
        return {
          authenticated: true,
          user: ada,
          ...(token !== 'none' && { audiences: [token === 'own' ? issuer : 'others', 'more'] }),
        }
      response.end(
        JSON.stringify({
          apiVersion: apiVersion.replace('v1beta1', 'v1'),
          kind: 'TokenReview',
          status: { authenticated: true, user: ada },
        }),
      )
      return undefined
    },
    { version: 'v1beta1' },
  )

  expect(await by('none')).toMatchObject({ user: { username: 'ada' } })
  expect(await by('own')).toMatchObject({ user: { username: 'ada' } })
  expect(await by('others')).toEqual({ status: 401 })
  expect(await by('other-version')).toEqual({ status: 401 })
})

it('tries five times after a transient failure, and again with the next request', async () => {
  const { by, calls, log, whileWaiting } = await started((_, response, count) => {
    if (count > 6) return { authenticated: true, user: ada }
    response.writeHead(500).end('secret-1')
    return undefined
  })

  expect(await whileWaiting(by('secret-1'))).toEqual({ status: 401 })
  expect(calls).toHaveLength(5)
  expect(log).toEqual([
    'authentication by bearer tokens: the webhook has not reviewed the token: expected status 200 or 201, got 500',
  ])
  expect(await whileWaiting(by('secret-1'))).toMatchObject({ user: { username: 'ada' } })
  expect(calls).toHaveLength(7)
})

it('does not retry other failures, and never logs a token', async () => {
  const failures: Record<string, RequestListener> = {
    'secret-status': (_, response) => void response.writeHead(403).end('secret-status'),
    'secret-html': (_, response) => void response.end('<html>secret-html'),
    'secret-other': (_, response) =>
      void response.writeHead(101, { connection: 'upgrade', upgrade: 'other' }).end(),
    'secret-later': (_, response) =>
      void response.writeHead(429, { 'retry-after': '3600' }).end('secret-later'),
    'secret-long': (_, response) => void response.end('x'.repeat(2_000_000)),
    'secret-moved': (_, response) =>
      void response.writeHead(307, { location: '/secret-moved' }).end(),
  }
  const { by, calls, log } = await started(({ spec: { token } }, response) => {
    failures[token]?.(undefined as never, response)
    return token in failures ? undefined : { authenticated: false, error: `${token} is bad` }
  })

  for (const token of [...Object.keys(failures), 'secret-error'])
    expect(await by(token)).toEqual({ status: 401 })
  expect(calls).toHaveLength(7)
  expect(log).toHaveLength(7)
  expect(log.join('\n')).toContain('[token] is bad')
  expect(log.join('\n')).not.toContain('secret')
})

it('has a bounded number of reviews in progress, even if clients have disconnected', async () => {
  const { by, calls, log } = await started(() => undefined)
  const tokens = Array.from({ length: 401 }, (_, index) => `t${index}`)
  const asked = tokens.map(token => by(token).catch(() => undefined))

  const first = await Promise.race(asked)

  expect(first).toEqual({ status: 401 })
  expect(log).toEqual([
    'authentication by bearer tokens: the webhook has not reviewed the token: 400 reviews are under way',
  ])
  expect(calls.length).toBeLessThanOrEqual(400)
})

it('uses the address and the credentials of a kubeconfig', async () => {
  const authority = await createAuthority('webhooks')
  const { certificate, key } = await authority.forServer()
  const own = await authority.forClient({ name: 'the server' })
  const seen: unknown[] = []
  const server = createServer(
    { cert: certificate, key, ca: authority.certificate, requestCert: true },
    (request, response) => {
      seen.push((request.socket as never as { authorized: boolean }).authorized, request.url)
      response.end(JSON.stringify({ status: { authenticated: true, user: ada } }))
    },
  ).listen(0, '127.0.0.1')
  onTestFinished(() => void server.close())
  await once(server, 'listening')
  const url = `https://127.0.0.1:${(server.address() as AddressInfo).port}/review`
  const files: Record<string, string> = {
    '/etc/webhook/config': JSON.stringify({
      clusters: [{ name: 'c', cluster: { server: url, 'certificate-authority': 'ca.pem' } }],
      users: [
        {
          name: 'u',
          user: {
            'client-certificate-data': Buffer.from(own.certificate).toString('base64'),
            'client-key': '/keys/own.pem',
          },
        },
      ],
      contexts: [{ name: 'here', context: { cluster: 'c', user: 'u' } }],
      'current-context': 'here',
    }),
    '/etc/webhook/ca.pem': authority.certificate,
    '/keys/own.pem': own.key,
  }
  const address = await readWebhookKubeconfig('/etc/webhook/config', {
    flag: '--a',
    readText: async path => files[path] ?? '',
  })
  const { ask } = await startSecureServer({
    tokenWebhook: { ...address, version: 'v1', cacheTtlMs: 0 },
  })

  expect(await ask(undefined, { authorization: 'Bearer secret' })).toMatchObject({
    user: { username: 'ada' },
  })
  expect(seen).toEqual([true, '/review?timeout=30s'])
})
