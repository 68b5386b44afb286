// A place in the validated object: a value, its previous value and its parent.

import { isJsonObject, objectIn } from '../../api/object.ts'
import { truncate } from '../../api/quote.ts'
import type { RuleTable } from './rule-table.ts'
import type { StatusCause } from '../../api/status-causes.ts'

/** A value that a rule judges, with its path, its old value and its parent. */
export type ValuePlace = {
  /** The path as in causes. */
  readonly field: string
  readonly value: unknown
  /** The value at the same place before an update. */
  readonly old: unknown
  readonly isUpdate: boolean
  readonly parent?: ValuePlace
  /** Results that validators cache for all places of one walk. */
  readonly cache: Map<unknown, unknown>
  /** Returns the causes that the rules of a table find at a place. */
  readonly judge: (table: RuleTable, place: ValuePlace) => readonly StatusCause[]
}

/** Returns the place of a member, of an item, or of a map value. */
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
    cache: place.cache,
    judge: place.judge,
    parent: place,
  }
}

const memberOf = (value: unknown, part: string | number): unknown => {
  if (Array.isArray(value)) return value[Number(part)] as unknown
  return isJsonObject(value) && Object.hasOwn(value, part) ? value[part] : undefined
}

/** Whether a value is there and not null. */
export const isPresent = (value: unknown): boolean => value !== undefined && value !== null

/** Whether a value is absent, null or empty. */
export const isEmptyValue = (value: unknown): boolean =>
  value === undefined ||
  value === null ||
  value === '' ||
  (Array.isArray(value) && value.length === 0)

/** Returns the nearest enclosing place whose object has a member of this name. */
export function ancestorWith(place: ValuePlace, name: string): ValuePlace | undefined {
  for (let ancestor: ValuePlace | undefined = place; ancestor; ancestor = ancestor.parent) {
    if (isJsonObject(ancestor.value) && Object.hasOwn(ancestor.value, name)) return ancestor
  }
  return undefined
}

/** A rule in code. A long one yields undefined where it may pause. */
export type Validator = (place: ValuePlace) => Iterable<StatusCause | undefined>

/**
 * Returns the value of a member of the object at a place. Each leading `^` goes up to the parent.
 */
export function memberValueAt(place: ValuePlace, path: string): unknown {
  if (path.startsWith('^')) return place.parent && memberValueAt(place.parent, path.slice(1))
  return path === ''
    ? place.value
    : path.split('.').reduce<unknown>((value, name) => objectIn(value)[name], place.value)
}
