import { isDeepStrictEqual } from 'node:util'

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'

import { isJsonObject, type JsonObject } from '../api/object.ts'
import { isSameJson } from '../api/same-json.ts'
import { depthMax, readJson } from '../codecs/read-json.ts'
import { mergePatchedValue } from './merge-patch.ts'
import { arbitraryDocuments, deepFreeze } from './test-patches.ts'
import { writeJson } from '../lib/write-json.ts'

it.each([
  // PTCH-012: null removes a member.
  [{ a: 1, b: 2 }, { a: null }, { b: 2 }],
  [{ a: 1 }, { b: null }, { a: 1 }],
  [{ a: { b: 1, c: 2 } }, { a: { b: null } }, { a: { c: 2 } }],
  [{}, { a: { b: { c: null } } }, { a: { b: {} } }],
  [{ a: 1 }, { a: { b: null, c: 2 } }, { a: { c: 2 } }],
  [{ a: [1] }, { a: { b: null } }, { a: {} }],
  [{ a: null }, { b: 1 }, { a: null, b: 1 }],
  // PTCH-013: objects are merged.
  [{ a: { b: 1 } }, { a: { c: 2 }, d: 3 }, { a: { b: 1, c: 2 }, d: 3 }],
  [{ a: { b: 1 } }, { a: {} }, { a: { b: 1 } }],
  [{ a: { b: 1 } }, { a: 'x' }, { a: 'x' }],
  [{ a: 'x' }, { a: { b: 1 } }, { a: { b: 1 } }],
  // PTCH-014: lists are replaced.
  [{ a: [1, 2] }, { a: [3] }, { a: [3] }],
  [{ a: [{ b: 1 }] }, { a: [{ c: null }] }, { a: [{ c: null }] }],
  [{ a: { b: 1 } }, { a: [null] }, { a: [null] }],
  // A patch that is not an object replaces the document.
  [{ a: 1 }, [1], [1]],
  [{ a: 1 }, null, null],
  [{ a: 1 }, 'x', 'x'],
  [[1], { a: 1 }, { a: 1 }],
  ['x', { a: { b: null } }, { a: {} }],
  [null, {}, {}],
])('%j by %j is %j', (target, patch, expected) => {
  expect(mergePatchedValue(deepFreeze(target), deepFreeze(patch))).toStrictEqual(expected)
})

const parsed = (text: string): unknown => readJson(Buffer.from(text)).value

describe('members named like prototype members', () => {
  it.each(['__proto__', 'constructor', 'toString'])('%s is ordinary data', name => {
    const patch = parsed(`{"${name}":{"a":{"${name}":1}}}`)

    const created = mergePatchedValue(parsed('{}'), patch)
    const removed = mergePatchedValue(created, parsed(`{"${name}":null}`))

    expect(writeJson(created)).toEqual(writeJson(patch))
    expect(Object.getPrototypeOf(created)).toBe(Object.prototype)
    expect(writeJson(removed).toString()).toBe('{}')
    expect(Object.hasOwn(Object.prototype, 'a')).toBe(false)
  })
})

it('can nest as deep as the reader allows', () => {
  const deep = parsed('{"a":'.repeat(depthMax - 1) + '{"b":null}' + '}'.repeat(depthMax - 1))

  const merged = mergePatchedValue({}, deep)

  expect(writeJson(merged).toString()).toContain('"a":{}')
})

describe('any merge patch', () => {
  const objects = arbitraryDocuments.filter(isJsonObject)

  it('modifies neither value, and changes nothing when applied again', () => {
    fc.assert(
      fc.property(arbitraryDocuments, arbitraryDocuments, (target, patch) => {
        const once = mergePatchedValue(deepFreeze(target), deepFreeze(patch))

        expect(isDeepStrictEqual(mergePatchedValue(deepFreeze(once), patch), once)).toBe(true)
      }),
    )
  })

  it('that is empty changes nothing', () => {
    fc.assert(
      fc.property(objects, target => {
        expect(isDeepStrictEqual(mergePatchedValue(target, {}), target)).toBe(true)
      }),
    )
  })

  it('that is the difference of two objects turns one into the other', () => {
    fc.assert(
      fc.property(objects.map(withoutNulls), objects.map(withoutNulls), (from, to) => {
        expect(isSameJson(mergePatchedValue(from, difference(from, to)), to)).toBe(true)
      }),
    )
  })

  it('leaves no null outside of arrays', () => {
    fc.assert(
      fc.property(objects, patch => {
        const merged = mergePatchedValue({}, patch)

        expect(isDeepStrictEqual(merged, withoutNulls(patch))).toBe(true)
      }),
    )
  })
})

function withoutNulls(object: JsonObject): JsonObject {
  const kept = Object.entries(object).filter(([, value]) => value !== null)
  return Object.fromEntries(
    kept.map(([name, value]) => [name, isJsonObject(value) ? withoutNulls(value) : value]),
  )
}

/** Returns the merge patch from `from` to `to`, which hold no nulls. */
function difference(from: JsonObject, to: JsonObject): JsonObject {
  const gone = Object.keys(from).filter(name => !Object.hasOwn(to, name))
  const changed = Object.entries(to).flatMap(([name, value]): [string, unknown][] => {
    const old = Object.hasOwn(from, name) ? from[name] : undefined
    if (isSameJson(old, value)) return []
    const isNested = isJsonObject(old) && isJsonObject(value)
    return [[name, isNested ? difference(old, value) : value]]
  })
  return Object.fromEntries([...gone.map((name): [string, unknown] => [name, null]), ...changed])
}
