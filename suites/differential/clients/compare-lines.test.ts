import { expect, test } from 'vitest'
import { lineDifferences } from './compare-lines.ts'

test('equal lines are no difference', () => {
  expect(lineDifferences(['made: a', 'read: a: b'], ['made: a', 'read: a: b'])).toEqual([])
})

test('a different or missing line is a difference', () => {
  expect(lineDifferences(['made: a', 'read: a', 'ended: '], ['made: a', 'read: b'])).toEqual([
    'expected read: a\ngot read: b',
    'expected ended: \ngot no step',
  ])
})

test('a declared difference has to occur', () => {
  const declared = { read: 'it reads otherwise' }

  expect(lineDifferences(['read: a'], ['read: b'], declared)).toEqual([])
  expect(lineDifferences(['read: a'], ['read: a'], declared)).toEqual([
    'read: declared to differ (it reads otherwise), but does not',
  ])
})
