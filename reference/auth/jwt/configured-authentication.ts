// Authenticates by a valid AuthenticationConfiguration.

import type { AuthenticationConfig, JwtAuthenticator } from '../../api/authentication.ts'
import type { User } from '../../api/request.ts'
import type { Parts } from '../../parts/parts.ts'
import { httpsFetcher } from './fetch-document.ts'
import { jwtAuthenticator, readUnverified } from './jwt-authenticator.ts'

type Known = Pick<Parts, 'authentication' | 'jwtRules' | 'clock' | 'dialect' | 'log'>

// By the configuration of a server, which no other server shares (`defaultParts` copies it).
const built = new WeakMap<AuthenticationConfig, readonly JwtAuthenticator[]>()

/** Builds the authenticators of the configuration, which begin to fetch the keys of the issuers. */
export function startAuthenticators(parts: Known): readonly JwtAuthenticator[] {
  const { authentication, jwtRules: rules, clock, log } = parts
  if (!authentication) return []
  const known = built.get(authentication)
  if (known) return known
  const isGenuine = parts.dialect.name === 'kubernetes'
  const dialect = { hasEmptyNames: isGenuine, keepsTokenId: isGenuine }
  const fetchDocument = httpsFetcher()
  const authenticators = (authentication.jwt ?? []).map(config =>
    jwtAuthenticator(config, { fetchDocument, clock, rules, dialect, log }),
  )
  built.set(authentication, authenticators)
  return authenticators
}

/**
 * Returns the user of a token by the authenticators in order; undefined if none accepts it. The
 * reasons are logged, because the response says none.
 */
export async function userOfJwt(token: string, parts: Known): Promise<User | undefined> {
  const found = await judgeJwt(token, parts)
  return found && 'fault' in found ? undefined : found
}

/** Does the same, but returns the last reason if none accepts a token of an issuer. */
export async function judgeJwt(
  token: string,
  parts: Known,
): Promise<User | { fault: string } | undefined> {
  const authenticators = startAuthenticators(parts)
  const unverified = authenticators.length > 0 ? readUnverified(token) : undefined
  if (!unverified) return undefined
  let refusal: { fault: string } | undefined
  for (const authenticate of authenticators) {
    const found = await authenticate(unverified)
    if (found && !('fault' in found)) return found
    if (found) parts.log(`a token was refused: ${found.fault}`)
    refusal = found ?? refusal
  }
  return refusal
}
