import { expect, it } from 'vitest'
import { assemble, type RunOutcome } from './assemble.ts'
import type { ConformanceReport } from './report.ts'
import { sampleOutcome } from './sample.ts'

const outcome = sampleOutcome()
const ofPaging = outcome.catalogue.filter(row => row.section === 'paging')

/** Returns the sample with these verdicts for the paging rows, in order, and no others. */
function reportWith(words: string[], more: Partial<RunOutcome> = {}): ConformanceReport {
  const verdicts = words.map((verdict, index) => ({
    id: ofPaging[index]?.id ?? '',
    verdict: verdict as 'pass',
    cases: 1,
    observations: 1,
  }))
  const [profile] = outcome.profiles
  const ids = new Set(ofPaging.map(row => row.id))
  const profiles = profile ? [{ ...profile, name: 'paging', ids }] : []
  return assemble({ ...outcome, verdicts, profiles, ...more })
}

const selected = { run: { ...outcome.run, filtered: true, profile: 'paging' } }
const all = (word: string) => ofPaging.map(() => word)

it('is conformant to a profile whose musts were all judged, though the rest did not run', () => {
  const report = reportWith(all('pass'), selected)

  expect([report.result, report.profiles[0]]).toEqual([
    'conformant',
    expect.objectContaining({ name: 'paging', result: 'conformant', musts: 5, judged: 5 }),
  ])
})

it.each([
  ['one did not run', ['pass', 'pass', 'pass', 'pass']],
  ['one could not be judged', ['pass', 'pass', 'pass', 'pass', 'inconclusive']],
  ['fewer than half apply', ['pass', 'pass', 'inapplicable', 'inapplicable', 'inapplicable']],
  ['nothing applies', all('inapplicable')],
  ['nothing ran', []],
])('is incomplete on a profile of which %s', (_, words) => {
  expect(reportWith(words, selected).result).toBe('incomplete')
})

it('is partial on a profile that was judged with few scenarios', () => {
  const { run } = selected

  expect(reportWith(all('pass'), { run: { ...run, scenarios: 3 } }).result).toBe('partial')
})

it('claims in a whole run of each profile what a run of it alone would', () => {
  const claim = (...words: string[]) => reportWith(words).profiles[0]?.result

  expect(claim(...all('pass'))).toBe('conformant')
  expect(claim('pass', 'pass', 'pass', 'pass', 'inapplicable')).toBe('conformant')
  expect(claim('pass', 'pass', 'pass', 'pass', 'waived')).toBe('incomplete')
  expect(claim(...all('inapplicable'))).toBe('inapplicable')
  expect(claim()).toBe('untested')
})

it('refuses a profile that the outcome does not have', () => {
  const run = { ...outcome.run, filtered: true, profile: 'none' }

  expect(() => reportWith([], { run })).toThrow('none: expected a profile of the outcome')
})

it('calls a section conformant only if most of it was judged', () => {
  const section = (...words: string[]) =>
    reportWith(words).sections.find(({ slug }) => slug === 'paging')?.result

  expect(section(...all('pass'))).toBe('conformant')
  expect(section('pass', 'pass', 'pass', 'inapplicable', 'inapplicable')).toBe('conformant')
  expect(section('pass', 'pass', 'inapplicable', 'inapplicable', 'inapplicable')).toBe('partial')
  expect(section(...all('inapplicable'))).toBe('inapplicable')
})

it('calls a section conformant that was selected whole, and partial where it was not', () => {
  const run = { ...outcome.run, filtered: true }
  const section = (words: string[]) =>
    reportWith(words, { run }).sections.find(({ slug }) => slug === 'paging')?.result

  expect(section(all('pass'))).toBe('conformant')
  expect(section(['pass', 'pass', 'pass', 'pass'])).toBe('partial')
})

it('calls a section observed of which a selection ran no must', () => {
  const run = { ...outcome.run, filtered: true }
  const silent = { strength: 'silent' as const }
  const catalogue = outcome.catalogue.map(row =>
    row.id === ofPaging[0]?.id ? { ...row, ...silent } : row,
  )
  const section = (word: string) =>
    reportWith([word], { run, catalogue }).sections.find(({ slug }) => slug === 'paging')?.result

  expect(section('observed')).toBe('observed')
  expect(section('inconclusive')).toBe('incomplete')
})

it('claims of the configuration apart from the server', () => {
  const catalogue = outcome.catalogue.map(row =>
    row.section === 'paging' ? { ...row, surface: 'document' as const } : row,
  )
  const { claims } = reportWith(['pass', 'pass'], { catalogue })

  expect(claims).toEqual({
    http: { result: 'untested', musts: 10, judged: 0, passed: 0 },
    configuration: { result: 'incomplete', musts: 5, judged: 2, passed: 2 },
    started: { result: 'untested', musts: 0, judged: 0, passed: 0 },
  })
})

it('is not conformant where less than a quarter of the musts could be judged', () => {
  const { catalogue } = outcome
  const musts = catalogue.filter(row => row.surface === 'http' && row.strength === 'must')
  const inSet = new Set(musts.map(row => row.id))
  const result = (passed: number, more: { targetOnly?: boolean } = {}) => {
    const verdicts = musts.map(({ id }, index) => ({
      id,
      verdict: index < passed ? ('pass' as const) : ('inapplicable' as const),
      cases: 1,
      observations: 1,
    }))
    const run = { ...outcome.run, filtered: false, scenarios: 20, ...more }
    return assemble({ ...outcome, run, inSet, verdicts }).result
  }

  expect(result(Math.ceil(musts.length / 4), { targetOnly: true })).toBe('partial')
  expect(result(Math.ceil(musts.length / 4) - 1, { targetOnly: true })).toBe('incomplete')
  expect(result(Math.ceil(musts.length / 4))).toBe('conformant')
  expect(result(Math.ceil(musts.length / 4) - 1)).toBe('incomplete')
})
