import { objectIn, ownMember } from '../api/object.ts'
import { isSameJson } from '../api/same-json.ts'
import type { Schema } from '../api/schema.ts'
import { type FieldSet, type MutableFieldSet, insertPath } from './field-set.ts'
import { itemElement } from './list-item.ts'
import { fieldElement, type PathElement } from './path-element.ts'
import {
  visitInPortions,
  isLong,
  defer,
  type PendingWork,
  type PortionedWalk,
} from './portioned-walk.ts'
import { isSameShape, type ListShape, type MapShape, memberSchema } from './schema-shape.ts'
import { type Shape, shapeOfValue } from './schema-shape.ts'

/** The difference of two values. Each field is in at most one of the sets. */
export type FieldComparison = {
  readonly added: FieldSet
  readonly modified: FieldSet
  readonly removed: FieldSet
}

/** Undefined is an absent value. Null is a value. */
export type BeforeAndAfter = { readonly before: unknown; readonly after: unknown }

/**
 * Compares two values. The result is complete when the work in `pending` has been done. @throws
 * UnidentifiableItem
 */
export function compareFields(
  pair: BeforeAndAfter,
  schema: Schema,
  pending: PendingWork,
): FieldComparison {
  const walk: Comparing = {
    added: new Map(),
    modified: new Map(),
    removed: new Map(),
    path: [],
    pending,
  }
  visit(pair, schema, walk)
  return walk
}

type Comparing = PortionedWalk & {
  readonly added: MutableFieldSet
  readonly modified: MutableFieldSet
  readonly removed: MutableFieldSet
}

function visit(pair: BeforeAndAfter, schema: Schema, walk: Comparing): void {
  const { before, after } = pair
  // Parts that both objects share need no comparison.
  if (before === after) return
  const [left, right] = [shapeOfValue(schema, before), shapeOfValue(schema, after)]
  const isOne = after === undefined || before === undefined || isSameShape(left, right)
  if (!isOne) visitAs(left, pair, walk)
  const isLeaf = visitAs(after === undefined ? left : right, pair, walk)
  if (isLeaf) return
  if (before === undefined) insertPath(walk.added, walk.path)
  else if (after === undefined) insertPath(walk.removed, walk.path)
}

/** Compares values as if both had this shape. Returns whether they were compared as a leaf. */
function visitAs({ map, scalar, list }: Shape, pair: BeforeAndAfter, walk: Comparing): boolean {
  if (map) return visitMap(pair, map, walk)
  return list && !scalar ? visitList(pair, list, walk) : visitLeaf(pair, walk)
}

function visitLeaf({ before, after }: BeforeAndAfter, walk: Comparing): true {
  if (before === undefined) insertPath(walk.added, walk.path)
  else if (after === undefined) insertPath(walk.removed, walk.path)
  else if (!isSameJson(before, after)) insertPath(walk.modified, walk.path)
  return true
}

function visitMap(pair: BeforeAndAfter, shape: MapShape, walk: Comparing): boolean {
  const [before, after] = [objectIn(pair.before), objectIn(pair.after)]
  const names = Object.keys(before)
  const others = Object.keys(after)
  const isEmpty = names.length === 0 && others.length === 0
  // An empty map is itself a field.
  if (shape.isAtomic || isEmpty) return visitLeaf(pair, walk)
  const visitMember = (name: string, own: Comparing) => {
    const members = { before: ownMember(before, name), after: ownMember(after, name) }
    if (members.before === members.after) return
    const schema = memberSchema(shape, name)
    if (!schema) return
    own.path.push(fieldElement(name))
    visit(members, schema, own)
    own.path.pop()
  }
  if (names.length > 0) visitInPortions(names, walk, visitMember)
  const added = names.length > 0 ? others.filter(name => !Object.hasOwn(before, name)) : others
  if (added.length > 0) visitInPortions(added, walk, visitMember)
  return false
}

function visitList(pair: BeforeAndAfter, shape: ListShape, walk: Comparing): boolean {
  const [before, after] = [itemsOf(pair.before), itemsOf(pair.after)]
  const isEmpty = before.length === 0 && after.length === 0
  if (shape.by === 'nothing' || isEmpty) return visitLeaf(pair, walk)
  const sides = { left: new Map(), right: new Map() }
  visitInPortions(before, walk, item => put(item, sides.left, shape))
  visitInPortions(after, walk, item => put(item, sides.right, shape))
  if (isLong(before.length) || isLong(after.length)) {
    defer(walk, own => visitItems(sides, shape, own))
  } else visitItems(sides, shape, walk)
  return false
}

type ByElement = Map<PathElement, unknown[]>

function visitItems(
  { left, right }: { readonly left: ByElement; readonly right: ByElement },
  shape: ListShape,
  walk: Comparing,
): void {
  visitInPortions([...new Set([...left.keys(), ...right.keys()])], walk, (element, own) => {
    own.path.push(element)
    visitItem({ left: left.get(element) ?? [], right: right.get(element) ?? [] }, shape, own)
    own.path.pop()
  })
}

/** Returns the items of a list, and none of any other value. */
export const itemsOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [])

function put(item: unknown, found: ByElement, shape: ListShape): void {
  const element = itemElement(item, shape)
  const others = found.get(element)
  if (others) others.push(item)
  else found.set(element, [item])
}

type Items = { readonly left: readonly unknown[]; readonly right: readonly unknown[] }

/**
 * Items with the same key are compared as a whole. If their number changes between one and several,
 * the former parts are removed and the whole is added, or the reverse.
 */
function visitItem({ left, right }: Items, { items }: ListShape, walk: Comparing): void {
  if (left.length <= 1 && right.length <= 1) {
    visit({ before: left[0], after: right[0] }, items, walk)
  } else if (left.length >= 2 && right.length >= 2) {
    if (!isSameJson(left, right)) insertPath(walk.modified, walk.path)
  } else if (left.length >= 2) {
    if (right.length > 0) visit({ before: undefined, after: right[0] }, items, walk)
    insertPath(walk.removed, walk.path)
  } else {
    if (left.length > 0) visit({ before: left[0], after: undefined }, items, walk)
    insertPath(walk.added, walk.path)
  }
}
