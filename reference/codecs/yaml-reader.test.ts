import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { parseDocument, stringify } from 'yaml'
import { UnreadableDocument } from './codec.ts'
import { readYaml } from './yaml-reader.ts'

const read = (text: string) => readYaml(Buffer.from(text)).value
const duplicatesOf = (text: string) => readYaml(Buffer.from(text)).duplicates

describe('the YAML reader', () => {
  it.each<[string, unknown]>([
    ['', null],
    ['# only this', null],
    ['\ufeffa: 1', { a: 1 }],
    ['a: 1\r\nb: 2\r\n', { a: 1, b: 2 }],
    ['---\na: 1\n...\n# end\n', { a: 1 }],
    ['a: 1\n---\n', { a: 1 }],
    ['--- [a]', ['a']],
    ['{"a":[1,true,null,"b\\n"]}', { a: [1, true, null, 'b\n'] }],
    ['a:\n  b: 1\n  c:\nd: x # note', { a: { b: 1, c: null }, d: 'x' }],
    ['a:\n- 1\n-\n  - 2\n  - - 3\nb: 4', { a: [1, [2, [3]]], b: 4 }],
    ['- a: 1\n  b: 2\n-   c: 3', [{ a: 1, b: 2 }, { c: 3 }]],
    ['a: b c\n  d\n\n  e', { a: 'b c d\ne' }],
    ["'it''s': \"a\\\n  b\\x41\\u00e9\\U0001f600\"", { "it's": 'abAé😀' }],
    ['a: "b  \n\n   c"', { a: 'b\nc' }],
    ['a: "\\ud83d\\ude00\\/"', { a: '😀/' }],
    ['a: |\n  b\n   c\n\n  d\n\ne: 1', { a: 'b\n c\n\nd\n', e: 1 }],
    ['a: |-\n  b\n\n', { a: 'b' }],
    ['a: |+\n  b\n\n', { a: 'b\n\n' }],
    ['a: |2-\n    b', { a: '  b' }],
    ['a: >\n  b\n  c\n\n  d\n    e\n  f\n', { a: 'b c\nd\n  e\nf\n' }],
    ['- |\n x\n- >-\n\n y', ['x\n', '\ny']],
    ['? a\n: 1\n? "b"\n: - 2\n? c', { a: 1, b: [2], c: null }],
    ['{a: 1, b, "c":2, d: [x: 1, z,], e: }', { a: 1, b: null, c: 2, d: [{ x: 1 }, 'z'], e: null }],
    ['{a\n  b: c\n d}', { 'a b': 'c d' }],
    ['a:b: http://c:1#d', { 'a:b': 'http://c:1#d' }],
    ['[-1, -a, ?b, :c]', [-1, '-a', '?b', ':c']],
    ['a: &x {b: 1}\nc: *x\nd: [*x]', { a: { b: 1 }, c: { b: 1 }, d: [{ b: 1 }] }],
    ['a: &x\n  b: 1\nc: &y\n- 1\nd: *y', { a: { b: 1 }, c: [1], d: [1] }],
    ['&k a: *k', { a: 'a' }],
    ['[&a 1, &a 2, *a]', [1, 2, 2]],
    ['a: !!str 1\nb: !!int "1"\nc: ! 1\nd: !!seq [1]\ne: !!map\n  f: !!str', expectTagged()],
    ['a: !<tag:yaml.org,2002:str> 1', { a: '1' }],
    ['<<: {a: 1, b: 2}\nc: 3', { a: 1, b: 2, c: 3 }],
    ['<<: [{a: 1}, {a: 2, b: 3}]', { a: 1, b: 3 }],
    ['"<<": 1\n', { '<<': 1 }],
    [
      '{1: a, 1.5: b, yes: c, 0x10: d, ~a: e}',
      { 1: 'a', '1.5': 'b', true: 'c', 16: 'd', '~a': 'e' },
    ],
    ['a: \u2028b', { a: '\u2028b' }],
  ])('reads %j', (text, value) => {
    expect(read(text)).toStrictEqual(value)
  })

  it.each([
    ['a: [1', 1, 6, "expected ',' or ']', got the end"],
    ['a:\n  - b: }', 2, 8, 'expected a value, got "}"'],
    ['a: b: c', 1, 6, 'expected the end of the value before'],
    ['a: b\n  c: d', 2, 4, 'expected the end of the line, got ":"'],
    ['a:\n   b: 1\n  c: 2', 3, 3, 'expected a line that starts where one before it does'],
    ['a: 1\nb', 2, 2, "expected ':' and white space behind the key, in its line, got the end"],
    ['- a\nb: 1', 2, 1, 'expected the end of the one document'],
    ['a:\n\tb: 1', 2, 1, 'expected spaces in a margin, got a tab'],
    ['a: |\n\tb', 2, 1, 'expected spaces in a margin'],
    ['a: "b', 1, 4, 'a text without its closing quote'],
    ["a: 'b\n---\n'", 2, 1, 'the document ends within a text in quotes'],
    ['a: "\\q"', 1, 5, 'expected an escape that YAML has'],
    ['a: "\\U00110000"', 1, 5, 'expected an escape that YAML has'],
    ['a: "\\ud83d"', 1, 4, 'half a surrogate pair'],
    ['a: |x\n b', 1, 4, 'expected a text in lines'],
    ['a: |\n   \n b', 3, 1, 'an empty line with a wider margin'],
    ['a: @b', 1, 4, 'expected a value, got "@"'],
    ['[a, , b]', 1, 5, 'expected a value, got ","'],
    ['{: a}', 1, 2, 'expected a value, got ":"'],
    ['a: 1\n---\nb: 1', 3, 1, 'expected the end of the one document, got "b"'],
    ['%YAML 1.1\n---\na: 1', 1, 1, 'expected no directive'],
    ['%TAG ! b\n---\na: 1', 1, 1, 'expected no directive'],
    ['a: !foo b', 1, 4, 'expected a tag that JSON has a value for, got !foo'],
    ['a: !!binary aGk=', 1, 4, 'got !!binary'],
    ['a: !!python/object:x {}', 1, 4, 'got !!python/object:x'],
    ['a: !!int b', 1, 11, 'expected a value for the tag !!int'],
    ['a: !!str [b]', 1, 13, 'expected a value for the tag !!str, got a list or an object'],
    ['a: .inf', 1, 8, 'expected a finite number before, got .inf'],
    ['a: .NaN', 1, 8, 'expected a finite number before, got .NaN'],
    ['? [a]\n: b', 1, 6, 'expected a text as the key'],
    ['{[a]: b}', 1, 5, 'expected a text as the key'],
    ['{{a: 1}: b}', 1, 8, 'expected a text as the key'],
    ['[a]: b', 1, 5, 'expected a text as the key'],
    ['~: b', 1, 3, 'expected a text as the key'],
    ['{.inf: a}', 1, 6, 'expected a finite number'],
    ['<<: 1', 1, 6, 'expected an object, or a list of objects, to merge'],
    ['a: *b', 1, 4, 'expected an anchor b that ends before this alias, got none'],
    ['a: &b [*b]', 1, 8, 'expected an anchor b that ends before this alias'],
    ['a: &b 1\nc: &b {d: *b}', 2, 11, 'expected an anchor b that ends before this alias'],
    ['a: &b &c d', 1, 7, 'expected one anchor only'],
    ['a: \u0001', 1, 4, 'a control character'],
  ])('refuses %j at line %i, column %i', (text, line, column, because) => {
    const message = `YAML, line ${line}, column ${column}: `

    expect(() => read(text)).toThrow(UnreadableDocument)
    expect(() => read(text)).toThrow(message)
    expect(() => read(text)).toThrow(because)
  })

  it('refuses what is not UTF-8', () => {
    expect(() => readYaml(Buffer.from([0x61, 0x3a, 0x20, 0xff]))).toThrow('YAML: expected UTF-8')
  })

  it('treats __proto__ like any other member, also behind an alias and merged', () => {
    const text = 'a: &a\n  __proto__: {b: 1}\nc: *a\nd:\n  <<: *a\n__proto__: 2\nconstructor: 3'

    const proto = '{"__proto__":{"b":1}}'
    expect(JSON.stringify(read(text))).toBe(
      `{"a":${proto},"c":${proto},"d":${proto},"__proto__":2,"constructor":3}`,
    )
  })

  it('creates a separate value for each alias', () => {
    const value = read('a: &x {b: [1]}\nc: *x') as Record<string, { b: number[] }>
    value['a']?.b.push(2)

    expect(value['c']).toEqual({ b: [1] })
  })
})

function expectTagged() {
  return { a: '1', b: 1, c: '1', d: [1], e: { f: '' } }
}

describe('a duplicate member', () => {
  it.each([
    ['a: 1\na: 2', ['a'], { a: 2 }],
    ['a: 1\n"a": 2\n\'a\': 3', ['a'], { a: 3 }],
    ['spec:\n  b: 1\n  c:\n  - d: 1\n    d: 2\n  b: 2', ['spec.c[0].d', 'spec.b'], undefined],
    ['[{a: 1, a: 2}, {b: 1}]', ['[0].a'], undefined],
    ['1: a\n"1": b', ['1'], { 1: 'b' }],
    ['[&x {a: 1, a: 2}, *x]', ['[0].a'], [{ a: 2 }, { a: 2 }]],
    ['a: {<<: {b: 1}, b: 2}', ['a.b'], { a: { b: 2 } }],
    ['b: 2\n<<: {b: 1}', ['b'], { b: 1 }],
    ['<<: [{a: 1}, {a: 2}]', ['a'], { a: 1 }],
    ['<<: {a: 1}\n<<: {b: 1}', [], { a: 1, b: 1 }],
    ['__proto__: 1\n__proto__: 2', ['__proto__'], undefined],
    ['toString: 1', [], { toString: 1 }],
    ['{"a":1,"a":2}', ['a'], { a: 2 }],
  ])('in %j is reported: %j', (text, paths, value) => {
    expect(duplicatesOf(text)).toEqual(paths)
    if (value) expect(read(text)).toEqual(value)
  })
})

describe('the YAML reader and the parser of yaml', () => {
  const text = fc.oneof(
    fc.string({ unit: 'grapheme', maxLength: 12 }),
    fc.constantFrom(
      'a: b',
      '- a',
      '#',
      'a #b',
      ' a',
      'a\n\n b\n',
      '\n',
      '~',
      'é',
      "it's",
      '{',
      '"',
    ),
    fc.lorem({ maxCount: 20 }),
  )
  const value = fc.letrec(tie => ({
    value: fc.oneof(
      { depthSize: 'small' },
      text,
      fc.constantFrom(null, true, false),
      fc.integer(),
      fc.array(tie('value'), { maxLength: 4 }),
      fc.dictionary(text, tie('value'), { maxKeys: 4, noNullPrototype: true }),
    ),
  })).value as fc.Arbitrary<unknown>
  const style = fc.record({
    indent: fc.integer({ min: 1, max: 5 }),
    indentSeq: fc.boolean(),
    lineWidth: fc.constantFrom(20, 80),
    collectionStyle: fc.constantFrom('any', 'block', 'flow'),
    blockQuote: fc.constantFrom(true, false, 'folded', 'literal'),
    defaultStringType: fc.constantFrom('PLAIN', 'QUOTE_SINGLE', 'QUOTE_DOUBLE', 'BLOCK_FOLDED'),
    defaultKeyType: fc.constantFrom(null, 'QUOTE_DOUBLE'),
    // Otherwise it folds these texts so that its parser does not read them back.
    doubleQuotedAsJSON: fc.constant(true),
    version: fc.constant('1.1'),
    aliasDuplicateObjects: fc.constant(false),
  }) as fc.Arbitrary<object>

  it('agree on all that its writer produces, in any style', () => {
    fc.assert(
      fc.property(value, style, (value, style) => {
        // It does not read back everything that it writes, so both readers are compared on the
        // text.
        const text = stringify({ value }, style)
        const document = parseDocument(text, { uniqueKeys: false, version: '1.1' })

        fc.pre(document.errors.length === 0)

        expect(read(text)).toEqual(document.toJS())
      }),
      { numRuns: 1000 },
    )
  })

  it('agree on each text that both accept', () => {
    const pieces = [
      'a',
      'b: ',
      'c:',
      '- ',
      '\n',
      '\n',
      '\n  ',
      '\n    ',
      ' ',
      '[',
      ']',
      '{',
      '}',
      ', ',
    ]
    const rarer = [': ', '"x"', "'y'", '# d', ' # d', '|\n', '>\n', '|-', '>+', '&x ', '*x', '? ']
    const piece = fc.constantFrom(...pieces, ...rarer, '\n- ', '\n  - ', '\n  k: ', 'x y', '\n\n')
    // A block scalar at the top needs no indentation and is followed by the end of the line.
    const start = fc.constantFrom('a: ', '- ', '[', '{', 'k:\n  ', '"a": ')
    let taken = 0
    fc.assert(
      fc.property(start, fc.array(piece, { maxLength: 14 }), (start, pieces) => {
        const text = `${start}${pieces.join('')}\n`
        const document = parseDocument(text, {
          uniqueKeys: false,
          stringKeys: true,
          version: '1.1',
        })
        const ours = valueOrRefusal(text)
        if (document.errors.length > 0 || ours === refusal) return

        taken += 1
        expect(ours).toEqual(document.toJS())
      }),
      { numRuns: 5000 },
    )
    expect(taken).toBeGreaterThan(500)
  })
})

const refusal = Symbol('refusal')

function valueOrRefusal(text: string): unknown {
  try {
    return read(text)
  } catch (error) {
    if (error instanceof UnreadableDocument) return refusal
    throw error
  }
}
