import { expect, it } from 'vitest'
import type { DeclaredDifference } from '../fixtures/targets/target.ts'
import { waive } from './certify.ts'
import { verdicts } from './verdict.ts'
import type { Verdict, VerdictWord } from './verdict.ts'

const verdict = (word: VerdictWord): Verdict => ({
  id: 'PAGE-004',
  verdict: word,
  cases: 1,
  observations: 1,
  because: 'It is not so.',
})
const difference = (until: string, id = 'PAGE-004'): DeclaredDifference => ({
  id,
  because: 'no history is kept',
  link: 'https://example.org/7',
  until,
})

it('waives a declared failure until its last day, with the reason', () => {
  const declared = [difference('2027-06-30')]

  expect(waive(verdict('fail'), declared, '2027-06-30')).toMatchObject({
    verdict: 'waived',
    because: 'no history is kept (https://example.org/7, until 2027-06-30)',
  })
  expect(waive(verdict('fail'), declared, '2027-07-01')).toEqual(verdict('fail'))
})

it('uses the declaration that is still valid if there are several', () => {
  const declared = [difference('2020-01-01'), difference('2030-01-01')]

  expect(waive(verdict('fail'), declared, '2027-01-01').verdict).toBe('waived')
})

it('waives only the failure of that row', () => {
  const declared = [difference('2030-01-01', 'PAGE-005')]
  expect(waive(verdict('fail'), declared, '2027-01-01').verdict).toBe('fail')

  for (const word of verdicts.filter(one => one !== 'fail'))
    expect(waive(verdict(word), [difference('2030-01-01')], '2027-01-01')).toEqual(verdict(word))
})
