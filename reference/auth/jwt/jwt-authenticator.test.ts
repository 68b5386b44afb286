import { createHmac } from 'node:crypto'
import { createServer } from 'node:https'
import type { RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { once } from 'node:events'
import { expect, it, onTestFinished } from 'vitest'
import { createAuthority } from '../../../fixtures/hosts/authority.ts'
import { startIssuerHost } from '../../../fixtures/hosts/issuer-host.ts'
import { httpsFetcher } from './fetch-document.ts'
import { jwtAuthenticator } from './jwt-authenticator.ts'
import type { JwtConfig } from '../../api/authentication.ts'
import { jwtRules } from './jwt-rules.ts'

const dialect = { hasEmptyGroups: false, keepsTokenId: false }
const clock = { now: Date.now, steady: () => performance.now() }
const limits = { bytesMax: 10_000, timeoutMs: 500 }

const authenticatorOf = (config: JwtConfig, now: () => number = Date.now) =>
  jwtAuthenticator(config, {
    fetchDocument: httpsFetcher(limits),
    clock: { ...clock, now },
    rules: jwtRules,
    dialect,
  })

const configOf = (url: string, certificateAuthority: string): JwtConfig => ({
  issuer: { url, certificateAuthority, audiences: ['touchstone'] },
  claimMappings: { username: { claim: 'sub', prefix: 'x:' } },
})

async function started() {
  const host = await startIssuerHost()
  onTestFinished(host.close)
  const config = configOf(`${host.url}/a`, host.certificateAuthority)
  return { host, config, authenticate: authenticatorOf(config) }
}

const text = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')

it('accepts good tokens of its issuer, and does not judge those of others', async () => {
  const { host, authenticate } = await started()

  expect(await authenticate(host.tokenOf({ issuer: '/a' }))).toEqual({
    name: 'x:somebody',
    uid: '',
    groups: [],
  })
  for (const other of ['opaque', 'a.b', 'a.b.c', `a.${text(7)}.c`, host.tokenOf({ issuer: '/b' })])
    expect(await authenticate(other)).toBeUndefined()
})

it('refuses tokens without a signature, and those that everyone could sign', async () => {
  const { host, authenticate } = await started()
  const good = host.tokenOf({ issuer: '/a' })
  const [, payload = '', signature = ''] = good.split('.')
  const hmac = (head: string) =>
    createHmac('sha256', 'the published key').update(`${head}.${payload}`).digest('base64url')
  const symmetric = text({ alg: 'HS256', kid: 'good' })

  for (const token of [
    `${text({ alg: 'none' })}.${payload}.`,
    `${text({ alg: 'none' })}.${payload}.${signature}`,
    `${symmetric}.${payload}.${hmac(symmetric)}`,
    `${text({ alg: 'RS256', kid: 'good', crit: ['unknown'], unknown: 1 })}.${payload}.${signature}`,
    `${text({ alg: 'RS256', kid: 'nobody' })}.${payload}.${signature}`,
    good.slice(0, -8),
    host.tokenOf({ issuer: '/a', key: 'foreign' }),
    host.tokenOf({ issuer: '/a', claims: { big: 'x'.repeat(1_000_000) }, key: 'foreign' }),
  ])
    expect(await authenticate(token)).toEqual({ fault: expect.any(String) })
})

it('compares times exactly at the end of the validity, and with a leeway at its start', async () => {
  const { host, config } = await started()
  const second = 1_000
  const nowMs = Math.floor(Date.now() / second) * second
  const token = host.tokenOf({ issuer: '/a', claims: { exp: nowMs / second, nbf: nowMs / second } })
  const at = (ms: number) => authenticatorOf(config, () => nowMs + ms)(token)

  expect(await at(-1)).toMatchObject({ name: 'x:somebody' })
  expect(await at(0)).toEqual({ fault: 'the token has expired' })
  expect(await at(-299 * second)).toMatchObject({ name: 'x:somebody' })
  expect(await at(-302 * second)).toEqual({ fault: expect.stringContaining('nbf') })
})

const hostile: [name: string, listener: RequestListener, message: RegExp][] = [
  ['HTML', (_, response) => response.end('<html>'), /expected a JSON object/],
  ['an array', (_, response) => response.end('[]'), /expected a JSON object/],
  ['an error', (_, response) => response.writeHead(500).end('{}'), /expected status 200, got 500/],
  [
    'a redirect',
    (_, response) => response.writeHead(302, { location: '/b' }).end(),
    /expected status 200, got 302/,
  ],
  ['10 MB', (_, response) => response.end('x'.repeat(10_000_000)), /at most 10000 bytes/],
  ['nothing', () => undefined, /aborted|timeout/],
  ['half a document', (_, response) => response.write('{'), /aborted|timeout/],
  ['another issuer', (_, response) => response.end('{"issuer":"https://b"}'), /expected issuer/],
]

it.each(hostile)(
  'refuses tokens of an issuer that responds with %s',
  async (_, listener, message) => {
    const authority = await createAuthority('hostile')
    const { certificate, key } = await authority.forServer()
    const server = createServer({ cert: certificate, key }, listener).listen(0, '127.0.0.1')
    onTestFinished(() => {
      server.closeAllConnections()
      server.close()
    })
    await once(server, 'listening')
    const url = `https://127.0.0.1:${(server.address() as AddressInfo).port}/a`
    const token = `${text({ alg: 'RS256' })}.${text({ iss: url })}.c`
    const authenticate = authenticatorOf(configOf(url, authority.certificate))

    expect(await authenticate(token)).toEqual({ fault: expect.stringMatching(message) })
  },
)

it('refuses tokens of an issuer with a foreign certificate', async () => {
  const { host } = await started()
  const { certificate } = await createAuthority('another')
  const authenticate = authenticatorOf(configOf(`${host.url}/a`, certificate))

  expect(await authenticate(host.tokenOf({ issuer: '/a' }))).toEqual({
    fault: expect.stringMatching(/certificate/),
  })
})

it('repeats a failed discovery after ten seconds', async () => {
  const { host } = await started()
  let steady = 0
  host.publish('/late/.well-known/openid-configuration', '/another')
  const config = configOf(`${host.url}/late`, host.certificateAuthority)
  const authenticate = jwtAuthenticator(config, {
    fetchDocument: httpsFetcher(limits),
    clock: { now: Date.now, steady: () => steady },
    rules: jwtRules,
    dialect,
  })
  const token = host.tokenOf({ issuer: '/late' })

  expect(await authenticate(token)).toMatchObject({ fault: expect.stringContaining('issuer') })
  host.publish('/late/.well-known/openid-configuration', '/late')
  expect(await authenticate(token)).toMatchObject({ fault: expect.any(String) })
  steady = 10_001
  await authenticate(token)
  expect(await authenticate(token)).toMatchObject({ name: 'x:somebody' })
})
