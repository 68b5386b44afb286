// Authenticates by a valid AuthenticationConfiguration.

import type { AuthenticationConfig, JwtAuthenticator } from '../../api/authentication.ts'
import type { Parts } from '../../parts/parts.ts'
import { httpsFetcher, standardLimits } from './fetch-document.ts'
import { jwtAuthenticator } from './jwt-authenticator.ts'

type Known = Pick<
  Parts,
  'authentication' | 'newerAuthentication' | 'jwtRules' | 'clock' | 'dialect' | 'dialOf' | 'log'
>

/** The authenticators of a configuration, in its order, by the JSON of their issuers. */
type Built = { config: AuthenticationConfig; byIssuer: ReadonlyMap<string, JwtAuthenticator> }

// By the configuration at the start of a server, which no other server shares (`defaultParts`
// copies it).
const built = new WeakMap<AuthenticationConfig, Built>()

/**
 * Returns the authenticators of the configuration. New ones begin to fetch the keys of their
 * issuers; if the configuration changes, unchanged issuers keep their keys.
 */
export function startAuthenticators(parts: Known): Iterable<JwtAuthenticator> {
  const { authentication: initial, newerAuthentication } = parts
  if (!initial) return []
  const config = newerAuthentication?.() ?? initial
  const known = built.get(initial)
  if (known?.config === config) return known.byIssuer.values()
  const { jwtRules: rules, clock, log } = parts
  const { acceptsEmptyNames, showsCredentials } = parts.dialect
  const dialect = { hasEmptyNames: acceptsEmptyNames, keepsTokenId: showsCredentials }
  const fetchDocument = httpsFetcher(standardLimits, rules.dial(parts.dialOf))
  const byIssuer = new Map(
    (config.jwt ?? []).map(issuer => {
      const key = JSON.stringify(issuer)
      const context = { fetchDocument, clock, rules, dialect, log }
      return [key, known?.byIssuer.get(key) ?? jwtAuthenticator(issuer, context)]
    }),
  )
  built.set(initial, { config, byIssuer })
  return byIssuer.values()
}
