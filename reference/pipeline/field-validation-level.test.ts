import { describe, expect, it } from 'vitest'

import { validationLevel, warningHeaders } from './field-validation-level.ts'

const asked = (query: string) =>
  validationLevel(new URLSearchParams(query), 'CreateOptions', { apiDomain: 'd.example' })

describe('validationLevel', () => {
  it.each([
    ['', 'Warn'],
    ['fieldValidation=', 'Warn'],
    ['fieldValidation=Ignore', 'Ignore'],
    ['fieldValidation=Strict', 'Strict'],
  ])('"%s" means %s (VALID-011)', (query, level) => {
    expect(asked(query)).toBe(level)
  })

  it.each(['strict', 'Foo'])('refuses %s (VALID-021)', text => {
    expect(() => asked(`fieldValidation=${text}`)).toThrow(
      `Unsupported value: "${text}": supported values: "", "Ignore", "Strict", "Warn"`,
    )
  })
})

describe('warningHeaders', () => {
  it('writes each text once, quoted (VALID-009)', () => {
    expect(warningHeaders(['unknown field "a\\b"', 'unknown field "a\\b"', 'x'])).toEqual([
      String.raw`299 - "unknown field \"a\\b\""`,
      '299 - "x"',
    ])
  })

  it('omits characters that a header cannot contain', () => {
    expect(warningHeaders(['a\r\nb\u0000\u00e9'])).toEqual(['299 - "ab"'])
  })

  it('limits their total size', () => {
    const long = Array.from({ length: 100 }, (_, index) => `${index} ${'x'.repeat(1000)}`)
    const headers = warningHeaders(long)
    expect(headers).toHaveLength(16)
    expect(headers[0]).toHaveLength('299 - ""'.length + 256)
  })
})
