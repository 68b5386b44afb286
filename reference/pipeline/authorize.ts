import type { AccessDecision } from '../api/access.ts'
import { type RequestInfo, requestNamespaceOf, type User } from '../api/request.ts'
import type { Parts } from '../parts/parts.ts'
import { authorizationFailed, forbidden, forbiddenPath } from '../api/status.ts'
import { decideAccess } from '../auth/authorizers.ts'

/**
 * Refuses a request without permission, before it is known whether the object exists (ERR-015,
 * ERR-022).
 */
export async function authorize(
  user: User,
  info: RequestInfo,
  parts: Parts,
  onDecision?: (decision: AccessDecision) => void,
): Promise<void> {
  const decision = await decideAccess(user, info, parts)
  onDecision?.(decision)
  const { is, reason, fault } = decision
  if (is === 'allow') return
  // As in genuine servers, a failed authorization is an internal error, not a refusal.
  if (fault !== undefined) throw authorizationFailed(fault)
  if (info.on === 'path') throw forbiddenPath({ ...info, user: user.name }, reason)
  const resource = info.subresource ? `${info.resource}/${info.subresource}` : info.resource
  const scope = requestNamespaceOf(info)
  throw forbidden({
    group: info.group,
    resource,
    name: info.name || info.selectedName,
    because:
      `User "${user.name}" cannot ${info.verb} resource "${resource}" ` +
      `in API group "${info.group}" ` +
      (scope ? `in the namespace "${scope}"` : 'at the cluster scope') +
      (reason === undefined ? '' : `: ${reason}`),
  })
}
