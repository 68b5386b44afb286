// Laws of deletion: an object is marked, stays while finalizers hold it, and is then removed. For
// the labels see scenarios/deletions.ts.

import type { Exchange, History } from '../../history/history.ts'
import {
  answered,
  at,
  has,
  itemsOf,
  read,
  refused,
  succeeded,
  version,
} from '../../history/history.ts'
import { given, holds } from '../../history/observation.ts'
import type { Observation } from '../../history/observation.ts'
import { valueAt } from '../../dsl/term.ts'
import { decided } from '../decisions.ts'
import { done, listed } from '../premises.ts'
import { uidIn } from '../paths-and-verbs/scopes.ts'

const pointer = '/metadata/finalizers'
const markAt = '/metadata/deletionTimestamp'

export const finalizersIn = (exchange: Exchange): unknown[] => {
  const found = read(exchange, pointer)
  return Array.isArray(found) ? found : []
}

export const isMarked = (exchange: Exchange): boolean => typeof read(exchange, markAt) === 'string'

/** The object of a step, still the instance that `object` made. */
export const isObject = (history: History, exchange: Exchange): boolean =>
  succeeded(exchange) && uidIn(exchange) === uidIn(at(history, 'object'))

/** A read finds the object. */
export function* isFound(history: History, label: string, says: string): Generator<Observation> {
  const reading = yield* decided(history, label)
  yield holds(succeeded(reading), {
    says,
    expected: 'the object',
    got: answered(reading),
    at: reading,
  })
  yield* given(
    isObject(history, reading),
    `${label} shows another uid of the object (WRITE-011, OBJ-020)`,
  )
}

/** DEL-001: a deleted object that is held can still be read, and is marked. */
export function* isMarkedFirst(history: History): Generator<Observation> {
  yield* done(history, 'object', 'deleted')
  yield* isFound(history, 'marked', 'A deleted object with finalizers is still readable.')
  yield holds(isMarked(at(history, 'marked')), {
    says: 'A deleted object with finalizers carries deletionTimestamp.',
    expected: 'a timestamp',
    got: read(at(history, 'marked'), markAt) ?? 'nothing',
    at: 'marked',
  })
}

/** The object is held by its own finalizers alone, and marked. */
export function* isHeld(history: History): Generator<Observation> {
  yield* done(history, 'object', 'deleted', 'marked')
  yield* given(isMarked(at(history, 'marked')), 'the object is not marked')
  const sent = valueAt(JSON.parse(at(history, 'object').request.body ?? 'null'), pointer)
  const [wanted, found] = [sent as unknown[], finalizersIn(at(history, 'marked'))]
  const isAlone = found.every(one => wanted.includes(one)) && found.length === wanted.length
  yield* given(isAlone, 'others hold the object too, or it has lost a finalizer')
}

export const takings = (history: History): Exchange[] =>
  history.exchanges.filter(({ step }) => step.startsWith('taken '))

export const ofRound = (label: string, taken: Exchange): string =>
  taken.step.replace('taken', label)

/** DEL-004: before each removal of a finalizer the object is readable and listed. */
export function* staysWhileHeld(history: History): Generator<Observation> {
  yield* isHeld(history)
  const says = 'A finalizing object stays as long as it has finalizers.'
  for (const taken of takings(history)) {
    yield* isFound(history, ofRound('read', taken), says)
    const list = at(history, ofRound('list', taken))
    yield* listed(history, list)
    const uids = (itemsOf(list) ?? []).map(({ metadata }) => metadata['uid'])
    const uid = uidIn(at(history, 'object'))
    yield holds(uids.includes(uid), { says, expected: 'the object', got: uids, at: list })
    yield* isTaken(taken)
  }
}

/** A finalizer was taken; a patch of a type that is not served, or another writer, is no fault. */
function* isTaken(taken: Exchange): Generator<Observation> {
  yield* given(succeeded(taken), `${taken.step} answered ${answered(taken)}`)
}

/** DEL-005: finalizers can be taken in any order, and the object goes with the last of them. */
export function* anyOrderWillDo(history: History): Generator<Observation> {
  yield* isHeld(history)
  const early = 'A finalizing object stays until its last finalizer is removed.'
  for (const taken of takings(history)) {
    yield* isFound(history, ofRound('read', taken), early)
    yield* decided(history, taken.step)
    const code = taken.answer?.status ?? 0
    // Patches, or those of that type, may not be served; 409 and 422 answer an overtaken one.
    yield* given(!unserved.includes(code), `patches are not served: ${answered(taken)}`)
    yield* given(!refused(taken) || !isOvertaken(history, taken), 'another writer came first')
    yield holds(succeeded(taken), {
      says: 'The finalizers of a finalizing object may be removed in any order.',
      expected: 'success',
      got: answered(taken),
      at: taken,
    })
  }
  yield* isRemoved(history, 'An object whose last finalizer was removed is removed.')
}

/** What a server answers that knows no PATCH, or none of its type. */
const unserved = [405, 415, 501]

/** A later read shows another version than the one that the removal of a finalizer was based on. */
function isOvertaken(history: History, taken: Exchange): boolean {
  const [before, ...later] = history.exchanges
    .filter(({ step }) => step.startsWith('read ') || step === 'gone')
    .filter(({ sentAt }) => sentAt >= at(history, ofRound('read', taken)).sentAt)
  const next = later[0]
  return before !== undefined && next !== undefined && version(before) !== version(next)
}

/** DEL-001, DEL-006: when all finalizers are taken, neither get nor list finds the object. */
export function* goesWithTheLast(history: History): Generator<Observation> {
  yield* isHeld(history)
  for (const taken of takings(history)) yield* isTaken(taken)
  yield* isRemoved(history, 'When its finalizers are gone a deleted object is removed.')
}

/** The object of the scenario is found no more, by get and by list. */
export function* isRemoved(history: History, says: string): Generator<Observation> {
  const gone = yield* decided(history, 'gone')
  // It was read again and again, unless the scenario was cut short.
  const isSettled = !isObject(history, gone) || gone.problem !== undefined
  yield* given(isSettled, 'the end of the object was not waited for')
  yield holds(!isObject(history, gone), {
    says,
    expected: 'nothing',
    got: `the object, ${isMarked(gone) ? 'marked' : 'live'}`,
    at: gone,
  })
  if (!has(history, 'rest')) return
  const rest = at(history, 'rest')
  yield* listed(history, rest)
  const uids = (itemsOf(rest) ?? []).map(({ metadata }) => metadata['uid'])
  const isListed = uids.includes(uidIn(at(history, 'object')))
  yield holds(!isListed, { says, expected: 'no such item', got: 'the object', at: rest })
}

/** DEL-008: an object that nobody has deleted stays without finalizers, and live. */
export function* staysAlive(history: History): Generator<Observation> {
  yield* done(history, 'object', 'read')
  yield* given(!isMarked(at(history, 'read')), 'somebody else has deleted the object')
  yield* isTaken(at(history, 'taken'))
  yield* isFound(history, 'after', 'A live object that loses its finalizers stays.')
  yield holds(!isMarked(at(history, 'after')), {
    says: 'A live object that loses its finalizers stays live.',
    expected: 'no deletionTimestamp',
    got: read(at(history, 'after'), markAt),
    at: 'after',
  })
}
