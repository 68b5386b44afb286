// The keys of an issuer: discovery finds the key set (AUTHN-036 to AUTHN-043).

import type { JWTVerifyGetKey } from 'jose'
import { isJsonObject } from '../../api/object.ts'
import type { FetchDocument } from './fetch-document.ts'
import type { JwtContext } from './jwt-context.ts'
import { formatValue } from './format-value.ts'
import { keySet } from './key-set.ts'
import type { JwtConfig } from '../../api/authentication.ts'

// How long a failed discovery is not repeated. Genuine servers wait as long.
const retryMs = 10_000

/** The keys of an issuer. `find` rejects with an Error if discovery fails. */
export type IssuerKeys = { readonly find: () => Promise<JWTVerifyGetKey> }

/**
 * Starts the discovery of an issuer. If it fails, it is repeated with the next token, but at most
 * every ten seconds.
 */
export function issuerKeys(issuer: JwtConfig['issuer'], context: KeyContext): IssuerKeys {
  const { steady: now } = context.clock
  let failedAt: number | undefined
  const attempt = (): Promise<JWTVerifyGetKey> => {
    const found = discover(issuer, context)
    found.catch((problem: Error) => {
      failedAt = now()
      context.log(`the keys of an issuer were not found: ${problem.message}`)
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

type KeyContext = Pick<JwtContext, 'fetchDocument' | 'clock' | 'rules' | 'log'>

async function discover(
  own: JwtConfig['issuer'],
  { fetchDocument, clock, rules }: KeyContext,
): Promise<JWTVerifyGetKey> {
  const certificateAuthority = rules.authorityOf(own)
  const textAt = (url: string) => textOf(url, fetchDocument, certificateAuthority)
  const place = rules.discoveryUrl(own)
  const { issuer, jwks_uri: keys } = parsed(await textAt(place), place)
  if (!rules.isSameIssuer(issuer, own.url))
    throw new Error(
      `${place}: expected issuer ${JSON.stringify(own.url)}, got ${formatValue(issuer)}`,
    )
  if (typeof keys !== 'string' || !/^https:/i.test(keys) || !URL.canParse(keys))
    throw new Error(`${place}: expected jwks_uri to be an https URL, got ${formatValue(keys)}`)
  return keySet({ url: keys, fetchKeys: () => textAt(keys), now: clock.steady })
}

/** Fetches a document. Rejects with an Error that names the URL. */
async function textOf(
  url: string,
  fetchDocument: FetchDocument,
  certificateAuthority: string | undefined,
): Promise<string> {
  const { status, text } = await fetchDocument(url, { certificateAuthority }).catch(
    (cause: unknown) => {
      const reason = cause instanceof Error ? cause.message : String(cause)
      throw new Error(`${url}: ${reason}`, { cause })
    },
  )
  if (status !== 200) throw new Error(`${url}: expected status 200, got ${status}`)
  return text
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
