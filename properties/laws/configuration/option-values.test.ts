import { expect, test } from 'vitest'
import { hasSameParts } from './option-values.ts'

const pairs = { cpu: '200m', memory: '500Mi' }

test('a list is a list or its text', () => {
  expect(hasSameParts('[a,b]', ['a', 'b'])).toBe(true)
  expect(hasSameParts(['a', 'b'], 'a,b')).toBe(true)
  expect(hasSameParts('b,a', ['a', 'b'])).toBe(false)
  expect(hasSameParts(['b'], ['a', 'b'])).toBe(false)
  expect(hasSameParts(['pods', 'a', 'b'], ['a', 'b'])).toBe(false)
})

test('pairs are shown by their names, or one after the other in any order', () => {
  for (const found of ['memory=500Mi,cpu=200m', ['cpu=200m', 'memory=500Mi'], { ...pairs }])
    expect(hasSameParts(found, pairs)).toBe(true)
  expect(hasSameParts('memory=500Mi', pairs)).toBe(false)
  expect(hasSameParts({ cpu: '200m', memory: '5Gi' }, pairs)).toBe(false)
})

test('several values of one name stay in their order', () => {
  const wanted = ['a:one', 'a:two']

  expect(hasSameParts({ a: ['one', 'two'] }, wanted)).toBe(true)
  expect(hasSameParts('a:one,a:two', wanted)).toBe(true)
  expect(hasSameParts({ a: ['two', 'one'] }, wanted)).toBe(false)
  expect(hasSameParts({ a: ['two'] }, wanted)).toBe(false)
})

test('members of members may have names of their own', () => {
  const found = [{ limits: { memory: '1124Mi' }, numaNode: 0 }]

  expect(hasSameParts(found, '0:memory=1124Mi')).toBe(true)
  expect(hasSameParts(found, '1:memory=1124Mi')).toBe(false)
})

test('two texts are the same or not, and nobody takes them apart', () => {
  expect(hasSameParts('a,b', 'b,a')).toBe(false)
  expect(hasSameParts('[a,b]', 'a,b')).toBe(true)
})
