// GET-006: a version that was given out is taken back, on get, list and watch.

import type { History } from '../../history/history.ts'
import { answerSummary, isFinalRefusal } from '../../history/history.ts'
import { precondition, verify } from '../../history/observation.ts'
import type { Observation } from '../../history/observation.ts'
import { requireSuccess } from '../preconditions.ts'

/**
 * The steps labelled `at …` are carried out. One that was never sent, for want of a version to
 * refer to, says nothing; nor does a 410, for a version may be too old.
 */
export function* issuedVersionsAreAccepted(history: History): Generator<Observation> {
  yield* requireSuccess(history, 'object-a', 'start')
  const reads = history.exchanges.filter(
    ({ step, request }) => step.startsWith('at ') && request.path !== '',
  )
  yield* precondition(reads.length > 0, 'the server returned no version')
  for (const read of reads) {
    const status = read.answer?.status ?? 503
    if (status >= 500 || status === 410 || status === 429) continue
    yield verify(!isFinalRefusal(read), {
      says: 'A version that the server returned is accepted on get, list and watch.',
      expected: 'success',
      got: answerSummary(read),
      at: read,
    })
  }
}
