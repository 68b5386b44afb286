// Query values that are resource versions not yet issued.

import { DanglingReference, fillTerm, type HoleValues, type Term } from './term.ts'

/** The version `by` writes after another one, on servers whose versions are ordered. */
export const futureVersionTerm = (after: Term, by: number): Term => ({ $later: after, by })

/**
 * Fills the holes of a query parameter.
 * @throws DanglingReference for a future version when versions have no order
 */
export function fillQueryTerm(
  term: Term,
  fillings: HoleValues,
  { ordered }: { ordered: boolean },
): string {
  if (term === null || typeof term !== 'object' || !('$later' in term))
    return String(fillTerm(term, fillings))
  const { $later: after, by } = term as { $later: Term; by: number }
  const version = String(fillTerm(after, fillings))
  if (ordered && /^\d+$/.test(version)) return String(BigInt(version) + BigInt(by))
  throw new DanglingReference(`versions such as ${version} have no order`)
}
