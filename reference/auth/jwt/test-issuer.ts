// An issuer of tokens in memory, for tests. It publishes its documents by a function.

import { generateKeyPairSync, randomUUID, sign } from 'node:crypto'
import type { JsonWebKey, KeyObject } from 'node:crypto'
import type { JwtAuthenticator, JwtConfig } from '../../api/authentication.ts'
import type { FetchDocument } from './fetch-document.ts'
import { jwtAuthenticator, readUnverified } from './jwt-authenticator.ts'
import type { JwtContext } from './jwt-context.ts'
import { jwtRules } from './jwt-rules.ts'

/** A key of the issuer: its two halves, and how it is published. */
export type IssuerKey = { privateKey: KeyObject; jwk: JsonWebKey & { kid?: string } }

/** Generates a key. It has no id if `kid` is undefined. */
export function issuerKey(kid?: string): IssuerKey {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  return { privateKey, jwk: { ...publicKey.export({ format: 'jwk' }), ...(kid && { kid }) } }
}

const encoded = (value: unknown): string =>
  Buffer.from(typeof value === 'string' ? value : JSON.stringify(value)).toString('base64url')

/** Signs claims, which are an object or the text of one, with a key and header fields. */
export function signedToken(claims: unknown, { privateKey, jwk }: IssuerKey, header = {}): string {
  const head = encoded({ alg: 'ES256', ...(jwk.kid && { kid: jwk.kid }), ...header })
  const signed = `${head}.${encoded(claims)}`
  const signature = sign('sha256', Buffer.from(signed), {
    key: privateKey,
    dsaEncoding: 'ieee-p1363',
  })
  return `${signed}.${signature.toString('base64url')}`
}

/** The time of tests. */
export const testNowMs = 1_800_000_000_000
const nowSeconds = testNowMs / 1000

/** Returns good claims, with changes. A claim that is undefined is left out. */
export const claimsWith = (claims: object = {}, iss: string = testIssuerUrl): object => ({
  iss,
  aud: 'touchstone',
  sub: 'somebody',
  exp: nowSeconds + 600,
  jti: randomUUID(),
  ...claims,
})

export const testIssuerUrl = 'https://issuer.example'

export const testConfig: JwtConfig = {
  issuer: { url: testIssuerUrl, audiences: ['touchstone'] },
  claimMappings: { username: { claim: 'sub', prefix: '' } },
}

/** The dialects of mapped values. */
export const [cluster, genuine] = [
  { hasEmptyNames: false, keepsTokenId: false },
  { hasEmptyNames: true, keepsTokenId: true },
]

/** Returns the fetcher of an issuer with these keys, and the URLs that it was called with. */
export function publisher(keys: () => readonly IssuerKey[]) {
  const calls: string[] = []
  const fetchDocument: FetchDocument = async url => {
    calls.push(url)
    const body = url.endsWith('/keys')
      ? { keys: keys().map(({ jwk }) => jwk) }
      : { issuer: testIssuerUrl, jwks_uri: `${testIssuerUrl}/keys` }
    return { status: 200, text: JSON.stringify(body) }
  }
  return { calls, fetchDocument }
}

/** Starts an authenticator. Its `authenticate` takes the text of a token. */
export function startedAuthenticator(config: JwtConfig, context: Partial<JwtContext> = {}) {
  const log: string[] = []
  const authenticate = jwtAuthenticator(config, {
    fetchDocument: () => Promise.reject(new Error('no issuer')),
    clock: { now: () => testNowMs, steady: () => 0 },
    rules: jwtRules,
    dialect: cluster,
    log: what => void log.push(what),
    ...context,
  })
  return {
    log,
    authenticate: async (text: string): Promise<Awaited<ReturnType<JwtAuthenticator>>> => {
      const token = readUnverified(text)
      return token && authenticate(token)
    },
  }
}
