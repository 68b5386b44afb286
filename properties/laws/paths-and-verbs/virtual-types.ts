// Laws of types that stand for an operation: what is sent is carried out, and not kept.

import type { Exchange, History } from '../../history/history.ts'
import { answered, at, ownItems, read, refused, succeeded } from '../../history/history.ts'
import { holds } from '../../history/observation.ts'
import type { Observation } from '../../history/observation.ts'
import { valueAt } from '../../dsl/term.ts'
import { accepts, decided } from '../decisions.ts'
import { uidIn, uidOf } from './scopes.ts'
import { permitted } from './subresources.ts'

/** PATH-030: a review comes back with what was asked and with its answer. */
export function* comesBackAnswered(history: History): Generator<Observation> {
  const review = yield* permitted(history, 'review')
  yield holds(succeeded(review) && read(review, '/kind') === 'SubjectAccessReview', {
    says: 'A permission check answers the review.',
    expected: 'a SubjectAccessReview',
    got: succeeded(review) ? read(review, '/kind') : answered(review),
    at: review,
  })
  const status = read(review, '/status')
  yield holds(typeof status === 'object' && Object.keys(status ?? {}).length > 0, {
    says: 'A permission check fills the status of the review.',
    expected: 'an object with members',
    got: status,
    at: review,
  })
  const wanted = valueAt(JSON.parse(review.request.body ?? 'null'), '/spec/user')
  yield holds(read(review, '/spec/user') === wanted, {
    says: 'The review that comes back is the one that was sent.',
    expected: wanted,
    got: read(review, '/spec/user'),
    at: review,
  })
}

/** PATH-032: a review without a name is taken any number of times, and none is found afterwards. */
export function* isTakenAgain(history: History): Generator<Observation> {
  for (const label of ['first', 'second']) {
    yield* permitted(history, label)
    yield* accepts(history, label, 'A review without a name is taken, and taken again.')
  }
  const kept = yield* decided(history, 'kept')
  const showsOwn = succeeded(kept) && (kept.answer?.text ?? '').includes(history.words.prefix)
  yield holds(!showsOwn, {
    says: 'Reviews are not kept.',
    expected: 'none of the reviews',
    got: 'a list that holds one',
    at: kept,
  })
}

/** PATH-033: an eviction is the deletion of its pod, and no object. */
export function* evictsThePod(history: History): Generator<Observation> {
  const uid = yield* uidOf(at(history, 'pod'))
  yield* permitted(history, 'evicted')
  yield* accepts(history, 'evicted', 'POST of an eviction below a pod is served.')
  const after = yield* decided(history, 'after')
  yield holds(refused(after) || isFinalizing(after, uid), {
    says: 'The eviction of a pod starts its deletion.',
    expected: 'nothing, or the pod with a deletionTimestamp',
    got: uidIn(after) === uid ? 'the pod as it was' : answered(after),
    at: after,
  })
  for (const label of ['pods', 'evictions']) {
    const list = yield* decided(history, label)
    const others = ownItems(history, list).filter(({ metadata }) => metadata['uid'] !== uid)
    yield holds(others.length === 0, {
      says: 'No object is stored for an eviction.',
      expected: 'the pod or nothing',
      got: others,
      at: list,
    })
  }
}

const isFinalizing = (pod: Exchange, uid: string): boolean =>
  uidIn(pod) === uid && typeof read(pod, '/metadata/deletionTimestamp') === 'string'
