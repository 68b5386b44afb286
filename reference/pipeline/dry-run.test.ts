import { describe, expect, it } from 'vitest'

import { isDryRun } from './dry-run.ts'

const asked = (query: string) =>
  isDryRun(new URLSearchParams(query), 'CreateOptions', { apiDomain: 'd.example' })

describe('isDryRun', () => {
  it('is true of All, once or more often (DRY-001)', () => {
    expect(asked('dryRun=All')).toBe(true)
    expect(asked('dryRun=All&dryRun=All')).toBe(true)
    expect(asked('pretty=true')).toBe(false)
  })

  it.each(['dryRun', 'dryRun=', 'dryRun=true', 'dryRun=all', 'dryRun=All&dryRun=None'])(
    'refuses %s (DRY-022, DRY-023)',
    query => {
      expect(() => asked(query)).toThrow(/dryRun: Unsupported value: .*supported values: "All"/)
    },
  )
})
