// Which types a scenario writes or reads, and whether the target serves them.

import { pathOf, roles } from '../fixtures/objects/probe-types.ts'
import type { ProbeType, Role } from '../fixtures/objects/probe-types.ts'
import type { Target } from '../fixtures/targets/target.ts'
import type { Scenario } from '../properties/scenario.ts'

/** Why a target that does not serve every type cannot perform a scenario, if it cannot. */
export function unservedIn(
  { unserved = {}, types }: Pick<Target, 'unserved' | 'types'>,
  scenario: Scenario,
): string | undefined {
  const { main, cluster } = types
  const isGrouped = main.group !== ''
  if (isGrouped && main.namespaced && Object.keys(unserved).length === 0) return undefined
  const mentioned = mentionedIn(scenario.steps)
  for (const [role, reason] of Object.entries(unserved))
    if (mentioned.has(`role ${role}`) || mentioned.has(`path ${types[role as Role].resource}`))
      return `skipped: the server has no type for the role ${role}: ${reason}`
  if (!main.namespaced && mentioned.has('role main')) {
    if (mentioned.has('namespace'))
      return `skipped: the main type, ${main.resource}, has no namespaces; the rule needs one`
    if (mentioned.has('role cluster') && pathOf(main) === pathOf(cluster))
      return `skipped: the server has no second type without namespaces in addition to ${main.resource}`
  }
  if (!isGrouped && mentioned.has('group main'))
    return `skipped: the main type, ${main.resource}, is in the core group; the rule needs a named one`
  return undefined
}

// What genuine servers do with their own types; custom types and those of other servers differ.
const ofBuiltInTypes = new Set([
  'K8S-ENV-001',
  'K8S-OBJ-001',
  'K8S-OBJ-002',
  'K8S-OBJ-005',
  'K8S-PATH-003',
  'K8S-PATH-004',
  'K8S-TABLE-021',
])

// What genuine servers do with Secrets alone.
const ofSecrets = new Set(['K8S-WRITE-015'])

/** Why a rule of built-in types is not judged on a target whose types are others, if it is not. */
export function notBuiltIn({ types, unserved }: Pick<Target, 'unserved' | 'types'>, id: string) {
  const { resource } = types.core
  if (ofSecrets.has(id) && resource !== 'secrets')
    return `skipped: the rule is of Secrets, and the type for the role core is ${resource}`
  if (!ofBuiltInTypes.has(id)) return undefined
  const other = roles.find(role => !unserved?.[role] && !isBuiltIn(types[role]))
  return (
    other &&
    `skipped: the rule is of built-in types, and the type for the role ${other} is ${types[other].resource} of ${types[other].group}`
  )
}

/** Groups of built-in types have no dot, or end like the API domain that all of them share. */
function isBuiltIn({ group, resource }: ProbeType): boolean {
  return builtInResources.has(resource) || !group.includes('.')
}

const builtInResources = new Set([
  'leases',
  'secrets',
  'configmaps',
  'priorityclasses',
  'clusterroles',
  'storageclasses',
  'ingressclasses',
  'runtimeclasses',
  'namespaces',
])

/**
 * Roles, the group of the main type, resources that stand in paths as they are, and whether a
 * namespace is named for which a cluster-scoped main type has no place.
 */
function mentionedIn(value: unknown, found = new Set<string>()): Set<string> {
  if (typeof value === 'string') {
    for (const [, resource] of value.matchAll(/\/(leases|secrets|priorityclasses)(?=$|[/?])/g))
      found.add(`path ${resource}`)
    if (/\/namespaces($|\?)/.test(value)) found.add('path namespaces')
  }
  if (typeof value !== 'object' || value === null) return found
  const { role, $sample, $word, of, $join, namespace } = value as Record<string, unknown>
  const isOther = role === 'main' && namespace !== undefined && namespace !== 0
  if (isOther || '$namespace' in value) found.add('namespace')
  for (const one of [role, $sample, of]) if (typeof one === 'string') found.add(`role ${one}`)
  if ($word === 'group' && of === 'main') found.add('group main')
  if (
    Array.isArray($join) &&
    $join.some((one, index) => isOfNamespace(one, $join.slice(index + 1)))
  )
    found.add('path namespaces')
  for (const member of Object.values(value)) mentionedIn(member, found)
  return found
}

/** A namespace by a name of its own, or one of the run itself; what is in those may be there. */
const isOfNamespace = (path: unknown, [next, ...rest]: readonly unknown[]): boolean =>
  typeof path === 'string' &&
  path.endsWith('/namespaces/') &&
  typeof next === 'object' &&
  next !== null &&
  ('$name' in next || ('$namespace' in next && rest.length === 0))
