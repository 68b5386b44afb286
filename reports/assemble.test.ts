import { expect, it } from 'vitest'
import { assemble } from './assemble.ts'
import { sampleOutcome, sampleReport } from './sample.ts'

it('has one row for every row of the catalogue, in its order', () => {
  const outcome = sampleOutcome()

  const report = assemble(outcome)

  expect(report.requirements.map(row => row.id)).toEqual(outcome.catalogue.map(row => row.id))
})

it('counts verdicts over all rows and by section', () => {
  const { summary, sections, requirements } = sampleReport()

  const total = (counts: object) => Object.values(counts).reduce((sum, count) => sum + count, 0)
  expect(Object.values(summary).every(count => count > 0)).toBe(true)
  expect(total(summary)).toBe(requirements.length)
  expect(sections.map(({ slug, title, result }) => ({ slug, title, result }))).toEqual([
    { slug: 'list', title: 'List', result: 'nonconformant' },
    { slug: 'paging', title: 'Paging', result: 'nonconformant' },
    { slug: 'create-and-update', title: 'Create and update', result: 'nonconformant' },
    { slug: 'watch', title: 'Watch', result: 'untested' },
  ])
})

it.each([
  ['silent', 'observed', 'observed'],
  ['should', 'pass', 'observed'],
  ['should', 'flaky', 'incomplete'],
] as const)(
  'of a section in which nothing is binding, a %s that is %s makes it %s',
  (strength, verdict, result) => {
    const outcome = sampleOutcome()
    const isOfWatch = ({ section }: { section: string }) => section === 'watch'
    const catalogue = outcome.catalogue.map(row => (isOfWatch(row) ? { ...row, strength } : row))
    const seen = catalogue
      .filter(isOfWatch)
      .slice(0, 1)
      .map(({ id }) => ({ id, verdict, cases: 1, observations: 0, because: 'something' }))

    const { sections } = assemble({
      ...outcome,
      catalogue,
      verdicts: [...outcome.verdicts, ...seen],
    })

    expect(sections.find(({ slug }) => slug === 'watch')?.result).toBe(result)
  },
)

it('calls a row without a verdict untested and says why', () => {
  const rows = sampleReport().requirements

  expect(rows.find(row => row.id === 'WRITE-014')?.because).toBe('not selected')
  expect(rows.find(row => row.id === 'WATCH-001')?.because).toMatch(/^no check in this release\n/)
})

it('is never conformant while a must of the set did not run', () => {
  const outcome = sampleOutcome()
  const verdicts = outcome.verdicts.filter(({ verdict }) => verdict === 'pass')

  expect(assemble({ ...outcome, verdicts }).result).toBe('incomplete')
  expect(assemble({ ...outcome, verdicts, run: { ...outcome.run, filtered: true } }).result).toBe(
    'partial',
  )
})

it('names the case file of a row that has one', () => {
  const rows = sampleReport().requirements

  expect(rows.find(row => row.id === 'PAGE-004')?.case).toBe('cases/PAGE-004.json')
  expect(rows.find(row => row.id === 'PAGE-003')).not.toHaveProperty('case')
})

it('calls a check proven when mutants died by it and none survived', () => {
  const rows = sampleReport().requirements

  const proof = (id: string) => rows.find(row => row.id === id)?.proof
  expect([proof('PAGE-004'), proof('PAGE-005'), proof('PAGE-001')]).toEqual([
    'proven',
    'unproven',
    'unproven',
  ])
})

it('refuses verdicts that contradict the catalogue or themselves', () => {
  const outcome = sampleOutcome()
  const pass = { verdict: 'pass' as const, cases: 1, observations: 1 }

  const withVerdict =
    (id: string, verdict: 'pass' | 'fail' = 'pass') =>
    () =>
      assemble({ ...outcome, verdicts: [...outcome.verdicts, { ...pass, id, verdict }] })
  expect(withVerdict('NONE-001')).toThrow(
    'NONE-001: a verdict for an id that is not in the catalogue',
  )
  expect(withVerdict('LIST-001')).toThrow('LIST-001: two verdicts')
  expect(withVerdict('WRITE-014', 'fail')).toThrow('WRITE-014: a fail without its shrunk case')
})
