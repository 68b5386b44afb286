import fc from 'fast-check'
import { expect, it } from 'vitest'
import { exitCodeOf, scenariosForConformance, resultOf, verdicts } from './verdict.ts'
import type { JudgedRow, Strength, VerdictWord } from './verdict.ts'

const must = (verdict: VerdictWord): JudgedRow => ({ verdict, strength: 'must', inSet: true })
const whole = { filtered: false, scenarios: scenariosForConformance }
const selection = { filtered: true, scenarios: scenariosForConformance }
const result = (...words: VerdictWord[]) => resultOf(words.map(must), whole)
const filtered = (...words: VerdictWord[]) => resultOf(words.map(must), selection)

it('is conformant when every applicable must of the set passed', () => {
  expect(result('pass')).toBe('conformant')
  expect(result('pass', 'inapplicable')).toBe('conformant')
})

it('is nonconformant as soon as one must failed', () => {
  expect(result('pass', 'fail')).toBe('nonconformant')
  expect(result('fail', 'error', 'flaky')).toBe('nonconformant')
  expect(filtered('fail', 'untested')).toBe('nonconformant')
})

it.each<VerdictWord>(['flaky', 'inconclusive', 'waived', 'observed', 'error'])(
  'is incomplete if a must is %s',
  word => {
    expect(result('pass', word)).toBe('incomplete')
    expect(filtered('pass', word)).toBe('incomplete')
  },
)

it('does not count a must from which the target may depart', () => {
  const departing: JudgedRow = { ...must('observed'), departure: 'present' }

  expect(resultOf([must('pass'), departing], whole)).toBe('conformant')
  expect(resultOf([must('fail'), departing], whole)).toBe('nonconformant')
  expect(resultOf([departing], whole)).toBe('incomplete')
  expect(resultOf([{ ...must('pass'), departure: 'absent' }], whole)).toBe('conformant')
})

it('is never conformant without results', () => {
  expect(resultOf([], whole)).toBe('incomplete')
  expect(resultOf([], selection)).toBe('incomplete')
  expect(result('pass', 'untested')).toBe('incomplete')
  for (const word of ['untested', 'inapplicable', 'waived', 'observed'] as const) {
    expect(result(word)).toBe('incomplete')
    expect(filtered(word)).toBe('incomplete')
  }
})

it('is partial, never conformant, if a filtered run passed', () => {
  expect(filtered('pass')).toBe('partial')
  expect(filtered('pass', 'untested')).toBe('partial')
})

it('is partial for fewer scenarios than usual, and no better than its results', () => {
  const few = { filtered: false, scenarios: scenariosForConformance - 1 }

  expect(resultOf([must('pass')], few)).toBe('partial')
  expect(resultOf([must('pass'), must('untested')], few)).toBe('incomplete')
  expect(resultOf([must('pass'), must('fail')], few)).toBe('nonconformant')
  expect(
    resultOf([must('pass')], { filtered: false, scenarios: scenariosForConformance + 1 }),
  ).toBe('conformant')
})

it('does not count rows outside the set, nor rows that are not musts', () => {
  const others: JudgedRow[] = [
    { verdict: 'fail', strength: 'must', inSet: false },
    { verdict: 'fail', strength: 'should', inSet: true },
    { verdict: 'error', strength: 'silent', inSet: true },
    { verdict: 'untested', strength: 'may', inSet: true },
  ]

  expect(resultOf([must('pass'), ...others], whole)).toBe('conformant')
  expect(resultOf(others, whole)).toBe('incomplete')
})

it('is green only if a must passed and none failed or is undecided', () => {
  const row = fc.record({
    verdict: fc.constantFrom(...verdicts),
    strength: fc.constantFrom<Strength>('must', 'should', 'may', 'silent'),
    inSet: fc.boolean(),
  })

  fc.assert(
    fc.property(fc.array(row, { maxLength: 6 }), fc.boolean(), (rows, isFiltered) => {
      const words = rows.filter(one => one.inSet && one.strength === 'must').map(one => one.verdict)
      const undecided = ['flaky', 'inconclusive', 'waived', 'observed', 'error']
      const open = ['fail', ...undecided, ...(isFiltered ? [] : ['untested'])]
      const isGreen = words.includes('pass') && !words.some(word => open.includes(word))

      expect(
        exitCodeOf(resultOf(rows, { filtered: isFiltered, scenarios: scenariosForConformance })) ===
          0,
      ).toBe(isGreen)
    }),
  )
})

it('exits 0, 1 or 4', () => {
  expect(exitCodeOf('conformant')).toBe(0)
  expect(exitCodeOf('partial')).toBe(0)
  expect(exitCodeOf('nonconformant')).toBe(1)
  expect(exitCodeOf('incomplete')).toBe(4)
})
