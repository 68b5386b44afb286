import { expect, test } from 'vitest'
import { isSameOptionValue } from './option-values.ts'

const pairs = { cpu: '200m', memory: '500Mi' }

test('a list equals its text', () => {
  expect(isSameOptionValue('[a,b]', ['a', 'b'])).toBe(true)
  expect(isSameOptionValue(['a', 'b'], 'a,b')).toBe(true)
  expect(isSameOptionValue('b,a', ['a', 'b'])).toBe(false)
  expect(isSameOptionValue(['b'], ['a', 'b'])).toBe(false)
  expect(isSameOptionValue(['pods', 'a', 'b'], ['a', 'b'])).toBe(false)
})

test('a map equals its pairs in any order', () => {
  for (const found of ['memory=500Mi,cpu=200m', ['cpu=200m', 'memory=500Mi'], { ...pairs }])
    expect(isSameOptionValue(found, pairs)).toBe(true)
  expect(isSameOptionValue('memory=500Mi', pairs)).toBe(false)
  expect(isSameOptionValue({ cpu: '200m', memory: '5Gi' }, pairs)).toBe(false)
})

test('several values of one name keep their order', () => {
  const wanted = ['a:one', 'a:two']

  expect(isSameOptionValue({ a: ['one', 'two'] }, wanted)).toBe(true)
  expect(isSameOptionValue('a:one,a:two', wanted)).toBe(true)
  expect(isSameOptionValue({ a: ['two', 'one'] }, wanted)).toBe(false)
  expect(isSameOptionValue({ a: ['two'] }, wanted)).toBe(false)
})

test('nested members may have different names', () => {
  const found = [{ limits: { memory: '1124Mi' }, numaNode: 0 }]

  expect(isSameOptionValue(found, '0:memory=1124Mi')).toBe(true)
  expect(isSameOptionValue(found, '1:memory=1124Mi')).toBe(false)
})

test('two strings are compared as they are, without parsing', () => {
  expect(isSameOptionValue('a,b', 'b,a')).toBe(false)
  expect(isSameOptionValue('[a,b]', 'a,b')).toBe(true)
})
