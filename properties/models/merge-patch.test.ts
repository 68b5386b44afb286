import { expect, test } from 'vitest'
import type { Json } from '../dsl/term.ts'
import { applyMergePatch } from './merge-patch.ts'

const cases: [name: string, document: Json, patch: Json, after: Json][] = [
  ['a member is set', { a: 1 }, { b: 2 }, { a: 1, b: 2 }],
  ['a member is replaced', { a: 1 }, { a: 'x' }, { a: 'x' }],
  ['null removes', { a: 1, b: 2 }, { a: null, c: null }, { b: 2 }],
  ['objects merge', { a: { b: 1, c: 2 } }, { a: { c: 3, b: null } }, { a: { c: 3 } }],
  ['lists are replaced', { a: [1, { b: 2 }] }, { a: [{ c: null }] }, { a: [{ c: null }] }],
  ['an object replaces what is none', { a: [1] }, { a: { b: 1 } }, { a: { b: 1 } }],
  ['null in what is new is dropped', {}, { a: { b: null, c: 1 } }, { a: { c: 1 } }],
  ['what is no object replaces all', { a: 1 }, [2], [2]],
  ['an empty patch changes nothing', { a: 1 }, {}, { a: 1 }],
  ['inherited names are no members', {}, { constructor: { a: 1 } }, { constructor: { a: 1 } }],
]

test.each(cases)('%s', (_name, document, patch, after) => {
  const before = structuredClone(document)

  expect(applyMergePatch(document, patch)).toEqual(after)
  expect(document).toEqual(before)
})
