import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  commonSelectorPaths,
  emptyFieldSelector,
  parseFieldSelector,
  parseFieldTerms,
  nameInFieldTerms,
} from './field-selector.ts'
import { SelectorError } from './selector-error.ts'
import { processorMs } from '../lib/test-processor-time.ts'

const paths = [...commonSelectorPaths, 'spec.count', 'spec.on', 'spec.part', 'toString']
const object = {
  metadata: { name: 'a', namespace: 'n' },
  spec: { count: 3, on: false, part: { a: 1 }, none: null },
}

describe('a field selector', () => {
  it.each(['', ',', ',,'])('selects everything when it is %j', text => {
    expect(parseFieldSelector(text, paths)).toBe(emptyFieldSelector)
  })

  it.each([
    ['metadata.name=a', true],
    ['metadata.name==a', true],
    ['metadata.name=b', false],
    ['metadata.name!=b', true],
    ['metadata.name!=a', false],
    ['metadata.name=a,metadata.namespace=n', true],
    ['metadata.name=a,metadata.namespace=m', false],
    ['metadata.name= a', false],
    ['spec.count=3', true],
    ['spec.on=false', true],
    ['spec.part=', true],
    ['toString=', true],
    ['metadata.name=', false],
  ])('%j: %j', (text, expected) => {
    expect(parseFieldSelector(text, paths)(object)).toBe(expected)
  })

  it('treats a missing field as an empty one', () => {
    expect(parseFieldSelector('spec.count=', paths)({})).toBe(true)
    expect(parseFieldSelector('spec.count!=3', paths)({ spec: null })).toBe(true)
    expect(parseFieldSelector('spec.count=', paths)(undefined)).toBe(true)
  })

  it('unescapes its values', () => {
    expect(parseFieldTerms('a=x\\,y\\=z\\\\,b!=')).toEqual([
      { path: 'a', operator: '=', value: 'x,y=z\\' },
      { path: 'b', operator: '!=', value: '' },
    ])
  })

  it.each([
    ['x', "invalid selector: 'x'; can't understand 'x'"],
    ['metadata.name=a,x', "invalid selector: 'metadata.name=a,x'; can't understand 'x'"],
    ['metadata.name=\\x', 'invalid field selector: invalid escape sequence: \\x'],
    ['metadata.name=\\\u{1f600}', 'invalid field selector: invalid escape sequence: \\\u{1f600}'],
    ['metadata.name=\\', 'invalid field selector: invalid escape sequence: \\'],
    ['metadata.name=a=b', 'invalid field selector: unescaped character in value: 61'],
    [
      'metadata.name in (a)',
      "invalid selector: 'metadata.name in (a)'; can't understand 'metadata.name in (a)'",
    ],
    ['spec.x=1', 'field label not supported: spec.x'],
  ])('refuses %j: %s', (text, message) => {
    expect(() => parseFieldSelector(text, paths)).toThrow(new SelectorError(message))
  })

  it('reports the two common paths if a type has no others', () => {
    expect(() => parseFieldSelector('spec.x=1', commonSelectorPaths)).toThrow(
      '"spec.x" is not a known field selector: only "metadata.name", "metadata.namespace"',
    )
  })

  it('determines the single name it selects', () => {
    expect(nameInFieldTerms(parseFieldTerms('metadata.namespace=n,metadata.name=a'))).toBe('a')
    expect(nameInFieldTerms(parseFieldTerms('metadata.name!=a'))).toBeUndefined()
  })

  it('parses ten thousand terms and one with a million characters', () => {
    const many = Array.from({ length: 10_000 }, () => 'metadata.name=a').join(',')
    const started = processorMs()

    expect(parseFieldSelector(many, paths)(object)).toBe(true)
    expect(parseFieldTerms(`a=${'\\,'.repeat(500_000)}`)).toHaveLength(1)
    expect(processorMs() - started).toBeLessThan(4000)
  })

  it('parses back any values that were escaped', () => {
    const value = fc.string({ unit: fc.constantFrom('\\', ',', '=', '!', 'a', ' ', '\u{1f600}') })
    fc.assert(
      fc.property(fc.array(value, { minLength: 1 }), values => {
        const text = values.map(value => `p=${value.replace(/[\\,=]/g, '\\$&')}`).join(',')
        const found = parseFieldTerms(text).map(({ value }) => value)
        expect(found.toSorted()).toEqual(values.toSorted())
      }),
    )
  })
})
