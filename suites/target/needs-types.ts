// Finds the types that a scenario writes or reads, and whether the target serves them.

import { resourcePath, roles } from '../../fixtures/objects/tested-types.ts'
import type { TestedType, Role } from '../../fixtures/objects/tested-types.ts'
import { isBuiltIn } from '../../fixtures/objects/built-in-types.ts'
import type { Target } from '../../fixtures/targets/target.ts'
import { requestsOf } from '../../properties/dsl/scenario.ts'
import type { Scenario } from '../../properties/dsl/scenario.ts'
import { isOfBuiltInTypes, rulesOfSecrets } from './substitute-types.ts'

/**
 * Why a target that lacks types cannot perform a scenario, or undefined. With `allowsClusterScope`
 * the namespaces of the scenario are ignored.
 */
export function whyTypesDoNotFit(
  { unserved = {}, types }: Pick<Target, 'unserved' | 'types'>,
  scenario: Scenario,
  { allowsClusterScope }: { allowsClusterScope?: true } = {},
): string | undefined {
  const { main, core } = types
  if (core.resource !== 'secrets' && createsSecrets(scenario))
    return `skipped: the check creates Secrets, and the type for the role core is ${core.resource}`
  const isGrouped = main.group !== ''
  const isSubstitute = core.group !== ''
  if (isGrouped && main.namespaced && !isSubstitute && Object.keys(unserved).length === 0)
    return undefined
  const mentioned = mentionedIn(scenario.steps)
  for (const [role, reason] of Object.entries(unserved))
    if (mentioned.has(`role ${role}`) || mentioned.has(`path ${types[role as Role].resource}`))
      return `skipped: the server has no type for the role ${role}: ${reason}`
  for (const role of ['main', 'core'] as const)
    if (
      !allowsClusterScope &&
      !types[role].namespaced &&
      mentioned.has(`role ${role}`) &&
      mentioned.has(`namespace ${role}`)
    )
      return `skipped: the ${role} type, ${types[role].resource}, is cluster-scoped; the check needs a namespaced type`
  const [shared] = rolesShared(types, rolesOf(scenario))
  if (shared) {
    const another = types[shared].namespaced ? 'another namespaced type' : 'another type'
    return `skipped: the check needs ${another} in addition to ${types[shared].resource}`
  }
  const isOfCoreGroup = mentioned.has('word core') || mentioned.has('path secrets')
  if (isSubstitute && isOfCoreGroup)
    return 'skipped: the server has no type for the role core; the rule applies to the core group'
  if (isSubstitute && mentioned.has('role core') && mentioned.has('strategic') && !isBuiltIn(core))
    return `skipped: the rule applies to built-in types, and ${core.resource} is not built in`
  if (!isGrouped && mentioned.has('group main'))
    return `skipped: the main type, ${main.resource}, is in the core group; the check needs a type of a named group`
  return undefined
}

/** Whether a scenario creates Secrets of the target by a literal path. */
const createsSecrets = (scenario: Scenario): boolean =>
  requestsOf(scenario).some(
    ({ method, to, server }) =>
      method === 'POST' && server === undefined && JSON.stringify(to).includes('/secrets"'),
  )

/** The roles that a scenario names. Roles whose types others may share come first. */
export function rolesOf(scenario: Scenario): Role[] {
  const mentioned = mentionedIn(scenario.steps)
  return roles.filter(role => mentioned.has(`role ${role}`))
}

/** The roles whose type has an earlier role as well. */
export const rolesShared = (types: Record<Role, TestedType>, among: Role[]): Role[] =>
  among.filter((role, index) =>
    among
      .slice(0, index)
      .some(earlier => resourcePath(types[earlier]) === resourcePath(types[role])),
  )

/** Why a rule of built-in types is not judged on a target with other types, or undefined. */
export function notBuiltInReason(
  { types, unserved }: Pick<Target, 'unserved' | 'types'>,
  id: string,
) {
  const { resource } = types.core
  if (rulesOfSecrets.has(id) && resource !== 'secrets')
    return `skipped: the rule applies to Secrets, and the type for the role core is ${resource}`
  if (!isOfBuiltInTypes(id)) return undefined
  // The main type replaces a type of a named group in the role `core`.
  const isReplaced = (role: Role) => role === 'core' && types.core.group !== ''
  const other = roles.find(
    role => role !== 'status' && !unserved?.[role] && !isReplaced(role) && !isBuiltIn(types[role]),
  )
  return (
    other &&
    `skipped: the rule applies to built-in types, and the type for the role ${other} is ${types[other].resource} of ${types[other].group}`
  )
}

/**
 * Finds in steps: roles, the group of the main type, resources in literal paths, and namespaces for
 * which a cluster-scoped main type has no place.
 */
function mentionedIn(value: unknown, found = new Set<string>()): Set<string> {
  if (typeof value === 'string') {
    for (const [, resource] of value.matchAll(/\/(leases|secrets|priorityclasses)(?=$|[/?])/g))
      found.add(`path ${resource}`)
    if (value === 'application/strategic-merge-patch+json') found.add('strategic')
    if (/\/namespaces($|\?)/.test(value)) found.add('path namespaces')
  }
  if (typeof value !== 'object' || value === null) return found
  const { role, $sample, $word, of, $join, namespace } = value as Record<string, unknown>
  const isOther = namespace !== undefined && namespace !== 0
  for (const one of ['main', 'core'])
    if ((isOther && role === one) || '$namespace' in value) found.add(`namespace ${one}`)
  for (const one of [role, $sample, of]) if (typeof one === 'string') found.add(`role ${one}`)
  if ($word === 'group' && of === 'main') found.add('group main')
  if (of === 'core' && isPathWord($word)) found.add('word core')
  if (
    Array.isArray($join) &&
    $join.some((one, index) => isOfNamespace(one, $join.slice(index + 1)))
  )
    found.add('path namespaces')
  for (const member of Object.values(value)) mentionedIn(member, found)
  return found
}

/** Words of paths below `/api`. A kind may be that of any type. */
const isPathWord = (word: unknown): boolean => word === 'version' || word === 'resource'

/**
 * A namespace under a generated name, or a namespace of the run itself. Objects in them may exist.
 */
const isOfNamespace = (path: unknown, [next, ...rest]: readonly unknown[]): boolean =>
  typeof path === 'string' &&
  path.endsWith('/namespaces/') &&
  typeof next === 'object' &&
  next !== null &&
  ('$name' in next || ('$namespace' in next && rest.length === 0))
