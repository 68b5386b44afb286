// Finds the roles whose types are built in. A target file may name other types.

import { defaultTypes } from '../../../fixtures/objects/probe-types.ts'
import type { ProbeType, Role } from '../../../fixtures/objects/probe-types.ts'
import type { History } from '../../history/history.ts'
import { precondition } from '../../history/observation.ts'
import type { Observation } from '../../history/observation.ts'

/** Returns the roles whose types are built in. Unmet if there are none. */
export function* requireBuiltInTypes(
  { words: { types, apiDomain } }: History,
  roles: readonly Role[],
): Generator<Observation, Role[]> {
  const builtIn = defaultTypes(apiDomain)
  const found = roles.filter(role => isSameType(types[role], builtIn[role]))
  yield* precondition(found.length > 0, 'no probe type is a built-in one')
  return found
}

const isSameType = (one: ProbeType, other: ProbeType): boolean =>
  one.group === other.group && one.version === other.version && one.resource === other.resource
