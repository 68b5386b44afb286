import { createHmac, randomUUID, timingSafeEqual } from 'node:crypto'

import type { ServiceAccountClaims, ServiceAccountTokens, BoundObject } from '../api/access.ts'
import { serviceAccountUserName } from './service-accounts.ts'

export type ServiceAccountTokensOptions = {
  /** Servers that share a store and this secret take each other's tokens. */
  secret: Buffer
  issuer: string
}

/** JSON Web Tokens with a shared secret: whoever signs them is the only one who reads them. */
export function serviceAccountTokens({
  secret,
  issuer,
}: ServiceAccountTokensOptions): ServiceAccountTokens {
  // The secret signs other texts too, none of which must ever pass for a token.
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
    // The signature says that `issue` wrote it.
    return claimsOf(JSON.parse(text) as Payload)
  }

  return { issuer, issue, read }
}

const encoded = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url')

// The same for all tokens, so no token chooses how it is read.
const head = encoded({ alg: 'HS256', typ: 'JWT' })

/** The claims under the names that they have in such tokens. */
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

function claimsOf({ aud, exp, iat, 'kubernetes.io': own }: Payload): ServiceAccountClaims {
  const { namespace, serviceaccount, bound } = own
  return {
    namespace,
    ...serviceaccount,
    audiences: aud,
    issuedAt: iat,
    expiresAt: exp,
    ...(bound && { boundTo: bound }),
  }
}

/** Compares in a time that tells nothing of where two texts differ. */
function isSame(given: string, wanted: string): boolean {
  const [one, other] = [Buffer.from(given), Buffer.from(wanted)]
  return one.length === other.length && timingSafeEqual(one, other)
}
