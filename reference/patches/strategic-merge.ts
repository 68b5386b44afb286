// Strategic merge patch: a merge patch that knows by the schema of a type which lists merge, and
// that carries directives (PTCH-015 to PTCH-018).

import { isJsonObject, type JsonObject } from '../api/object.ts'
import type { Schema } from '../api/schema.ts'
import { type Due, every, type Walk } from '../lib/turns.ts'
import { created, marker, type PatchParts, placed, placedObject, readParts } from './directives.ts'
import { memberOf, setMember } from './members.ts'
import {
  asOrdered,
  type MergedList,
  mergeLists,
  unknownDirective,
  withoutItems,
} from './merge-list.ts'
import { MalformedPatch, shownShort, Unapplicable } from './patch-errors.ts'

/**
 * The target after a patch; neither is changed. Objects merge and null deletes. Lists merge where
 * the schema says so: by their merge key, or as a set; all others are replaced. Recursion ends
 * where the patch does, which no reader lets nest deeper than 250.
 * @throws MalformedPatch, Unapplicable
 */
export function* strategicMerge(target: unknown, patch: unknown, schema: Schema): Walk<unknown> {
  if (!isJsonObject(patch)) {
    throw new MalformedPatch(`strategic merge patch: must be an object, got ${shownShort(patch)}`)
  }
  const place = { schema, path: '', isDue: every(partsOfTurn) }
  return yield* mergeObjects(isJsonObject(target) ? target : {}, patch, place)
}

// How many members and items are merged before a look at the clock.
const partsOfTurn = 1000

/** Where in the object a value is: its schema, and its path for messages. */
type Place = { readonly schema: Schema; readonly path: string; readonly isDue: Due }

function* mergeObjects(target: JsonObject, patch: JsonObject, place: Place): Walk<JsonObject> {
  const directive = memberOf(patch, marker)
  if (directive === 'delete') return {}
  if (directive === 'replace') return placedObject(patch)
  if (directive !== undefined) throw unknownDirective(directive, place.path)
  const parts = readParts(patch, place.path)
  const merged = retained(target, parts)
  for (const [name, value] of parts.fields) {
    if (place.isDue()) yield
    if (parts.orders.has(name)) continue
    // Most values have no parts.
    const isPlain = typeof value !== 'object' || value === null
    const next = isPlain
      ? value
      : yield* mergedValue(memberOf(merged, name), value, inside(place, name))
    if (next === null || next === undefined) delete merged[name]
    else setMember(merged, name, next)
  }
  for (const [name, wanted] of parts.orders) {
    const lists = { value: memberOf(patch, name), wanted, place: inside(place, name) }
    yield* orderMember(merged, name, lists)
  }
  for (const [name, removed] of parts.deletions) {
    const old = memberOf(merged, name)
    if (removed === null) delete merged[name]
    else if (Array.isArray(old)) {
      setMember(merged, name, withoutItems(old, removed, inside(place, name).path))
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

function* mergedValue(old: unknown, value: unknown, place: Place): Walk<unknown> {
  const { patchStrategy = [] } = place.schema
  if (isJsonObject(old) && isJsonObject(value)) {
    if (patchStrategy.includes('replace')) return placed(value)
    return yield* mergeObjects(old, value, place)
  }
  if (!Array.isArray(old) || !Array.isArray(value)) return created(value)
  if (!patchStrategy.includes('merge')) return placed(value)
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

/** Merges the list under a name, if the patch has one, and puts it into an order. */
function* orderMember(merged: JsonObject, name: string, change: OrderedChange): Walk<void> {
  const { value, wanted, place } = change
  const target = listAt(memberOf(merged, name), place)
  const patch = listAt(value, place)
  if (target === undefined && patch === undefined) return
  const list = patch === undefined ? target : yield* mergedValue(target, patch, place)
  const orders = { target: target ?? [], patch: patch ?? [], wanted }
  const items = listAt(list, place) ?? []
  setMember(merged, name, yield* asOrdered(items, orders, mergedList(place)))
}

function listAt(value: unknown, { path }: Place): readonly unknown[] | undefined {
  if (value === undefined || Array.isArray(value)) return value
  throw new Unapplicable(`${path}: must be an array to be ordered, got ${shownShort(value)}`)
}
