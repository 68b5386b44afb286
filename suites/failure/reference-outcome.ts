// The result of a case on the reference, and its text in reports.

import type { Violation } from '../../properties/history/observation.ts'
import type { Scenario } from '../../properties/dsl/scenario.ts'
import type { Check } from '../check.ts'

/** The result of a case on the reference. */
export type ReferenceOutcome =
  | { outcome: 'holds' }
  | { outcome: 'fails'; broken: Violation }
  | { outcome: 'not checked'; because: string }

/** Performs the case of a check on the reference. */
export type CrossCheck = (check: Check, scenario: Scenario) => Promise<ReferenceOutcome>

/** The text for reports: one sentence. */
export function referenceOutcomeText(reference: ReferenceOutcome): string {
  if (reference.outcome === 'holds') return 'the case holds on the reference'
  if (reference.outcome === 'not checked')
    return `not checked on the reference: ${reference.because}`
  const { says, expected, got } = reference.broken
  return `the case fails on the reference as well: ${says} Expected ${expected}, got ${got}.`
}
