// Matches the writes of several managers to one object with the predictions of the ownership model.
// Writes are labelled `write 1`, `write 2`, …. `look 1` reads the object after the first write.

import { isBuiltIn } from '../../../fixtures/objects/built-in-types.ts'
import { exchangeAt, hasStep, isSuccess } from '../../history/history.ts'
import type { Exchange, History } from '../../history/history.ts'
import { elementsOf, pathsInFieldsV1, valueElement } from '../../models/field-paths.ts'
import type { FieldPath } from '../../models/field-paths.ts'
import { fieldValuesOf, isPathInShape } from '../../models/field-shapes.ts'
import type { FieldValues, FieldShape } from '../../models/field-shapes.ts'
import { applyMergePatch } from '../../models/merge-patch.ts'
import {
  noManagedState,
  fieldManagerKey,
  writeManagedState,
} from '../../models/field-management.ts'
import type {
  ManagerOperation,
  ManagedOutcome,
  ManagedPaths,
  ManagedState,
  ManagedWrite,
} from '../../models/field-management.ts'
import { noOtherWriter } from '../../history/observation.ts'
import { finalizerName } from '../../scenarios/object-lifecycles.ts'
import type { Observation } from '../../history/observation.ts'
import { valueAt } from '../../dsl/term.ts'
import type { Json } from '../../dsl/term.ts'
import { requireDecision } from '../decisions.ts'
import { metadataMapShape } from '../added-metadata.ts'

/** One write, the reads before and after it, and the outcome that the model predicts. */
export type ModeledWrite = {
  write: Exchange
  before: Exchange | undefined
  after: Exchange
  predicted: ManagedOutcome
}

const metadataOf = (history: History): FieldShape => ({
  fields: {
    labels: metadataMapShape(history, 'labels'),
    annotations: metadataMapShape(history, 'annotations'),
    finalizers: 'set',
  },
})

// For these types every key of `data` is tracked, for other types the text that scenarios write.
const contents: { [resource: string]: Members } = {
  secrets: { data: { each: 'whole' } },
  configmaps: { data: { each: 'whole' } },
}

type Members = { [name: string]: FieldShape }

/** Returns the shape of the tracked fields of the object that a request addresses. */
export function trackedShapeOf(history: History, { about }: Exchange): FieldShape {
  const { resource, content } = history.context.types[about?.role ?? 'main']
  const metadata = metadataOf(history)
  return { fields: { ...(contents[resource] ?? placeOf(content)), metadata } }
}

/** Returns the shape of one field, by JSON pointer, with its parents. */
function placeOf(pointer: string): Members {
  const [name = '', ...below] = pointer.split('/').slice(1)
  return { [name]: below.length === 0 ? 'whole' : { fields: placeOf(`/${below.join('/')}`) } }
}

/** Returns the tracked fields of an object, without those that other clients may have added. */
export const trackedFieldsOf = (object: unknown, shape: FieldShape): FieldValues =>
  new Map([...fieldValuesOf(object, shape)].filter(([path]) => isFollowed(path)))

/**
 * Reports whether a path is tracked. Other clients may add finalizers, so only those of this case
 * are.
 */
function isFollowed(path: FieldPath): boolean {
  const [, list, element] = elementsOf(path)
  return list !== 'f:finalizers' || element?.startsWith(ownFinalizer) === true
}

const ownFinalizer = valueElement(finalizerName('')).slice(0, -1)

/**
 * Returns the writes of a history up to the first one whose outcome differs from the prediction.
 */
export function* modeledWrites(
  history: History,
  shape?: FieldShape,
): Generator<Observation, ModeledWrite[]> {
  const all: ModeledWrite[] = []
  let state = noManagedState
  for (let index = 1; hasStep(history, `write ${index}`); index++) {
    const write = yield* requireDecision(history, `write ${index}`)
    const before = index > 1 ? exchangeAt(history, `look ${index - 1}`) : undefined
    const after = exchangeAt(history, `look ${index}`)
    const followed = shape ?? trackedShapeOf(history, write)
    yield* onlyOurs(history, after, followed)
    const isCustom = !isBuiltIn(history.context.types[write.about?.role ?? 'main'])
    const managed = writeBy(write, before, { shape: followed, isCustom })
    const predicted = writeManagedState(state, managed)
    all.push({ write, before, after, predicted })
    const isAsForetold = isSuccess(write) === (predicted.did === 'write')
    if (!isAsForetold) break
    if (predicted.did === 'write') state = predicted.state
  }
  return all
}

/** The precondition that no other client has written a tracked field. */
function* onlyOurs(history: History, look: Exchange, shape: FieldShape): Generator<Observation> {
  const foreign = managedFieldsEntries(look.answer?.body).find(
    entry => !isOurs(history, entry) && entryPaths(entry, shape).length > 0,
  )
  yield* noOtherWriter(foreign === undefined, `${String(foreign?.['manager'])}`)
}

const isOurs = ({ context }: History, { manager }: ManagedFieldsEntry): boolean =>
  String(manager).startsWith(context.prefix) || manager === 'before-first-apply'

/** Converts a request to a write of the model. */
function writeBy(
  { request }: Exchange,
  look: Exchange | undefined,
  { shape, isCustom }: { shape: FieldShape; isCustom: boolean },
): ManagedWrite {
  const manager = request.query['fieldManager'] ?? ''
  const body = JSON.parse(request.body ?? 'null') as Json
  const type = String(request.headers['content-type'])
  if (type.startsWith('application/apply-patch'))
    return {
      sort: 'apply',
      manager,
      fields: trackedFieldsOf(body, shape),
      isForced: request.query['force'] === 'true',
    }
  const isMerge = request.method === 'PATCH'
  const next = isMerge ? applyMergePatch((look?.answer?.body ?? {}) as Json, body) : body
  const record = isMerge ? undefined : valueAt(body, '/metadata/managedFields')
  const clears = Array.isArray(record) && isReset(record, isCustom)
  return { sort: 'update', manager, fields: trackedFieldsOf(next, shape), clears }
}

/**
 * Whether managed fields in a write clear the stored ones: one empty entry or, except for custom
 * types, an empty list.
 */
const isReset = (record: unknown[], isCustom: boolean): boolean =>
  record.length === 0 ? !isCustom : record.length === 1 && Object.keys(record[0] ?? {}).length === 0

/** An entry of `metadata.managedFields`. */
export type ManagedFieldsEntry = { [member: string]: unknown }

export function managedFieldsEntries(object: unknown): ManagedFieldsEntry[] {
  const record = valueAt(object, '/metadata/managedFields')
  return Array.isArray(record) ? record.filter(isEntry) : []
}

const isEntry = (entry: unknown): entry is ManagedFieldsEntry =>
  typeof entry === 'object' && entry !== null

/** Returns the paths of an entry that are tracked. */
export const entryPaths = ({ fieldsV1 }: ManagedFieldsEntry, shape: FieldShape): FieldPath[] =>
  (pathsInFieldsV1(fieldsV1) ?? []).filter(path => isPathInShape(path, shape) && isFollowed(path))

/** Returns the owners in an object's managed fields, for tracked paths. */
export const managersIn = (object: unknown, shape: FieldShape): ManagedPaths =>
  new Map(
    managedFieldsEntries(object)
      .map(entry => [keyOf(entry), new Set(entryPaths(entry, shape))] as const)
      .filter(([, paths]) => paths.size > 0),
  )

const keyOf = ({ manager, operation, subresource }: ManagedFieldsEntry): string =>
  fieldManagerKey({
    manager: String(manager),
    operation: operation as ManagerOperation,
    ...(typeof subresource === 'string' ? { subresource } : {}),
  })

/** Returns the state that a read shows. */
export const observedState = (look: Exchange, shape: FieldShape): ManagedState => ({
  fields: isSuccess(look) ? trackedFieldsOf(look.answer?.body, shape) : undefined,
  owners: managersIn(look.answer?.body, shape),
})
