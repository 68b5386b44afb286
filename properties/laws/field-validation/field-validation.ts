// Laws of the levels of field validation. For the labels see scenarios/field-validation.ts; `fault`
// stands for the label of a write that is not wholly sound.

import type { Exchange, History, Item } from '../../history/history.ts'
import {
  answerSummary,
  exchangeAt,
  hasStep,
  bodyValueAt,
  isFinalRefusal,
  isSuccess,
} from '../../history/history.ts'
import { precondition, verify } from '../../history/observation.ts'
import type { Observation } from '../../history/observation.ts'
import { duplicateFieldsOf, unknownFieldsOf } from '../../history/sent-fields.ts'
import { valueAt } from '../../dsl/term.ts'
import { wrongDuration, wrongSpec } from '../../scenarios/field-validation/field-validation.ts'
import type { ValidationLevel } from '../../scenarios/field-validation/field-validation.ts'
import { requireDecision, findsNothing } from '../decisions.ts'
import { objectIsUnchanged } from '../unchanged-objects.ts'
import { requireSuccess } from '../preconditions.ts'

export type Law = (history: History) => Generator<Observation>

const owners = '/metadata/ownerReferences'

/**
 * The sound twin of all faulty writes was carried out, and then these are judged. A server that
 * knows no owner references says nothing where they hold the faults.
 */
export const withControl = (...laws: Law[]): Law =>
  function* (history) {
    if (hasStep(history, 'owner')) yield* requireSuccess(history, 'owner')
    yield* requireSuccess(history, 'twin', 'after twin')
    const sent = valueAt(JSON.parse(exchangeAt(history, 'twin').request.body ?? 'null'), owners)
    const isKnown =
      sent === undefined || bodyValueAt(exchangeAt(history, 'after twin'), owners) !== undefined
    yield* precondition(isKnown, 'the owner reference of the twin was not stored')
    for (const law of laws) yield* law(history)
  }

/** The same law for each of several writes. */
export const forEachLabel = (labels: readonly string[], law: (label: string) => Law): Law =>
  function* (history) {
    for (const label of labels) yield* law(label)(history)
  }

/** The same law for each write at a level: `LEVEL NUMBER`. */
export const forEachWriteAt = (level: ValidationLevel, law: (label: string) => Law): Law =>
  function* (history) {
    const labels = history.exchanges.map(({ step }) => step)
    yield* forEachLabel(
      labels.filter(step => step.startsWith(`${level} `)),
      law,
    )(history)
  }

/**
 * A write was judged on its own account: nobody came before it, and its type has the places where
 * its fields stand.
 */
export function* requireJudgedWrite(
  history: History,
  label: string,
): Generator<Observation, Exchange> {
  if (hasStep(history, `object ${label}`)) yield* requireSuccess(history, `object ${label}`)
  const exchange = yield* requireDecision(history, label)
  yield* precondition(
    exchange.answer?.status !== 409,
    `another writer changed the object before ${label}`,
  )
  yield* precondition(fitsItsType(history, exchange), `${label}: the type has no such field`)
  return exchange
}

const duration = '/spec/leaseDurationSeconds'

/** Metadata is alike everywhere; what else a probe type knows, its typed place says. */
function fitsItsType(history: History, write: Exchange): boolean {
  if (!write.about) return true
  const body: unknown = JSON.parse(write.request.body ?? 'null')
  const typed = history.words.types[write.about.role].typed.at
  if (valueAt(body, duration) === wrongDuration) return typed === duration
  const isInSpec = unknownFieldsOf(write).some(({ at: place }) => place.startsWith('/spec/'))
  const isWrongSpec = valueAt(body, '/spec') === wrongSpec
  return isInSpec || isWrongSpec ? typed.startsWith('/spec/') : true
}

/** A write is carried out although it holds fields that are unknown or doubled. */
export const writeSucceeds =
  (says: string) =>
  (label: string): Law =>
    function* (history) {
      const exchange = yield* requireJudgedWrite(history, label)
      yield verify(isSuccess(exchange), {
        says,
        expected: 'success',
        got: answerSummary(exchange),
        at: exchange,
      })
    }

/** A write is refused, and nothing of it is found. */
export const writeFailsEntirely =
  (says: string) =>
  (label: string): Law =>
    function* (history) {
      yield* writeIsRefused(says)(label)(history)
      yield* storesNothing(label)(history)
    }

/** A write is refused with any 4xx. */
export const writeIsRefused =
  (says: string) =>
  (label: string): Law =>
    function* (history) {
      const exchange = yield* requireJudgedWrite(history, label)
      yield verify(isFinalRefusal(exchange), {
        says,
        expected: 'a refusal (4xx)',
        got: answerSummary(exchange),
        at: exchange,
      })
    }

/** A write is refused with this code. */
export const writeFailsWithCode =
  (code: number, says: string) =>
  (label: string): Law =>
    function* (history) {
      const exchange = yield* requireJudgedWrite(history, label)
      yield verify(exchange.answer?.status === code, {
        says,
        expected: code,
        got: answerSummary(exchange),
        at: exchange,
      })
    }

const storesNothing = (label: string): Law =>
  function* (history) {
    const says = 'A refused write stores nothing.'
    const after = yield* requireDecision(history, `after ${label}`)
    if (!hasStep(history, `object ${label}`)) {
      yield* findsNothing(history, after.step, says)
      return
    }
    const sent: unknown = JSON.parse(exchangeAt(history, label).request.body ?? 'null')
    const before = exchangeAt(history, `object ${label}`).answer?.body as Item
    const found = isSuccess(after) ? (after.answer?.body as Item) : undefined
    yield* objectIsUnchanged({ before, after: found, sent }, { says, at: label })
  }

/** No unknown field is stored, and of doubled annotations one value is. */
export const unknownFieldsAreDropped =
  (says: string) =>
  (label: string): Law =>
    function* (history) {
      const write = yield* requireJudgedWrite(history, label)
      yield* requireSuccess(history, label, `after ${label}`)
      const after = exchangeAt(history, `after ${label}`)
      for (const field of unknownFieldsOf(write)) {
        const got = bodyValueAt(after, field.at)
        yield verify(got === undefined, {
          says,
          expected: `nothing at ${field.at}`,
          got,
          at: after,
        })
      }
      const isDoubled = duplicateFieldsOf(write).some(one => one.at === '/metadata/annotations')
      if (!isDoubled) return
      const got = bodyValueAt(after, '/metadata/annotations/written')
      yield verify(got === 'first' || got === 'second', {
        says: 'Of a duplicate field, one value is stored.',
        expected: 'first or second',
        got: got ?? 'nothing',
        at: after,
      })
    }
