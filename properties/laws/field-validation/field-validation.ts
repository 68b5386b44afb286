// Judges the levels of field validation. The labels are in scenarios/field-validation.ts. `fault`
// is the label of a write with a fault.

import type { Exchange, History, Item } from '../../history/history.ts'
import {
  answerSummary,
  exchangeAt,
  hasStep,
  bodyValueAt,
  isFinalRefusal,
  isSuccess,
} from '../../history/history.ts'
import {
  anyRefusal,
  applicable,
  expectedCode,
  precondition,
  verify,
} from '../../history/observation.ts'
import type { Observation } from '../../history/observation.ts'
import { duplicateFieldsOf, unknownFieldsOf } from '../../history/sent-fields.ts'
import type { SentField } from '../../history/sent-fields.ts'
import { valueAt } from '../../dsl/term.ts'
import { wrongDuration, wrongSpec } from '../../scenarios/field-validation/field-validation.ts'
import type { ValidationLevel } from '../../scenarios/field-validation/field-validation.ts'
import { requireDecision, findsNothing } from '../decisions.ts'
import { objectIsUnchanged } from '../unchanged-objects.ts'
import { requireSuccess } from '../preconditions.ts'

export type Law = (history: History) => Generator<Observation>

const owners = '/metadata/ownerReferences'

/**
 * Applies laws with the precondition that the valid twin of all faulty writes succeeded. Only the
 * kubernetes dialect defines owner references, so laws about faults in them do not apply to another
 * server without such references.
 */
export const withControl = (...laws: Law[]): Law =>
  function* (history) {
    if (hasStep(history, 'owner')) yield* requireSuccess(history, 'owner')
    const twin = exchangeAt(history, 'twin')
    const isOwned = valueAt(JSON.parse(twin.request.body ?? 'null'), owners) !== undefined
    const mayLack = history.context.dialect === 'kubernetes' ? precondition : applicable
    if (isOwned)
      yield* mayLack(!isFinalRefusal(twin), 'a valid write with an owner reference was refused')
    yield* requireSuccess(history, 'twin', 'after twin')
    const isStored = bodyValueAt(exchangeAt(history, 'after twin'), owners) !== undefined
    yield* mayLack(!isOwned || isStored, 'the owner reference of the twin was not stored')
    for (const law of laws) yield* law(history)
  }

/** Applies a law to each of these writes. */
export const forEachLabel = (labels: readonly string[], law: (label: string) => Law): Law =>
  function* (history) {
    for (const label of labels) yield* law(label)(history)
  }

/** Applies a law to each write at a level: `LEVEL NUMBER`. */
export const forEachWriteAt = (level: ValidationLevel, law: (label: string) => Law): Law =>
  function* (history) {
    const labels = history.exchanges.map(({ step }) => step)
    yield* forEachLabel(
      labels.filter(step => step.startsWith(`${level} `)),
      law,
    )(history)
  }

/**
 * Returns a write that can be judged: no other client wrote first, and its type has the fields that
 * it sets.
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
  yield* applicable(fitsItsType(history, exchange), 'the type has no such field')
  const unknown = unknownFieldsOf(exchange)
  yield* applicable(
    unknown.length === 0 || unknown.some(field => !isOfOpenItem(history, exchange, field)),
    'the server stores any fields of owner references',
  )
  return exchange
}

/** Returns the unknown fields of a write, without those that the server's schema allows. */
export const judgedUnknownFields = (history: History, write: Exchange): SentField[] =>
  unknownFieldsOf(write).filter(field => !isOfOpenItem(history, write, field))

/**
 * Reports whether the server has stored an unknown field of an owner reference, whose fields only
 * the kubernetes dialect defines. The schema of another server may allow any fields there.
 */
function isOfOpenItem(history: History, write: Exchange, { pointer }: SentField): boolean {
  const after = `after ${write.step}`
  if (!isOfOwner(history, pointer) || !hasStep(history, after)) return false
  return bodyValueAt(exchangeAt(history, after), pointer) !== undefined
}

/** Whether a field belongs to an owner reference, and only the server defines its fields. */
export const isOfOwner = ({ context }: History, pointer: string): boolean =>
  context.dialect !== 'kubernetes' && pointer.startsWith(owners)

const duration = '/spec/leaseDurationSeconds'

/**
 * Reports whether a type has the fields of a write. All types have metadata. `typed` says which
 * other fields a tested type has.
 */
function fitsItsType(history: History, write: Exchange): boolean {
  if (!write.about) return true
  const body: unknown = JSON.parse(write.request.body ?? 'null')
  const typed = history.context.types[write.about.role].typed.at
  if (valueAt(body, duration) === wrongDuration) return typed === duration
  const isInSpec = unknownFieldsOf(write).some(({ pointer: place }) => place.startsWith('/spec/'))
  const isWrongSpec = valueAt(body, '/spec') === wrongSpec
  return isInSpec || isWrongSpec ? typed.startsWith('/spec/') : true
}

/** A write succeeds although it contains unknown or duplicate fields. */
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

/** A write is refused and stores nothing. */
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
        expected: anyRefusal('a refusal (4xx)'),
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
        expected: expectedCode(code),
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

/** No unknown field is stored, and one value of duplicate annotations is stored. */
export const unknownFieldsAreDropped =
  (says: string) =>
  (label: string): Law =>
    function* (history) {
      const write = yield* requireJudgedWrite(history, label)
      yield* requireSuccess(history, label, `after ${label}`)
      const after = exchangeAt(history, `after ${label}`)
      for (const field of judgedUnknownFields(history, write)) {
        const got = bodyValueAt(after, field.pointer)
        yield verify(got === undefined, {
          says,
          expected: `nothing at ${field.pointer}`,
          got,
          at: after,
        })
      }
      const isDoubled = duplicateFieldsOf(write).some(
        one => one.pointer === '/metadata/annotations',
      )
      if (!isDoubled) return
      const got = bodyValueAt(after, '/metadata/annotations/written')
      yield verify(got === 'first' || got === 'second', {
        says: 'Of a duplicate field, one value is stored.',
        expected: 'first or second',
        got: got ?? 'nothing',
        at: after,
      })
    }
