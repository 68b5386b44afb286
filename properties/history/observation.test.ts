import { expect, it } from 'vitest'
import { given, holds, noted, shown } from './observation.ts'
import { exchangeOf } from './test-history.ts'

const rule = { says: 'It is so.', expected: 1, got: 2, at: exchangeOf('step', 200) }

it('observes a rule that held, or one that was broken and where', () => {
  expect(holds(true, rule)).toEqual({ kind: 'held' })
  expect(holds(false, rule)).toEqual({
    kind: 'broken',
    says: 'It is so.',
    expected: '1',
    got: '2',
    at: 'step',
  })
  expect(holds(false, { ...rule, at: 'label' })).toMatchObject({ at: 'label' })
})

it('shows the types of values that look alike', () => {
  expect(holds(false, { ...rule, expected: 7, got: '7' })).toMatchObject({
    expected: 'number 7',
    got: 'string "7"',
  })
})

it('lets a met premise pass in silence and names one that is not', () => {
  expect(given(true, 'no reason')).toEqual([])
  expect(given(false, 'it was busy')).toEqual([{ kind: 'unmet', because: 'it was busy' }])
  expect(noted('200')).toEqual({ kind: 'noted', what: '200' })
})

it('shows any value short and on one line', () => {
  expect(shown(undefined)).toBe('nothing')
  expect(shown(null)).toBe('null')
  expect(shown('a\n\tb  c')).toBe('a b c')
  expect(shown({ a: [1, 'x'] })).toBe('{"a":[1,"x"]}')
  expect(shown('x'.repeat(1_000))).toHaveLength(300)
})
