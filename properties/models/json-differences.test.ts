import { expect, test } from 'vitest'
import { firstDifference, differenceSides } from './json-differences.ts'

test.each([
  ['equal values', { a: [1, { b: null }] }, { a: [1, { b: null }] }, undefined],
  ['members in another order', { a: 1, b: 2 }, { b: 2, a: 1 }, undefined],
  ['a changed member', { a: { b: 1 } }, { a: { b: 2 } }, { pointer: '/a/b', wanted: 1, got: 2 }],
  ['a missing member', { a: 1 }, {}, { pointer: '/a', wanted: 1, got: undefined }],
  ['a further element', [1], [1, 2], { pointer: '/1', wanted: undefined, got: 2 }],
  ['a list for a map', { a: {} }, { a: [] }, { pointer: '/a', wanted: {}, got: [] }],
])('finds the first difference of %s', (_, wanted, got, difference) => {
  expect(firstDifference(wanted, got)).toEqual(difference)
})

test('describes whole objects in a word', () => {
  const difference = firstDifference({ a: { b: 1 } }, {})

  expect(differenceSides(difference)).toEqual({ expected: '/a: an object', got: 'nothing' })
})
