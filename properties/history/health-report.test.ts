import { describe, expect, it } from 'vitest'

import { parseHealthReport } from './health-report.ts'
import { escapeCheckName } from '../dsl/term.ts'

describe('healthReport', () => {
  it('reads each line by its form, and the last one apart', () => {
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
  ])('takes %j for no line of a check', line => {
    expect(parseHealthReport(`${line}\nhealthz check passed`)).toEqual({
      checks: [],
      others: [line],
      last: 'healthz check passed',
    })
  })

  it('takes names with spaces as they are, and no end of line for its last', () => {
    expect(parseHealthReport('[+]my check ok\r\nok')).toEqual({
      checks: [{ check: 'my check', says: 'ok' }],
      others: [],
      last: 'ok',
    })
    expect(parseHealthReport('')).toEqual({ checks: [], others: [], last: '' })
  })
})

it('escapes what a path and a query cannot hold', () => {
  expect(escapeCheckName('poststarthook/rbac/a b?&+')).toBe('poststarthook/rbac/a%20b%3F%26%2B')
})
