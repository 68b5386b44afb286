import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { parseDocument } from 'yaml'
import { joinPieces } from './pieces.ts'
import { yamlCodec } from './yaml-codec.ts'
import { writeJson } from '../lib/write-json.ts'

const type = { kind: 'Widget', apiVersion: 'example.com/v1' }
const write = (value: unknown) => yamlCodec.write(value).toString()

describe('the YAML writer', () => {
  it('writes an object in block style', () => {
    const object = {
      kind: 'Widget',
      metadata: { name: 'a-1', labels: { 'example.com/b': 'yes' }, generation: 3 },
      spec: {
        ports: [{ name: 'http', port: 80 }, { name: 'https' }],
        matrix: [[1, [2]], []],
        empty: {},
        script: '#!/bin/sh\necho "$1"\n',
        tail: 'x\ny',
        none: null,
      },
    }

    expect(write(object)).toBe(`kind: Widget
metadata:
  name: a-1
  labels:
    example.com/b: "yes"
  generation: 3
spec:
  ports:
  - name: http
    port: 80
  - name: https
  matrix:
  - - 1
    - - 2
  - []
  empty: {}
  script: |
    #!/bin/sh
    echo "$1"
  tail: |-
    x
    y
  none: null
`)
  })

  it.each<[string, string]>([
    ['a b', 'a b'],
    ['a:b', 'a:b'],
    ['', '""'],
    ['No', '"No"'],
    ['y', '"y"'],
    ['12e4567', '"12e4567"'],
    ['0x1', '"0x1"'],
    ['1:30', '"1:30"'],
    ['2001-01-01', '"2001-01-01"'],
    ['a: b', '"a: b"'],
    ['a #b', '"a #b"'],
    ['a ', '"a "'],
    ['a:', '"a:"'],
    ['<<', '"<<"'],
    ['é', '"é"'],
    [' \n', '" \\n"'],
    ['a\n \nb', '"a\\n \\nb"'],
    ['\u007f\u0085\u2028\ufeff', '"\\u007f\\u0085\\u2028\\ufeff"'],
  ])('writes %j as %s', (text, written) => {
    expect(write({ a: text })).toBe(`a: ${written}\n`)
  })

  it.each<[unknown, string]>([
    [1e21, '1.0e+21'],
    [1.5e-7, '1.5e-7'],
    [-0, '0'],
    [0.1, '0.1'],
    [9007199254740993n, '9007199254740993'],
    [[], '[]'],
    [{ a: undefined }, '{}'],
    ['a\n', '|\n  a'],
  ])('writes %s as %s', (value, written) => {
    expect(write(value)).toBe(`${written}\n`)
  })

  it('puts a question mark before a long key', () => {
    const key = 'k'.repeat(2000)

    expect(write({ a: { [key]: [1] } })).toBe(`a:\n  ? ${key}\n  :\n  - 1\n`)
    expect(
      yamlCodec.read(yamlCodec.write({ a: [{ [key]: { b: 1 }, [`${key} `]: 'x' }] })).value,
    ).toEqual({
      a: [{ [key]: { b: 1 }, [`${key} `]: 'x' }],
    })
  })
})

// Texts are composed of parts that some readers do not read as a plain string.
const pieces = [
  ' ',
  'yes',
  'y',
  'null',
  '1',
  '-',
  ':',
  ': ',
  ' #',
  '#',
  '\n',
  '\n ',
  '\t',
  '"',
  "'",
]
const marks = ['[', '{', ',', '~', '.5', '1e3', '0x1', '?', '- ', '---', '...', '%', '|', '>', '!']
const others = ['&', '*', '@', '`', 'é', '😀', '\u2028', '\u0085', '\ufeff', '\u007f', '\\']
const rare = [
  '<<',
  '=',
  '1:30',
  '2001-01-01',
  '/',
  'a b',
  '\r',
  '\ufffe',
  '\u00a0',
  'x'.repeat(120),
]
const text = fc.oneof(
  fc
    .array(fc.constantFrom(...pieces, ...marks, ...others, ...rare), { maxLength: 6 })
    .map(pieces => pieces.join('')),
  fc.string({ unit: 'binary' }),
)
const json = fc.letrec(tie => ({
  value: fc.oneof(
    { depthSize: 'small' },
    text,
    fc.constantFrom(null, true, false, 9007199254740993n, -(2n ** 63n)),
    fc.integer(),
    fc.double({ noNaN: true, noDefaultInfinity: true }),
    fc.array(tie('value'), { maxLength: 4 }),
    tie('object'),
  ),
  // JavaScript moves integer names to the front of an object.
  object: fc.dictionary(
    text.filter(name => !/^\d+$/.test(name)),
    tie('value'),
    { maxKeys: 4, noNullPrototype: true },
  ),
}))
const value = json.value as fc.Arbitrary<unknown>
const object = json.object as fc.Arbitrary<Record<string, unknown>>

describe('YAML', () => {
  it('preserves every value in a round trip', () => {
    fc.assert(
      fc.property(value, value => {
        const { value: read, duplicates } = yamlCodec.read(yamlCodec.write(value))

        expect(writeJson(read)).toEqual(writeJson(value))
        expect(duplicates).toEqual([])
      }),
      { numRuns: 1000 },
    )
  })

  it.each(['1.1', '1.2'] as const)('has the same value for a parser of version %s', version => {
    fc.assert(
      fc.property(value, value => {
        const options = {
          version,
          uniqueKeys: false,
          intAsBigInt: true,
          logLevel: 'silent',
        } as const
        const document = parseDocument(write(value), options)

        expect(document.errors).toEqual([])
        expect(writeJson(document.toJS())).toEqual(writeJson(value))
      }),
      { numRuns: 1000 },
    )
  })

  it('builds the whole document from an encoded item', () => {
    fc.assert(
      fc.property(object, object => {
        fc.pre(!('kind' in object) && !('apiVersion' in object))

        expect(yamlCodec.whole(yamlCodec.item(object, type), type).toString()).toBe(
          write({ ...type, ...object }),
        )
      }),
    )
  })

  it('builds a list from encoded items', () => {
    fc.assert(
      fc.property(object, fc.array(object), (head, items) => {
        fc.pre(!('items' in head))
        const pieces = yamlCodec.list(
          { ...head, ...type },
          'items',
          items.map(item => yamlCodec.item(item, type)),
        )

        expect(joinPieces(pieces).toString()).toBe(write({ ...head, ...type, items }))
      }),
    )
  })

  it('does not support watches', () => {
    expect(yamlCodec.stream).toBeUndefined()
  })
})
