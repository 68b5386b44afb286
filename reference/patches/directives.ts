// Reads the directives of a strategic merge patch, in contrast to the fields that it sets
// (PTCH-017).

import { isJsonObject, type JsonObject, ownMember } from '../api/object.ts'
import { quote } from '../api/quote.ts'
import { MalformedPatch, previewValue } from './patch-errors.ts'

/** A member of an object in a patch that determines how the whole object is treated. */
export const patchDirective = '$patch'
const retainKeys = '$retainKeys'
const elementOrder = '$setElementOrder'
const listDeletion = '$deleteFromPrimitiveList'

/** One object of a patch, split into fields and directives. */
export type PatchParts = {
  /** All members that are not directives. */
  readonly fields: readonly (readonly [string, unknown])[]
  /** The members that the target keeps. Undefined keeps all of them. */
  readonly retained: ReadonlySet<unknown> | undefined
  /** By field: the order of its list. */
  readonly orders: ReadonlyMap<string, readonly unknown[]>
  /** By field: the items to be deleted from its list. Null deletes the list. */
  readonly deletions: ReadonlyMap<string, readonly unknown[] | null>
}

/** @throws MalformedPatch */
export function readPatchParts(patch: JsonObject, path: string): PatchParts {
  const orders = new Map<string, readonly unknown[]>()
  const deletions = new Map<string, readonly unknown[] | null>()
  const fields: [string, unknown][] = []
  for (const [name, value] of Object.entries(patch)) {
    const place = path === '' ? name : `${path}.${name}`
    if (name.startsWith(elementOrder)) {
      orders.set(fieldIn(name, elementOrder, path), listIn(value, place))
    } else if (name.startsWith(listDeletion)) {
      const field = fieldIn(name, listDeletion, path)
      deletions.set(field, value === null ? null : listIn(value, place))
    } else if (name !== retainKeys) fields.push([name, value])
  }
  return { fields, orders, deletions, retained: retainedIn(patch, fields, path) }
}

/** Returns the field of a directive such as `$setElementOrder/containers`. */
function fieldIn(name: string, directive: string, path: string): string {
  const field = name.slice(directive.length + 1)
  if (name.startsWith(`${directive}/`) && field !== '') return field
  throw new MalformedPatch(`${path}: must be ${directive}/<field>, got ${quote(name)}`)
}

function listIn(value: unknown, place: string): readonly unknown[] {
  if (Array.isArray(value)) return value
  throw new MalformedPatch(`${place}: must be an array, got ${previewValue(value)}`)
}

function retainedIn(patch: JsonObject, fields: PatchParts['fields'], path: string) {
  const list = ownMember(patch, retainKeys)
  if (list === undefined) return undefined
  const retained = new Set(listIn(list, `${path}.${retainKeys}`))
  const lost = fields.find(([name, value]) => value !== null && !retained.has(name))
  if (lost === undefined) return retained
  throw new MalformedPatch(
    `${path}.${retainKeys}: must name all fields of the patch, got none for ${quote(lost[0])}`,
  )
}

export const hasPatchDirective = (value: unknown): boolean =>
  isJsonObject(value) && Object.hasOwn(value, patchDirective)

const isDirective = (name: string): boolean =>
  name === patchDirective ||
  name === retainKeys ||
  name.startsWith(`${elementOrder}/`) ||
  name.startsWith(`${listDeletion}/`)

/** Returns the value of a patch without directives, for a replacement. */
export function withoutDirectives(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutDirectives)
  return isJsonObject(value) ? objectWithoutDirectives(value) : value
}

export function objectWithoutDirectives(object: JsonObject): JsonObject {
  const kept = Object.entries(object).filter(([name]) => !isDirective(name))
  return Object.fromEntries(kept.map(([name, member]) => [name, withoutDirectives(member)]))
}

/**
 * Returns the value of a patch for a place without a value. There is nothing to delete or to
 * replace, so nulls and objects with a directive are left out. Undefined for an object with a
 * directive.
 */
export function valueToCreate(value: unknown): unknown {
  if (hasPatchDirective(value)) return undefined
  if (Array.isArray(value)) return value.filter(item => !hasPatchDirective(item)).map(valueToCreate)
  if (!isJsonObject(value)) return value
  const kept = Object.entries(value).filter(
    ([name, member]) => member !== null && !hasPatchDirective(member) && !isDirective(name),
  )
  return Object.fromEntries(kept.map(([name, member]) => [name, valueToCreate(member)]))
}
