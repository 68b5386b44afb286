// Lists without a significant order: those of type `set`, and those of type `map`, whose items are
// identified by their keys. The left operand determines how two lists are compared or joined.

import { previewJson } from '../api/quote.ts'
import type { Budget, Overload } from './overloads.ts'
import { type CelType, typeParameter } from './cel-type.ts'
import { toCelValue, mapEntriesOf, isCelEqual, isPlainObject } from './values.ts'

/** Returns the overloads of an operator, replaced if its left operand contains such lists. */
export function overloadsForListType(
  type: CelType | undefined,
  called: string,
  overloads: readonly Overload[],
): readonly Overload[] {
  const [first] = overloads
  if (!type || !first || !isFree(type)) return overloads
  if (called === '_+_' && type.order) {
    return [{ ...first, run: ([a, b], { spend }) => together(type, a, b, spend) }]
  }
  if (called === '_==_') {
    return [{ ...first, run: ([a, b], { spend }) => isSame(type, a, b, spend) }]
  }
  if (called === '_!=_') {
    return [{ ...first, run: ([a, b], { spend }) => !isSame(type, a, b, spend) }]
  }
  return overloads
}

/** Whether the values of a type contain such a list. */
function isFree({ order, of = [], members }: CelType): boolean {
  if (order || of.some(isFree)) return true
  return [...(members?.values() ?? [])].some(({ type }) => isFree(type))
}

type Spend = Budget['spend']

function isSame(type: CelType, a: unknown, b: unknown, spend: Spend): boolean {
  if (Array.isArray(a) && Array.isArray(b)) {
    spend(1)
    if (a.length !== b.length) return false
    const item = typeParameter(type)
    if (!type.order) return a.every((one, index) => isSame(item, one, b[index], spend))
    const known = byKey(type, a, spend)
    return b.every(one => {
      const key = keyOf(type, one)
      return known.has(key) && isSame(item, known.get(key), one, spend)
    })
  }
  const [one, other] = [isPlainObject(a), isPlainObject(b)]
  const typeOf = (name: unknown): CelType =>
    type.is === 'map' ? typeParameter(type, 1) : (memberNamed(type, name) ?? { is: 'dyn' })
  if (!one || !other) return isCelEqual(a, b, () => spend(1))
  const [left, right] = [mapEntriesOf(a) ?? new Map(), mapEntriesOf(b) ?? new Map()]
  spend(1)
  return (
    left.size === right.size &&
    [...left].every(
      ([name, value]) => right.has(name) && isSame(typeOf(name), value, right.get(name), spend),
    )
  )
}

const memberNamed = ({ members }: CelType, name: unknown): CelType | undefined =>
  [...(members?.values() ?? [])].find(member => member.name === name)?.type

/**
 * Joins two lists. An item in both keeps its position in the first list and has the value of the
 * second.
 */
function together(type: CelType, a: unknown, b: unknown, spend: Spend): unknown {
  if (!Array.isArray(a) || !Array.isArray(b)) return undefined
  return [...new Map([...byKey(type, a, spend), ...byKey(type, b, spend)]).values()]
}

function byKey(type: CelType, list: readonly unknown[], spend: Spend): Map<unknown, unknown> {
  spend(list.length)
  return new Map(list.map(item => [keyOf(type, item), item]))
}

/** Returns the identity of an item: itself in a set, its keys in a map. */
function keyOf(type: CelType, item: unknown): unknown {
  if (type.order === 'set' || !isPlainObject(item)) return toCelValue(item, typeParameter(type))
  return previewJson((type.keys ?? []).map(key => item[key]))
}
