import { createHmac } from 'node:crypto'
import { expect, it, onTestFinished } from 'vitest'
import { startIssuerHost } from '../../../fixtures/hosts/issuer-host.ts'
import { httpsFetcher } from './fetch-document.ts'
import { startedAuthenticator } from './test-issuer.ts'
import type { JwtConfig } from '../../api/authentication.ts'

const limits = { bytesMax: 10_000, timeoutMs: 500 }

const authenticatorOf = (config: JwtConfig, now: () => number = Date.now) =>
  startedAuthenticator(config, {
    fetchDocument: httpsFetcher(limits),
    clock: { now, steady: () => performance.now() },
  }).authenticate

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

it('accepts valid tokens of its issuer and gives no decision on those of others', async () => {
  const { host, authenticate } = await started()

  expect(await authenticate(host.tokenOf({ issuer: '/a' }))).toEqual({
    name: 'x:somebody',
    uid: '',
    groups: [],
  })
  for (const other of ['opaque', 'a.b', 'a.b.c', `a.${text(7)}.c`, host.tokenOf({ issuer: '/b' })])
    expect(await authenticate(other)).toBeUndefined()
})

it('refuses unsigned tokens and tokens signed with a public value', async () => {
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
  expect(await at(-60 * second)).toMatchObject({ name: 'x:somebody' })
  expect(await at(-61 * second)).toEqual({ fault: expect.stringContaining('nbf') })
})
