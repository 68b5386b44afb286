// Authenticates by a valid AuthenticationConfiguration.

import type { AuthenticationConfig, JwtAuthenticator } from '../../api/authentication.ts'
import type { Parts } from '../../parts/parts.ts'
import { httpsFetcher } from './fetch-document.ts'
import { jwtAuthenticator } from './jwt-authenticator.ts'

type Known = Pick<
  Parts,
  'authentication' | 'newerAuthentication' | 'jwtRules' | 'clock' | 'dialect' | 'log'
>

// By the configuration of a server, which no other server shares (`defaultParts` copies it).
const built = new WeakMap<AuthenticationConfig, readonly JwtAuthenticator[]>()

/** Builds the authenticators of the configuration, which begin to fetch the keys of the issuers. */
export function startAuthenticators(parts: Known): readonly JwtAuthenticator[] {
  const { jwtRules: rules, clock, log } = parts
  const authentication = parts.newerAuthentication?.() ?? parts.authentication
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
