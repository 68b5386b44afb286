// GET-006: a get, list or watch accepts a version that the server issued.

import type { History } from '../../history/history.ts'
import { answerSummary, isFinalRefusal } from '../../history/history.ts'
import { precondition, verify } from '../../history/observation.ts'
import type { Observation } from '../../history/observation.ts'
import { requireSuccess } from '../preconditions.ts'

/**
 * The steps labelled `at …` succeed. A step that was not sent, because there was no version to
 * refer to, is no evidence. Neither is a 410, because the version may have expired.
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
