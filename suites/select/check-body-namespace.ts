// Separate rows judge creates whose body omits the namespace. If the target refuses these, all
// other checks send the namespace, so that one refusal does not fail them all.

import type { Target } from '../../fixtures/targets/target.ts'
import { withBodyNamespaces } from '../../properties/dsl/body-namespace.ts'
import type { Check } from '../check.ts'
import type { Id } from '../generated/catalogue.ts'

const rowsOfOmission: readonly Id[] = ['OBJ-017', 'K8S-OBJ-011']

/** The check with the namespace in the bodies of its creates, if the target requires that. */
export function withBodyNamespacesOf(
  check: Check,
  { needsBodyNamespace, types }: Pick<Target, 'needsBodyNamespace' | 'types'>,
): Check {
  if (!needsBodyNamespace || rowsOfOmission.includes(check.id)) return check
  return { ...check, scenarios: check.scenarios.map(one => withBodyNamespaces(one, types)) }
}
