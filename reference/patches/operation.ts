import { isJsonObject, type JsonObject } from '../api/object.ts'
import { memberOf } from './members.ts'
import { MalformedOperation, MalformedPatch, shownShort, Unapplicable } from './patch-errors.ts'
import { type Pointer, readPointer } from './pointer.ts'

/** An operation of a JSON patch (RFC 6902, part 4). */
export type Operation =
  | { readonly op: 'add'; readonly path: Pointer; readonly value: unknown }
  | { readonly op: 'replace'; readonly path: Pointer; readonly value: unknown }
  | { readonly op: 'test'; readonly path: Pointer; readonly value: unknown }
  | { readonly op: 'remove'; readonly path: Pointer }
  | { readonly op: 'copy'; readonly from: Pointer; readonly path: Pointer }
  | { readonly op: 'move'; readonly from: Pointer; readonly path: Pointer }

/** Members that RFC 6902 does not name are ignored, as it asks. @throws MalformedPatch */
export function readOperation(operation: unknown, index: number): Operation {
  const place = `[${index}]`
  if (!isJsonObject(operation)) {
    throw new MalformedPatch(`${place}: must be an object, got ${shownShort(operation)}`)
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
      throw new Unapplicable(`${place}.op: must be ${known}, got ${shownShort(op)}`)
  }
}

const known = 'add, remove, replace, move, copy or test'

function textIn(operation: JsonObject, name: string, place: string): string {
  const text = memberOf(operation, name)
  if (typeof text === 'string') return text
  throw new MalformedOperation(`${place}.${name}: must be a string, got ${shownShort(text)}`)
}

/** `null` is a value; a member that is not there is none. */
function valueIn(operation: JsonObject, place: string): unknown {
  const value = memberOf(operation, 'value')
  if (value !== undefined) return value
  throw new MalformedOperation(`${place}.value: must be there, got nothing`)
}
