import { expect, it } from 'vitest'
import { mutants } from '../../../fixtures/generated/mutants.ts'
import { variants } from '../../../fixtures/generated/variants.ts'
import { changedFiles, touchedBy } from './changed-files.ts'

const touchedIn = (...files: string[]) => {
  const { checks, isMutant, isVariant } = touchedBy(new Set(files))
  return {
    checks: [...checks].map(({ id }) => id as string),
    mutants: mutants.filter(isMutant),
    variants: variants.filter(isVariant).map(({ name }) => name),
  }
}

it('is touched by a change of its file', () => {
  const {
    variants: names,
    mutants: none,
    checks,
  } = touchedIn('fixtures/variants/lists.variants.ts')

  expect(names).toContain('unordered-lists')
  expect(names).not.toContain('pretty-bodies')
  expect([none, checks]).toEqual([[], []])
})

it('is touched by a change of a file it imports: a helper, a law', () => {
  expect(touchedIn('fixtures/variants/variant.ts').variants).toHaveLength(variants.length)
  expect(touchedIn('properties/dsl/term.ts').checks.length).toBeGreaterThan(100)
})

it('touches the mutants that a changed check kills', () => {
  const { checks, mutants: killed } = touchedIn('suites/spec/paging/kubernetes.checks.ts')

  expect(checks).toContain('K8S-PAGE-001')
  expect(killed.length).toBeGreaterThan(0)
  expect(killed.every(({ killedBy }) => killedBy.some(id => checks.includes(id)))).toBe(true)
})

it.each(['reference/http/request-listeners.ts', 'suites/run/run.ts', 'docs/architecture.md'])(
  'is not touched by %s',
  file => expect(touchedIn(file)).toEqual({ checks: [], mutants: [], variants: [] }),
)

it('refuses a base that is not a commit', () => {
  expect(() => changedFiles({ TOUCHSTONE_TEST_BASE: 'no-such-commit' })).toThrow(
    'TOUCHSTONE_TEST_BASE: expected a commit, got "no-such-commit"',
  )
})
