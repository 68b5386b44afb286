// Judges dry runs: every stage is executed except storage. The labels are in scenarios/dry-runs.ts.

import type { Exchange, History, Item } from '../../history/history.ts'
import {
  answerSummary,
  exchangeAt,
  hasStep,
  ownItems,
  bodyValueAt,
  isFinalRefusal,
  rolesIn,
  isSuccess,
  resourceVersionOf,
} from '../../history/history.ts'
import { expectedLike, precondition, verify } from '../../history/observation.ts'
import type { Observation } from '../../history/observation.ts'
import { isJsonObject, valueAt } from '../../dsl/term.ts'
import { requireDecision, findsNothing } from '../decisions.ts'
import { objectIsUnchanged } from '../unchanged-objects.ts'
import { requireSuccess, requireLists } from '../preconditions.ts'
import { answerCarriesContent } from '../create-and-update/writes.ts'

/**
 * The precondition that admission does not forbid the dry run. It must fail if an admission plugin
 * has side effects (DRY-018), which is no evidence about other rules.
 */
function* notBarred(exchange: Exchange): Generator<Observation> {
  const isBarred = /admission|webhook|side.?effect/i.test(exchange.answer?.text ?? '')
  yield* precondition(
    !isFinalRefusal(exchange) || !isBarred,
    `${exchange.step}: admission forbids dry runs`,
  )
}

/** A dry run of a valid request succeeds. */
export function* dryRunSucceeds(
  history: History,
  label: string,
  says: string,
): Generator<Observation> {
  const exchange = yield* requireDecision(history, label)
  yield* notBarred(exchange)
  yield verify(isSuccess(exchange), {
    says,
    expected: 'success',
    got: answerSummary(exchange),
    at: exchange,
  })
}

/** DRY-001: a dry create returns the object and stores nothing. */
export function* dryCreateStoresNothing(history: History): Generator<Observation> {
  yield* requireSuccess(history, 'twin')
  yield* dryRunSucceeds(history, 'dry', 'A POST with dryRun=All is processed.')
  yield* answerCarriesContent(history, 'dry', 'new', 'A POST with dryRun=All returns the object.')
  yield* nothingIsStored(history, 'A POST with dryRun=All stores nothing.')
}

/**
 * Neither a get (`after`, if the answer had a name) nor a list (`list`) shows an object of this
 * case.
 */
export function* nothingIsStored(history: History, says: string): Generator<Observation> {
  if (exchangeAt(history, 'after').request.path !== '') yield* findsNothing(history, 'after', says)
  const list = exchangeAt(history, 'list')
  yield* requireLists(history, list)
  const found = ownItems(history, list).map(({ metadata }) => metadata['name'])
  yield verify(found.length === 0, { says, expected: 'no object', got: found, at: list })
}

// A target need not support every patch type.
const isUnsupported = ({ answer }: Exchange): boolean => answer?.status === 415

/** DRY-002, DRY-003: a dry change returns the changed object and stores nothing. */
export const dryChangeStoresNothing = (words: string) =>
  function* (history: History): Generator<Observation> {
    if (isUnsupported(exchangeAt(history, 'twin'))) return
    yield* requireSuccess(history, 'object', 'after', 'twin')
    const isUntouched =
      resourceVersionOf(exchangeAt(history, 'after')) ===
      resourceVersionOf(exchangeAt(history, 'object'))
    const isRefused = isFinalRefusal(exchangeAt(history, 'dry'))
    yield* precondition(isUntouched || !isRefused, 'another writer changed the object before')
    yield* dryRunSucceeds(history, 'dry', `A ${words} with dryRun=All is processed.`)
    const annotation = bodyValueAt(exchangeAt(history, 'dry'), '/metadata/annotations/dry')
    yield verify(annotation === 'second', {
      says: `A ${words} with dryRun=All returns the changed object.`,
      expected: 'the annotation that was sent',
      got: annotation ?? 'nothing',
      at: 'dry',
    })
    const [before, after] = [objectOf(history, 'object'), objectOf(history, 'after')]
    const says = `A ${words} with dryRun=All stores nothing.`
    yield* objectIsUnchanged(
      { before, after, sent: requestedState(exchangeAt(history, 'dry')) },
      { says, at: 'dry' },
    )
    if (hasStep(history, 'nothing')) yield* findsNothing(history, 'nothing', says)
  }

const objectOf = (history: History, label: string): Item =>
  exchangeAt(history, label).answer?.body as Item

/**
 * Returns the object that a request body describes. For a JSON Patch it has the added annotations.
 */
export function requestedState({ request }: Exchange): unknown {
  const body: unknown = JSON.parse(request.body ?? 'null')
  if (!Array.isArray(body)) return body
  const annotations = body.map(operation => valueAt(operation, '/value')).find(isJsonObject)
  return { metadata: { annotations } }
}

/**
 * DRY-004, DRY-026: after a dry delete (`dry R`) the object of the role (`after R`) is still live.
 */
export const dryDeleteKeepsTheObject = (roles: readonly string[]) =>
  function* (history: History): Generator<Observation> {
    for (const role of rolesIn(history, roles)) {
      yield* requireSuccess(history, `object ${role}`, `twin ${role}`)
      yield* dryRunSucceeds(history, `dry ${role}`, 'A DELETE with dryRun=All is processed.')
      yield* requireDecision(history, `after ${role}`)
      yield* isLive(history, role)
    }
  }

function* isLive(history: History, role: string): Generator<Observation> {
  const says = 'A DELETE with dryRun=All leaves the object live.'
  const after = exchangeAt(history, `after ${role}`)
  const before = objectOf(history, `object ${role}`)
  const mark = bodyValueAt(after, '/metadata/deletionTimestamp') ?? null
  yield verify(isSuccess(after) && mark === null, {
    says,
    expected: 'an object without deletionTimestamp',
    got: mark ?? answerSummary(after),
    at: after,
  })
  const rule = { says: 'A DELETE with dryRun=All stores nothing.', at: after.step }
  yield* objectIsUnchanged({ before, after: objectOf(history, after.step), sent: undefined }, rule)
}

/**
 * DRY-006: a request that is refused twice with the same error is refused with that error as a dry
 * run.
 */
export function* dryRunFailsLikeTheRealRequest(history: History): Generator<Observation> {
  yield* requireSuccess(history, 'object', 'twin')
  const [fault, again] = [
    yield* requireDecision(history, 'fault'),
    yield* requireDecision(history, 'again'),
  ]
  // The server may accept what others refuse.
  if (!isFinalRefusal(fault)) return
  const dry = yield* requireDecision(history, 'dry')
  yield* precondition(!isConflict(dry) && !isConflict(fault), changedBetween)
  yield verify(dry.answer?.status === fault.answer?.status, {
    says: 'An invalid body fails in a dry run with the status of the real request.',
    expected: expectedLike(fault),
    got: answerSummary(dry),
    at: dry,
  })
  const messages = [fault, again, dry].map(one => bodyValueAt(one, '/message'))
  // Messages may contain the time or a request number.
  if (messages[0] !== messages[1]) return
  yield verify(messages[2] === messages[0], {
    says: 'An invalid body fails in a dry run with the message of the real request.',
    expected: messages[0],
    got: messages[2] ?? 'nothing',
    at: dry,
  })
}

const isConflict = ({ answer }: Exchange): boolean => answer?.status === 409

/** DRY-010: each dry run (`dry …`) has the status of the real request after it (`real …`). */
export function* dryRunStatusEqualsReal(history: History): Generator<Observation> {
  for (const { step } of history.exchanges.filter(one => one.step.startsWith('dry '))) {
    const word = step.slice('dry '.length)
    if (hasStep(history, `object ${word}`)) yield* requireSuccess(history, `object ${word}`)
    const [dry, real] = [
      yield* requireDecision(history, step),
      yield* requireDecision(history, `real ${word}`),
    ]
    yield* notBarred(dry)
    yield* isLeftForTheReal(history, word)
    yield* precondition(
      hasStep(history, `object ${word}`) ||
        real.request.method !== 'POST' ||
        !isConflict(real) ||
        !isSuccess(dry),
      'the dry run reserved the name, or another client took it (DRY-013)',
    )
    yield* isSameBase(history, word)
    yield verify(dry.answer?.status === real.answer?.status, {
      says: 'A dry run has the status of the real request.',
      expected: expectedLike(real),
      got: answerSummary(dry),
      at: dry,
    })
  }
}

/**
 * The precondition that the dry run stored or removed nothing, a separate fault that changes the
 * answer to the real request.
 */
function* isLeftForTheReal(history: History, word: string): Generator<Observation> {
  const between = exchangeAt(history, `between ${word}`)
  yield* precondition(
    isSuccess(between) || isFinalRefusal(between),
    `${between.step} got no response`,
  )
  const before = hasStep(history, `object ${word}`)
    ? exchangeAt(history, `object ${word}`)
    : undefined
  const isLeft = before
    ? resourceVersionOf(between) === resourceVersionOf(before)
    : !isSuccess(between)
  const row = ofMethod[exchangeAt(history, `dry ${word}`).request.method] ?? 'DRY-001'
  yield* precondition(isLeft, `the dry run changed what is stored, or another writer did (${row})`)
}

const changedBetween =
  'the object was changed in between: a dry run was stored, or another writer was at work'

const ofMethod: Record<string, string> = { PUT: 'DRY-002', PATCH: 'DRY-003', DELETE: 'DRY-004' }

/** The precondition that the real change and its dry run found the object at the same version. */
function* isSameBase(history: History, word: string): Generator<Observation> {
  const [dry, real] = [exchangeAt(history, `dry ${word}`), exchangeAt(history, `real ${word}`)]
  const isVersioned = ['PUT', 'PATCH'].includes(real.request.method)
  if (
    !isVersioned ||
    !isSuccess(dry) ||
    !isFinalRefusal(real) ||
    !hasStep(history, `after ${word}`)
  )
    return
  const [before, after] = [
    exchangeAt(history, `object ${word}`),
    exchangeAt(history, `after ${word}`),
  ]
  yield* precondition(resourceVersionOf(before) === resourceVersionOf(after), changedBetween)
}
