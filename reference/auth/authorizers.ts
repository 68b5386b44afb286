// The authorizers of a server, and what they decide together.

import type {
  AccessDecision,
  AccessRuleLists,
  AuthorizationMode,
  Authorizer,
} from '../api/access.ts'
import type { AuthorizerSettings } from '../api/access-webhook.ts'
import type { RequestInfo, User } from '../api/request.ts'
import type { Parts } from '../parts/parts.ts'
import { accessWebhook } from './access-webhook/access-webhook.ts'
import { allowRulesAuthorizer, allRights, mastersGroup } from './allow-rules.ts'
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
  rulesOf: () => noRights,
}

const authorizersByMode: { readonly [mode in AuthorizationMode]: Authorizer<Parts> } = {
  AlwaysAllow: alwaysAllow,
  AlwaysDeny: alwaysDeny,
  RBAC: rbac,
}

/**
 * Returns the authorizers of some settings, in their order. The rules of `--allow` come before
 * them, or decide if there are no settings.
 */
export const authorizersOf = (
  settings: readonly AuthorizerSettings[] | undefined,
  { hasRules = false } = {},
): readonly Authorizer<Parts>[] => [
  superusers,
  ...(hasRules || !settings ? [allowRulesAuthorizer] : []),
  ...(settings ?? []).map(one =>
    typeof one === 'string' ? authorizersByMode[one] : accessWebhook(one),
  ),
]

const reloaded = new WeakMap<readonly AuthorizerSettings[], readonly Authorizer<Parts>[]>()

/** Returns the authorizers, which change with the file of the flag --authorization-config. */
function authorizersInForce({
  authorizers,
  newerAuthorizers,
}: Pick<Parts, 'authorizers' | 'newerAuthorizers'>): readonly Authorizer<Parts>[] {
  const newer = newerAuthorizers?.()
  if (!newer) return authorizers
  const known = reloaded.get(newer) ?? authorizersOf(newer)
  reloaded.set(newer, known)
  return known
}

/**
 * Asks the authorizers in their order until one decides (AUTHZ-005). As in genuine servers, the
 * fault of an authorizer without a decision remains if no other one decides.
 */
export async function decideAccess(
  user: User,
  info: RequestInfo,
  parts: Parts,
): Promise<AccessDecision> {
  const reasons: string[] = []
  const faults: string[] = []
  for (const { decide } of authorizersInForce(parts)) {
    const decision = await decide(user, info, parts)
    if (decision.is !== 'no opinion') return decision
    if (decision.reason !== undefined) reasons.push(decision.reason)
    if (decision.fault !== undefined) faults.push(decision.fault)
  }
  if (reasons.length === 0 && faults.length === 0) return undecided
  return {
    is: 'no opinion',
    ...(reasons.length > 0 && { reason: reasons.join('\n') }),
    ...(faults.length > 0 && { fault: faults.join('; ') }),
  }
}

/** Returns the rights of a user as lists, of all authorizers that can list them. */
export function rulesOfUser(
  user: User,
  namespace: string,
  parts: Parts,
): AccessRuleLists & { readonly isComplete: boolean } {
  const authorizers = authorizersInForce(parts)
  const lists = authorizers.map(one => one.rulesOf?.(user, namespace, parts) ?? noRights)
  return {
    resourceRules: lists.flatMap(({ resourceRules }) => resourceRules),
    nonResourceRules: lists.flatMap(({ nonResourceRules }) => nonResourceRules),
    isComplete: authorizers.every(one => one.rulesOf !== undefined),
  }
}
