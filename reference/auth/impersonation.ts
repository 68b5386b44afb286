import type { Incoming, User } from '../api/call.ts'
import { quoted } from '../api/shown.ts'
import { badRequest, forbidden } from '../api/status.ts'

/**
 * Nobody here may act as somebody else. A request that asks for it is refused: carried out, it
 * would have the rights of whoever passed it on.
 * @throws 400 where it does not say who, 403
 */
export function refuseImpersonation({ headers }: Pick<Incoming, 'headers'>, user: User): void {
  const asked = Object.keys(headers).find(name => name.startsWith('impersonate-'))
  if (asked === undefined) return
  const name = [headers['impersonate-user']].flat()[0] ?? ''
  if (name === '') throw badRequest(`${quoted(asked)}: expected Impersonate-User beside it`)
  const because = `User "${user.name}" cannot impersonate resource "users" in API group ""`
  throw forbidden({
    group: '',
    resource: 'users',
    name: quoted(name).slice(1, -1),
    because: `${because} at the cluster scope`,
  })
}
