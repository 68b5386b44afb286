// Implements JSON Patch (RFC 6902) on immutable values. It shares no code with the reference: a
// common error would stay hidden.

import { isJsonObject } from '../dsl/term.ts'
import type { Json } from '../dsl/term.ts'
import { firstDifference } from './json-differences.ts'

export type JsonPatchOperation = { path: string } & (
  | { op: 'add' | 'replace' | 'test'; value: Json }
  | { op: 'remove' }
  | { op: 'move' | 'copy'; from: string }
)

/** Returns the document after all operations, or undefined if one of them fails. */
export const applyJsonPatch = (
  document: Json,
  patch: readonly JsonPatchOperation[],
): Json | undefined =>
  patch.reduce<Json | undefined>(
    (value, operation) => (value === undefined ? undefined : applyOperation(value, operation)),
    document,
  )

function applyOperation(document: Json, operation: JsonPatchOperation): Json | undefined {
  const { path } = operation
  switch (operation.op) {
    case 'add':
      return added(document, path, operation.value)
    case 'remove':
      return removed(document, path)
    case 'replace':
      return replaced(document, path, operation.value)
    case 'test':
      return isEqual(operation.value, valueIn(document, path)) ? document : undefined
    case 'copy':
      return addedIfAny(document, path, valueIn(document, operation.from))
    case 'move':
      return addedIfAny(removed(document, operation.from), path, valueIn(document, operation.from))
  }
}

const isEqual = (wanted: Json, got: Json | undefined): boolean =>
  got !== undefined && firstDifference(wanted, got) === undefined

const addedIfAny = (
  document: Json | undefined,
  path: string,
  value: Json | undefined,
): Json | undefined =>
  document === undefined || value === undefined ? undefined : added(document, path, value)

/** Returns the changed parent of a location, or undefined if the location does not exist. */
type Act = (holder: Json, key: string) => Json | undefined

const added = (document: Json, path: string, value: Json): Json | undefined =>
  path === ''
    ? value
    : changed(document, keysOf(path), (holder, key) => {
        if (!Array.isArray(holder)) return withMember(holder, key, value)
        const index = key === '-' ? holder.length : indexOf(key)
        return index <= holder.length ? holder.toSpliced(index, 0, value) : undefined
      })

const removed = (document: Json, path: string): Json | undefined =>
  changed(document, keysOf(path), (holder, key) => {
    if (memberOf(holder, key) === undefined) return undefined
    return Array.isArray(holder)
      ? holder.toSpliced(indexOf(key), 1)
      : Object.fromEntries(membersOf(holder).filter(([name]) => name !== key))
  })

const replaced = (document: Json, path: string, value: Json): Json | undefined =>
  path === ''
    ? value
    : changed(document, keysOf(path), (holder, key) =>
        memberOf(holder, key) === undefined ? undefined : withMember(holder, key, value),
      )

const valueIn = (document: Json, path: string): Json | undefined =>
  keysOf(path).reduce<Json | undefined>(
    (value, key) => (value === undefined ? undefined : memberOf(value, key)),
    document,
  )

function changed(value: Json, [key, ...rest]: string[], act: Act): Json | undefined {
  if (key === undefined) return undefined
  if (rest.length === 0) return act(value, key)
  const child = memberOf(value, key)
  const next = child === undefined ? undefined : changed(child, rest, act)
  return next === undefined ? undefined : withMember(value, key, next)
}

function memberOf(holder: Json, key: string): Json | undefined {
  if (Array.isArray(holder)) return holder[indexOf(key)]
  return membersOf(holder).find(([name]) => name === key)?.[1]
}

function withMember(holder: Json, key: string, value: Json): Json | undefined {
  if (Array.isArray(holder)) return holder.with(indexOf(key), value)
  if (!isJsonObject(holder)) return undefined
  return Object.fromEntries(new Map([...Object.entries(holder), [key, value]]))
}

const membersOf = (value: Json): [string, Json][] =>
  isJsonObject(value) ? Object.entries(value) : []

/** Parses an array index without sign or leading zeros; any other token is NaN. */
const indexOf = (token: string): number =>
  /^(0|[1-9]\d*)$/.test(token) ? Number(token) : Number.NaN

const keysOf = (pointer: string): string[] =>
  pointer
    .split('/')
    .slice(1)
    .map(token => token.replaceAll('~1', '/').replaceAll('~0', '~'))
