// Judges deletion with regard to other objects, other owners, and the reuse of the name.

import type { Exchange, History, Item } from '../../history/history.ts'
import {
  answerSummary,
  exchangeAt,
  itemKey,
  ownItems,
  isFinalRefusal,
  isSuccess,
} from '../../history/history.ts'
import { anyRefusal, precondition, verify } from '../../history/observation.ts'
import type { Observation } from '../../history/observation.ts'
import { requireDecision } from '../decisions.ts'
import {
  finalizersIn,
  objectIsFound,
  finalizersHoldTheObject,
  hasDeletionTimestamp,
  objectIsRemoved,
  labelOfRound,
  finalizerRemovalExchanges,
} from './deletions.ts'
import { objectIsUnchanged } from '../unchanged-objects.ts'
import { requireSuccess, requireLists } from '../preconditions.ts'
import { uidIn } from '../paths-and-verbs/scopes.ts'

/** DEL-034: except for the deleted objects, every list shows the same unchanged objects. */
export function* otherObjectsStay(history: History): Generator<Observation> {
  const removals = history.exchanges.filter(({ step }) => step.startsWith('deleted '))
  for (const { step } of removals) yield* requireSuccess(history, step)
  for (const before of history.exchanges.filter(({ step }) => step.startsWith('before '))) {
    const after = exchangeAt(history, before.step.replace('before', 'after'))
    yield* requireLists(history, before, after)
    for (const item of ownItems(history, before)) {
      if (removals.some(removal => isOf(removal, before.about?.role, item))) continue
      const now = ownItems(history, after).find(one => itemKey(one) === itemKey(item))
      const says = 'A delete changes no other object.'
      yield* objectIsUnchanged(
        { before: item, after: now, sent: undefined },
        { says, at: after.step },
      )
      yield verify((now?.metadata['deletionTimestamp'] ?? null) === null, {
        says,
        expected: 'a live object',
        got: now?.metadata['deletionTimestamp'],
        at: after,
      })
    }
  }
}

/**
 * Reports whether a request addresses an item. Some servers omit the namespace of items (OBJ-016).
 */
const isOf = ({ about }: Exchange, role: string | undefined, { metadata }: Item): boolean =>
  about?.role === role &&
  about?.name === metadata['name'] &&
  about?.namespace === (metadata['namespace'] ?? about?.namespace)

/**
 * DEL-035: an acknowledged removal of a finalizer is permanent. The object is removed if and only
 * if all finalizers are removed.
 */
export function* finalizerRemovalsAreNotLost(history: History): Generator<Observation> {
  yield* finalizersHoldTheObject(history)
  const all = finalizerRemovalExchanges(history).filter(({ answer }) => answer !== undefined)
  const lost = all.find(one => !isSuccess(one) && !isFinalRefusal(one))
  yield* precondition(!lost, `${lost?.step} returned ${lost ? answerSummary(lost) : ''}`)
  const removed = all
    .filter(isSuccess)
    .map(one => finalizersIn(exchangeAt(history, labelOfRound('read', one)))[0])
  const left = finalizersIn(exchangeAt(history, 'marked')).filter(one => !removed.includes(one))
  if (left.length === 0) {
    const gone = exchangeAt(history, 'gone')
    const isMaybeNew = isSuccess(gone) && uidIn(gone) === undefined && !hasDeletionTimestamp(gone)
    yield* precondition(
      !isMaybeNew,
      'a live object without a uid may be a new one, which a late PUT created',
    )
    yield* objectIsRemoved(
      history,
      'An object is removed when several owners have removed all its finalizers.',
    )
    return
  }
  yield* objectIsFound(history, 'gone', 'An object stays until its last finalizer is removed.')
  const found = finalizersIn(exchangeAt(history, 'gone'))
  yield verify(found.length === left.length && left.every(one => found.includes(one)), {
    says: 'No acknowledged removal of a finalizer is lost.',
    expected: left,
    got: found,
    at: 'gone',
  })
}

/**
 * DEL-009: the name of a finalizing object is taken (`early`) and becomes free afterwards (`late`).
 */
export function* nameIsFreeAfterRemovalOnly(history: History): Generator<Observation> {
  yield* finalizersHoldTheObject(history)
  yield* requireSuccess(history, 'twin', 'taken 0')
  const early = yield* requireDecision(history, 'early')
  yield verify(isFinalRefusal(early), {
    says: 'An object cannot be created with the name of a finalizing object.',
    expected: anyRefusal('a refusal (4xx)'),
    got: answerSummary(early),
    at: early,
  })
  const gone = yield* requireDecision(history, 'gone')
  yield* precondition(
    isFinalRefusal(gone),
    `the object is not removed: gone returned ${answerSummary(gone)}`,
  )
  const late = yield* requireDecision(history, 'late')
  const former = uidIn(exchangeAt(history, 'object'))
  yield verify(isSuccess(late) && (former === undefined || uidIn(late) !== former), {
    says: 'An object can be created with the name of a removed object.',
    expected: 'another object',
    got: answerSummary(late),
    at: late,
  })
}
