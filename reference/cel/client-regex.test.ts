import * as fc from 'fast-check'
import { RE2JS } from 're2js'
import { describe, expect, it } from 'vitest'

import { compiledLimits as limits } from '../api/compiled-limits.ts'
import { patternSteps } from './pattern-steps.ts'
import {
  compileRegex,
  regexCacheBytes,
  regexFault,
  RegexStepLimitExceeded,
} from './client-regex.ts'

describe('a regular expression', () => {
  it.for([
    '^[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*$',
    '^[a-zA-Z0-9\\pL]{900}$',
    '^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$',
    `^(${Array.from({ length: 300 }, (_, index) => `region-${index}`).join('|')})$`,
    '^.{0,1000}$',
  ])('of reasonable size is accepted: %s', pattern => {
    expect(regexFault(pattern)).toBeUndefined()
  })

  it.for([
    [
      'characters',
      'a'.repeat(limits.patternCharactersMax + 1),
      'at most 5000 characters, got 5001',
    ],
    ['groups', '(a)'.repeat(400_000), 'at most 5000 characters, got 1200000'],
    [
      'repeats of repeats',
      '(a{1000}){1000}',
      'at most 6000 steps with all repeats expanded, got 2005001',
    ],
    ['repeats side by side', 'a{1000}'.repeat(50), 'at most 6000 steps'],
    ['classes', '\\pL'.repeat(1000), 'at most 6000 steps'],
  ] as const)('with too many %s is refused with a reason', ([, pattern, why]) => {
    expect(regexFault(pattern)).toContain(why)
  })

  it('stops matching after a number of steps', () => {
    const expression = compileRegex('(a|b)*?a(a|b){200}[cd]')

    expect(expression?.test('ab'.repeat(1000))).toBe(false)
    expect(() => expression?.test('ab'.repeat(100_000))).toThrow(RegexStepLimitExceeded)
  })

  it('that is deterministic matches a long text', () => {
    expect(compileRegex('^[A-Za-z0-9+/]*$')?.test('aB1/'.repeat(300_000))).toBe(true)
  })
})

describe('the step estimate of a regular expression', () => {
  const atom = fc.constantFrom('a', '.', '[a-z]', '\\d', '\\pL', '[^\\]x]', '\\Qab\\E', '\\x{41}')
  const repeat = fc.constantFrom('', '*', '+?', '{7}', '{2,9}', '{3,}', '?')
  const pattern = fc.letrec<{ whole: string; part: string }>(tie => ({
    part: fc.oneof(
      { depthSize: 'small' },
      fc.tuple(atom, repeat).map(([text, times]) => text + times),
      fc
        .tuple(fc.constantFrom('(', '(?:', '(?i:', '(?P<n>'), tie('whole'), repeat)
        .map(([open, inner, times]) => `${open}${inner})${times}`),
    ),
    whole: fc
      .tuple(fc.array(tie('part'), { minLength: 1, maxLength: 4 }), fc.constantFrom('', '|'))
      .map(([parts, separator]) => parts.join(separator)),
  })).whole

  it('is never below the number of instructions, except for a constant', () => {
    const isEnough = (text: string) => {
      // A name may be used only once, and nested repeats have a separate limit.
      const [compiled] = [text].flatMap(one => {
        try {
          return [RE2JS.compile(one.replaceAll('?P<n>', ''))]
        } catch {
          return []
        }
      })
      fc.pre(compiled !== undefined)
      expect(patternSteps(text) + 4).toBeGreaterThanOrEqual(compiled.programSize())
    }
    fc.assert(fc.property(pattern, isEnough), { numRuns: 500 })
  })

  it('is computed in time linear in the text', () => {
    const begins = ['[:', '[[:', '(', '\\Q', '(?P<', '{1', '[', '\\p{', '\\x{', '[a:', '[\\']
    const before = process.cpuUsage()
    for (const text of begins) {
      expect(patternSteps(text.repeat(100_000))).toBeGreaterThan(0)
      expect(patternSteps(`${text.repeat(100_000)}\\`)).toBeGreaterThan(0)
    }

    // This takes half a second. Searching to the end from every position would take minutes.
    expect(process.cpuUsage(before).user / 1e6).toBeLessThan(10)
  })
})

describe('the cache of regular expressions', () => {
  it('stays within its byte limit for any number of expressions and texts', () => {
    for (let at = 0; at < 200; at++) {
      compileRegex(`[a-zé]{900}${'x'.repeat(at)}`)?.test('abcdefé'.repeat(500))
      expect(regexCacheBytes()).toBeLessThanOrEqual(limits.keptBytesMax)
    }
  })

  it('keeps the most recently used expressions', () => {
    const first = compileRegex('first')
    for (let at = 0; at < 200; at++) {
      compileRegex(`a{900}${'x'.repeat(at)}`)
      expect(compileRegex('first')).toBe(first)
    }
  })
})
