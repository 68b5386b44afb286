// Shrinking leaves out steps. A missing step must never count as a violation.

import { expect, test } from 'vitest'
import { historyOfExchanges } from '../../properties/history/test-history.ts'
import { checks } from '../generated/checks.ts'
import { judgementOf } from './judge.ts'

test('no check finds a violation in an empty history', () => {
  const broken = checks.filter(
    ({ judge }) => judgementOf(judge, historyOfExchanges()).violations.length > 0,
  )

  expect(broken.map(({ id }) => id)).toEqual([])
})
