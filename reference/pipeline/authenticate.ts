import { isIP } from 'node:net'

import type { IncomingRequest, User } from '../api/request.ts'
import type { Parts } from '../parts/parts.ts'
import { quote } from '../api/quote.ts'
import { crossOriginForbidden, unauthorized } from '../api/status.ts'
import { authenticatedGroup, mastersGroup, unauthenticatedGroup } from '../auth/allow-rules.ts'
import { serviceAccountBearerOf } from '../auth/service-accounts.ts'
import { userOfToken } from '../auth/token-users.ts'

const developer: User = {
  name: 'system:admin',
  uid: '',
  groups: [mastersGroup, authenticatedGroup],
}
const anonymous: User = { name: 'system:anonymous', uid: '', groups: [unauthenticatedGroup] }

/**
 * Who sends a request. A server without users is for development: everyone is its administrator.
 * A token that nobody has is refused even where requests without one are not (ERR-014).
 */
export async function authenticate(http: IncomingRequest, at: Parts): Promise<User> {
  const token = /^bearer +(\S+)$/i.exec(http.headers.authorization?.trim() ?? '')?.[1]
  const account = token === undefined ? undefined : await accountOf(token, at)
  if (account) return account
  if (token === undefined) {
    if (at.users.length > 0) return anonymous
    refuseWebPages(http, at)
    return developer
  }
  const user = userOfToken(token, at.users)
  if (!user) throw unauthorized()
  return { name: user.name, uid: user.uid, groups: [...user.groups, authenticatedGroup] }
}

/**
 * The service account whose token it is. Where there are no users, a token that the server has
 * made is looked at all the same: the request is then the account's, and one whose token is no
 * longer good is refused. It may do everything there, as everybody may.
 */
async function accountOf(token: string, at: Parts): Promise<User | undefined> {
  const bearer = await serviceAccountBearerOf(token, [at.serviceAccountTokens.issuer], at)
  if (!bearer) return undefined
  if ('fault' in bearer) throw unauthorized()
  const { user } = bearer
  return { ...user, groups: [...user.groups, authenticatedGroup] }
}

/**
 * The browser of a developer reaches whatever the developer does, and any page may make it write.
 * Browsers name the page in `Origin`. A page whose own host name has been pointed at this server
 * needs no `Origin`, but then its name is the `Host`; an address cannot be pointed elsewhere.
 */
function refuseWebPages({ headers }: IncomingRequest, { listen }: Pick<Parts, 'listen'>): void {
  // HTTP/2 has its own name for the host.
  const { origin, host = [headers[':authority']].flat()[0] } = headers
  // Clients that ask for a WebSocket name the server itself, which has no pages.
  const isElsewhere = origin !== undefined && originHost(origin) !== host
  if (isElsewhere) throw crossOriginForbidden(`Origin: expected none, got ${quote(origin)}`)
  const name = hostName(host ?? '')
  const isOwn = ['', 'localhost', listen.bindAddress.toLowerCase()].includes(name)
  if (isOwn || isIP(name) !== 0) return
  throw crossOriginForbidden(`Host: expected localhost or an address, got ${quote(name)}`)
}

const originHost = (origin: string): string | undefined =>
  URL.canParse(origin) ? new URL(origin).host : undefined

/** The name in a `Host`, without its port, the brackets of an address and the dot of the root. */
const hostName = (host: string): string =>
  host
    .toLowerCase()
    .replace(/:\d*$/, '')
    .replace(/^\[(.*)\]$/, '$1')
    .replace(/\.$/, '')
