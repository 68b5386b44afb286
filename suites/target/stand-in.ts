// The types by which a check is performed on a server that lacks some: the main type stands in for
// the role `core` where the rule is of any type.

import type { Target } from '../../fixtures/targets/target.ts'
import type { Id } from '../generated/catalogue.ts'

// A rule of the core group itself.
const ofCoreGroup: Id = 'OBJ-003'

/** Rules of Secrets, for which no other type can stand in. */
export const ofSecrets: ReadonlySet<string> = new Set<Id>(['K8S-WRITE-015'])

/** The target with its main type in the role `core` as well, where nothing else fills that. */
export function withStandIn<Some extends Pick<Target, 'unserved' | 'types'>>(
  target: Some,
  id: Id,
): Some {
  const { types, unserved = {} } = target
  if (unserved.core === undefined || unserved.main !== undefined || ofSecrets.has(id)) return target
  if (id === ofCoreGroup && types.main.group !== '') return target
  const { core: _, ...others } = unserved
  return { ...target, types: { ...types, core: types.main }, unserved: others }
}
