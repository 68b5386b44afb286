// Values of bodies that an earlier answer may lack, with others to send instead.

import { DanglingReference, fillTerm } from './term.ts'
import type { HoleValues, Json, Term } from './term.ts'

/** The first of these terms that can be filled. Only bodies of requests may contain it. */
export const firstOf = (...terms: [Term, ...Term[]]): Term => ({ $first: terms })

/**
 * Fills the holes of a body.
 * @throws DanglingReference if none of the alternatives of a hole can be filled
 */
export const fillBodyTerm = (term: Term, from: HoleValues): Json =>
  fillTerm(withChoices(term, from), from)

function withChoices(term: Term, from: HoleValues): Term {
  if (term === null || typeof term !== 'object') return term
  if (Array.isArray(term)) return term.map(part => withChoices(part, from))
  if ('$first' in term && Array.isArray(term.$first)) return choice(term.$first as Term[], from)
  const entries = Object.entries(term).map(([key, part]) => [key, withChoices(part as Term, from)])
  return Object.fromEntries(entries) as Term
}

/** Returns the term, not its value: a value that a server sent must not be filled again. */
const choice = (terms: Term[], from: HoleValues): Term =>
  terms.find(term => isFillable(term, from)) ?? terms.at(-1) ?? null

function isFillable(term: Term, from: HoleValues): boolean {
  try {
    fillTerm(term, from)
    return true
  } catch (problem) {
    if (!(problem instanceof DanglingReference)) throw problem
    return false
  }
}
