// Judges server-side apply in any dialect: applied values are stored, and an apply that would
// change a field of another manager is refused.

import type { Exchange, History, Item } from '../../history/history.ts'
import {
  answerSummary,
  exchangeAt,
  bodyValueAt,
  isFinalRefusal,
  isSuccess,
} from '../../history/history.ts'
import { fieldValuesOf, containerMark } from '../../models/field-shapes.ts'
import type { FieldShape } from '../../models/field-shapes.ts'
import { conflictPath } from '../../models/field-paths.ts'
import { anyRefusal, precondition, verify } from '../../history/observation.ts'
import type { Observation } from '../../history/observation.ts'
import { modeledWrites } from './modeled-writes.ts'
import { acceptsRequest, requireDecision, findsNothing, refusesRequest } from '../decisions.ts'
import { objectIsUnchanged } from '../unchanged-objects.ts'
import { requireSuccess } from '../preconditions.ts'

const texts: FieldShape = { each: 'whole' }

/**
 * Returns the shape of the fields that scenarios of any type use: the maps of metadata, and the
 * content.
 */
function sharedShape(history: History, { about }: Exchange): FieldShape {
  const { content } = history.context.types[about?.role ?? 'main']
  const below = content
    .split('/')
    .slice(1)
    .reduceRight<FieldShape>((shape, name) => ({ fields: { [name]: shape } }), 'whole')
  const { metadata: _, ...fields } = (below as { fields: { [name: string]: FieldShape } }).fields
  // A content in metadata is an annotation, which the maps include.
  return { fields: { ...fields, metadata: { fields: { labels: texts, annotations: texts } } } }
}

/** An apply is accepted, and a read after it shows every applied value. */
export function* appliedConfigurationIsStored(
  history: History,
  label: string,
  looked: string,
  says: string,
): Generator<Observation> {
  yield* acceptsRequest(history, label, says)
  yield* readShowsAppliedValues(history, label, looked, says)
}

/** The read `looked` shows every value in the body of the step `label`. */
export function* readShowsAppliedValues(
  history: History,
  label: string,
  looked: string,
  says: string,
): Generator<Observation> {
  const [exchange, after] = [exchangeAt(history, label), yield* requireDecision(history, looked)]
  const shape = sharedShape(history, exchange)
  const wanted = fieldValuesOf(JSON.parse(exchange.request.body ?? 'null'), shape)
  const found = fieldValuesOf(after.answer?.body, shape)
  for (const [path, value] of wanted) {
    if (value === containerMark) continue
    yield verify(isSuccess(after) && found.get(path) === value, {
      says,
      expected: `${conflictPath(path)}: ${JSON.stringify(value)}`,
      got: isSuccess(after) ? found.get(path) : answerSummary(after),
      at: after,
    })
  }
}

/** APPLY-001: an apply of a missing object creates it with its name. */
export function* applyCreatesAbsentObject(
  history: History,
  suffix: string,
): Generator<Observation> {
  const says = 'An apply of an unused name creates the object.'
  const absent = yield* requireDecision(history, `absent${suffix}`)
  yield* precondition(isFinalRefusal(absent), `absent${suffix} returned ${answerSummary(absent)}`)
  yield* appliedConfigurationIsStored(history, `applied${suffix}`, `look${suffix}`, says)
  const [applied, look] = [
    exchangeAt(history, `applied${suffix}`),
    exchangeAt(history, `look${suffix}`),
  ]
  yield verify(bodyValueAt(look, '/metadata/name') === applied.about?.name, {
    says,
    expected: applied.about?.name,
    got: bodyValueAt(look, '/metadata/name'),
    at: look,
  })
}

/** APPLY-002: an apply changes the fields that it contains and keeps those of other managers. */
export function* applyMergesIntoExisting(history: History, suffix: string): Generator<Observation> {
  const says =
    'An apply of an existing object sets the fields it has and keeps those of other managers.'
  yield* requireSuccess(history, `object${suffix}`)
  yield* appliedConfigurationIsStored(history, `applied${suffix}`, `look${suffix}`, says)
  yield* readShowsAppliedValues(history, `object${suffix}`, `look${suffix}`, says)
  const [object, look] = [
    exchangeAt(history, `object${suffix}`),
    exchangeAt(history, `look${suffix}`),
  ]
  const uid = bodyValueAt(object, '/metadata/uid')
  yield verify(bodyValueAt(look, '/metadata/uid') === uid, {
    says,
    expected: `the object with uid ${String(uid)}`,
    got: bodyValueAt(look, '/metadata/uid'),
    at: look,
  })
}

/**
 * An apply is refused and creates nothing. The valid twin creates an object, which `looked` reads.
 */
export function* refusedApplyCreatesNothing(
  history: History,
  label: string,
  looked: string,
  says: string,
): Generator<Observation> {
  yield* refusesRequest(history, label, says)
  yield* findsNothing(history, looked, says)
}

/**
 * APPLY-010: an apply that would change the value of another manager is refused and changes
 * nothing.
 */
export function* conflictChangesNothing(history: History): Generator<Observation> {
  const says = 'An apply that would change a field of another manager fails and changes nothing.'
  yield* requireSuccess(history, 'object', 'before', 'after')
  yield* acceptsRequest(history, 'apart', 'An apply of unowned fields does not conflict.')
  yield* refusesRequest(history, 'conflict', says)
  yield* nothingChanged(history, 'conflict', says)
}

function* nothingChanged(history: History, label: string, says: string): Generator<Observation> {
  const [before, after] = ['before', 'after'].map(
    look => exchangeAt(history, look).answer?.body as Item,
  )
  const sent: unknown = JSON.parse(exchangeAt(history, label).request.body ?? 'null')
  if (before) yield* objectIsUnchanged({ before, after, sent }, { says, at: label })
}

/** No field that an apply contains has changed. Ownership shows only in later applies. */
function* nothingNamedChanged(
  history: History,
  label: string,
  says: string,
): Generator<Observation> {
  const exchange = exchangeAt(history, label)
  const shape = sharedShape(history, exchange)
  const named = fieldValuesOf(JSON.parse(exchange.request.body ?? 'null'), shape)
  const [before, after] = ['before', 'after'].map(look =>
    fieldValuesOf(exchangeAt(history, look).answer?.body, shape),
  )
  for (const path of named.keys())
    yield verify(before?.get(path) === after?.get(path), {
      says,
      expected: `${conflictPath(path)}: ${String(before?.get(path))}`,
      got: String(after?.get(path)),
      at: label,
    })
}

/** APPLY-012: a forced apply succeeds, and its manager owns the fields from then on. */
export function* forceTransfersFields(history: History): Generator<Observation> {
  const says = 'A forced apply succeeds despite conflicts.'
  yield* requireSuccess(history, 'object')
  const conflict = yield* requireDecision(history, 'conflict')
  yield* precondition(isFinalRefusal(conflict), `conflict returned ${answerSummary(conflict)}`)
  yield* appliedConfigurationIsStored(history, 'forced', 'after', says)
  yield* refusesRequest(
    history,
    'lost',
    'A manager that lost a field to a forced apply conflicts when it applies the field again.',
  )
  yield* readShowsAppliedValues(history, 'forced', 'final', says)
  yield* acceptsRequest(
    history,
    'kept',
    'The manager of a forced apply owns its fields from then on.',
  )
}

/** APPLY-014: two managers may apply the same value, and then both own it. */
export function* equalValuesAreShared(history: History): Generator<Observation> {
  const says = 'Two managers may apply the same value to a field.'
  yield* requireSuccess(history, 'object', 'before', 'after')
  yield* appliedConfigurationIsStored(history, 'second', 'before', says)
  yield* refusesRequest(
    history,
    'alone',
    'A field that two managers share cannot be changed by one of them without a conflict.',
  )
  yield* nothingChanged(history, 'alone', 'A conflicting apply leaves a shared field unchanged.')
}

/**
 * APPLY-008: all earlier applies determine the owner of a field, which decides whether the next
 * apply conflicts.
 */
export function* managersDecideConflicts(history: History): Generator<Observation> {
  const says = 'The owners from all earlier applies decide whether the next apply conflicts.'
  const [first] = history.exchanges
  const modeled = yield* modeledWrites(history, first && sharedShape(history, first))
  for (const { write, after, predicted } of modeled) {
    const isConflict = predicted.did === 'conflict'
    yield verify(isConflict ? isFinalRefusal(write) : isSuccess(write), {
      says,
      expected: isConflict
        ? anyRefusal('a refusal (4xx): the fields of others would change')
        : 'success',
      got: answerSummary(write),
      at: write,
    })
    if (!isConflict) yield* readShowsAppliedValues(history, write.step, after.step, says)
  }
}

/**
 * PATH-024: an apply of a missing object counts as a create, for which the permission to patch is
 * not enough.
 */
export function* appliedAsCreateOrPatch(history: History): Generator<Observation> {
  yield* requireSuccess(history, 'twin', 'before', 'after')
  const asPatch = 'An apply of an existing object counts as a patch.'
  yield* acceptsRequest(history, 'patch', asPatch)
  yield* refusesRequest(history, 'create', asPatch)
  yield* nothingChanged(history, 'create', asPatch)
  const asCreate = 'An apply of a missing object counts as a create.'
  yield* refusedApplyCreatesNothing(history, 'absent', 'nothing', asCreate)
}

/** DRY-025: a dry apply returns the merged object or the conflict, and changes nothing. */
export function* dryApplyLeavesNoTrace(history: History): Generator<Observation> {
  yield* requireSuccess(history, 'object', 'before', 'after')
  const says = 'A dry-run apply returns the merged object, or the conflict.'
  for (const label of ['dry new', 'dry forced', 'dry create'])
    yield* appliedConfigurationIsStored(history, label, label, says)
  yield* readShowsAppliedValues(history, 'object', 'dry new', says)
  yield* refusesRequest(history, 'dry conflict', says)
  const trace = 'A dry-run apply stores no values.'
  for (const label of ['dry new', 'dry conflict', 'dry forced'])
    yield* nothingNamedChanged(history, label, trace)
  yield* findsNothing(history, 'nothing', trace)
  yield* acceptsRequest(history, 'unowned', 'A dry-run apply gives no manager a field.')
  yield* acceptsRequest(
    history,
    'own',
    'A dry-run apply, even if forced, takes no field from another manager.',
  )
  yield* acceptsRequest(history, 'twin', 'A dry-run apply does not reserve its name.')
}
