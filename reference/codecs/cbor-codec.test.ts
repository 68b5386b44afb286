import { Decoder, Encoder } from 'cbor-x'
import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { cborCodec } from './cbor-codec.ts'
import { joinPieces } from './pieces.ts'

const codec = cborCodec({ strings: 'text' })
const ofBytes = cborCodec({ strings: 'bytes' })
const hexOf = (value: unknown) => codec.item(value as never, type).toString('hex')
const type = { kind: 'Widget', apiVersion: 'example.com/v1' }

const integer = fc.bigInt({ min: -(2n ** 64n), max: 2n ** 64n - 1n })
const json = fc.letrec(tie => ({
  value: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    fc.constantFrom(null, true, false),
    integer.map(value => (Number.isSafeInteger(Number(value)) ? Number(value) : value)),
    fc.double({ noNaN: true, noDefaultInfinity: true }).map(value => value + 0),
    fc.string({ unit: 'binary', maxLength: 40 }),
    fc.array(tie('value')),
    tie('object'),
  ),
  // JavaScript moves integer names to the front of an object.
  object: fc.dictionary(
    fc.string({ unit: 'binary' }).filter(name => !/^\d+$/.test(name)),
    tie('value'),
    { noNullPrototype: true },
  ),
}))
const object = json.object as fc.Arbitrary<Record<string, unknown>>

describe('the CBOR writer', () => {
  it.each<[unknown, string]>([
    [0, '00'],
    [-0, '00'],
    [23, '17'],
    [24, '1818'],
    [255, '18ff'],
    [256, '190100'],
    [65_536, '1a00010000'],
    [2 ** 32, '1b0000000100000000'],
    [-1, '20'],
    [-257, '390100'],
    [Number.MIN_SAFE_INTEGER, '3b001ffffffffffffe'],
    [9007199254740993n, '1b0020000000000001'],
    [2n ** 64n - 1n, '1bffffffffffffffff'],
    [-(2n ** 64n), '3bffffffffffffffff'],
    [2n ** 64n, 'fa5f800000'],
    [1.5, 'f93e00'],
    [-65_504.5, 'fac77fe080'],
    [65_503.5, 'fa477fdf80'],
    [2 ** -24, 'f90001'],
    [2 ** -14 + 2 ** -24, 'f90401'],
    [2 ** -25, 'fa33000000'],
    [1e20, 'fb4415af1d78b58c40'],
    [3.4028234663852886e38, 'fa7f7fffff'],
    [0.1, 'fb3fb999999999999a'],
    [5e-324, 'fb0000000000000001'],
    ['ü', '62c3bc'],
    ['', '60'],
    ['a'.repeat(24), `7818${'61'.repeat(24)}`],
    [[undefined, null], '82f6f6'],
    [{ a: undefined, b: false }, 'a16162f4'],
  ])('writes %s as %s', (value, hex) => {
    expect(hexOf(value)).toBe(hex)
  })

  it('writes the CBOR tag before whole documents only', () => {
    expect(codec.write({ a: 1 }).toString('hex')).toBe('d9d9f7a1616101')
    expect(codec.item({ a: 1 }, type).toString('hex')).toBe('a1616101')
  })

  it('writes strings and keys as byte strings if configured to', () => {
    expect(ofBytes.write({ a: 'ü' }).toString('hex')).toBe('d9d9f7a1416142c3bc')
    expect(ofBytes.write('a'.repeat(30)).toString('hex')).toBe(`d9d9f7581e${'61'.repeat(30)}`)
  })

  it('writes a text of any length after a longer one', () => {
    const long = 'x'.repeat(2_000_000)

    expect(codec.read(codec.write([long])).value).toEqual([long])
    expect(codec.read(codec.write(['a', 'ü'.repeat(40_000)])).value).toEqual([
      'a',
      'ü'.repeat(40_000),
    ])
  })
})

describe.each([
  ['text', codec],
  ['bytes', ofBytes],
])('CBOR with strings as %s', (_, codec) => {
  it('preserves every value in a round trip', () => {
    fc.assert(
      fc.property(json.value as fc.Arbitrary<unknown>, value => {
        const read = codec.read(codec.write(value))

        expect(read).toStrictEqual({ value, duplicates: [] })
      }),
      { numRuns: 500 },
    )
  })

  it('builds the whole document from an encoded item', () => {
    fc.assert(
      fc.property(object, object => {
        fc.pre(!('kind' in object) && !('apiVersion' in object))

        expect(codec.whole(codec.item(object, type), type)).toEqual(
          codec.write({ ...type, ...object }),
        )
      }),
    )
  })

  it('builds a list from encoded items', () => {
    fc.assert(
      fc.property(object, fc.array(object), (head, items) => {
        fc.pre(!('items' in head))
        const pieces = codec.list(
          { ...head, ...type },
          'items',
          items.map(item => codec.item(item, type)),
        )

        expect(joinPieces(pieces)).toEqual(codec.write({ ...head, ...type, items }))
      }),
    )
  })

  it('builds an event from a document, which keeps its CBOR tag', () => {
    const whole = codec.write({ ...type, a: 1 })
    const event = codec.stream?.frame('ADDED', whole) ?? Buffer.alloc(0)

    expect(codec.stream?.mediaType).toBe('application/cbor-seq')
    expect(codec.read(event).value).toEqual({ type: 'ADDED', object: { ...type, a: 1 } })
    expect(event.subarray(-whole.length)).toEqual(whole)
    expect(event.subarray(0, 3).toString('hex')).toBe('d9d9f7')
  })
})

it('joins maps with heads of every length', () => {
  for (const count of [0, 21, 22, 23, 253, 254, 255, 65_533, 65_534]) {
    const object = Object.fromEntries(Array.from({ length: count }, (_, n) => [`k${n}`, n]))
    const whole = codec.whole(codec.item(object, type), type)

    expect(whole.equals(codec.write({ ...type, ...object }))).toBe(true)
  }
})

describe('cbor-x', () => {
  const options = { useRecords: false, mapsAsObjects: true, variableMapSize: true } as const
  // The other library renames this key, and reads integers of more than 32 bits as floats or
  // bigints.
  const plain = fc
    .jsonValue({ maxDepth: 4 })
    .filter(value => !/"__proto__"|\d{10}/.test(JSON.stringify(value)))

  it('reads what our codec writes', () => {
    fc.assert(
      fc.property(plain, value => {
        expect(new Decoder(options).decode(codec.write(value))).toEqual(asRead(value))
      }),
    )
  })

  it('writes what our codec reads', () => {
    fc.assert(
      fc.property(plain, value => {
        expect(codec.read(new Encoder(options).encode(value) as Buffer).value).toEqual(
          asRead(value),
        )
      }),
    )
  })

  it('agrees with our codec on 64-bit integers', () => {
    const int64 = fc.bigInt({ min: 2n ** 53n, max: 2n ** 64n - 1n })
    fc.assert(
      fc.property(int64, value => {
        expect(new Decoder(options).decode(codec.write(value))).toBe(value)
      }),
    )
  })

  const asRead = (value: unknown): unknown => JSON.parse(JSON.stringify(value))
})
