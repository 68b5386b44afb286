import { once } from 'node:events'
import type { ServerResponse } from 'node:http'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'

import { afterAll, beforeEach, expect, it } from 'vitest'

import { createAuthority } from '../../../fixtures/hosts/authority.ts'
import type { JwtConfig } from '../../api/authentication.ts'
import { claimsWith, issuerKey, signedToken } from '../../auth/jwt/test-issuer.ts'
import { ask, attack, MiB } from './test-attack.ts'
import { startVictim } from './test-victim.ts'

const key = issuerKey('a')
const keys = { keys: [key.jwk] }

type Respond = (response: ServerResponse, issuer: string) => unknown

const document =
  (keySet: string): Respond =>
  (response, issuer) =>
    response.end(JSON.stringify({ issuer, jwks_uri: `${url}${keySet}` }))

/** The issuers, by their paths. */
const issuers: { [path: string]: Respond } = {
  '/good': document('/keys'),
  '/rules': document('/keys'),
  '/html': response => response.end('<html>'),
  '/redirect': response => response.writeHead(302, { location: `${url}/elsewhere` }).end(),
  '/large': response => response.end('x'.repeat(10_000_000)),
  '/large-keys': document('/keys-10MB'),
  '/full-keys': document('/keys-1MB'),
  '/slow': response => void setInterval(() => response.write(' '), 50).unref(),
  '/never': () => undefined,
  '/half': response => response.writeHead(200, { 'content-length': 9 }).write('{', close(response)),
  '/other': response => response.end(JSON.stringify({ issuer: url, jwks_uri: `${url}/keys` })),
  '/error': response => response.writeHead(500).end(),
}
const close = (response: ServerResponse) => () => void response.destroy()

/** Returns a key set of a size, which begins with keys that are not for signatures. */
const keySetOf = (bytes: number): string => {
  const other = JSON.stringify({ ...issuerKey('b').jwk, use: 'enc' })
  const count = Math.floor((bytes - 1_000) / (other.length + 1))
  return `{"keys":[${`${other},`.repeat(count)}${JSON.stringify(key.jwk)}]}`
}
const keySets: { [path: string]: string } = {
  '/keys': JSON.stringify(keys),
  '/keys-1MB': keySetOf(1024 * 1024),
  '/keys-10MB': keySetOf(10_000_000),
}

const authority = await createAuthority('hostile')
const pair = await authority.forServer()
const requested: string[] = []
const host = createServer({ cert: pair.certificate, key: pair.key }, (request, response) => {
  const path = request.url ?? ''
  requested.push(path)
  const keySet = keySets[path]
  if (keySet !== undefined) return void response.end(keySet)
  const issuer = path.replace('/.well-known/openid-configuration', '')
  issuers[issuer]?.(response, `${url}${issuer}`)
})
host.listen(0, '127.0.0.1')
await once(host, 'listening')
afterAll(() => {
  host.closeAllConnections()
  host.close()
})
const url = `https://127.0.0.1:${(host.address() as AddressInfo).port}`

const configOf = (path: string): JwtConfig => ({
  issuer: {
    url: `${url}${path}`,
    certificateAuthority: authority.certificate,
    audiences: ['touchstone'],
  },
  claimMappings: { username: { claim: 'sub', prefix: '' } },
  ...(path === '/rules' && {
    claimValidationRules: [
      { expression: '!has(claims.list) || claims.list.all(x, claims.list.exists(y, y == 2))' },
      { expression: '!has(claims.text) || !claims.text.matches("^(a+)+$")' },
      { expression: '!has(claims.deep) || claims.deep == claims.deep' },
    ],
  }),
})

// As many as a configuration may have.
const others = Array.from({ length: 64 - Object.keys(issuers).length }, (_, index) => `/${index}`)
const server = await startVictim({
  authentication: {
    jwt: [...Object.keys(issuers), ...others].map(configOf),
    anonymous: { enabled: true },
  },
})

// The server and this file have the time of the machine.
const exp = Math.floor(Date.now() / 1000) + 600
const tokenOf = (path: string, claims: object = {}, { header = {}, by = key } = {}): string =>
  signedToken(claimsWith({ exp, ...claims }, `${url}${path}`), by, header)

const whoami = async (token: string) => {
  const review = { apiVersion: 'authentication.cluster.example/v1', kind: 'SelfSubjectReview' }
  const path = `/apis/${review.apiVersion}/selfsubjectreviews`
  const { status, text, body } = await ask(server, ['POST', path], review, {
    authorization: `Bearer ${token}`,
  })
  return { status, text, user: body['status'] as object | undefined }
}

/** Sends a token that must be refused without a reason, and remembers it for `hasReasons`. */
async function expectRefused(token: string): Promise<void> {
  const { status, text } = await whoami(token)
  expect([status, text.slice(0, 500)]).toEqual([401, expect.stringContaining('"Unauthorized"')])
  expect(text.length).toBeLessThan(500)
  sent.push(token)
}

const sent: string[] = []
beforeEach(() => void sent.splice(0))

/** Requires a log of reasons, each in a short line, without any token or key. */
const hasReasons =
  (...reasons: RegExp[]) =>
  (text: string): void => {
    const lines = text.split('\n').filter(line => line !== '')
    for (const line of lines)
      expect(line).toMatch(
        /^"(authentication by bearer tokens|the keys of an issuer were not found): .{1,512}"$/,
      )
    for (const reason of reasons) expect(text).toMatch(reason)
    const secrets = [...sent.flatMap(token => token.split('.').slice(1)), String(key.jwk.x)]
    for (const secret of secrets.filter(one => one !== '').map(one => one.slice(0, 40)))
      expect(text).not.toContain(secret)
  }

it('T63 issuers that send HTML, redirects, megabytes, truncated or slow answers, or none', async ({
  annotate,
}) => {
  const bad = ['/html', '/redirect', '/large', '/large-keys', '/half', '/other', '/error']
  const reasons = [
    /html.*expected a JSON object/,
    /got 302/,
    /\/large\/.*at most 1048576/,
    /keys-10MB: expected at most 1048576/,
    /half.*(aborted|hang up)/,
    /expected issuer/,
    /got 500/,
  ]
  // At its start the server connects to 64 issuers and loads what it needs for tokens. That is not
  // part of the attack.
  expect((await whoami(tokenOf('/good'))).status).toBe(200)
  // The requests that wait at the end keep their memory.
  const bounds = { keptBytes: 16 * MiB, checkLog: hasReasons(...reasons) }
  await attack({ server, annotate, ...bounds }, async () => {
    // These have no response within the time of the test.
    const waiting = ['/slow', '/never'].flatMap(path =>
      Array.from({ length: 50 }, () => whoami(tokenOf(path)).catch(() => undefined)),
    )
    for (const path of bad)
      await Promise.all(Array.from({ length: 10 }, () => expectRefused(tokenOf(path))))
    expect((await whoami(tokenOf('/full-keys', {}, { header: { kid: 'a' } }))).status).toBe(200)
    const { status, user } = await whoami(tokenOf('/good'))
    expect([status, user]).toMatchObject([200, { userInfo: { username: 'somebody' } }])
    expect(waiting).toHaveLength(100)
  })
  expect(requested).not.toContain('/elsewhere')
  for (const path of bad)
    expect(
      requested.filter(one => one.startsWith(`${path}/`)),
      path,
    ).toHaveLength(1)
})

it('T64 a flood of tokens with unknown keys', async ({ annotate }) => {
  const unknown = Array.from({ length: 300 }, (_, index) =>
    tokenOf('/good', {}, { header: { kid: `unknown-${index}` } }),
  )
  await whoami(tokenOf('/good'))
  const before = requested.length
  const startedMs = performance.now()
  await attack({ server, annotate, checkLog: hasReasons(/no key of the key set/) }, async () => {
    for (let from = 0; from < unknown.length; from += 50)
      await Promise.all(unknown.slice(from, from + 50).map(expectRefused))
    expect((await whoami(tokenOf('/good'))).status).toBe(200)
  })
  const seconds = Math.ceil((performance.now() - startedMs) / 1_000)
  expect(requested.length - before).toBeLessThanOrEqual(seconds + 1)
})

it('T64 tokens without a signature, with a wrong one, of 60 KB and 1 MB', async ({ annotate }) => {
  const good = tokenOf('/good')
  const [, payload = '', signature = ''] = good.split('.')
  const head = (header: object) => Buffer.from(JSON.stringify(header)).toString('base64url')
  const large = (path: string, size: number) =>
    tokenOf(path, { list: Array(size / 2).fill(1) }, { by: issuerKey('a') })

  await attack({ server, annotate, checkLog: hasReasons(/signature/, /alg/i) }, async () => {
    for (const alg of ['none', 'HS256', 'ES384', 'RS256'])
      await expectRefused(`${head({ alg, kid: 'a' })}.${payload}.${signature}`)
    await expectRefused(`${head({ alg: 'ES256', crit: ['x'], x: 1 })}.${payload}.${signature}`)
    await expectRefused(`${'.'.repeat(60_000)}`)
    // Each of 64 issuers could be the one that has issued a token.
    const tokens = ['/good', '/nobody'].flatMap(path => Array(12).fill(large(path, 40_000)))
    await Promise.all(tokens.map(expectRefused))
    expect((await whoami(large('/good', 750_000))).status).toBe(431)
    expect((await whoami(good)).status).toBe(200)
  })
})

it('T65 claims that are deeply nested, numerous, long, or expensive in expressions', async ({
  annotate,
}) => {
  const list = Array(20_000).fill(1)
  const many = Object.fromEntries(Array.from({ length: 3_000 }, (_, index) => [`c${index}`, index]))
  const nested = `${'['.repeat(18_000)}${']'.repeat(18_000)}`
  const flat = JSON.stringify(claimsWith({ exp, deep: 0 }, `${url}/rules`))
  const deep = signedToken(flat.replace('"deep":0', `"deep":${nested}`), key)
  const name = 'a\r\nb\0\u202e\x1b[2J'

  await attack({ server, annotate, checkLog: hasReasons(/expression/, /call stack/) }, async () => {
    const expensive = Array.from({ length: 10 }, () => expectRefused(tokenOf('/rules', { list })))
    await expectRefused(tokenOf('/rules', { text: 'a'.repeat(40_000) }))
    await expectRefused(deep)
    await expectRefused(tokenOf('/good', { sub: [name, 'x'.repeat(40_000)] }))
    expect((await whoami(tokenOf('/good', many))).status).toBe(200)
    expect(await whoami(tokenOf('/good', { sub: name }))).toMatchObject({
      status: 200,
      user: { userInfo: { username: name } },
    })
    await Promise.all(expensive)
  })
})
