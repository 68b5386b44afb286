import type { Incoming, User } from '../api/call.ts'
import type { Parts } from '../api/parts.ts'
import { unauthorized } from '../api/status.ts'
import { authenticated, everyRight, unauthenticated } from '../auth/allow-rules.ts'
import { userOf } from '../auth/token-users.ts'

const developer: User = { name: 'system:admin', uid: '', groups: [everyRight, authenticated] }
const anonymous: User = { name: 'system:anonymous', uid: '', groups: [unauthenticated] }

/**
 * Who sends a request. A server without users is for development: everyone is its administrator.
 * A token that nobody has is refused even where anonymous requests are not (ERR-014).
 */
export async function authenticate(http: Incoming, at: Pick<Parts, 'users'>): Promise<User> {
  if (at.users.length === 0) return developer
  const token = /^bearer +(\S+)$/i.exec(http.headers.authorization?.trim() ?? '')?.[1]
  if (token === undefined) return anonymous
  const user = userOf(token, at.users)
  if (!user) throw unauthorized()
  return { name: user.name, uid: user.uid, groups: [...user.groups, authenticated] }
}
