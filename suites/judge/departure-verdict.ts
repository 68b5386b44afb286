// Verdicts on rows from which the genuine servers of a dialect depart. Both answers are lawful
// there, and the verdict states which one the target gave.

import { preview } from '../../properties/history/observation.ts'
import type { DepartureObservation } from '../../properties/history/observation.ts'
import type { Verdict } from '../verdict.ts'

// A row may have a hundred such cases, and most of them depart in the same way.
const casesMax = 3

/**
 * Returns the verdict on a row that has not failed from the cases in which the dialect departs, or
 * nothing if there are no such cases.
 */
export function departureVerdict(
  all: DepartureObservation[],
): Pick<Verdict, 'verdict' | 'because' | 'departure'> | undefined {
  if (all.length === 0) return undefined
  const departures = all.flatMap(one => (one.presence === 'present' ? [one.what] : []))
  const unseen = all.flatMap(one => (one.presence === 'not shown' ? [one.what] : []))
  if (departures.length > 0) {
    const because = `departs from the specification, as the dialect allows: ${some(departures)}`
    return { verdict: 'observed', departure: 'present', because }
  }
  if (unseen.length > 0) {
    const because = `the dialect allows other responses here, and none was seen: ${some(unseen)}`
    return { verdict: 'inapplicable', departure: 'not shown', because }
  }
  return { verdict: 'pass', departure: 'absent', because: holdsToText }
}

const holdsToText = 'follows the specification where the dialect allows other responses'

/** The first different texts, and the number of the others. */
function some(whats: string[]): string {
  const different = [...new Set(whats.map(preview))]
  const more = different.length - casesMax
  const first = different.slice(0, casesMax).join('; ')
  return more > 0 ? `${first}; and ${more} more` : first
}
