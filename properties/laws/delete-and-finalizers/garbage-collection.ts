// Judges garbage collection of objects whose owners are deleted. The labels are in
// scenarios/owned-objects.ts.

import type { Exchange, History } from '../../history/history.ts'
import { answerSummary, exchangeAt, bodyValueAt, isSuccess } from '../../history/history.ts'
import { applicable, precondition, verify } from '../../history/observation.ts'
import type { Observation } from '../../history/observation.ts'
import { valueAt } from '../../dsl/term.ts'
import { requireDecision } from '../decisions.ts'
import { finalizersIn, hasDeletionTimestamp } from './deletions.ts'
import { requireCreates, requireSuccess } from '../preconditions.ts'
import { uidIn } from '../paths-and-verbs/scopes.ts'

const waitsFor = ['orphan', 'foregroundDeletion']

/**
 * Reports whether a read shows the object that this create made. Another client may have created
 * another one since.
 */
const isThere = (history: History, name: string, reading: Exchange): boolean =>
  isSuccess(reading) && uidIn(reading) === uidIn(exchangeAt(history, name))

const objectText = (history: History, name: string, reading: Exchange): string => {
  if (!isThere(history, name, reading)) return answerSummary(reading)
  const waits = finalizersIn(reading).join(', ')
  return `the object, ${hasDeletionTimestamp(reading) ? `deleted, with finalizers: ${waits}` : 'live'}`
}

/**
 * Reports whether an object is certainly garbage, so that its removal shows the progress of the
 * collector.
 */
const isTelling = (name: string): boolean => /^(sentinel|marker-\w+)$/.test(name)

/**
 * The precondition that all creates and removals succeeded and that the certain garbage is gone, so
 * that the collector has processed everything. Before that, objects are not lost but late.
 */
function* requireCollectorRan(history: History): Generator<Observation> {
  yield* requireCreates(history)
  for (const { step } of history.exchanges)
    if (/^(removed|freed) /.test(step)) yield* requireSuccess(history, step)
  for (const { step } of history.exchanges.filter(({ step }) => isTelling(step))) {
    const reading = yield* requireDecision(history, `after ${step}`)
    yield* precondition(
      !isThere(history, step, reading),
      `no garbage collection was seen: ${step} still exists`,
    )
  }
}

/** Every object whose removal was awaited is gone. */
export const awaitedObjectsAreGone = (says: string) =>
  function* (history: History): Generator<Observation> {
    yield* requireCollectorRan(history)
    for (const wait of history.exchanges) {
      const [, name] = /^(.+) goes$/.exec(wait.step) ?? []
      if (name === undefined || isTelling(name)) continue
      const reading = yield* requireDecision(history, `after ${name}`)
      if (isThere(history, name, reading)) yield* waitedFor(history, wait, reading)
      yield* precondition(!isHeldByOthers(reading), `finalizers of other clients hold ${name}`)
      yield verify(!isThere(history, name, reading), {
        says,
        expected: 'nothing',
        got: objectText(history, name, reading),
        at: reading,
      })
    }
  }

// A tree or a cycle of owners takes a collector many steps. Each may have to wait as long as the
// sentinel did, which takes one step.
const stepsMax = 20

/**
 * The precondition that the awaited event arrived, or that nothing arrived for so long that a
 * collector as fast as for the sentinel would have finished. A stream that ended early is no
 * evidence.
 */
function* waitedFor(history: History, wait: Exchange, reading: Exchange): Generator<Observation> {
  const { step, problem } = wait
  const isOver = problem === undefined || problem.startsWith('nothing came')
  yield* precondition(isOver, `${step}: ${problem}`)
  const oneStepMs =
    exchangeAt(history, 'sentinel goes').answeredAt - exchangeAt(history, 'sentinel').sentAt
  const isLongEnough = reading.sentAt - wait.sentAt >= stepsMax * oneStepMs
  yield* precondition(problem === undefined || isLongEnough, `${step}: the collector is slow`)
}

const isHeldByOthers = (reading: Exchange): boolean =>
  finalizersIn(reading).some(one => !waitsFor.includes(String(one)))

/** The object exists and is not marked for deletion. */
function* staysLive(history: History, name: string, says: string): Generator<Observation> {
  const reading = yield* requireDecision(history, `after ${name}`)
  yield verify(isThere(history, name, reading) && !hasDeletionTimestamp(reading), {
    says,
    expected: 'the object, live',
    got: objectText(history, name, reading),
    at: reading,
  })
}

/** Returns the uids of an object's owners. */
function ownersIn(reading: Exchange): unknown[] {
  const references = bodyValueAt(reading, '/metadata/ownerReferences')
  return Array.isArray(references) ? references.map(one => valueAt(one, '/uid')) : []
}

/** Objects stay live and keep their owners: all dependents, or those named. */
export const objectsKeepTheirOwners = (says: string, ...names: string[]) =>
  stay(names, says, made => ownersIn(made))

/** The rule applies to servers that serve replication controllers (step `controller`). */
export function* requireControllersServed(history: History): Generator<Observation> {
  const created = exchangeAt(history, 'controller')
  yield* applicable(
    ![404, 405].includes(created.answer?.status ?? 0),
    `the server serves no replicationcontrollers: the create returned ${answerSummary(created)}`,
  )
}

/** Objects stay live but no longer name an owner. */
export const objectsStayWithoutOwners = (says: string, ...names: string[]) =>
  stay(names, says, () => [])

const stay = (names: string[], says: string, ownersOf: (made: Exchange) => unknown[]) =>
  function* (history: History): Generator<Observation> {
    yield* requireCollectorRan(history)
    for (const name of names.length > 0 ? names : dependentsIn(history)) {
      yield* staysLive(history, name, says)
      const reading = exchangeAt(history, `after ${name}`)
      const [expected, got] = [ownersOf(exchangeAt(history, name)), ownersIn(reading)].map(uids =>
        uids.length > 0 ? `owners with the uids ${uids.join(', ')}` : 'no owner',
      )
      yield verify(got === expected, { says, expected, got, at: reading })
    }
  }

const dependentsIn = ({ exchanges }: History): string[] =>
  exchanges.flatMap(({ step }) => (/^d\d*$/.test(step) ? [step] : []))

/** K8S-DEL-001: a delete in the background does not wait for dependents. */
export function* backgroundOwnerGoesAtOnce(history: History): Generator<Observation> {
  yield* requireSuccess(history, 'owner', 'removed owner')
  const reading = yield* requireDecision(history, 'after owner')
  yield* precondition(!isHeldByOthers(reading), 'finalizers of other clients hold the owner')
  yield verify(!isThere(history, 'owner', reading), {
    says: 'With policy Background, an owner is removed at once.',
    expected: 'nothing',
    got: objectText(history, 'owner', reading),
    at: reading,
  })
}

/**
 * K8S-DEL-002: an owner that is deleted in the foreground waits for the dependents that block it.
 */
export function* foregroundOwnerWaits(history: History): Generator<Observation> {
  yield* requireCollectorRan(history)
  for (const label of ['marked', 'waiting']) {
    const reading = yield* requireDecision(history, label)
    const isWaiting =
      hasDeletionTimestamp(reading) && finalizersIn(reading).includes('foregroundDeletion')
    yield verify(isThere(history, 'owner', reading) && isWaiting, {
      says: 'With policy Foreground, an owner stays with a deletionTimestamp until its blocking dependents are removed.',
      expected: 'the object, deleted, with finalizers: foregroundDeletion',
      got: objectText(history, 'owner', reading),
      at: reading,
    })
  }
}

/** K8S-DEL-003: dependents that do not block an owner still existed when it was removed. */
export function* nonBlockingDependentsRemain(history: History): Generator<Observation> {
  for (const name of dependentsIn(history)) {
    const reading = yield* requireDecision(history, `meanwhile ${name}`)
    yield* precondition(
      isThere(history, name, reading),
      `another client removed the finalizer of ${name}`,
    )
  }
}

/**
 * K8S-DEL-006: an object with a remaining owner (`y`) loses its reference to the removed owner
 * (`x`).
 */
export function* removedOwnerReferenceIsDropped(history: History): Generator<Observation> {
  const says = 'An object with a remaining owner stays, and loses its references to deleted owners.'
  yield* requireCollectorRan(history)
  yield* staysLive(history, 'd', says)
  const reading = exchangeAt(history, 'after d')
  const owners = ownersIn(reading)
  const [gone, living] = ['x', 'y'].map(name => uidIn(exchangeAt(history, name)))
  const expected = [living]
  yield verify(owners.includes(living), { says, expected, got: owners, at: reading })
  if (owners.includes(gone)) {
    const wait = exchangeAt(history, 'd changes')
    yield* precondition(wait.problem !== undefined, 'others have changed the object')
    yield* waitedFor(history, wait, reading)
  }
  yield verify(!owners.includes(gone), { says, expected, got: owners, at: reading })
}
