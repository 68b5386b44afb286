// The result of a case on the reference, and its text in reports.

import type { Violation } from '../../properties/history/observation.ts'
import type { Scenario } from '../../properties/dsl/scenario.ts'
import type { Check } from '../check.ts'

/** The result of a case on the reference. */
export type Confirmation =
  | { outcome: 'holds' }
  | { outcome: 'fails'; broken: Violation }
  | { outcome: 'not checked'; because: string }

/** Performs the case of a check on the reference. */
export type Confirm = (check: Check, scenario: Scenario) => Promise<Confirmation>

/** The text for reports: one sentence. */
export function confirmationText(confirmation: Confirmation): string {
  if (confirmation.outcome === 'holds') return 'the case holds on the reference'
  if (confirmation.outcome === 'not checked')
    return `not checked on the reference: ${confirmation.because}`
  const { says, expected, got } = confirmation.broken
  return `the case fails on the reference as well: ${says} Expected ${expected}, got ${got}.`
}
