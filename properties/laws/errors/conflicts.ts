// Judges optimistic concurrency (L11): a write based on a version succeeds only while that version
// is the stored one. The labels are in scenarios/updates.ts.

import type { Exchange, History, Item } from '../../history/history.ts'
import {
  answerSummary,
  exchangeAt,
  isFinalRefusal,
  isSuccess,
  resourceVersionOf,
} from '../../history/history.ts'
import { precondition, refusalWith, verify } from '../../history/observation.ts'
import type { Observation } from '../../history/observation.ts'
import { valueAt } from '../../dsl/term.ts'
import { requireDecision } from '../decisions.ts'
import { objectIsUnchanged } from '../unchanged-objects.ts'
import { requireSuccess } from '../preconditions.ts'
import { detailsOf, ownObjectName, refusesWith } from '../status.ts'

/** ERR-008: a stale PUT returns 409. */
export function* staleUpdateIsConflict(history: History): Generator<Observation> {
  yield* isStale(history)
  const stale = yield* requireDecision(history, 'stale')
  yield verify(stale.answer?.status === 409, {
    says: 'A PUT with a stale version is refused with 409.',
    expected: refusalWith(409),
    got: answerSummary(stale),
    at: stale,
  })
}

/** K8S-ERR-004: a stale PUT returns 409 Conflict, with details that name the object. */
export function* staleUpdateConflictNamesObject(history: History): Generator<Observation> {
  yield* isStale(history)
  const { about } = exchangeAt(history, 'stale')
  if (!about) return
  const details = detailsOf(history, about.role, 'resource', ownObjectName(history, 'x'))
  const wanted = { code: 409, reason: 'Conflict', details }
  yield* refusesWith(
    history,
    'stale',
    wanted,
    'A PUT with a stale version is refused with 409 Conflict.',
  )
}

/** WRITE-009: a stale PUT changes neither the object nor its version. */
export function* staleUpdateChangesNothing(history: History): Generator<Observation> {
  yield* isStale(history)
  const [before, after] = ['before', 'after'].map(
    label => exchangeAt(history, label).answer?.body as Item,
  )
  const sent: unknown = JSON.parse(exchangeAt(history, 'stale').request.body ?? 'null')
  const says = 'A PUT with a stale version leaves the object and its version unchanged.'
  if (before && after) yield* objectIsUnchanged({ before, after, sent }, { says, at: 'stale' })
}

/** The precondition that the PUT is stale and otherwise valid: its twin is accepted. */
function* isStale(history: History): Generator<Observation> {
  yield* requireSuccess(history, 'read', 'before', 'after', 'twin')
  const [read, stored] = [
    resourceVersionOf(exchangeAt(history, 'read')),
    resourceVersionOf(exchangeAt(history, 'before')),
  ]
  yield* precondition(read !== undefined && read !== stored, 'the version of the PUT is not stale')
  yield* precondition(exchangeAt(history, 'stale').answer !== undefined, 'stale has no answer')
}

/**
 * WRITE-010: no version is the base of two successful PUTs, so that no update is lost silently. At
 * least one of the concurrent PUTs on the first version succeeds. `created` is the create, `final`
 * a get after all PUTs. Every PUT writes distinct content.
 */
export function* eachVersionIsUpdatedOnce(
  history: History,
  created: string,
  final: string,
): Generator<Observation> {
  yield* requireSuccess(history, created, final)
  const puts = history.exchanges.filter(one => one.request.method === 'PUT')
  const winners = puts.filter(isSuccess)
  const isBased = winners.every(winner => typeof baseOf(winner) === 'string')
  yield* precondition(isBased, 'a PUT had no version')
  for (const winner of winners) {
    const rivals = winners.filter(one => baseOf(one) === baseOf(winner))
    yield verify(rivals.length === 1, {
      says: 'Of several PUTs with the same version, at most one succeeds.',
      expected: 'one success',
      got: `${rivals.length} successes: ${rivals.map(one => one.step).join(', ')}`,
      at: winner,
    })
  }

  yield* precondition(
    puts.every(put => isSuccess(put) || isFinalRefusal(put)),
    'a PUT has no known outcome',
  )
  const issued = [exchangeAt(history, created), ...winners].map(resourceVersionOf)
  const stored = resourceVersionOf(exchangeAt(history, final))
  yield* precondition(issued.includes(stored), 'another writer changed the object last')
  yield verify(winners.length > 0, {
    says: 'Of several PUTs with the stored version, one succeeds.',
    expected: 'one success',
    got: puts.map(one => `${one.step} ${answerSummary(one)}`).join(', '),
    at: final,
  })
  yield verify(!winners.map(baseOf).includes(stored), {
    says: 'No acknowledged PUT is lost.',
    expected: 'the version of the last acknowledged PUT',
    got: `${String(stored)}, which an acknowledged PUT has replaced`,
    at: final,
  })
}

/** Returns the version in the body of a PUT. */
const baseOf = (put: Exchange): unknown =>
  valueAt(JSON.parse(put.request.body ?? 'null'), '/metadata/resourceVersion')
