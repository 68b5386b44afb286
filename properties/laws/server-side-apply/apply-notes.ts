// Records what a target shows of ownership where the specification is silent.

import type { Exchange } from '../../history/history.ts'
import { answerSummary, bodyValueAt } from '../../history/history.ts'
import { valueAt } from '../../dsl/term.ts'
import { managedFieldsEntries } from './modeled-writes.ts'
import { statusCauses } from '../status.ts'

/** Describes the members of the entries of `metadata.managedFields`. */
export function managedFieldsMembers(exchange: Exchange): string {
  const entries = managedFieldsEntries(exchange.answer?.body)
  if (entries.length === 0) return 'no managedFields'
  const operations = [...new Set(entries.map(({ operation }) => String(operation)))].toSorted()
  const members = [...new Set(entries.flatMap(entry => Object.keys(entry)))].toSorted()
  return `${operations.join(' and ')} with ${members.join(', ')}`
}

/** Describes the answer to a conflict and the reasons of its causes. */
export function causesOfConflict(exchange: Exchange): string {
  const reasons = statusCauses(exchange).map(cause => String(valueAt(cause, '/reason')))
  return `${answerSummary(exchange)}, ${reasons.length === 0 ? 'no causes' : reasons.join(', ')}`
}

/**
 * Describes which annotations remain: one that no manager applies any more, and one that another
 * manager applies.
 */
export const remainingAnnotations = (exchange: Exchange): string =>
  [
    ['a', 'a field that no manager applies'],
    ['b', 'a field that another manager applies'],
  ]
    .map(([key, what]) => {
      const isThere = bodyValueAt(exchange, `/metadata/annotations/${key}`) !== undefined
      return `${what} is ${isThere ? 'kept' : 'removed'}`
    })
    .join(', ')
