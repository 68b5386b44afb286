import { expect, test } from 'vitest'
import type { VerdictCounts } from '../../reports/report.ts'
import { implementationsPage } from './implementations.ts'
import type { ImplementationResult } from './implementations.ts'

const none: VerdictCounts = {
  pass: 0,
  fail: 0,
  flaky: 0,
  inconclusive: 0,
  waived: 0,
  inapplicable: 0,
  observed: 0,
  error: 0,
  untested: 0,
}

function resultOf(
  implementation: string,
  sections: Record<string, Partial<VerdictCounts>>,
): ImplementationResult {
  return {
    suite: { version: '1', requirements: 'r', set: 'digest', checks: 'c' },
    target: {
      name: implementation,
      implementation,
      version: 'v1',
      url: 'http://127.0.0.1',
      dialect: 'kubernetes',
      features: [],
      differences: [],
    },
    scenarios: 3,
    result: 'incomplete',
    sections: Object.entries(sections).map(([title, counts]) => ({
      slug: title.toLowerCase(),
      title,
      result: 'incomplete' as const,
      counts: { ...none, ...counts },
    })),
  }
}

test('a cell counts passed and judged rows, and sections without judged rows are omitted', () => {
  const page = implementationsPage([
    resultOf('one', { Watch: { pass: 5, fail: 1, flaky: 1, inconclusive: 1, inapplicable: 9 } }),
    resultOf('two', { Watch: { inapplicable: 17 }, Audit: { untested: 3 } }),
  ])

  expect(page).toContain('| section | one v1 | two v1 |')
  expect(page).toContain('| Watch | 5 of 8 | – |')
  expect(page).toContain('| all | 5 of 8 | – |')
  expect(page).not.toContain('| Audit')
})
