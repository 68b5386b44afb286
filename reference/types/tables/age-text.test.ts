import { expect, it } from 'vitest'
import { ageText, agesAt, fillInAges, placeholderOfAge } from './age-text.ts'

const [second, minute, hour, day] = [1000, 60_000, 3_600_000, 86_400_000]

it.each([
  [-2.5 * second, '<invalid>'],
  [-2 * second, '<invalid>'],
  [-1.9 * second, '0s'],
  [0, '0s'],
  [1.9 * second, '1s'],
  [119 * second, '119s'],
  [2 * minute, '2m'],
  [3 * minute + 10 * second, '3m10s'],
  [9 * minute + 59 * second, '9m59s'],
  [10 * minute + 30 * second, '10m'],
  [179 * minute, '179m'],
  [3 * hour, '3h'],
  [7 * hour + 59 * minute, '7h59m'],
  [8 * hour + 59 * minute, '8h'],
  [47 * hour, '47h'],
  [48 * hour, '2d'],
  [3 * day + 4 * hour, '3d4h'],
  [7 * day + 23 * hour, '7d23h'],
  [8 * day + 23 * hour, '8d'],
  [729 * day, '729d'],
  [730 * day, '2y'],
  [731 * day, '2y1d'],
  [8 * 365 * day - 1, '7y364d'],
  [8 * 365 * day + 100 * day, '8y'],
])('a span of %d ms is %s', (ms, expected) => {
  expect(ageText(ms)).toBe(expected)
})

it('the age of an object without a time is unknown', () => {
  expect([undefined, null, '', 'noon'].map(moment => agesAt(0)(moment))).toEqual(
    Array.from({ length: 4 }, () => '<unknown>'),
  )
})

it('an age is computed from times in whole seconds and in microseconds', () => {
  const now = Date.UTC(2026, 0, 1, 0, 0, 5)

  expect(agesAt(now)('2026-01-01T00:00:00Z')).toBe('5s')
  expect(agesAt(now)('2026-01-01T00:00:00.500000Z')).toBe('4s')
})

it('placeholders are replaced by the ages at the time of reading', () => {
  const moments = ['2026-01-01T00:00:00Z', '0001-01-01T00:00:00Z', '2025-12-31T23:59:01Z', 'noon']
  const kept = Buffer.from(JSON.stringify({ cells: moments.map(placeholderOfAge), object: null }))

  for (const now of [Date.UTC(2026, 0, 1, 0, 0, 5), Date.UTC(2026, 0, 1, 2)]) {
    const { cells } = JSON.parse(fillInAges(kept, now).toString()) as { cells: string[] }
    expect(cells).toEqual(moments.map(agesAt(now)))
  }
})
