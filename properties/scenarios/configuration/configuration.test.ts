import { expect, test } from 'vitest'
import { put, questions, refused, taken, without } from './configuration.ts'

test('each document of several is asked about beside its own changes, by names of its own', () => {
  const asked = questions(
    { good: { a: 1 }, cases: [refused(without('a'))] },
    { good: { b: { a: 1 } }, cases: [refused(without('b.a')), taken(put({ 'b.a': 2 }))] },
  )

  expect(asked.map(({ as }) => as)).toEqual([
    'twin',
    'refused 1: a',
    'taken 3',
    'twin 2',
    'refused 2: b.a',
  ])
})
