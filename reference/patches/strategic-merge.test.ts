import { readFileSync } from 'node:fs'

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { parse } from 'yaml'

import { isJsonObject, type JsonObject } from '../api/object.ts'
import type { Schema } from '../api/schema.ts'
import { isSameJson } from '../api/same-json.ts'
import { runToEnd } from '../lib/event-loop.ts'
import { readJson } from '../codecs/read-json.ts'
import { mergePatchedValue } from './merge-patch.ts'
import { MalformedPatch, UnapplicablePatch } from './patch-errors.ts'
import { applyStrategicMerge as walk } from './strategic-merge.ts'
import { arbitraryDocuments, deepFreeze } from './test-patches.ts'
import { testPodSchema } from './test-pod.ts'
import { writeJson } from '../lib/write-json.ts'
import { processorMs } from '../lib/test-processor-time.ts'

const strategicMerge = (...given: Parameters<typeof walk>) => runToEnd(walk(...given))

type Case = { target: JsonObject; patch: JsonObject; result: JsonObject }

const cases = parse(
  readFileSync(new URL('strategic-merge.cases.yaml', import.meta.url), 'utf8'),
) as Case[]

it.each(cases)(
  '$patch turns $target into the result of the genuine server',
  ({ target, patch, result }) => {
    // Compared as text, because the order of items and members is significant.
    const merged = strategicMerge(deepFreeze(target), deepFreeze(patch), testPodSchema)

    expect(merged).toEqual(result)
  },
)

const keyed = { type: 'array', patchStrategy: ['merge'], patchMergeKey: 'k' } as const
const schema: Schema = {
  properties: {
    list: { ...keyed, items: { properties: { inner: keyed } } },
    set: { type: 'array', patchStrategy: ['merge'] },
    whole: { type: 'object', patchStrategy: ['replace'] },
    bare: { type: 'array', patchStrategy: ['merge'] },
  },
}

const merging = (target: unknown, patch: unknown) =>
  strategicMerge(deepFreeze(target), deepFreeze(patch), schema)

describe('lists', () => {
  it.each([
    ['by key', [{ k: 1, a: 1 }], [{ k: 1, b: 2 }], [{ k: 1, a: 1, b: 2 }]],
    ['new first', [{ k: 1 }, { k: 2 }], [{ k: 3 }], [{ k: 3 }, { k: 1 }, { k: 2 }]],
    ['in the order of the patch', [{ k: 1 }, { k: 2 }], [{ k: 2 }, { k: 1 }], [{ k: 2 }, { k: 1 }]],
    ['others in their places', [{ k: 1 }, { k: 2 }], [{ k: 2, a: 1 }], [{ k: 1 }, { k: 2, a: 1 }]],
    ['deleted', [{ k: 1 }, { k: 2 }], [{ k: 1, $patch: 'delete' }], [{ k: 2 }]],
    ['deleted, not there', [{ k: 1 }], [{ k: 2, $patch: 'delete' }], [{ k: 1 }]],
    ['replaced', [{ k: 1 }], [{ $patch: 'replace' }, { k: 2 }], [{ k: 2 }]],
    [
      'item replaced',
      [{ k: 1, inner: [{ k: 2 }] }],
      [{ k: 1, inner: [{ $patch: 'replace' }] }],
      [{ k: 1, inner: [] }],
    ],
    [
      'lists in items',
      [{ k: 1, inner: [{ k: 2 }] }],
      [{ k: 1, inner: [{ k: 2, a: 3 }] }],
      [{ k: 1, inner: [{ k: 2, a: 3 }] }],
    ],
    [
      'into the first of a key',
      [{ k: 1 }, { k: 1, a: 1 }],
      [{ k: 1, b: 2 }],
      [
        { k: 1, b: 2 },
        { k: 1, a: 1 },
      ],
    ],
    ['keys of two types', [{ k: 1 }], [{ k: '1' }], [{ k: '1' }, { k: 1 }]],
  ])('merge: %s', (_, list, patch, result) => {
    expect(merging({ list }, { list: patch })).toEqual({ list: result })
  })

  it('of plain values are merged as sets', () => {
    expect(merging({ set: ['a', 'b', 'a'] }, { set: ['c', 'b'] })).toEqual({ set: ['c', 'a', 'b'] })
    expect(merging({ set: ['a', 'b'] }, { '$deleteFromPrimitiveList/set': ['a', 'x'] })).toEqual({
      set: ['b'],
    })
    expect(
      merging({ set: ['a', 'b'] }, { set: ['c'], '$setElementOrder/set': ['c', 'b', 'a'] }),
    ).toEqual({ set: ['c', 'b', 'a'] })
  })

  it('put a new item in the place of a deleted one if an order is given', () => {
    const patch = {
      '$setElementOrder/list': [{ k: 3 }],
      list: [{ k: 3 }, { k: 2, $patch: 'delete' }],
    }

    expect(merging({ list: [{ k: 1 }, { k: 2 }] }, patch)).toEqual({ list: [{ k: 1 }, { k: 3 }] })
  })

  it('that the schema does not declare are replaced', () => {
    expect(merging({ x: [{ k: 1 }] }, { x: [{ k: 2, $patch: 'delete' }] })).toEqual({
      x: [{ k: 2 }],
    })
  })

  it('of great length are merged in bounded time', () => {
    const list = Array.from({ length: 50_000 }, (_, k) => ({ k }))
    const order = { '$setElementOrder/list': list.toReversed(), list: list.toReversed() }
    const start = processorMs()

    expect(merging({ list }, order)).toEqual({ list: list.toReversed() })
    expect(processorMs() - start).toBeLessThan(5_000)
  })
})

describe('objects', () => {
  it.each([
    ['merge', { a: { b: 1 } }, { a: { c: 2 } }, { a: { b: 1, c: 2 } }],
    ['lose what is null', { a: { b: 1, c: 2 } }, { a: { b: null } }, { a: { c: 2 } }],
    ['replace by schema', { whole: { b: 1 } }, { whole: { c: 2 } }, { whole: { c: 2 } }],
    ['replace', { a: { b: 1 } }, { a: { $patch: 'replace', c: 2 } }, { a: { c: 2 } }],
    ['empty', { a: { b: 1 } }, { a: { $patch: 'delete' } }, { a: {} }],
    [
      'retain',
      { a: { b: 1, c: 2 } },
      { a: { $retainKeys: ['c', 'd'], d: 3 } },
      { a: { c: 2, d: 3 } },
    ],
    [
      'of the patch alone',
      {},
      { a: { b: null, $retainKeys: ['b'], c: [{ $patch: 'delete' }] } },
      { a: { c: [] } },
    ],
  ])('%s', (_, target, patch, result) => {
    expect(merging(target, patch)).toEqual(result)
  })

  it.each(['__proto__', 'constructor', 'toString'])('keep members named %s', name => {
    const patch = readJson(Buffer.from(`{"${name}":{"a":{"${name}":[1]}}}`)).value

    const created = merging({}, patch)

    expect(writeJson(created)).toEqual(writeJson(patch))
    expect(writeJson(merging(created, patch))).toEqual(writeJson(patch))
    expect(Object.getPrototypeOf(created)).toBe(Object.prototype)
    expect(Object.hasOwn(Object.prototype, 'a')).toBe(false)
  })
})

describe('a patch that cannot be merged is refused', () => {
  it.each<[unknown, string]>([
    [[], 'must be an object, got an array'],
    [{ $retainKeys: 'a' }, '$retainKeys: must be an array, got "a"'],
    [{ $retainKeys: ['a'], b: 1 }, 'must name all fields of the patch, got none for "b"'],
    [{ $setElementOrder: [] }, 'must be $setElementOrder/<field>, got "$setElementOrder"'],
    [{ '$setElementOrder/list': {} }, '$setElementOrder/list: must be an array, got an object'],
    [{ '$deleteFromPrimitiveList/set': 'a' }, 'must be an array, got "a"'],
    [{ '$setElementOrder/list': [{ k: 1 }], list: [{ k: 2 }] }, 'must hold the items of the patch'],
    [{ '$setElementOrder/set': ['a', 'b'], set: ['b', 'a'] }, 'must hold the items of the patch'],
  ])('for its own form: %j', (patch, message) => {
    expect(() => merging({ list: [], set: [] }, patch)).toThrow(MalformedPatch)
    expect(() => merging({ list: [], set: [] }, patch)).toThrow(message)
  })

  it.each<[unknown, string]>([
    [{ a: { $patch: 'merge' } }, 'a.$patch: must be "delete" or "replace", got "merge"'],
    [{ a: { $patch: null } }, 'a.$patch: must be "delete" or "replace", got null'],
    [{ list: [{ k: 1, $patch: 'x' }] }, 'list.$patch: must be "delete" or "replace", got "x"'],
    [{ list: [{ a: 1 }] }, 'list: must have the merge key k, got an item without it'],
    [{ list: [{ $patch: 'delete' }] }, 'list: must have the merge key k'],
    [{ list: ['a'] }, 'list: expected items of one type, got object and string'],
    [{ list: [null] }, 'list: must not hold null'],
    [{ list: [[]] }, 'list: lists of lists are not supported'],
    [{ bare: [{ a: 1 }] }, 'bare: cannot merge objects without a merge key'],
    [{ '$deleteFromPrimitiveList/list': [{ k: 1 }] }, 'list: must hold plain values, got objects'],
    [{ list: null, '$setElementOrder/list': [] }, 'list: must be an array to be ordered, got null'],
  ])('for this target: %j', (patch, message) => {
    const target = { a: {}, list: [{ k: 1 }], bare: [] }

    expect(() => merging(target, patch)).toThrow(UnapplicablePatch)
    expect(() => merging(target, patch)).toThrow(message)
  })
})

describe('any patch', () => {
  it('equals a merge patch if the schema declares nothing and there are no arrays', () => {
    const plain = arbitraryDocuments
      .filter(isJsonObject)
      .filter(value => !/[[\]]/.test(writeJson(value).toString()))
    fc.assert(
      fc.property(plain, plain, (target, patch) => {
        const merged = strategicMerge(deepFreeze(target), deepFreeze(patch), {})

        expect(isSameJson(merged, mergePatchedValue(target, patch))).toBe(true)
      }),
    )
  })

  it('without directives changes nothing when applied again', () => {
    const items = fc.record({ k: fc.nat(4), a: fc.nat(1) }, { requiredKeys: ['k'] })
    const lists = fc.record(
      { list: fc.uniqueArray(items, { selector: item => item.k }), set: fc.uniqueArray(fc.nat(4)) },
      { requiredKeys: [] },
    )
    fc.assert(
      fc.property(lists, lists, (target, patch) => {
        const once = merging(target, patch)

        expect(merging(once, patch)).toEqual(once)
      }),
    )
  })
})
