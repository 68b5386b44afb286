// Applies strategic merge patches: merge patches with directives, in which the schema of a type
// determines how lists merge (PTCH-015 to PTCH-018).

import { isJsonObject, type JsonObject, ownMember } from '../api/object.ts'
import type { Schema } from '../api/schema.ts'
import { type DueAfterSteps, everySteps, type ResumableTask } from '../lib/event-loop.ts'
import {
  valueToCreate,
  patchDirective,
  type PatchParts,
  withoutDirectives,
  objectWithoutDirectives,
  readPatchParts,
} from './directives.ts'
import { setOwnMember } from '../codecs/set-member.ts'
import {
  orderMergedItems,
  type MergedList,
  mergeLists,
  unknownDirective,
  withoutItems,
} from './merge-list.ts'
import { MalformedPatch, previewValue, UnapplicablePatch } from './patch-errors.ts'

/**
 * Returns the target after a patch. Neither is changed. Objects merge, and null deletes. Lists
 * merge where the schema says so, by their merge key or as a set, and others are replaced. The
 * recursion is as deep as the patch, which readers limit to 250.
 * @throws MalformedPatch, UnapplicablePatch
 */
export function* applyStrategicMerge(
  target: unknown,
  patch: unknown,
  schema: Schema,
): ResumableTask<unknown> {
  if (!isJsonObject(patch)) {
    throw new MalformedPatch(`strategic merge patch: must be an object, got ${previewValue(patch)}`)
  }
  const place = { schema, path: '', isDue: everySteps(partsOfTurn) }
  return yield* mergeObjects(isJsonObject(target) ? target : {}, patch, place)
}

// How many members and items are merged before the clock is read.
const partsOfTurn = 1000

/** The place of a value: its schema, and its path for messages. */
type Place = { readonly schema: Schema; readonly path: string; readonly isDue: DueAfterSteps }

function* mergeObjects(
  target: JsonObject,
  patch: JsonObject,
  place: Place,
): ResumableTask<JsonObject> {
  const directive = ownMember(patch, patchDirective)
  if (directive === 'delete') return {}
  if (directive === 'replace') return objectWithoutDirectives(patch)
  if (directive !== undefined) throw unknownDirective(directive, place.path)
  const parts = readPatchParts(patch, place.path)
  const merged = retained(target, parts)
  for (const [name, value] of parts.fields) {
    if (place.isDue()) yield
    if (parts.orders.has(name)) continue
    // Most values are scalars.
    const isPlain = typeof value !== 'object' || value === null
    const next = isPlain
      ? value
      : yield* mergedValue(ownMember(merged, name), value, inside(place, name))
    if (next === null || next === undefined) delete merged[name]
    else setOwnMember(merged, name, next)
  }
  for (const [name, wanted] of parts.orders) {
    const lists = { value: ownMember(patch, name), wanted, place: inside(place, name) }
    yield* orderMember(merged, name, lists)
  }
  for (const [name, removed] of parts.deletions) {
    const old = ownMember(merged, name)
    if (removed === null) delete merged[name]
    else if (Array.isArray(old)) {
      setOwnMember(merged, name, withoutItems(old, removed, inside(place, name).path))
    }
  }
  return merged
}

const retained = (target: JsonObject, { retained: names }: PatchParts): JsonObject =>
  names
    ? Object.fromEntries(Object.entries(target).filter(([name]) => names.has(name)))
    : { ...target }

function inside({ schema, path, isDue }: Place, name: string): Place {
  const known = schema.properties
  const field = known && Object.hasOwn(known, name) ? known[name] : schema.additionalProperties
  return { schema: field ?? {}, path: path === '' ? name : `${path}.${name}`, isDue }
}

type Change = { readonly value: unknown; readonly place: Place }

function* mergedValue(old: unknown, value: unknown, place: Place): ResumableTask<unknown> {
  const { patchStrategy = [] } = place.schema
  if (isJsonObject(old) && isJsonObject(value)) {
    if (patchStrategy.includes('replace')) return withoutDirectives(value)
    return yield* mergeObjects(old, value, place)
  }
  if (!Array.isArray(old) || !Array.isArray(value)) return valueToCreate(value)
  if (!patchStrategy.includes('merge')) return withoutDirectives(value)
  return yield* mergeLists(old, value, mergedList(place))
}

const mergedList = ({ schema, path, isDue }: Place): MergedList => ({
  path,
  mergeKey: schema.patchMergeKey,
  mergeItem: (target, patch, itemPath) =>
    mergeObjects(target, patch, { schema: schema.items ?? {}, path: itemPath, isDue }),
  isDue,
})

type OrderedChange = Change & { readonly wanted: readonly unknown[] }

/** Merges the list of a member, if the patch has one, and sorts it. */
function* orderMember(
  merged: JsonObject,
  name: string,
  change: OrderedChange,
): ResumableTask<void> {
  const { value, wanted, place } = change
  const target = listAt(ownMember(merged, name), place)
  const patch = listAt(value, place)
  if (target === undefined && patch === undefined) return
  const list = patch === undefined ? target : yield* mergedValue(target, patch, place)
  const orders = { target: target ?? [], patch: patch ?? [], wanted }
  const items = listAt(list, place) ?? []
  setOwnMember(merged, name, yield* orderMergedItems(items, orders, mergedList(place)))
}

function listAt(value: unknown, { path }: Place): readonly unknown[] | undefined {
  if (value === undefined || Array.isArray(value)) return value
  throw new UnapplicablePatch(`${path}: must be an array to be ordered, got ${previewValue(value)}`)
}
