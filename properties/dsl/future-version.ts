// Versions that are yet to come, as values of a query.

import { DanglingReference, fillTerm, type HoleValues, type Term } from './term.ts'

/** A version that so many writes after another one lead to, where versions have an order. */
export const futureVersionTerm = (after: Term, by: number): Term => ({ $later: after, by })

/**
 * The value of a query parameter with its holes filled.
 * @throws DanglingReference for a future version where versions have no order
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
