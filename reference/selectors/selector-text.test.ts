import { expect, it } from 'vitest'
import { selectorText } from './selector-text.ts'

it('the terms of a selector are sorted by their keys', () => {
  const matchExpressions = [
    { key: 'c', operator: 'DoesNotExist' },
    { key: 'a', operator: 'In', values: ['z', 'x'] },
    { key: 'd', operator: 'NotIn', values: ['y'] },
    { key: 'b', operator: 'Exists' },
  ]

  const text = selectorText({ matchLabels: { bb: '1', 'b-b': '2' }, matchExpressions })

  expect(text).toBe('a in (x,z),b,b-b=2,bb=1,!c,d notin (y)')
})

it('a map of labels is a selector too', () => {
  expect(selectorText({ b: '2', a: '1' })).toBe('a=1,b=2')
})

it('a selector without terms is the empty string', () => {
  expect([{}, { matchLabels: {} }, undefined, 'a=1'].map(selectorText)).toEqual(['', '', '', ''])
})
