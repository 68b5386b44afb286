// Chooses other types for a check if no type of the core group has the role `core`: another type of
// the server takes the role, or the main type takes it in addition to its own.

import { isBuiltIn } from '../../fixtures/objects/built-in-types.ts'
import { resourcePath } from '../../fixtures/objects/tested-types.ts'
import type { TestedType } from '../../fixtures/objects/tested-types.ts'
import type { Target } from '../../fixtures/targets/target.ts'
import type { Id } from '../generated/catalogue.ts'

// A rule about the core group.
const ofCoreGroup: Id = 'OBJ-003'

// A rule about named groups whose scenarios do not name the group.
const ofNamedGroup: Id = 'OBJ-002'

/** Rules of Secrets, which no other type can replace. */
export const rulesOfSecrets: ReadonlySet<string> = new Set<Id>(['K8S-WRITE-015'])

// Rules about the built-in types of genuine servers. Custom types and other servers differ.
const ofBuiltInTypes: ReadonlySet<string> = new Set<Id>([
  'K8S-ENV-001',
  'K8S-OBJ-001',
  'K8S-OBJ-002',
  'K8S-OBJ-005',
  'K8S-OBJ-010',
  'K8S-PATH-003',
  'K8S-PATH-004',
  'K8S-TABLE-021',
])

/** Whether a rule applies only to built-in types. */
export const isOfBuiltInTypes = (id: string): boolean => ofBuiltInTypes.has(id)

type WithTypes = Pick<Target, 'unserved' | 'types'>

/**
 * The target with the types for a check, and further assignments of its types, best first. A check
 * uses the first one with which its scenarios can be performed.
 */
export function assignmentsFor<Some extends WithTypes>(target: Some, id: Id): [Some, ...Some[]] {
  const { types, unserved = {} } = target
  const { main, core, cluster } = types
  if (unserved.main !== undefined || rulesOfSecrets.has(id)) return [target]
  const { core: _, ...others } = unserved
  const withCore = (type: TestedType): Some => ({
    ...target,
    types: { ...types, core: type },
    unserved: others,
  })
  const isOfCoreGroup = id === ofCoreGroup
  if (unserved.core !== undefined) {
    if (isOfCoreGroup && main.group !== '') return [target]
    const isOther = unserved.cluster === undefined && !isSame(main, cluster)
    return [withCore(main), ...(!main.namespaced && isOther ? [withCore(cluster)] : [])]
  }
  if (core.group === '') return [target]
  // A type of a named group has the role.
  if (isOfCoreGroup)
    return [
      main.group === ''
        ? withCore(main)
        : {
            ...target,
            unserved: { ...others, core: `${core.resource} is not in the core group` },
          },
    ]
  if (isOfBuiltInTypes(id) && isBuiltIn(main) && !isBuiltIn(core)) return [withCore(main)]
  const exchanged = { ...target, types: { ...types, main: core, core: main } }
  if (id === ofNamedGroup && main.group === '') return [exchanged]
  return [target, withCore(main), ...(main.group === '' ? [exchanged] : [])]
}

/** The first assignment for a check that `isPerformable` accepts, or else the first one. */
export function assignmentWhere<Some extends WithTypes>(
  target: Some,
  id: Id,
  isPerformable: (on: Some) => boolean,
): Some {
  const all = assignmentsFor(target, id)
  return all.find(isPerformable) ?? all[0]
}

const isSame = (a: TestedType, b: TestedType): boolean => resourcePath(a) === resourcePath(b)
