// The rules of roles, and the requests that they cover.

import type { PolicyRule } from '../../api/access.ts'
import { isJsonObject } from '../../api/object.ts'
import type { RequestInfo, ResourceRequestInfo } from '../../api/request.ts'

/** Returns the rules of a stored role. */
export function policyRulesIn(rules: unknown): PolicyRule[] {
  if (!Array.isArray(rules)) return []
  return rules.map((rule: unknown) => {
    const textsAt = (member: keyof PolicyRule): string[] => {
      const found = isJsonObject(rule) ? rule[member] : undefined
      return Array.isArray(found) ? found.map(String) : []
    }
    return {
      verbs: textsAt('verbs'),
      apiGroups: textsAt('apiGroups'),
      resources: textsAt('resources'),
      resourceNames: textsAt('resourceNames'),
      nonResourceURLs: textsAt('nonResourceURLs'),
    }
  })
}

/** Whether a rule allows a request (AUTHZ-044). */
export function coversRequest(rule: PolicyRule, info: RequestInfo): boolean {
  if (!isIn(rule.verbs, info.verb)) return false
  return info.on === 'path' ? coversPath(rule, info.path) : coversResource(rule, info)
}

const coversPath = ({ nonResourceURLs }: PolicyRule, path: string): boolean =>
  nonResourceURLs.some(
    // As in genuine servers, several stars mean what one means.
    url => url === path || (url.endsWith('*') && path.startsWith(url.replace(/\*+$/, ''))),
  )

function coversResource(
  { apiGroups, resources, resourceNames }: PolicyRule,
  { group, resource, subresource, name, selectedName }: ResourceRequestInfo,
): boolean {
  const full = subresource === '' ? resource : `${resource}/${subresource}`
  return (
    isIn(apiGroups, group) &&
    (isIn(resources, full) || (subresource !== '' && resources.includes(`*/${subresource}`))) &&
    (resourceNames.length === 0 || resourceNames.includes(name || selectedName))
  )
}

const isIn = (list: readonly string[], word: string): boolean =>
  list.includes('*') || list.includes(word)

/**
 * Returns what the wanted rules allow and the held rules do not, as rules with one verb and one
 * resource or path. As in a genuine server, each of them has to be covered by a single held rule.
 */
export const missingRules = (
  held: readonly PolicyRule[],
  wanted: readonly PolicyRule[],
): PolicyRule[] =>
  wanted
    .flatMap(rule => [...singleRules(rule)])
    .filter(one => !held.some(rule => includesRule(rule, one)))

function* singleRules(rule: PolicyRule): Generator<PolicyRule> {
  const none = { apiGroups: [], resources: [], resourceNames: [], nonResourceURLs: [] }
  const names = rule.resourceNames.length === 0 ? [[]] : rule.resourceNames.map(name => [name])
  for (const group of rule.apiGroups)
    for (const resource of rule.resources)
      for (const verb of rule.verbs)
        for (const resourceNames of names)
          yield { ...none, verbs: [verb], apiGroups: [group], resources: [resource], resourceNames }
  for (const url of rule.nonResourceURLs)
    for (const verb of rule.verbs) yield { ...none, verbs: [verb], nonResourceURLs: [url] }
}

/** Whether a rule allows all that a rule with single entries allows. */
function includesRule(rule: PolicyRule, one: PolicyRule): boolean {
  const includesAll = (member: 'verbs' | 'apiGroups') =>
    one[member].every(word => isIn(rule[member], word))
  return (
    includesAll('verbs') &&
    includesAll('apiGroups') &&
    one.resources.every(resource => includesResource(rule.resources, resource)) &&
    includesNames(rule.resourceNames, one.resourceNames) &&
    one.nonResourceURLs.every(url => coversPath(rule, url))
  )
}

function includesResource(resources: readonly string[], wanted: string): boolean {
  const slash = wanted.indexOf('/')
  return isIn(resources, wanted) || (slash > 0 && resources.includes(`*${wanted.slice(slash)}`))
}

/** An empty list means every name. */
const includesNames = (names: readonly string[], wanted: readonly string[]): boolean =>
  names.length === 0 || (wanted.length > 0 && wanted.every(name => names.includes(name)))
