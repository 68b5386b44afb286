// Finds the roles whose types are built in. A target file may name other types.

import { defaultTypes } from '../../../fixtures/objects/tested-types.ts'
import type { TestedType, Role } from '../../../fixtures/objects/tested-types.ts'
import type { History } from '../../history/history.ts'
import { applicable } from '../../history/observation.ts'
import type { Observation } from '../../history/observation.ts'

/** Returns the roles whose types are built in. Not applicable if there are none. */
export function* requireBuiltInTypes(
  { context: { types, apiDomain } }: History,
  roles: readonly Role[],
): Generator<Observation, Role[]> {
  const builtIn = defaultTypes(apiDomain)
  const found = roles.filter(role => isSameType(types[role], builtIn[role]))
  yield* applicable(found.length > 0, 'no type of the run is the built-in one of its role')
  return found
}

const isSameType = (one: TestedType, other: TestedType): boolean =>
  one.group === other.group && one.version === other.version && one.resource === other.resource
