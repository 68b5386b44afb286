// Merges two lists as a strategic merge patch does: by a merge key, or as a set of plain values.

import { isJsonObject, type JsonObject, ownMember } from '../api/object.ts'
import type { DueAfterSteps, ResumableTask } from '../lib/event-loop.ts'
import { hasPatchDirective, patchDirective, withoutDirectives } from './directives.ts'
import { type ItemKey, orderItems } from './order-items.ts'
import { MalformedPatch, previewValue, UnapplicablePatch } from './patch-errors.ts'

/** A list to be merged: its path in messages, and how its items are identified and merged. */
export type MergedList = {
  readonly path: string
  readonly mergeKey: string | undefined
  readonly mergeItem: (
    target: JsonObject,
    patch: JsonObject,
    path: string,
  ) => ResumableTask<unknown>
  readonly isDue: DueAfterSteps
}

type Items = readonly unknown[]

/** Merges two lists. @throws UnapplicablePatch */
export function* mergeLists(target: Items, patch: Items, list: MergedList): ResumableTask<Items> {
  const { isDue } = list
  const type = typeOfItems([target, patch], list.path)
  if (isDue(target.length + patch.length)) yield
  if (type === undefined) return target
  if (type !== 'object') {
    const keyOf: ItemKey = item => item
    const union = [...new Set([...target, ...patch])]
    return yield* orderItems(union, { wanted: patch, before: target, keyOf, isDue })
  }
  const { kept, items, isReplaced } = applyMarked(target, patch, list)
  if (isReplaced) return items.map(withoutDirectives)
  const keyOf = keyReader(list)
  const merged = yield* mergeItems(kept, items, { ...list, keyOf })
  return yield* orderItems(merged, { wanted: items, before: kept, keyOf, isDue })
}

/** Returns the list without some plain values. @throws UnapplicablePatch */
export function withoutItems(target: Items, removed: Items, path: string): Items {
  const type = typeOfItems([target, removed], path)
  if (type === 'object') throw new UnapplicablePatch(`${path}: must hold plain values, got objects`)
  const gone = new Set(removed)
  return target.filter(item => !gone.has(item))
}

type Ordering = { target: Items; patch: Items; wanted: Items }

/** Sorts the merged items as `$setElementOrder` says. @throws MalformedPatch, UnapplicablePatch */
export function* orderMergedItems(
  merged: Items,
  orders: Ordering,
  list: MergedList,
): ResumableTask<Items> {
  const { target, patch, wanted } = orders
  const { isDue } = list
  const type = typeOfItems([target, patch, wanted], list.path)
  const keyOf: ItemKey = type === 'object' ? keyReader(list) : item => item
  checkOrder(patch, wanted, { ...list, keyOf })
  if (isDue(patch.length + wanted.length)) yield
  const before = takenOver(merged, target, keyOf)
  if (isDue(merged.length + target.length)) yield
  return yield* orderItems(merged, { wanted, before, keyOf, isDue })
}

/** Returns the remaining target items. New items fill the places of deleted ones, at the end. */
function takenOver(merged: Items, target: Items, keyOf: ItemKey): Items {
  const left = new Set(merged.map(keyOf))
  const had = new Set(target.map(keyOf))
  const kept = target.filter(item => left.has(keyOf(item)))
  const added = merged.filter(item => !had.has(keyOf(item)))
  return [...kept, ...added].slice(0, target.length)
}

type Keyed = MergedList & { readonly keyOf: ItemKey }

/** Checks that the order contains all items that the patch sets, in the same order. */
function checkOrder(patch: Items, wanted: Items, { keyOf, path }: Keyed): void {
  const set = patch.filter(item => !hasPatchDirective(item)).map(keyOf)
  if (wanted.length === 0) return
  let next = 0
  for (const item of wanted) {
    if (next < set.length && keyOf(item) === set[next]) next += 1
  }
  if (next === set.length) return
  throw new MalformedPatch(
    `${path}: $setElementOrder must hold the items of the patch in their order, ` +
      `got ${previewValue(set[next])} elsewhere or not at all`,
  )
}

/**
 * Returns the type that all items have, or undefined if there are none. @throws UnapplicablePatch
 */
function typeOfItems(lists: readonly Items[], path: string): string | undefined {
  let type: string | undefined
  for (const item of lists.flat()) {
    const found = typeOf(item)
    if (found === 'array') throw new UnapplicablePatch(`${path}: lists of lists are not supported`)
    if (found === 'null') throw new UnapplicablePatch(`${path}: must not hold null`)
    if (type !== undefined && type !== found) {
      throw new UnapplicablePatch(`${path}: expected items of one type, got ${type} and ${found}`)
    }
    type = found
  }
  return type
}

function typeOf(item: unknown): string {
  if (item === null) return 'null'
  if (Array.isArray(item)) return 'array'
  return typeof item === 'bigint' ? 'number' : typeof item
}

function keyReader({ mergeKey, path }: MergedList): ItemKey {
  if (mergeKey === undefined) {
    throw new UnapplicablePatch(`${path}: cannot merge objects without a merge key`)
  }
  return item => {
    const key = isJsonObject(item) ? ownMember(item, mergeKey) : undefined
    if (key !== undefined) return key
    throw new UnapplicablePatch(
      `${path}: must have the merge key ${mergeKey}, got an item without it`,
    )
  }
}

type Applied = { kept: Items; items: Items; isReplaced: boolean }

/**
 * Applies the directives in items of a patch. The returned items are to be merged, or replace the
 * list.
 */
function applyMarked(target: Items, patch: Items, list: MergedList): Applied {
  const gone = new Set<unknown>()
  let isReplaced = false
  for (const item of patch) {
    if (!isJsonObject(item) || !hasPatchDirective(item)) continue
    const directive = item[patchDirective]
    if (directive === 'delete') gone.add(keyReader(list)(item))
    else if (directive === 'replace') isReplaced = true
    else throw unknownDirective(directive, list.path)
  }
  const isGone = (item: unknown) =>
    list.mergeKey !== undefined && isJsonObject(item) && gone.has(ownMember(item, list.mergeKey))
  return {
    kept: gone.size === 0 ? target : target.filter(item => !isGone(item)),
    items: patch.filter(item => !hasPatchDirective(item)),
    isReplaced,
  }
}

export const unknownDirective = (directive: unknown, path: string): UnapplicablePatch =>
  new UnapplicablePatch(
    `${path}.$patch: must be "delete" or "replace", got ${previewValue(directive)}`,
  )

/** Merges each item into the first item with its key, or appends it if there is none. */
function* mergeItems(target: Items, patch: Items, list: Keyed): ResumableTask<Items> {
  const { keyOf, mergeItem, path, isDue } = list
  const merged = [...target]
  const places = new Map<unknown, number>()
  for (const [index, item] of target.entries()) {
    const key = keyOf(item)
    if (!places.has(key)) places.set(key, index)
  }
  if (isDue(target.length)) yield
  for (const item of patch) {
    if (isDue()) yield
    const key = keyOf(item)
    const place = places.get(key) ?? merged.length
    const old = merged[place]
    if (isJsonObject(old) && isJsonObject(item)) {
      merged[place] = yield* mergeItem(old, item, `${path}[${previewValue(key)}]`)
    } else merged.push(withoutDirectives(item))
    places.set(key, place)
  }
  return merged
}
