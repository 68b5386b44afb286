import { isIP } from 'node:net'

import type { IncomingRequest, User } from '../api/request.ts'
import type { Parts } from '../parts/parts.ts'
import { quote } from '../api/quote.ts'
import { crossOriginForbidden, unauthorized } from '../api/status.ts'
import { authenticatedGroup, mastersGroup, unauthenticatedGroup } from '../auth/allow-rules.ts'
import { userOfJwt } from '../auth/jwt/configured-authentication.ts'
import { serviceAccountBearerOf } from '../auth/service-accounts.ts'
import { userOfToken } from '../auth/token-users.ts'

const developer: User = {
  name: 'system:admin',
  uid: '',
  groups: [mastersGroup, authenticatedGroup],
}
const anonymousUser: User = { name: 'system:anonymous', uid: '', groups: [unauthenticatedGroup] }

/**
 * Returns the sender of a request. A server without users is for development: every sender is its
 * administrator. An unknown token is refused even where requests without a token are allowed
 * (ERR-014, AUTHN-002).
 */
export async function authenticate(http: IncomingRequest, parts: Parts): Promise<User> {
  const token = /^bearer +(\S+)$/i.exec(http.headers.authorization?.trim() ?? '')?.[1]
  if (token === undefined) return userWithoutToken(http, parts)
  const user =
    (await accountOf(token, parts)) ??
    userOfToken(token, parts.users) ??
    (await userOfJwt(token, parts))
  if (!user) throw unauthorized()
  const { name, uid, groups } = user
  const extra = 'extra' in user && user.extra ? { extra: user.extra } : {}
  return { name, uid, groups: [...groups, authenticatedGroup], ...extra }
}

/** AUTHN-001, AUTHN-025, AUTHN-026: an anonymous user, if such requests are accepted. */
function userWithoutToken(http: IncomingRequest, parts: Parts): User {
  const { authentication, users } = parts
  // Without users everyone has all rights, so web pages must not reach the server.
  if (users.length === 0) refuseWebPages(http, parts)
  if (!authentication && users.length === 0) return developer
  const { enabled, conditions = [] } = authentication?.anonymous ?? { enabled: true }
  const isAccepted = conditions.length === 0 || conditions.some(({ path }) => path === http.path)
  if (!enabled || !isAccepted) throw unauthorized()
  return anonymousUser
}

/**
 * Returns the service account of a token. A server without users checks the tokens that it has
 * issued all the same: the request has the identity of the account, and an expired or revoked token
 * is refused. The account has all rights there, as every sender does.
 */
async function accountOf(token: string, parts: Parts): Promise<User | undefined> {
  const bearer = await serviceAccountBearerOf(token, [parts.serviceAccountTokens.issuer], parts)
  if (!bearer) return undefined
  if ('fault' in bearer) throw unauthorized()
  return bearer.user
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
