// Query values that are resource versions not yet issued.

import { DanglingReference, fillTerm, type HoleValues, type Term } from './term.ts'

/** The version `by` writes after another one, on servers whose versions are ordered. */
export const futureVersionTerm = (after: Term, by: number): Term => ({ $later: after, by })

/**
 * A version far beyond another one. It stays below 2^63, because servers may refuse larger numbers
 * as invalid. After a version that is not a number it is a longer text, which may mean anything.
 */
export const farVersionTerm = (after: Term): Term => ({ $beyond: after })

const farBeyond = 10n ** 12n

/**
 * Fills the holes of a query parameter.
 * @throws DanglingReference for a future version when versions have no order
 */
export function fillQueryTerm(
  term: Term,
  fillings: HoleValues,
  { ordered }: { ordered: boolean },
): string {
  if (term !== null && typeof term === 'object' && '$beyond' in term) {
    const version = String(fillTerm((term as { $beyond: Term }).$beyond, fillings))
    return /^\d+$/.test(version) ? String(BigInt(version) + farBeyond) : `${version}000000`
  }
  if (term === null || typeof term !== 'object' || !('$later' in term))
    return String(fillTerm(term, fillings))
  const { $later: after, by } = term as { $later: Term; by: number }
  const version = String(fillTerm(after, fillings))
  if (ordered && /^\d+$/.test(version)) return String(BigInt(version) + BigInt(by))
  throw new DanglingReference(`versions such as ${version} have no order`)
}
