import { isDeepStrictEqual } from 'node:util'

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'

import { readJson } from '../codecs/read-json.ts'
import { appliedCases, malformedCases, unapplicableCases } from './json-patch.cases.ts'
import { MalformedPatch, PatchTooLarge, UnapplicablePatch } from './patch-errors.ts'
import {
  arbitraryDocuments,
  deepFreeze,
  applyJsonPatchAtOnce,
  arbitraryOperations,
  applyPatchNaively,
} from './test-patches.ts'
import { writeJson } from '../lib/write-json.ts'
import { processorMs } from '../lib/test-processor-time.ts'

const limits = { operationsMax: 10_000, copiedBytesMax: 3 * 1024 * 1024 }

const parsed = (text: string): unknown => readJson(Buffer.from(text)).value

const many = (make: (index: number) => object) => Array.from({ length: 10_000 }, (_, i) => make(i))

it('a replace of a missing member fails, or adds it if configured to', () => {
  const adding = { ...limits, replaceAdds: true }
  const at = (path: string) => [{ op: 'replace', path, value: 1 }]
  expect(() => applyJsonPatchAtOnce({ a: {} }, at('/a/b'), limits)).toThrow(UnapplicablePatch)
  expect(applyJsonPatchAtOnce({ a: {} }, at('/a/b'), adding)).toEqual({ a: { b: 1 } })
  // An index at which there is no item cannot be replaced.
  expect(() => applyJsonPatchAtOnce({ a: [0] }, at('/a/1'), adding)).toThrow(UnapplicablePatch)
})

describe('a valid patch', () => {
  it.each(appliedCases)('%o by %o is %o', (document, patch, expected) => {
    expect(applyJsonPatchAtOnce(deepFreeze(document), deepFreeze(patch), limits)).toStrictEqual(
      expected,
    )
  })

  it('applies each operation to the result of the earlier ones', () => {
    const patch = [
      { op: 'add', path: '/a', value: [] },
      { op: 'add', path: '/a/-', value: { b: 1 } },
      { op: 'copy', from: '/a/0', path: '/a/-' },
      { op: 'replace', path: '/a/0/b', value: 2 },
      { op: 'test', path: '/a', value: [{ b: 2 }, { b: 1 }] },
      { op: 'add', path: '/a/1/c', value: 3 },
    ]

    expect(applyJsonPatchAtOnce({}, deepFreeze(patch), limits)).toEqual({
      a: [{ b: 2 }, { b: 1, c: 3 }],
    })
  })

  it('copies values by value', () => {
    const patch = [
      { op: 'add', path: '/a/list/-', value: 1 },
      { op: 'copy', from: '/a', path: '/copy' },
      { op: 'add', path: '/a/list/-', value: 2 },
      { op: 'add', path: '/copy/b', value: 3 },
    ]

    const result = applyJsonPatchAtOnce({ a: { list: [] } }, deepFreeze(patch), limits)

    expect(result).toEqual({ a: { list: [1, 2] }, copy: { list: [1], b: 3 } })
  })

  it('preserves the order of members', () => {
    const patch = [
      { op: 'replace', path: '/a', value: 0 },
      { op: 'move', from: '/b', path: '/b' },
      { op: 'add', path: '/c', value: 0 },
    ]

    expect(
      Object.keys(applyJsonPatchAtOnce({ a: 1, b: 2, c: 3 }, patch, limits) as object),
    ).toEqual(['a', 'b', 'c'])
  })
})

describe('a patch that cannot be applied', () => {
  it.each(unapplicableCases)('%o by %o is refused', (document, operation, message) => {
    const patching = () => applyJsonPatchAtOnce(deepFreeze(document), [operation], limits)

    expect(patching).toThrow(UnapplicablePatch)
    expect(patching).toThrow(message)
  })

  it('names the operation and truncates long values', () => {
    const long = 'x'.repeat(100_000)
    const patch = [
      { op: 'add', path: '/a', value: long },
      { op: 'test', path: '/a', value: `${long}y` },
    ]

    expect(() => applyJsonPatchAtOnce({}, patch, limits)).toThrow(
      /^\[1\]\.path "\/a": expected "x{512}\.\.\."/,
    )
  })
})

describe('a malformed patch', () => {
  it.each(malformedCases)('%j: %s', (patch, message) => {
    const patching = () => applyJsonPatchAtOnce({ a: 1 }, patch, limits)

    expect(patching).toThrow(MalformedPatch)
    expect(patching).toThrow(message)
  })

  it('is refused before any operation is applied', () => {
    const patch = [{ op: 'remove', path: '/nothing' }, { op: 'add' }]

    expect(() => applyJsonPatchAtOnce({}, patch, limits)).toThrow(MalformedPatch)
  })
})

describe('members named like prototype members', () => {
  it.each(['__proto__', 'constructor', 'toString', 'hasOwnProperty'])('%s is plain data', name => {
    const patch = [
      { op: 'add', path: `/${name}`, value: { a: 1 } },
      { op: 'add', path: `/${name}/b`, value: 2 },
      { op: 'copy', from: `/${name}`, path: '/copy' },
      { op: 'move', from: `/${name}`, path: '/moved' },
      { op: 'move', from: '/moved', path: `/${name}` },
    ]

    const result = applyJsonPatchAtOnce(parsed('{}'), patch, limits)

    expect(writeJson(result).toString()).toBe(`{"copy":{"a":1,"b":2},"${name}":{"a":1,"b":2}}`)
    expect(Object.getPrototypeOf(result)).toBe(Object.prototype)
    expect(Object.hasOwn(Object.prototype, 'b')).toBe(false)
  })

  it('are traversed on the path to a change', () => {
    const document = parsed('{"__proto__":{"__proto__":[{}]}}')
    const patch = [{ op: 'add', path: '/__proto__/__proto__/0/__proto__', value: 1 }]

    const result = applyJsonPatchAtOnce(deepFreeze(document), patch, limits)

    expect(writeJson(result).toString()).toBe('{"__proto__":{"__proto__":[{"__proto__":1}]}}')
  })
})

describe('limits', () => {
  it('refuse more operations than the maximum', () => {
    const patch = many(() => ({ op: 'test', path: '', value: {} }))

    expect(applyJsonPatchAtOnce({}, patch, limits)).toEqual({})
    expect(() => applyJsonPatchAtOnce({}, [...patch, ...patch.slice(0, 1)], limits)).toThrow(
      PatchTooLarge,
    )
  })

  it('apply to the size of copies, not to their number', () => {
    const document = { a: 'x'.repeat(98), b: {} }
    const copies = (count: number) =>
      Array.from({ length: count }, (_, i) => ({ op: 'copy', from: '/a', path: `/b/${i}` }))
    const few = { ...limits, copiedBytesMax: 1_000 }

    expect(applyJsonPatchAtOnce(document, copies(10), few)).toHaveProperty('b.9')
    expect(() => applyJsonPatchAtOnce(document, copies(11), few)).toThrow(
      /^\[10\]\.from .* too large in total/,
    )
  })

  it.each([
    [{ a: [] }, { op: 'copy', from: '', path: '/a/-' }],
    [{ a: [[0]] }, { op: 'copy', from: '/a', path: '/a/-' }],
    [{ a: {} }, { op: 'copy', from: '', path: '/a/b' }],
    [{ a: { b: { c: {} } } }, { op: 'copy', from: '/a', path: '/a/b/c' }],
  ])('stop the growth of %j by repeated %j', (document, operation) => {
    const start = processorMs()

    expect(() =>
      applyJsonPatchAtOnce(
        document,
        many(() => operation),
        limits,
      ),
    ).toThrow(UnapplicablePatch)
    expect(processorMs() - start).toBeLessThan(5_000)
  })

  it('refuse a result that is nested too deep to be written', () => {
    const chain = (depth: number) => '{"a":'.repeat(depth) + '{}' + '}'.repeat(depth)
    const document = { from: parsed(chain(200)), to: parsed(chain(200)) }
    const into = (depth: number) => [
      { op: 'move', from: '/from', path: `/to${'/a'.repeat(depth)}` },
    ]

    expect(writeJson(applyJsonPatchAtOnce(document, into(48), limits)).length).toBeGreaterThan(
      1_000,
    )
    expect(() => applyJsonPatchAtOnce(document, into(49), limits)).toThrow('nested deeper than 250')
  })

  it.each([
    ['appends', many(value => ({ op: 'add', path: '/list/-', value }))],
    ['inserts at the front', many(value => ({ op: 'add', path: '/list/0', value }))],
    ['removes from the front', many(() => ({ op: 'remove', path: '/list/0' }))],
    ['moves', many(() => ({ op: 'move', from: '/list/0', path: '/list/299999' }))],
    ['adds members', many(i => ({ op: 'add', path: `/map/${i}x`, value: 1 }))],
    ['moves the whole', many(() => ({ op: 'move', from: '/map', path: '/map' }))],
  ])('ten thousand operations on a large document: %s', (_, patch) => {
    const list = Array.from({ length: 300_000 }, () => ({}))
    const map = Object.fromEntries(list.slice(0, 50_000).map((item, index) => [`m${index}`, item]))
    const start = processorMs()

    applyJsonPatchAtOnce({ list, map }, patch, limits)

    // A tenth of a second without other load. It would take minutes if each operation copied the
    // document.
    expect(processorMs() - start).toBeLessThan(5_000)
  })
})

describe('any patch of any document', () => {
  it('has the result of a plain implementation, and modifies neither input', () => {
    const patches = fc.array(arbitraryOperations, { maxLength: 8 })
    fc.assert(
      fc.property(arbitraryDocuments, patches, (document, patch) => {
        const expected = applyPatchNaively(document, patch)
        const patching = () => applyJsonPatchAtOnce(deepFreeze(document), deepFreeze(patch), limits)

        if (expected === undefined) expect(patching).toThrow(UnapplicablePatch)
        else expect(isDeepStrictEqual(patching(), expected.value)).toBe(true)
      }),
      { numRuns: 3_000 },
    )
  })

  it('that adds and then removes a member restores the document', () => {
    const name = fc.string().filter(text => !/[~/]/.test(text))
    fc.assert(
      fc.property(arbitraryDocuments, name, arbitraryDocuments, (document, added, value) => {
        fc.pre(typeof document === 'object' && document !== null)
        fc.pre(!Array.isArray(document) && !Object.hasOwn(document, added))
        const path = `/${added}`
        const patch = [
          { op: 'add', path, value },
          { op: 'test', path, value },
          { op: 'remove', path },
        ]

        expect(
          isDeepStrictEqual(applyJsonPatchAtOnce(deepFreeze(document), patch, limits), document),
        ).toBe(true)
      }),
    )
  })

  it('either applies or fails with a patch error', () => {
    const refused = [MalformedPatch, UnapplicablePatch]
    fc.assert(
      fc.property(arbitraryDocuments, arbitraryDocuments, (document, patch) => {
        try {
          applyJsonPatchAtOnce(deepFreeze(document), deepFreeze(patch), limits)
        } catch (error) {
          expect(refused.some(errorClass => error instanceof errorClass)).toBe(true)
        }
      }),
    )
  })
})
