// Each value of the parameter `watch` is judged by rows of its own; all others use one that the
// target understands, so that one missing value does not fail them all.

import type { Target } from '../../fixtures/targets/target.ts'
import { withWatchForm } from '../../properties/dsl/watch-form.ts'
import type { Check } from '../check.ts'
import type { Id } from '../generated/catalogue.ts'

const rowsOfForms: readonly Id[] = ['WATCH-001', 'WATCH-002', 'K8S-WATCH-038']

/** The check with its watches requested as the target understands them. */
export function withWatchFormOf(
  check: Check,
  { watchForm = '1' }: Pick<Target, 'watchForm'>,
): Check {
  if (watchForm === '1' || rowsOfForms.includes(check.id)) return check
  return { ...check, scenarios: check.scenarios.map(one => withWatchForm(one, watchForm)) }
}
