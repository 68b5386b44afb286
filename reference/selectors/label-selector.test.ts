import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { emptyLabelSelector, type Labels, parseLabelSelector } from './label-selector.ts'
import { SelectorError } from './selector-error.ts'
import { processorMs } from '../lib/test-processor-time.ts'

const fault = (text: string): string => {
  try {
    parseLabelSelector(text)
  } catch (error) {
    if (error instanceof SelectorError) return error.message
    throw error
  }
  return 'accepted'
}

const notAnInteger = (value: string) =>
  `unable to parse requirement: values[0]: Invalid value: "${value}": ` +
  "for 'Gt', 'Lt' operators, the value must be an integer"

describe('a label selector', () => {
  it.each(['', ' ', '\t\n'])('selects everything when it is %j', text => {
    expect(parseLabelSelector(text)).toBe(emptyLabelSelector)
  })

  const cases: [string, Labels | undefined, boolean][] = [
    ['a', { a: '' }, true],
    ['a', {}, false],
    ['a', undefined, false],
    ['!a', {}, true],
    ['!a', undefined, true],
    ['! a', { a: '1' }, false],
    ['a=1', { a: '1' }, true],
    ['a==1', { a: '1' }, true],
    [' a\t=\n1 ', { a: '1' }, true],
    ['a=1', { a: '2' }, false],
    ['a=', { a: '' }, true],
    ['a=', {}, false],
    ['a!=1', { a: '1' }, false],
    ['a!=1', { a: '2' }, true],
    ['a!=1', {}, true],
    ['a!=', { a: '' }, false],
    ['a in (1,2)', { a: '2' }, true],
    ['a in (1,2)', { a: '3' }, false],
    ['a in (1,2)', {}, false],
    ['a in ()', { a: '' }, true],
    ['a in (,1)', { a: '' }, true],
    ['a in (1,)', { a: '' }, true],
    ['a in (1,,2)', { a: '' }, true],
    ['a in (1)', { a: '' }, false],
    ['a in(1)', { a: '1' }, true],
    ['a notin (1,2)', { a: '1' }, false],
    ['a notin (1,2)', { a: '3' }, true],
    ['a notin (1,2)', {}, true],
    ['in in (in,notin)', { in: 'notin' }, true],
    ['notin', { notin: '' }, true],
    ['a=in', { a: 'in' }, true],
    ['a>5', { a: '6' }, true],
    ['a>5', { a: '5' }, false],
    ['a<5', { a: '4' }, true],
    ['a<5', { a: '10' }, false],
    ['a>5', { a: 'x' }, false],
    ['a>5', {}, false],
    ['a<0', { a: '-1' }, true],
    ['a>9007199254740992', { a: '9007199254740993' }, true],
    ['a<5', { a: '9223372036854775808' }, false],
    ['a=1,b=2', { a: '1', b: '2' }, true],
    ['a=1,b=2', { a: '1', b: '3' }, false],
    ['a,!b,c in (x)', { a: '', c: 'x' }, true],
    ['a=1,a=2', { a: '1' }, false],
    ['example.com/a=1', { 'example.com/a': '1' }, true],
    ['toString', {}, false],
    ['!toString', {}, true],
  ]

  it.each(cases)('%j of %j: %j', (text, labels, expected) => {
    expect(parseLabelSelector(text)(labels)).toBe(expected)
  })

  it.each([
    [',a', "found ',', expected: !, identifier, or 'end of string'"],
    ['=', "found '=', expected: !, identifier, or 'end of string'"],
    ['a,', "found '', expected: identifier after ','"],
    ['a,,b', "found ',', expected: identifier after ','"],
    ['a=1 b', "found 'b', expected: ',' or 'end of string'"],
    ['!a=1', "found '=', expected: ',' or 'end of string'"],
    ['!', "unable to parse requirement: found '', expected: identifier"],
    ['!!a', "unable to parse requirement: found '!', expected: identifier"],
    ['a b', "unable to parse requirement: found 'b', expected: in, notin, =, ==, !=, gt, lt"],
    ['a!', "unable to parse requirement: found '!', expected: in, notin, =, ==, !=, gt, lt"],
    ['a===1', "unable to parse requirement: found '=', expected: identifier"],
    ['a in 1', "unable to parse requirement: found '1' expected: '('"],
    ['a in (1', "unable to parse requirement: found '', expected: ',' or ')'"],
    ['a in (1 2)', "unable to parse requirement: found '2', expected: ',' or ')'"],
    ['a>x', notAnInteger('x')],
    ['a>9223372036854775808', notAnInteger('9223372036854775808')],
  ])('%j is refused: %s', (text, message) => {
    expect(fault(text)).toBe(message)
  })

  it('is refused for a key or a value with bad syntax', () => {
    expect(fault('-a')).toMatch(
      /^unable to parse requirement: <nil>: Invalid value: "-a": name part/,
    )
    expect(fault('a=-')).toMatch(
      /^unable to parse requirement: values\[0\]\[a\]: Invalid value: "-"/,
    )
    expect(fault('a in (b,-)')).toMatch(/values\[1\]\[a\]: Invalid value: "-": a valid label must/)
    expect(fault('a\u00a0b')).toMatch(/Invalid value: "a\\u00a0b"/)
  })

  it('parses ten thousand terms in bounded time', () => {
    const names = Array.from({ length: 10_000 }, (_, index) => `k${index}`)
    const text = names.map((name, index) => (index % 2 === 0 ? `${name}=1` : `${name} notin (1,2)`))
    const started = processorMs()

    const selector = parseLabelSelector(text.join(','))

    expect(
      selector(Object.fromEntries(names.map((name, index) => [name, `${index % 2 ? 3 : 1}`]))),
    ).toBe(true)
    expect(selector({})).toBe(false)
    expect(processorMs() - started).toBeLessThan(4000)
  })

  const name = fc.constantFrom('a', 'b', 'in', 'example.com/c')
  const value: fc.Arbitrary<string> = fc.constantFrom('', '1', '2', 'x', 'notin')
  const space = fc.constantFrom('', ' ', '\t')
  type Term = { text: string; holds(labels: Labels): boolean }
  const term: fc.Arbitrary<Term> = fc.oneof(
    name.map(key => ({ text: key, holds: (labels: Labels) => key in labels })),
    name.map(key => ({ text: `!${key}`, holds: (labels: Labels) => !(key in labels) })),
    fc
      .tuple(name, value, space, fc.constantFrom('=', '==', '!='))
      .map(([key, value, space, operator]) => ({
        text: `${key}${space}${operator}${space}${value}`,
        holds: (labels: Labels) => (labels[key] === value) === (operator !== '!='),
      })),
    fc
      .tuple(
        name,
        fc.array(value, { minLength: 1, maxLength: 4 }),
        space,
        fc.constantFrom('in', 'notin'),
      )
      .map(([key, values, space, operator]) => ({
        text: `${key} ${operator}${space}(${values.join(`${space},${space}`)})${space}`,
        holds: (labels: Labels) => values.includes(labels[key] ?? 'absent') === (operator === 'in'),
      })),
  )

  it('matches if and only if all its terms match', () => {
    fc.assert(
      fc.property(fc.array(term, { maxLength: 4 }), fc.dictionary(name, value), (terms, labels) => {
        const selector = parseLabelSelector(terms.map(({ text }) => text).join(','))
        expect(selector(labels)).toBe(terms.every(({ holds }) => holds(labels)))
      }),
      { numRuns: 500 },
    )
  })

  it('is either accepted or refused, for any text', () => {
    const fragment = fc.constantFrom(
      'a',
      'in',
      'notin',
      '(',
      ')',
      ',',
      '=',
      '!',
      '<',
      '>',
      ' ',
      '1',
      '-',
      'ü',
    )
    fc.assert(
      fc.property(fc.array(fragment, { maxLength: 12 }), fragments => {
        expect(fault(fragments.join(''))).toEqual(expect.any(String))
      }),
      { numRuns: 1000 },
    )
  })
})
