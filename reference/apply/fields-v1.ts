// Reads and writes field sets in the format FieldsV1: `{"f:spec":{"f:replicas":{}}}`. A field in
// the set is an empty object, or has the member `.` if there are fields below it.

import { isJsonObject, type JsonObject } from '../api/object.ts'
import {
  fieldsBelow,
  type FieldNode,
  type FieldSet,
  noFields,
  type FieldPath,
  unionOfNodes,
} from './field-set.ts'
import { visitInPortions, type PendingWork, type PortionedWalk } from './portioned-walk.ts'
import { sortElements, type PathElement, parseElement, UnreadableFields } from './path-element.ts'

/** @throws UnreadableFields */
export const readFieldsV1 = (fields: unknown): FieldSet => nodeIn(fields).below

function nodeIn(fields: unknown): FieldNode {
  if (fields === null || fields === undefined) return leaf
  if (!isJsonObject(fields)) throw new UnreadableFields('fields are objects')
  const entries = Object.entries(fields)
  if (entries.length === 0) return leaf
  const nodes = new Map<PathElement, FieldNode>()
  let isMember = false
  for (const [given, value] of entries) {
    const element = given === '.' ? undefined : parseElement(given)
    if (given === '.') isMember = true
    if (element === undefined) continue
    const node = nodeIn(value)
    // An element can be given in two spellings, such as `v:1` and `v:1.0`.
    const known = nodes.get(element)
    nodes.set(element, known ? unionOfNodes(node, known) : node)
  }
  return { isMember: isMember || nodes.size === 0, below: nodes }
}

const leaf: FieldNode = { isMember: true, below: noFields }

/**
 * Writes the fields of a set in order. The result is complete when the work in `pending` has been
 * done.
 */
export const writeFieldsV1 = (set: FieldSet, pending: PendingWork): JsonObject =>
  written(set, {}, { path: [], pending })

function written(set: FieldSet, object: JsonObject, writing: PortionedWalk): JsonObject {
  visitInPortions(sortElements(set.keys()), writing, element => {
    const { isMember = false, below = noFields } = set.get(element) ?? {}
    object[element] = below.size === 0 ? {} : written(below, isMember ? { '.': {} } : {}, writing)
  })
  return object
}

/**
 * Yields the paths of all fields in a set: on each level first the fields of that level, then those
 * below.
 */
export function* pathsOfFieldSet(set: FieldSet, before: FieldPath = []): Iterable<FieldPath> {
  const elements = sortElements(set.keys())
  for (const element of elements) if (set.get(element)?.isMember) yield [...before, element]
  for (const element of elements)
    yield* pathsOfFieldSet(fieldsBelow(set, element), [...before, element])
}
