// The authorizers of a server, and what they decide together.

import type {
  AccessDecision,
  AccessRuleLists,
  AuthorizationMode,
  Authorizer,
} from '../api/access.ts'
import type { RequestInfo, User } from '../api/request.ts'
import type { Parts } from '../parts/parts.ts'
import { allowFile, allRights, mastersGroup } from './allow-rules.ts'
import { rbac } from './rbac/rbac.ts'

const allowed: AccessDecision = { is: 'allow' }
const undecided: AccessDecision = { is: 'no opinion' }

const noRights: AccessRuleLists = { resourceRules: [], nonResourceRules: [] }

/** Administrators may do everything, whatever the mode is. */
const superusers: Authorizer<unknown> = {
  kind: 'superusers',
  decide: ({ groups }) => (groups.includes(mastersGroup) ? allowed : undecided),
  rulesOf: ({ groups }) => (groups.includes(mastersGroup) ? allRights : noRights),
}

const alwaysAllow: Authorizer<unknown> = {
  kind: 'AlwaysAllow',
  decide: () => allowed,
  rulesOf: () => allRights,
}

const alwaysDeny: Authorizer<unknown> = {
  kind: 'AlwaysDeny',
  // A genuine server has no opinion here either; nobody else is asked.
  decide: () => ({ is: 'no opinion', reason: 'Everything is forbidden.' }),
}

const authorizersByMode: { readonly [mode in AuthorizationMode]: Authorizer<Parts> } = {
  AlwaysAllow: alwaysAllow,
  AlwaysDeny: alwaysDeny,
  RBAC: rbac,
}

/** Returns the authorizers of some modes, in their order. Without modes `--allow` decides. */
export const authorizersOf = (
  modes: readonly AuthorizationMode[] | undefined,
): readonly Authorizer<Parts>[] => [
  superusers,
  ...(modes?.map(mode => authorizersByMode[mode]) ?? [allowFile]),
]

/** Asks the authorizers in their order until one decides (AUTHZ-005). */
export async function decideAccess(
  user: User,
  info: RequestInfo,
  parts: Parts,
): Promise<AccessDecision> {
  const reasons: string[] = []
  for (const { decide } of parts.authorizers) {
    const decision = await decide(user, info, parts)
    if (decision.is !== 'no opinion') return decision
    if (decision.reason !== undefined) reasons.push(decision.reason)
  }
  return reasons.length === 0 ? undecided : { is: 'no opinion', reason: reasons.join('\n') }
}

/** Returns the rights of a user as lists, of all authorizers that can list them. */
export function rulesOfUser(user: User, namespace: string, parts: Parts): AccessRuleLists {
  const lists = parts.authorizers.map(one => one.rulesOf?.(user, namespace, parts) ?? noRights)
  return {
    resourceRules: lists.flatMap(({ resourceRules }) => resourceRules),
    nonResourceRules: lists.flatMap(({ nonResourceRules }) => nonResourceRules),
  }
}
