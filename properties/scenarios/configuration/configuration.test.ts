import { expect, test } from 'vitest'
import {
  withFields,
  configCheckSteps,
  refusedCase,
  acceptedCase,
  withoutFields,
} from './configuration.ts'

test('each document of several is checked next to its own changes, with its own labels', () => {
  const asked = configCheckSteps(
    { good: { a: 1 }, cases: [refusedCase(withoutFields('a'))] },
    {
      good: { b: { a: 1 } },
      cases: [refusedCase(withoutFields('b.a')), acceptedCase(withFields({ 'b.a': 2 }))],
    },
  )

  expect(asked.map(({ as }) => as)).toEqual([
    'twin',
    'refused 1: a',
    'accepted 3',
    'twin 2',
    'refused 2: b.a',
  ])
})
