// Sets of fields as objects carry them: `{"f:spec":{"f:replicas":{}}}`. A field that is in the set
// is an empty object, or holds `.` where there is something below it.

import { isJsonObject, type JsonObject } from '../api/object.ts'
import type { FieldNode, FieldSet, Path } from './field-set.ts'
import { inOrder, readElement, UnreadableFields } from './path-element.ts'

/** @throws UnreadableFields */
export const readFields = (fields: unknown): FieldSet => nodeIn(fields).below

function nodeIn(fields: unknown): FieldNode {
  if (fields === null || fields === undefined) return { isMember: true, below: new Map() }
  if (!isJsonObject(fields)) throw new UnreadableFields('fields are objects')
  const below = new Map<string, FieldNode>()
  let isMember = false
  for (const [given, value] of Object.entries(fields)) {
    const element = given === '.' ? undefined : readElement(given)
    if (given === '.') isMember = true
    if (element === undefined) continue
    const node = nodeIn(value)
    const known = below.get(element)
    below.set(element, known ? { ...node, isMember: node.isMember || known.isMember } : node)
  }
  return { isMember: isMember || below.size === 0, below }
}

/** The fields of a set in their order; nothing below the same field comes before it. */
export function writeFields(set: FieldSet): JsonObject {
  const written: JsonObject = {}
  for (const [element, { isMember, below }] of inOrder(set)) {
    written[element] =
      below.size === 0 ? {} : isMember ? { '.': {}, ...writeFields(below) } : writeFields(below)
  }
  return written
}

/** The paths of all fields in a set: on each level those that are in it, then those below. */
export function* pathsIn(set: FieldSet, before: Path = []): Iterable<Path> {
  const nodes = inOrder(set)
  for (const [element, { isMember }] of nodes) if (isMember) yield [...before, element]
  for (const [element, { below }] of nodes) yield* pathsIn(below, [...before, element])
}
