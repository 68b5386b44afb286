import { isIP } from 'node:net'

import type { Incoming, User } from '../api/call.ts'
import type { Parts } from '../api/parts.ts'
import { quoted } from '../api/shown.ts'
import { fromWebPage, unauthorized } from '../api/status.ts'
import { authenticated, everyRight, unauthenticated } from '../auth/allow-rules.ts'
import { bearerOf } from '../auth/service-accounts.ts'
import { userOf } from '../auth/token-users.ts'

const developer: User = { name: 'system:admin', uid: '', groups: [everyRight, authenticated] }
const anonymous: User = { name: 'system:anonymous', uid: '', groups: [unauthenticated] }

/**
 * Who sends a request. A server without users is for development: everyone is its administrator.
 * A token that nobody has is refused even where requests without one are not (ERR-014).
 */
export async function authenticate(http: Incoming, at: Parts): Promise<User> {
  const token = /^bearer +(\S+)$/i.exec(http.headers.authorization?.trim() ?? '')?.[1]
  const account = token === undefined ? undefined : await accountOf(token, at)
  if (account) return account
  if (token === undefined) {
    if (at.users.length > 0) return anonymous
    refuseWebPages(http, at)
    return developer
  }
  const user = userOf(token, at.users)
  if (!user) throw unauthorized()
  return { name: user.name, uid: user.uid, groups: [...user.groups, authenticated] }
}

/**
 * The service account whose token it is. Where there are no users, a token that the server has
 * made is looked at all the same: the request is then the account's, and one whose token is no
 * longer good is refused. It may do everything there, as everybody may.
 */
async function accountOf(token: string, at: Parts): Promise<User | undefined> {
  const bearer = await bearerOf(token, [at.accountTokens.issuer], at)
  if (!bearer) return undefined
  if ('fault' in bearer) throw unauthorized()
  const { user } = bearer
  return { ...user, groups: [...user.groups, authenticated] }
}

/**
 * The browser of a developer reaches whatever the developer does, and any page may make it write.
 * Browsers name the page in `Origin`. A page whose own host name has been pointed at this server
 * needs no `Origin`, but then its name is the `Host`; an address cannot be pointed elsewhere.
 */
function refuseWebPages({ headers }: Incoming, { listen }: Pick<Parts, 'listen'>): void {
  // HTTP/2 has its own name for the host.
  const { origin, host = [headers[':authority']].flat()[0] } = headers
  // Clients that ask for a WebSocket name the server itself, which has no pages.
  const isElsewhere = origin !== undefined && originHost(origin) !== host
  if (isElsewhere) throw fromWebPage(`Origin: expected none, got ${quoted(origin)}`)
  const name = hostName(host ?? '')
  const isOwn = ['', 'localhost', listen.bindAddress.toLowerCase()].includes(name)
  if (isOwn || isIP(name) !== 0) return
  throw fromWebPage(`Host: expected localhost or an address, got ${quoted(name)}`)
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
