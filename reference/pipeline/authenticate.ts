import { isIP } from 'node:net'

import type { RefusedCredentials } from '../api/authentication.ts'
import type { IncomingRequest, User } from '../api/request.ts'
import type { Parts } from '../parts/parts.ts'
import { quote } from '../api/quote.ts'
import { crossOriginForbidden, unauthorized } from '../api/status.ts'
import {
  anonymousName,
  authenticatedGroup,
  mastersGroup,
  unauthenticatedGroup,
  withAuthenticatedGroup,
} from '../auth/allow-rules.ts'
import { bearerTokenOf } from '../auth/bearer-tokens.ts'

const developer: User = {
  name: 'system:admin',
  uid: '',
  groups: [mastersGroup, authenticatedGroup],
}
const anonymousUser: User = { name: anonymousName, uid: '', groups: [unauthenticatedGroup] }

/**
 * Returns the sender of a request: the user of the first authenticator that finds one. A server
 * without users and authentication is for development: every sender is its administrator. Wrong
 * credentials are refused even where requests without credentials are allowed (ERR-014, AUTHN-002).
 * The reasons are logged, because the response says none.
 */
export async function authenticate(http: IncomingRequest, parts: Parts): Promise<User> {
  // Without users everyone has all rights, so web pages must not reach the server. A browser adds
  // a client certificate by itself, but not a token.
  if (parts.users.length === 0 && bearerTokenOf(http.headers.authorization) === undefined)
    refuseWebPages(http, parts)
  const refusals: (RefusedCredentials & { kind: string })[] = []
  for (const { kind, authenticate: userOf } of parts.authenticators.requests) {
    const found = await userOf(http, parts)
    if (found && !('fault' in found)) return withAuthenticatedGroup(found)
    if (found) refusals.push({ ...found, kind })
  }
  if (refusals.length === 0) return userWithoutCredentials(http, parts)
  for (const { kind, fault, isUnknown = false } of refusals)
    if (!isUnknown) parts.log(`authentication by ${kind}: ${fault}`)
  throw unauthorized()
}

/**
 * AUTHN-001, AUTHN-025, AUTHN-026: an anonymous user, if such requests are accepted. On a server
 * without users everyone has all rights, so there they are accepted only by configuration.
 */
function userWithoutCredentials(http: IncomingRequest, parts: Parts): User {
  const { authentication, clientAuthorities, requestHeaders, tokenWebhook, users } = parts
  const isForDevelopment = !(authentication ?? clientAuthorities ?? requestHeaders ?? tokenWebhook)
  if (isForDevelopment && users.length === 0) return developer
  const { enabled, conditions = [] } = authentication?.anonymous ?? { enabled: users.length > 0 }
  const isAccepted = conditions.length === 0 || conditions.some(({ path }) => path === http.path)
  if (!enabled || !isAccepted) throw unauthorized()
  return anonymousUser
}

/**
 * Refuses requests from web pages. The browser of a developer can reach a local server, so any page
 * could make it write. Browsers send the origin of the page in `Origin`. A page whose host name
 * resolves to this server (DNS rebinding) needs no `Origin`, but its name is then in `Host`. So
 * `Host` must be an IP address, which cannot be rebound, or a local name.
 */
function refuseWebPages({ headers }: IncomingRequest, { listen }: Pick<Parts, 'listen'>): void {
  // HTTP/2 sends the host as `:authority`.
  const { origin, host = [headers[':authority']].flat()[0] } = headers
  // WebSocket clients may send the server's own host as `Origin`; the server has no pages.
  const isElsewhere = origin !== undefined && originHost(origin) !== host
  if (isElsewhere) throw crossOriginForbidden(`Origin: expected none, got ${quote(origin)}`)
  const name = hostName(host ?? '')
  const isOwn = ['', 'localhost', listen.bindAddress.toLowerCase()].includes(name)
  if (isOwn || isIP(name) !== 0) return
  throw crossOriginForbidden(`Host: expected localhost or an address, got ${quote(name)}`)
}

const originHost = (origin: string): string | undefined =>
  URL.canParse(origin) ? new URL(origin).host : undefined

/** Returns the name in a `Host` without port, brackets of an address and trailing dot. */
const hostName = (host: string): string =>
  host
    .toLowerCase()
    .replace(/:\d*$/, '')
    .replace(/^\[(.*)\]$/, '$1')
    .replace(/\.$/, '')
