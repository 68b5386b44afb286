// The keys of an issuer: discovery finds the key set (AUTHN-036 to AUTHN-043), which is fetched
// again if a token names an unknown key.

import { createRemoteJWKSet, customFetch } from 'jose'
import type { JWTVerifyGetKey } from 'jose'
import { isJsonObject } from '../../api/object.ts'
import type { FetchDocument } from './fetch-document.ts'
import type { JwtContext } from './jwt-context.ts'
import { formatValue } from './jwt-rules.ts'
import type { JwtConfig, JwtRules } from '../../api/authentication.ts'

// How long a failed discovery is not repeated. Genuine servers wait as long.
const retryMs = 10_000
// How soon keys are fetched again for an unknown key.
const cooldownMs = 1_000

/** The keys of an issuer. `find` rejects with an Error if discovery fails. */
export type IssuerKeys = { readonly find: () => Promise<JWTVerifyGetKey> }

/**
 * Starts the discovery of an issuer. If it fails, it is repeated with the next token, but at most
 * every ten seconds.
 */
export function issuerKeys(
  issuer: JwtConfig['issuer'],
  {
    fetchDocument,
    clock: { steady: now },
    rules,
  }: Pick<JwtContext, 'fetchDocument' | 'clock' | 'rules'>,
): IssuerKeys {
  let failedAt: number | undefined
  const attempt = (): Promise<JWTVerifyGetKey> => {
    const found = discover(issuer, fetchDocument, rules)
    found.catch(() => {
      failedAt = now()
    })
    return found
  }
  let last = attempt()
  return {
    find: () => {
      if (failedAt !== undefined && now() - failedAt >= retryMs) {
        failedAt = undefined
        last = attempt()
      }
      return last
    },
  }
}

async function discover(
  own: JwtConfig['issuer'],
  fetchDocument: FetchDocument,
  rules: JwtRules,
): Promise<JWTVerifyGetKey> {
  const { url } = own
  const certificateAuthority = rules.authorityOf(own)
  const place = rules.discoveryUrl(own)
  const { status, text } = await fetchDocument(place, { certificateAuthority })
  if (status !== 200) throw new Error(`${place}: expected status 200, got ${status}`)
  const { issuer, jwks_uri: keys } = parsed(text, place)
  if (!rules.isSameIssuer(issuer, url))
    throw new Error(`${place}: expected issuer ${JSON.stringify(url)}, got ${formatValue(issuer)}`)
  if (typeof keys !== 'string' || !/^https:/i.test(keys) || !URL.canParse(keys))
    throw new Error(`${place}: expected jwks_uri to be an https URL, got ${formatValue(keys)}`)
  return createRemoteJWKSet(new URL(keys), {
    cooldownDuration: cooldownMs,
    cacheMaxAge: Infinity,
    [customFetch]: async address => {
      const answer = await fetchDocument(address, { certificateAuthority })
      return new Response(answer.text, { status: answer.status })
    },
  })
}

function parsed(text: string, place: string): { issuer?: unknown; jwks_uri?: unknown } {
  try {
    const value: unknown = JSON.parse(text)
    if (isJsonObject(value)) return value
  } catch {
    // The error below says what was received.
  }
  throw new Error(`${place}: expected a JSON object, got ${formatValue(text)}`)
}
