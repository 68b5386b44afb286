// Separate rows judge each value of the parameter `watch`. All other checks use a value that the
// target supports, so that one unsupported value does not fail them all.

import type { Target } from '../../fixtures/targets/target.ts'
import { withWatchForm } from '../../properties/dsl/watch-form.ts'
import type { Check } from '../check.ts'
import type { Id } from '../generated/catalogue.ts'

const rowsOfForms: readonly Id[] = ['WATCH-001', 'WATCH-002', 'K8S-WATCH-038']

/** The check with its watches requested in the form that the target supports. */
export function withWatchFormOf(
  check: Check,
  { watchForm = '1' }: Pick<Target, 'watchForm'>,
): Check {
  if (watchForm === '1' || rowsOfForms.includes(check.id)) return check
  return { ...check, scenarios: check.scenarios.map(one => withWatchForm(one, watchForm)) }
}
