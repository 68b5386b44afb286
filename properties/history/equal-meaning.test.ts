import { expect, it } from 'vitest'
import { haveEqualMeaning, withoutZeros } from './equal-meaning.ts'
import type { Answer } from './history.ts'

const answer = (body: unknown, more: Partial<Answer> = {}): Answer => ({
  status: 200,
  headers: {},
  text: '',
  body,
  ...more,
})
const protobuf = { envelope: { hasPrefix: true } }

it('compares data, not the order of members', () => {
  expect(haveEqualMeaning(answer({ a: 1, b: [2] }), answer({ b: [2], a: 1 }))).toBe(true)
  expect(haveEqualMeaning(answer({ a: 1 }), answer({ a: 1, b: '' }))).toBe(false)
  expect(haveEqualMeaning(answer([1, 2]), answer([2, 1]))).toBe(false)
  expect(haveEqualMeaning(answer(undefined), answer(undefined))).toBe(false)
})

it('compares integers to the last digit', () => {
  const integers = { '/a': '9007199254740993' }

  expect(haveEqualMeaning(answer(1, { integers }), answer(1, { integers }))).toBe(true)
  expect(haveEqualMeaning(answer(1, { integers }), answer(1))).toBe(false)
})

it('ignores zero values if one side is Protobuf, which cannot represent them', () => {
  const full = answer({ a: 1, b: { c: '', d: { e: [] } }, f: null, g: false, h: [0, {}] })

  expect(haveEqualMeaning(full, answer({ a: 1, h: [0, {}] }, protobuf))).toBe(true)
  expect(haveEqualMeaning(full, answer({ a: 1, h: [0] }, protobuf))).toBe(false)
  expect(haveEqualMeaning(full, answer({ h: [0, {}] }, protobuf))).toBe(false)
  expect(withoutZeros({ a: { b: 0 } })).toEqual({})
})
