// Decides what a policy records of a request (AUDIT-028 to AUDIT-052).

import type { AuditedRequest, AuditedResources, AuditRule, AuditRules } from '../api/audit.ts'
import { type RequestInfo, requestNamespaceOf, type ResourceRequestInfo } from '../api/request.ts'

/**
 * Returns what the first rule that matches says. Stages of the policy are omitted as well
 * (AUDIT-032), and the rule's own `omitManagedFields` counts before that of the policy (AUDIT-034).
 */
export const decisionOf: AuditRules['decisionOf'] = (policy, request, matches) => {
  const rule = policy.rules.find(one => matches(one, request))
  const { level = 'None', omitStages = [], omitManagedFields } = rule ?? {}
  return {
    level,
    omitStages: [...(policy.omitStages ?? []), ...omitStages],
    omitManagedFields: omitManagedFields ?? policy.omitManagedFields ?? false,
  }
}

/** Whether every field that a rule sets matches. A rule with resources matches no paths. */
export function matchesRule(rule: AuditRule, { user, info }: AuditedRequest): boolean {
  const { users = [], userGroups = [], verbs = [] } = rule
  const { resources = [], namespaces = [], nonResourceURLs = [] } = rule
  if (users.length > 0 && !users.includes(user?.name ?? '')) return false
  if (userGroups.length > 0 && !user?.groups.some(group => userGroups.includes(group))) return false
  if (verbs.length > 0 && !verbs.includes(info.verb)) return false
  if (resources.length + namespaces.length > 0)
    return info.on === 'resource' && matchesResource({ resources, namespaces }, info)
  return nonResourceURLs.length === 0 || matchesPath(nonResourceURLs, info)
}

function matchesPath(patterns: readonly string[], info: RequestInfo): boolean {
  if (info.on === 'resource') return false
  return patterns.some(
    pattern =>
      pattern === info.path ||
      (pattern.endsWith('*') && info.path.startsWith(pattern.slice(0, -1))),
  )
}

function matchesResource(
  { resources, namespaces }: Required<Pick<AuditRule, 'resources' | 'namespaces'>>,
  info: ResourceRequestInfo,
): boolean {
  // AUDIT-044: what has no namespace has the empty one.
  if (namespaces.length > 0 && !namespaces.includes(requestNamespaceOf(info))) return false
  return resources.length === 0 || resources.some(one => includes(one, info))
}

function includes(
  { group = '', resources = [], resourceNames = [] }: AuditedResources,
  info: ResourceRequestInfo,
): boolean {
  if (group !== '*' && group !== info.group) return false
  if (resources.length === 0) return true
  if (resourceNames.length > 0 && !resourceNames.includes(info.name || info.selectedName))
    return false
  return resources.some(pattern => isNamedBy(pattern, info))
}

/** AUDIT-053: `pods`, `pods/log`, `pods/*` with the pods themselves, and any of them. */
function isNamedBy(pattern: string, { resource, subresource }: ResourceRequestInfo): boolean {
  if (pattern === '*' || pattern === `${resource}/*`) return true
  if (subresource === '') return pattern === resource
  return pattern === `${resource}/${subresource}` || pattern === `*/${subresource}`
}
