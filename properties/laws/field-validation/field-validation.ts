// Laws of the levels of field validation. For the labels see scenarios/field-validation.ts; `fault`
// stands for the label of a write that is not wholly sound.

import type { Exchange, History, Item } from '../../history/history.ts'
import { answered, at, has, read, refused, succeeded } from '../../history/history.ts'
import { given, holds } from '../../history/observation.ts'
import type { Observation } from '../../history/observation.ts'
import { doubledFieldsOf, unknownFieldsOf } from '../../history/sent-fields.ts'
import { valueAt } from '../../dsl/term.ts'
import { wrongDuration, wrongSpec } from '../../scenarios/field-validation/field-validation.ts'
import type { Level } from '../../scenarios/field-validation/field-validation.ts'
import { decided, findsNothing } from '../decisions.ts'
import { isLeftAlone } from '../left-alone.ts'
import { done } from '../premises.ts'

export type Law = (history: History) => Generator<Observation>

const owners = '/metadata/ownerReferences'

/**
 * The sound twin of all faulty writes was carried out, and then these are judged. A server that
 * knows no owner references says nothing where they hold the faults.
 */
export const besideTwin = (...laws: Law[]): Law =>
  function* (history) {
    if (has(history, 'owner')) yield* done(history, 'owner')
    yield* done(history, 'twin', 'after twin')
    const sent = valueAt(JSON.parse(at(history, 'twin').request.body ?? 'null'), owners)
    const isKnown = sent === undefined || read(at(history, 'after twin'), owners) !== undefined
    yield* given(isKnown, 'the owner reference of the twin was not stored')
    for (const law of laws) yield* law(history)
  }

/** The same law for each of several writes. */
export const forEach = (labels: readonly string[], law: (label: string) => Law): Law =>
  function* (history) {
    for (const label of labels) yield* law(label)(history)
  }

/** The same law for each write at a level: `LEVEL NUMBER`. */
export const forAllAt = (level: Level, law: (label: string) => Law): Law =>
  function* (history) {
    const labels = history.exchanges.map(({ step }) => step)
    yield* forEach(
      labels.filter(step => step.startsWith(`${level} `)),
      law,
    )(history)
  }

/**
 * A write was judged on its own account: nobody came before it, and its type has the places where
 * its fields stand.
 */
export function* judged(history: History, label: string): Generator<Observation, Exchange> {
  if (has(history, `object ${label}`)) yield* done(history, `object ${label}`)
  const exchange = yield* decided(history, label)
  yield* given(exchange.answer?.status !== 409, `another writer came before ${label}`)
  yield* given(fitsItsType(history, exchange), `${label}: the type has no such place`)
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
export const succeeds =
  (says: string) =>
  (label: string): Law =>
    function* (history) {
      const exchange = yield* judged(history, label)
      yield holds(succeeded(exchange), {
        says,
        expected: 'success',
        got: answered(exchange),
        at: exchange,
      })
    }

/** A write is refused, and nothing of it is found. */
export const failsAsAWhole =
  (says: string) =>
  (label: string): Law =>
    function* (history) {
      yield* failsAtAll(says)(label)(history)
      yield* storesNothing(label)(history)
    }

/** A write is refused with any 4xx. */
export const failsAtAll =
  (says: string) =>
  (label: string): Law =>
    function* (history) {
      const exchange = yield* judged(history, label)
      yield holds(refused(exchange), {
        says,
        expected: 'a refusal (4xx)',
        got: answered(exchange),
        at: exchange,
      })
    }

/** A write is refused with this code. */
export const failsWith =
  (code: number, says: string) =>
  (label: string): Law =>
    function* (history) {
      const exchange = yield* judged(history, label)
      yield holds(exchange.answer?.status === code, {
        says,
        expected: code,
        got: answered(exchange),
        at: exchange,
      })
    }

const storesNothing = (label: string): Law =>
  function* (history) {
    const says = 'A refused write stores nothing.'
    const after = yield* decided(history, `after ${label}`)
    if (!has(history, `object ${label}`)) {
      yield* findsNothing(history, after.step, says)
      return
    }
    const sent: unknown = JSON.parse(at(history, label).request.body ?? 'null')
    const before = at(history, `object ${label}`).answer?.body as Item
    const found = succeeded(after) ? (after.answer?.body as Item) : undefined
    yield* isLeftAlone({ before, after: found, sent }, { says, at: label })
  }

/** No unknown field is stored, and of doubled annotations one value is. */
export const drops =
  (says: string) =>
  (label: string): Law =>
    function* (history) {
      const write = yield* judged(history, label)
      yield* done(history, label, `after ${label}`)
      const after = at(history, `after ${label}`)
      for (const field of unknownFieldsOf(write)) {
        const got = read(after, field.at)
        yield holds(got === undefined, {
          says,
          expected: `nothing at ${field.at}`,
          got,
          at: after,
        })
      }
      const isDoubled = doubledFieldsOf(write).some(one => one.at === '/metadata/annotations')
      if (!isDoubled) return
      const got = read(after, '/metadata/annotations/written')
      yield holds(got === 'first' || got === 'second', {
        says: 'Of a field that is sent twice one value is stored.',
        expected: 'first or second',
        got: got ?? 'nothing',
        at: after,
      })
    }
