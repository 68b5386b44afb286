import fc from 'fast-check'
import { expect, test } from 'vitest'
import { checks } from '../generated/checks.ts'
import type { Check } from '../check.ts'
import { withWatchFormOf } from './check-watch-form.ts'

/** One scenario of a check as JSON. */
const drawn = ({ scenarios }: Check): string =>
  JSON.stringify(fc.sample(scenarios, { seed: 1, numRuns: 1 }))

const usual = '"watch":"1"'

test('with watch=true only scenarios of rows about watch=1 use it', () => {
  const found = checks.filter(check =>
    drawn(withWatchFormOf(check, { watchForm: 'true' })).includes(usual),
  )

  expect(found.map(({ id }) => id)).toEqual(['WATCH-001'])
})

test('a rewritten scenario differs only in that value', () => {
  const check = checks.find(({ id }) => id === 'WATCH-003')
  if (!check) throw new Error('no such check')

  const [before, after] = (['1', 'true'] as const).map(watchForm =>
    drawn(withWatchFormOf(check, { watchForm })),
  )

  expect(before).toContain(usual)
  expect(before?.replaceAll(usual, '"watch":"true"')).toBe(after)
})
