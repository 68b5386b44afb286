import { objectIn, ownMember } from '../api/object.ts'
import type { Schema } from '../api/schema.ts'
import { type DueAfterSteps, everySteps, type ResumableTask } from '../lib/event-loop.ts'
import { itemsOf } from './compare-fields.ts'
import { mergeItems } from './merge-items.ts'
import { type ListShape, type MapShape, memberSchema } from './schema-shape.ts'
import { shapeOfValue } from './schema-shape.ts'

/**
 * Merges the applied value into the live one. Nothing is removed. List items are in the order of
 * the applied list, if there is one. Undefined is an absent value. @throws UnidentifiableItem
 */
export const mergeApplied = (
  live: unknown,
  applied: unknown,
  schema: Schema,
): ResumableTask<unknown> => mergedValue(live, applied, { schema, isDue: everySteps(partsOfTurn) })

// How many members and items are merged before the clock is read.
const partsOfTurn = 1000

type Merging = { readonly schema: Schema; readonly isDue: DueAfterSteps }

function* mergedValue(
  live: unknown,
  applied: unknown,
  { schema, isDue }: Merging,
): ResumableTask<unknown> {
  if (applied === undefined || live === applied) return live
  if (live === undefined) return applied
  if (isDue()) yield
  const { map, scalar, list } = shapeOfValue(schema, applied)
  if (map) return yield* mergedMap(live, applied, { shape: map, isDue })
  return scalar || !list ? applied : yield* mergedList(live, applied, { shape: list, isDue })
}

type Parts<Shape> = { readonly shape: Shape; readonly isDue: DueAfterSteps }

function* mergedMap(
  live: unknown,
  applied: unknown,
  { shape, isDue }: Parts<MapShape>,
): ResumableTask<unknown> {
  const [left, right] = [objectIn(live), objectIn(applied)]
  const isEmpty = Object.keys(left).length === 0 && Object.keys(right).length === 0
  if (shape.isAtomic || isEmpty) return applied
  const others = Object.keys(right).filter(name => !Object.hasOwn(left, name))
  const members: [string, unknown][] = []
  for (const name of [...Object.keys(left), ...others]) {
    const schema = memberSchema(shape, name)
    // A member without a schema can only be in the live value, because the applied value has been
    // checked.
    const own = ownMember(left, name)
    const next = ownMember(right, name)
    members.push([name, schema ? yield* mergedValue(own, next, { schema, isDue }) : own])
  }
  // Assignment would treat the key `__proto__` specially.
  return members.length === 0 ? undefined : Object.fromEntries(members)
}

function* mergedList(
  live: unknown,
  applied: unknown,
  { shape, isDue }: Parts<ListShape>,
): ResumableTask<unknown> {
  const [left, right] = [itemsOf(live), itemsOf(applied)]
  const isEmpty = left.length === 0 && right.length === 0
  if (shape.by === 'nothing' || isEmpty) return applied
  const merge = (a: unknown, b: unknown) => mergedValue(a, b, { schema: shape.items, isDue })
  const items = yield* mergeItems(left, right, { shape, merge, isDue })
  return items.length === 0 ? undefined : items
}
