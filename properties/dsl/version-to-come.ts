// Versions that are yet to come, as values of a query.

import { Dangling, fill, type Fillings, type Term } from './term.ts'

/** A version that so many writes after another one lead to, where versions have an order. */
export const versionToCome = (after: Term, by: number): Term => ({ $later: after, by })

/**
 * The value of a query parameter with its holes filled.
 * @throws Dangling where a version that is yet to come is asked for and versions have no order
 */
export function fillQuery(
  term: Term,
  fillings: Fillings,
  { ordered }: { ordered: boolean },
): string {
  if (term === null || typeof term !== 'object' || !('$later' in term))
    return String(fill(term, fillings))
  const { $later: after, by } = term as { $later: Term; by: number }
  const version = String(fill(after, fillings))
  if (ordered && /^\d+$/.test(version)) return String(BigInt(version) + BigInt(by))
  throw new Dangling(`versions such as ${version} have no order`)
}
