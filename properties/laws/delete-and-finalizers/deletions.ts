// Judges deletion: an object is marked, stays while it has finalizers, and is then removed. The
// labels are in scenarios/deletions.ts.

import type { Exchange, History } from '../../history/history.ts'
import {
  answerSummary,
  exchangeAt,
  hasStep,
  itemsOf,
  bodyValueAt,
  isFinalRefusal,
  isSuccess,
  resourceVersionOf,
} from '../../history/history.ts'
import { precondition, verify } from '../../history/observation.ts'
import type { Observation } from '../../history/observation.ts'
import { valueAt } from '../../dsl/term.ts'
import { requireDecision } from '../decisions.ts'
import { identityShown, requireIdentity, requireShownPlaces } from '../identity.ts'
import { requireSuccess, requireLists } from '../preconditions.ts'
import { isUnsupportedMediaType, servedPatches } from '../patch/served-patch-types.ts'
import { uidIn } from '../paths-and-verbs/scopes.ts'

const pointer = '/metadata/finalizers'
const markAt = '/metadata/deletionTimestamp'

export const finalizersIn = (exchange: Exchange): unknown[] => {
  const found = bodyValueAt(exchange, pointer)
  return Array.isArray(found) ? found : []
}

export const hasDeletionTimestamp = (exchange: Exchange): boolean =>
  typeof bodyValueAt(exchange, markAt) === 'string'

/** Reports whether an answer shows the instance that the step `object` created. */
export const isSameInstance = (history: History, exchange: Exchange): boolean =>
  isSuccess(exchange) && uidIn(exchange) === uidIn(exchangeAt(history, 'object'))

/** A read finds the object. */
export function* objectIsFound(
  history: History,
  label: string,
  says: string,
): Generator<Observation> {
  const reading = yield* requireDecision(history, label)
  yield verify(isSuccess(reading), {
    says,
    expected: 'the object',
    got: answerSummary(reading),
    at: reading,
  })
  yield* precondition(
    isSameInstance(history, reading),
    `${label} shows another uid of the object (WRITE-011, OBJ-020)`,
  )
}

/** DEL-001: a deleted object with finalizers is still readable, and has a deletionTimestamp. */
export function* deletionMarksBeforeRemoval(history: History): Generator<Observation> {
  yield* requireSuccess(history, 'object', 'deleted')
  yield* objectIsFound(history, 'marked', 'A deleted object with finalizers is still readable.')
  yield verify(hasDeletionTimestamp(exchangeAt(history, 'marked')), {
    says: 'A deleted object with finalizers has a deletionTimestamp.',
    expected: 'a timestamp',
    got: bodyValueAt(exchangeAt(history, 'marked'), markAt) ?? 'nothing',
    at: 'marked',
  })
}

/**
 * The precondition that the object is marked for deletion and has only the finalizers of the case.
 */
export function* finalizersHoldTheObject(history: History): Generator<Observation> {
  yield* requireSuccess(history, 'object', 'deleted', 'marked')
  yield* precondition(
    hasDeletionTimestamp(exchangeAt(history, 'marked')),
    'the object has no deletionTimestamp',
  )
  const sent = valueAt(JSON.parse(exchangeAt(history, 'object').request.body ?? 'null'), pointer)
  const [wanted, found] = [sent as unknown[], finalizersIn(exchangeAt(history, 'marked'))]
  const isAlone = found.every(one => wanted.includes(one)) && found.length === wanted.length
  yield* precondition(isAlone, 'another client added or removed a finalizer of the object')
}

export const finalizerRemovalExchanges = (history: History): Exchange[] =>
  history.exchanges.filter(({ step }) => step.startsWith('taken '))

export const labelOfRound = (label: string, removal: Exchange): string =>
  removal.step.replace('taken', label)

/** DEL-004: before each removal of a finalizer the object is readable and listed. */
export function* objectStaysWhileHeld(history: History): Generator<Observation> {
  yield* finalizersHoldTheObject(history)
  const says = 'A finalizing object stays as long as it has finalizers.'
  for (const removal of finalizerRemovalExchanges(history)) {
    yield* objectIsFound(history, labelOfRound('read', removal), says)
    const list = exchangeAt(history, labelOfRound('list', removal))
    yield* requireLists(history, list)
    const { isListed, listed } = yield* searchForObject(history, list)
    yield verify(isListed, { says, expected: 'the object', got: listed, at: list })
    yield* isTaken(removal)
  }
}

/** Whether a list contains the object of the scenario, and the identities of its items. */
function* searchForObject(
  history: History,
  list: Exchange,
): Generator<Observation, { isListed: boolean; listed: unknown[] }> {
  const identity = yield* requireIdentity(history, exchangeAt(history, 'object'))
  yield* requireShownPlaces(history, identity, list)
  const listed = (itemsOf(list) ?? []).map(item => identityShown(identity, item))
  return { isListed: listed.includes(identity.text), listed }
}

/**
 * The precondition that a finalizer was removed. An unsupported patch type or another writer is no
 * fault.
 */
function* isTaken(removal: Exchange): Generator<Observation> {
  yield* precondition(isSuccess(removal), `${removal.step} returned ${answerSummary(removal)}`)
}

/**
 * DEL-005: finalizers can be removed in any order, and the last removal removes the object. Patches
 * of types that are not served remove nothing: the next removal also removes their finalizers.
 */
export function* finalizersGoInAnyOrder(history: History): Generator<Observation> {
  yield* finalizersHoldTheObject(history)
  const early = 'A finalizing object stays until its last finalizer is removed.'
  const removals = finalizerRemovalExchanges(history)
  const served = servedPatches(
    history,
    removals.map(({ step }) => step),
  )
  for (const removal of removals) {
    yield* objectIsFound(history, labelOfRound('read', removal), early)
    if (!served.includes(removal.step)) continue
    yield* requireDecision(history, removal.step)
    const code = removal.answer?.status ?? 0
    // The server may not support this patch. A concurrent write leads to 409 or 422.
    yield* precondition(
      !unserved.includes(code),
      `the patch is not served: ${answerSummary(removal)}`,
    )
    yield* precondition(
      !isFinalRefusal(removal) || !isOvertaken(history, removal),
      'another writer changed the object first',
    )
    yield verify(isSuccess(removal), {
      says: 'The finalizers of a finalizing object may be removed in any order.',
      expected: 'success',
      got: answerSummary(removal),
      at: removal,
    })
  }
  const last = removals.at(-1)
  if (last && !served.includes(last.step)) return
  yield* objectIsRemoved(history, 'An object whose last finalizer was removed is removed.')
}

/** The answers of a server that does not support PATCH or this patch type. */
const unserved = [405, 415, 501]

/**
 * Reports whether a later read shows another version than the base of this removal of a finalizer.
 */
function isOvertaken(history: History, removal: Exchange): boolean {
  const [before, ...later] = history.exchanges
    .filter(({ step }) => step.startsWith('read ') || step === 'gone')
    .filter(({ sentAt }) => sentAt >= exchangeAt(history, labelOfRound('read', removal)).sentAt)
  const next = later[0]
  return (
    before !== undefined &&
    next !== undefined &&
    resourceVersionOf(before) !== resourceVersionOf(next)
  )
}

/** DEL-001, DEL-006: when all finalizers are removed, neither get nor list finds the object. */
export function* lastFinalizerRemovesTheObject(history: History): Generator<Observation> {
  yield* finalizersHoldTheObject(history)
  for (const removal of finalizerRemovalExchanges(history)) {
    const { request, answer } = removal
    // A patch that is not served says nothing about the rule.
    if (request.method === 'PATCH' && unserved.includes(answer?.status ?? 0)) return
    yield* isTaken(removal)
  }
  yield* objectIsRemoved(history, 'A deleted object is removed when it has no finalizers left.')
}

/** Neither get nor list finds the object of the scenario. */
export function* objectIsRemoved(history: History, says: string): Generator<Observation> {
  const gone = yield* requireDecision(history, 'gone')
  // The scenario polls for the removal, unless it was cut.
  const isSettled = !isSameInstance(history, gone) || gone.problem !== undefined
  yield* precondition(isSettled, 'the run did not wait for the removal of the object')
  yield verify(!isSameInstance(history, gone), {
    says,
    expected: 'nothing',
    got: `the object, ${hasDeletionTimestamp(gone) ? 'being deleted' : 'live'}`,
    at: gone,
  })
  if (!hasStep(history, 'rest')) return
  const rest = exchangeAt(history, 'rest')
  yield* requireLists(history, rest)
  const { isListed } = yield* searchForObject(history, rest)
  yield verify(!isListed, { says, expected: 'no such item', got: 'the object', at: rest })
}

/** DEL-008: an object that was not deleted stays live when it loses its finalizers. */
export function* undeletedObjectStays(history: History): Generator<Observation> {
  yield* requireSuccess(history, 'object', 'read')
  yield* precondition(
    !hasDeletionTimestamp(exchangeAt(history, 'read')),
    'somebody else has deleted the object',
  )
  // If the patch type is not served, the PUT after it removes the finalizers.
  const isByPut = isUnsupportedMediaType(history, 'taken') && hasStep(history, 'taken by put')
  const [taken, after] = isByPut
    ? (['taken by put', 'after put'] as const)
    : (['taken', 'after'] as const)
  yield* isTaken(exchangeAt(history, taken))
  yield* objectIsFound(history, after, 'A live object stays when its finalizers are removed.')
  yield verify(!hasDeletionTimestamp(exchangeAt(history, after)), {
    says: 'A live object gets no deletionTimestamp when its finalizers are removed.',
    expected: 'no deletionTimestamp',
    got: bodyValueAt(exchangeAt(history, after), markAt),
    at: after,
  })
}
