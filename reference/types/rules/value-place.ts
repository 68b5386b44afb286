// Where the walk is: a value, what it was before, and what holds it.

import { isJsonObject, objectIn } from '../../api/object.ts'
import { truncate } from '../../api/quote.ts'
import type { RuleTable } from './rule-table.ts'
import type { StatusCause } from '../../api/status-causes.ts'

export type ValuePlace = {
  /** As causes name it. */
  readonly field: string
  readonly value: unknown
  /** The value at the same place before an update. */
  readonly old: unknown
  readonly isUpdate: boolean
  readonly parent?: ValuePlace
  /** What validators have found out once for all places of one walk. */
  readonly beside: Map<unknown, unknown>
  /** What the rules of a table find wrong here. */
  readonly judge: (table: RuleTable, place: ValuePlace) => readonly StatusCause[]
}

/** The place of a member, of an item, or of a value under a key of a map. */
export function childPlace(
  place: ValuePlace,
  part: string | number,
  as: 'member' | 'key' = 'member',
): ValuePlace {
  const { field, value, old } = place
  const next =
    typeof part === 'number' || as === 'key'
      ? `${field}[${truncate(String(part))}]`
      : field === ''
        ? part
        : `${field}.${part}`
  return {
    field: next,
    value: memberOf(value, part),
    old: memberOf(old, part),
    isUpdate: place.isUpdate,
    beside: place.beside,
    judge: place.judge,
    parent: place,
  }
}

const memberOf = (value: unknown, part: string | number): unknown => {
  if (Array.isArray(value)) return value[Number(part)] as unknown
  return isJsonObject(value) && Object.hasOwn(value, part) ? value[part] : undefined
}

/** Whether a value says no more than one that is not there. */
export const isEmptyValue = (value: unknown): boolean =>
  value === undefined ||
  value === null ||
  value === '' ||
  (Array.isArray(value) && value.length === 0)

/** The nearest place above in which a member has been entered by this name. */
export function ancestorWith(place: ValuePlace, name: string): ValuePlace | undefined {
  for (let at: ValuePlace | undefined = place; at; at = at.parent) {
    if (isJsonObject(at.value) && Object.hasOwn(at.value, name)) return at
  }
  return undefined
}

/** A rule that only a function can tell. One that takes long yields nothing where it may pause. */
export type Validator = (place: ValuePlace) => Iterable<StatusCause | undefined>

/** The value of a member of the object at a place, or of its holders: `^` leads to one of those. */
export function memberValueAt(place: ValuePlace, path: string): unknown {
  if (path.startsWith('^')) return place.parent && memberValueAt(place.parent, path.slice(1))
  return path === ''
    ? place.value
    : path.split('.').reduce<unknown>((value, name) => objectIn(value)[name], place.value)
}
