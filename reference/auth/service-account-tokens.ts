import { createHmac, randomUUID, timingSafeEqual } from 'node:crypto'

import type { ServiceAccountClaims, ServiceAccountTokens, BoundObject } from '../api/access.ts'
import { serviceAccountUserName } from './service-accounts.ts'

export type ServiceAccountTokensOptions = {
  /** Servers that share a store and this secret accept each other's tokens. */
  secret: Buffer
  issuer: string
}

/**
 * Issues JSON Web Tokens that are signed with a shared secret, since only these servers read them.
 */
export function serviceAccountTokens({
  secret,
  issuer,
}: ServiceAccountTokensOptions): ServiceAccountTokens {
  // The secret also signs other texts, so tokens have a derived key: no other text can pass for a
  // token.
  const key = createHmac('sha256', secret).update('tokens of service accounts').digest()
  const signatureOf = (text: string) => createHmac('sha256', key).update(text).digest('base64url')

  function issue(claims: ServiceAccountClaims): string {
    const signed = `${head}.${encoded(payloadOf(claims, issuer))}`
    return `${signed}.${signatureOf(signed)}`
  }

  function read(token: string): ServiceAccountClaims | undefined {
    const end = token.lastIndexOf('.')
    const signed = token.slice(0, end)
    if (!signed.startsWith(`${head}.`)) return undefined
    if (!isSame(token.slice(end + 1), signatureOf(signed))) return undefined
    const text = Buffer.from(signed.slice(head.length + 1), 'base64url').toString()
    // The signature proves that `issue` wrote it.
    return claimsOf(JSON.parse(text) as Payload)
  }

  return { issuer, issue, read }
}

const encoded = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url')

// The same header for all tokens, so no token can choose its algorithm.
const head = encoded({ alg: 'HS256', typ: 'JWT' })

/** The claims under their names in a JWT. */
type Payload = {
  aud: readonly string[]
  exp: number
  iat: number
  iss: string
  jti: string
  nbf: number
  sub: string
  'kubernetes.io': {
    namespace: string
    serviceaccount: { name: string; uid: string }
    bound?: BoundObject
  }
}

function payloadOf(claims: ServiceAccountClaims, issuer: string): Payload {
  const { namespace, name, uid, audiences, issuedAt, expiresAt, boundTo } = claims
  return {
    aud: audiences,
    exp: expiresAt,
    iat: issuedAt,
    iss: issuer,
    jti: randomUUID(),
    nbf: issuedAt,
    sub: serviceAccountUserName({ namespace, name }),
    'kubernetes.io': {
      namespace,
      serviceaccount: { name, uid },
      ...(boundTo && { bound: boundTo }),
    },
  }
}

function claimsOf({ aud, exp, iat, jti, 'kubernetes.io': own }: Payload): ServiceAccountClaims {
  const { namespace, serviceaccount, bound } = own
  return {
    namespace,
    ...serviceaccount,
    audiences: aud,
    issuedAt: iat,
    expiresAt: exp,
    ...(bound && { boundTo: bound }),
    id: jti,
  }
}

/** Compares in constant time. */
function isSame(given: string, wanted: string): boolean {
  const [one, other] = [Buffer.from(given), Buffer.from(wanted)]
  return one.length === other.length && timingSafeEqual(one, other)
}
