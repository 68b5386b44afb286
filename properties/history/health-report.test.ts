import { describe, expect, it } from 'vitest'

import { parseHealthReport } from './health-report.ts'
import { escapeCheckName } from '../dsl/term.ts'

describe('healthReport', () => {
  it('parses each line by its form, and the last one separately', () => {
    const text =
      '[+]ping ok\n[+]etcd excluded: ok\n[-]a/b failed: reason withheld\nlivez check failed\n'

    expect(parseHealthReport(text)).toEqual({
      checks: [
        { check: 'ping', says: 'ok' },
        { check: 'etcd', says: 'excluded' },
        { check: 'a/b', says: 'failed' },
      ],
      others: [],
      last: 'livez check failed',
    })
  })

  it.each([
    '[+]ping  ok',
    '[+] ok',
    '[+]ping OK',
    '[-]ping ok',
    '[-]ping failed: no route to host',
    'ping ok',
    ' [+]ping ok',
    '',
  ])('does not read %j as the line of a check', line => {
    expect(parseHealthReport(`${line}\nhealthz check passed`)).toEqual({
      checks: [],
      others: [line],
      last: 'healthz check passed',
    })
  })

  it('reads names with spaces, and a last line without a newline', () => {
    expect(parseHealthReport('[+]my check ok\r\nok')).toEqual({
      checks: [{ check: 'my check', says: 'ok' }],
      others: [],
      last: 'ok',
    })
    expect(parseHealthReport('')).toEqual({ checks: [], others: [], last: '' })
  })
})

it('escapes characters that a path or query cannot contain', () => {
  expect(escapeCheckName('poststarthook/rbac/a b?&+')).toBe('poststarthook/rbac/a%20b%3F%26%2B')
})
