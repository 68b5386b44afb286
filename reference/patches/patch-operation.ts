import { isJsonObject, type JsonObject, ownMember } from '../api/object.ts'
import {
  MalformedOperation,
  MalformedPatch,
  previewValue,
  UnapplicablePatch,
} from './patch-errors.ts'
import { type JsonPointer, readPointer } from './json-pointer.ts'

/** An operation of a JSON patch (RFC 6902, part 4). */
export type PatchOperation =
  | { readonly op: 'add'; readonly path: JsonPointer; readonly value: unknown }
  | { readonly op: 'replace'; readonly path: JsonPointer; readonly value: unknown }
  | { readonly op: 'test'; readonly path: JsonPointer; readonly value: unknown }
  | { readonly op: 'remove'; readonly path: JsonPointer }
  | { readonly op: 'copy'; readonly from: JsonPointer; readonly path: JsonPointer }
  | { readonly op: 'move'; readonly from: JsonPointer; readonly path: JsonPointer }

/**
 * Parses an operation. Members that RFC 6902 does not define are ignored, as it requires. @throws
 * MalformedPatch
 */
export function readOperation(operation: unknown, index: number): PatchOperation {
  const place = `[${index}]`
  if (!isJsonObject(operation)) {
    throw new MalformedPatch(`${place}: must be an object, got ${previewValue(operation)}`)
  }
  const op = textIn(operation, 'op', place)
  const path = readPointer(textIn(operation, 'path', place), `${place}.path`)
  switch (op) {
    case 'remove':
      return { op, path }
    case 'add':
    case 'replace':
    case 'test':
      return { op, path, value: valueIn(operation, place) }
    case 'copy':
    case 'move':
      return { op, path, from: readPointer(textIn(operation, 'from', place), `${place}.from`) }
    default:
      throw new UnapplicablePatch(`${place}.op: must be ${known}, got ${previewValue(op)}`)
  }
}

const known = 'add, remove, replace, move, copy or test'

function textIn(operation: JsonObject, name: string, place: string): string {
  const text = ownMember(operation, name)
  if (typeof text === 'string') return text
  throw new MalformedOperation(`${place}.${name}: must be a string, got ${previewValue(text)}`)
}

/** Null is a value, but an absent member is a fault. */
function valueIn(operation: JsonObject, place: string): unknown {
  const value = ownMember(operation, 'value')
  if (value !== undefined) return value
  throw new MalformedOperation(`${place}.value: must be there, got nothing`)
}
