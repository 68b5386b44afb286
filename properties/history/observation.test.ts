import { expect, it } from 'vitest'
import { precondition, verify, recordAnswer, preview } from './observation.ts'
import { exchangeOf } from './test-history.ts'

const rule = { says: 'It is so.', expected: 1, got: 2, at: exchangeOf('step', 200) }

it('records a rule that held, or one that was violated and where', () => {
  expect(verify(true, rule)).toEqual({ kind: 'held' })
  expect(verify(false, rule)).toEqual({
    kind: 'violated',
    says: 'It is so.',
    expected: '1',
    got: '2',
    at: 'step',
  })
  expect(verify(false, { ...rule, at: 'label' })).toMatchObject({ at: 'label' })
})

it('shows the types of values that look the same', () => {
  expect(verify(false, { ...rule, expected: 7, got: '7' })).toMatchObject({
    expected: 'number 7',
    got: 'string "7"',
  })
})

it('yields nothing for a met precondition, and names an unmet one', () => {
  expect(precondition(true, 'no reason')).toEqual([])
  expect(precondition(false, 'it was busy')).toEqual([
    { kind: 'preconditionUnmet', because: 'it was busy' },
  ])
  expect(recordAnswer('200')).toEqual({ kind: 'recorded', what: '200' })
})

it('previews any value on one short line', () => {
  expect(preview(undefined)).toBe('nothing')
  expect(preview(null)).toBe('null')
  expect(preview('a\n\tb  c')).toBe('a b c')
  expect(preview({ a: [1, 'x'] })).toBe('{"a":[1,"x"]}')
  expect(preview('x'.repeat(1_000))).toHaveLength(300)
})
