// Judges types that represent an operation: a request is executed and not stored.

import type { Exchange, History } from '../../history/history.ts'
import {
  answerSummary,
  exchangeAt,
  ownItems,
  bodyValueAt,
  isFinalRefusal,
  isSuccess,
} from '../../history/history.ts'
import { verify } from '../../history/observation.ts'
import type { Observation } from '../../history/observation.ts'
import { valueAt } from '../../dsl/term.ts'
import { acceptsRequest, requireDecision } from '../decisions.ts'
import { uidIn, requireUid } from './scopes.ts'
import { requirePermission } from './subresources.ts'

/** PATH-030: a review is returned with its spec and the result. */
export function* reviewComesBackAnswered(history: History): Generator<Observation> {
  const review = yield* requirePermission(history, 'review')
  yield verify(isSuccess(review) && bodyValueAt(review, '/kind') === 'SubjectAccessReview', {
    says: 'A permission check returns the review.',
    expected: 'a SubjectAccessReview',
    got: isSuccess(review) ? bodyValueAt(review, '/kind') : answerSummary(review),
    at: review,
  })
  const status = bodyValueAt(review, '/status')
  yield verify(typeof status === 'object' && Object.keys(status ?? {}).length > 0, {
    says: 'A permission check fills the status of the review.',
    expected: 'an object with members',
    got: status,
    at: review,
  })
  const wanted = valueAt(JSON.parse(review.request.body ?? 'null'), '/spec/user')
  yield verify(bodyValueAt(review, '/spec/user') === wanted, {
    says: 'The returned review is the one that was sent.',
    expected: wanted,
    got: bodyValueAt(review, '/spec/user'),
    at: review,
  })
}

/** PATH-032: a review without a name is accepted repeatedly and not stored. */
export function* reviewIsRepeatable(history: History): Generator<Observation> {
  for (const label of ['first', 'second']) {
    yield* requirePermission(history, label)
    yield* acceptsRequest(history, label, 'A review without a name is accepted, also repeatedly.')
  }
  const kept = yield* requireDecision(history, 'kept')
  const showsOwn = isSuccess(kept) && (kept.answer?.text ?? '').includes(history.context.prefix)
  yield verify(!showsOwn, {
    says: 'Reviews are not stored.',
    expected: 'none of the reviews',
    got: 'a list that holds one',
    at: kept,
  })
}

/** PATH-033: an eviction deletes its pod and is not stored. */
export function* evictionDeletesThePod(history: History): Generator<Observation> {
  const uid = yield* requireUid(exchangeAt(history, 'pod'))
  yield* requirePermission(history, 'evicted')
  yield* acceptsRequest(history, 'evicted', 'A POST of an eviction to a pod is served.')
  const after = yield* requireDecision(history, 'after')
  yield verify(isFinalRefusal(after) || isFinalizing(after, uid), {
    says: 'The eviction of a pod starts its deletion.',
    expected: 'nothing, or the pod with a deletionTimestamp',
    got: uidIn(after) === uid ? 'the pod as it was' : answerSummary(after),
    at: after,
  })
  for (const label of ['pods', 'evictions']) {
    const list = yield* requireDecision(history, label)
    const others = ownItems(history, list).filter(({ metadata }) => metadata['uid'] !== uid)
    yield verify(others.length === 0, {
      says: 'No object is stored for an eviction.',
      expected: 'the pod or nothing',
      got: others,
      at: list,
    })
  }
}

const isFinalizing = (pod: Exchange, uid: string): boolean =>
  uidIn(pod) === uid && typeof bodyValueAt(pod, '/metadata/deletionTimestamp') === 'string'
