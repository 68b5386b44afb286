// The types for a check on a server that lacks some. The main type replaces that of the role `core`
// if the rule applies to any type.

import type { Target } from '../../fixtures/targets/target.ts'
import type { Id } from '../generated/catalogue.ts'

// A rule about the core group.
const ofCoreGroup: Id = 'OBJ-003'

/** Rules of Secrets, which no other type can replace. */
export const rulesOfSecrets: ReadonlySet<string> = new Set<Id>(['K8S-WRITE-015'])

/** The target with its main type also in the role `core`, if no other type has that role. */
export function withSubstituteTypes<Some extends Pick<Target, 'unserved' | 'types'>>(
  target: Some,
  id: Id,
): Some {
  const { types, unserved = {} } = target
  if (unserved.core === undefined || unserved.main !== undefined || rulesOfSecrets.has(id))
    return target
  if (id === ofCoreGroup && types.main.group !== '') return target
  const { core: _, ...others } = unserved
  return { ...target, types: { ...types, core: types.main }, unserved: others }
}
