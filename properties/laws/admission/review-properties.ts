// Judges the uids and the old objects of reviews over generated writes.

import { containsPart, valueAt } from '../../dsl/term.ts'
import { exchangeAt } from '../../history/history.ts'
import type { History } from '../../history/history.ts'
import { verify } from '../../history/observation.ts'
import type { Observation } from '../../history/observation.ts'
import { requireSuccess } from '../preconditions.ts'
import { callOf, callsIn, clientPartOf, inRequest, requireHook } from './webhook-reviews.ts'

/** The labels of the writes, in their order. */
const writesIn = ({ exchanges }: History): string[] =>
  exchanges.map(({ step }) => step).filter(step => /^write \d+$/.test(step))

/** ADM-003: one write may be reviewed again with the same uid, but no other write has it. */
export function* uidsAreDistinct(history: History): Generator<Observation> {
  yield* requireHook(history, 'a', 'b')
  yield* requireSuccess(history, ...writesIn(history))
  const seen = new Map<string, string>()
  for (const hook of ['a', 'b'] as const)
    for (const call of callsIn(history, `calls of ${hook}`)) {
      const uid = inRequest(call, '/uid')
      const trip = `${hook} of ${String(valueAt(call.body, '/request/object/metadata/name'))}`
      const before = typeof uid === 'string' ? seen.get(uid) : undefined
      yield verify(typeof uid === 'string' && uid !== '' && (before ?? trip) === trip, {
        says: 'Each round trip has a uid that no other one has.',
        expected: 'a distinct uid',
        got: before === undefined ? (uid ?? 'nothing') : `the uid of the call to ${before}`,
        at: `calls of ${hook}`,
      })
      seen.set(String(uid), trip)
    }
}

/**
 * ADM-015: the review of a create has no old object, and that of each later write the stored one.
 */
export function* oldObjectIsStored(history: History): Generator<Observation> {
  yield* requireHook(history, 'a')
  const old = function* (label: string) {
    return inRequest(yield* callOf(history, label), '/oldObject') ?? undefined
  }
  const [first = '', ...later] = writesIn(history)
  const ofCreate = yield* old(first)
  yield verify(ofCreate === undefined, {
    says: 'The review of a create has no old object.',
    expected: 'nothing',
    got: ofCreate,
    at: first,
  })
  for (const [index, label] of later.entries()) {
    const before = index === 0 ? first : (later[index - 1] ?? '')
    const stored = exchangeAt(history, before).answer?.body
    const got = yield* old(label)
    // Each write has another annotation, which tells the states of the object apart.
    const isSame =
      containsPart(clientPartOf(stored), got) &&
      valueAt(got, '/metadata/uid') === valueAt(stored, '/metadata/uid')
    yield verify(isSame, {
      says: 'The old object of a review is the stored one.',
      expected: stored,
      got: got ?? 'nothing',
      at: label,
    })
  }
}
