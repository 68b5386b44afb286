// Rows from which the genuine servers of a dialect depart: either answer is lawful there, so the
// verdict says which one the target gave.

import { preview } from '../../properties/history/observation.ts'
import type { DialectDeparture } from '../../properties/history/observation.ts'
import type { Verdict } from '../verdict.ts'

// A row may have a hundred such cases, and most depart in the same way.
const casesMax = 3

/**
 * What the cases in which the dialect departs make of a row that has not failed; nothing where
 * there are none.
 */
export function departureVerdict(
  all: DialectDeparture[],
): Pick<Verdict, 'verdict' | 'because' | 'literal'> | undefined {
  if (all.length === 0) return undefined
  const departures = all.flatMap(one => (one.did === 'depart' ? [one.what] : []))
  const unseen = all.flatMap(one => (one.did === 'not show' ? [one.what] : []))
  if (departures.length > 0) {
    const because = `departs from the specification, as the dialect allows: ${some(departures)}`
    return { verdict: 'observed', literal: 'departs', because }
  }
  if (unseen.length > 0) {
    const because = `the dialect allows other responses here, and none was seen: ${some(unseen)}`
    return { verdict: 'inapplicable', literal: 'not seen', because }
  }
  return { verdict: 'pass', literal: 'holds', because: holdsToText }
}

const holdsToText = 'follows the specification where the dialect allows other responses'

/** The first few of them that differ, and how many more there are. */
function some(whats: string[]): string {
  const different = [...new Set(whats.map(preview))]
  const more = different.length - casesMax
  const first = different.slice(0, casesMax).join('; ')
  return more > 0 ? `${first}; and ${more} more` : first
}
