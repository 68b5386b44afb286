import { describe, expect, it } from 'vitest'
import { readCbor } from './cbor-reader.ts'
import { UnreadableDocument } from './codec.ts'
import { depthMax } from './read-json.ts'
import { processorMs } from '../lib/test-processor-time.ts'

const bytesOf = (hex: string) => Buffer.from(hex.replaceAll(' ', ''), 'hex')
const read = (hex: string) => readCbor(bytesOf(hex)).value

describe('the CBOR reader', () => {
  it.each<[string, unknown]>([
    ['00', 0],
    ['17', 23],
    ['18 18', 24],
    ['18 00', 0],
    ['19 0100', 256],
    ['1a 00010000', 65_536],
    ['1b 0000000000000001', 1],
    ['1b 001fffffffffffff', Number.MAX_SAFE_INTEGER],
    ['1b 0020000000000001', 9007199254740993n],
    ['1b ffffffffffffffff', 2n ** 64n - 1n],
    ['20', -1],
    ['39 0100', -257],
    ['3b 001ffffffffffffe', Number.MIN_SAFE_INTEGER],
    ['3b 001fffffffffffff', -(2n ** 53n)],
    ['3b 7fffffffffffffff', -(2n ** 63n)],
    ['3b ffffffffffffffff', -(2n ** 64n)],
    ['f4', false],
    ['f5', true],
    ['f6', null],
    ['f9 3e00', 1.5],
    ['f9 0001', 2 ** -24],
    ['f9 8000', -0],
    ['f9 7bff', 65_504],
    ['fa 3f000000', 0.5],
    ['fb 3fb999999999999a', 0.1],
    ['60', ''],
    ['62 c3bc', 'ü'],
    ['64 f09f9880', '😀'],
    ['63 efbfbd', '\ufffd'],
    ['42 c3bc', 'ü'],
    ['7f 6161 6162 ff', 'ab'],
    ['7f ff', ''],
    ['5f 41c3 41bc ff', 'ü'],
    ['80', []],
    ['82 01 81 02', [1, [2]]],
    ['9f 01 02 ff', [1, 2]],
    ['a0', {}],
    ['a2 6161 01 4162 02', { a: 1, b: 2 }],
    ['a1 7f 6161 ff 01', { a: 1 }],
    ['bf 6161 01 ff', { a: 1 }],
    ['a1 60 01', { '': 1 }],
    ['d9d9f7 81 d9d9f7 01', [1]],
  ])('reads %s as %s', (hex, value) => {
    expect(readCbor(bytesOf(hex))).toStrictEqual({ value, duplicates: [] })
  })

  it.each([
    ['d6 43 616263', 'YWJj'],
    ['d6 41 ff', '/w=='],
    ['d5 43 fbffbf', '-_-_'],
    ['d5 41 ff', '_w'],
    ['d7 42 00ff', '00ff'],
    ['d6 61 61', 'a'],
    ['d6 5f 4161 4162 ff', 'YWI='],
    ['d6 d7 41 61', '61'],
    ['d6 d9d9f7 41 61', 'YQ=='],
  ])('reads tagged byte strings, %s, as %j', (hex, text) => {
    expect(read(hex)).toBe(text)
  })

  it('reads byte strings at any depth below the tag', () => {
    expect(read('d6 82 4161 01')).toEqual(['YQ==', 1])
    expect(read('d6 a1 4161 4162')).toEqual({ 'YQ==': 'Yg==' })
    expect(read('82 d6 4161 4161')).toEqual(['YQ==', 'a'])
  })

  it.each([
    ['c0 74 323031332d30332d32315432303a30343a30305a', '2013-03-21T20:04:00Z'],
    ['c0 7819 323031332d30332d32315432303a30343a30302b30323a3030', '2013-03-21T20:04:00+02:00'],
    ['c0 7818 323031332d30332d32315432303a30343a30302e3530305a', '2013-03-21T20:04:00.5Z'],
    ['c1 1a 514b67b0', '2013-03-21T20:04:00Z'],
    ['c1 20', '1969-12-31T23:59:59Z'],
    ['c1 fb 41d452d9ec200000', '2013-03-21T20:04:00.5Z'],
    ['c1 f9 3e00', '1970-01-01T00:00:01.5Z'],
    ['c1 f9 be00', '1969-12-31T23:59:58.5Z'],
    ['c1 f9 b800', '1969-12-31T23:59:59.5Z'],
  ])('reads a time, %s, as %s', (hex, text) => {
    expect(read(hex)).toBe(text)
  })

  it.each([
    ['', 0, 'a data item, got the end'],
    ['19 01', 1, 'a data item, got the end'],
    ['fb 00', 1, 'a data item, got the end'],
    ['d8', 1, 'a data item, got the end'],
    ['9f 01', 2, 'a data item, got the end'],
    ['01 00', 1, 'the end, got more'],
    ['01 ff', 1, 'the end, got more'],
    ['1c', 0, 'a data item, got 0x1c'],
    ['1f', 0, 'a data item, got 0x1f'],
    ['df 01', 0, 'a data item, got 0xdf'],
    ['5d', 0, 'a data item, got 0x5d'],
    ['ff', 0, 'got 0xff'],
    ['bf 6161 ff', 3, 'got 0xff'],
    ['81 f7', 1, 'got 0xf7'],
    ['f0', 0, 'got 0xf0'],
    ['f8 ff', 0, 'got 0xf8'],
    ['f8 14', 0, 'got 0xf8'],
    ['f9 7e00', 0, 'got NaN'],
    ['f9 7c00', 0, 'got Infinity'],
    ['fa ff800000', 0, 'got -Infinity'],
    ['fb 7ff8000000000000', 0, 'got NaN'],
    ['61 ff', 1, 'UTF-8'],
    ['63 eda080', 1, 'UTF-8'],
    ['41 ff', 1, 'UTF-8'],
    ['7f 61c3 61bc ff', 2, 'UTF-8'],
    ['5f 41ff ff', 1, 'UTF-8'],
    ['7f 4161 ff', 1, 'a piece of a text string'],
    ['7f 7f 6161 ff ff', 1, 'a piece of known length'],
    ['a1 01 01', 1, 'a string as the key, got an unsigned integer'],
    ['a1 f6 01', 1, 'a string as the key, got a simple value'],
    ['a1 80 01', 1, 'a string as the key, got an array'],
    ['a1 d6 4161 01', 1, 'a string as the key, got a tag'],
    ['c0 63 323031', 1, 'a text by RFC 3339'],
    ['c0 41 32', 1, 'a text by RFC 3339'],
    ['c0 74 323031332d30322d33305432303a30343a30305a', 1, 'a text by RFC 3339'],
    ['c1 61 31', 1, 'seconds since 1970'],
    ['c1 1b 7fffffffffffffff', 1, 'seconds since 1970'],
    ['c1 fb 7e37e43c8800759c', 1, 'seconds since 1970'],
    ['c1 1b 0000003afff44180', 1, 'seconds since 1970'],
  ])('refuses %s at byte %i', (hex, offset, expected) => {
    expect(() => read(hex)).toThrow(UnreadableDocument)
    expect(() => read(hex)).toThrow(new RegExp(`^CBOR, offset ${offset}: expected .*${expected}`))
  })

  it.each([2, 3, 4, 5, 24, 25, 27, 28, 32, 258])('refuses the tag %i', tag => {
    const head = tag < 24 ? [0xc0 + tag] : [0xd9, tag >> 8, tag & 0xff]

    expect(() => readCbor(Buffer.from([...head, 0x80]))).toThrow(`that has no place here: ${tag}`)
    expect(() => read('db ffffffffffffffff 01')).toThrow('18446744073709551615')
  })

  it.each(['a2 6161 01 6161 02', 'a2 6161 01 4161 02', 'bf 6161 01 6161 02 ff', 'a2 60 01 60 02'])(
    'refuses the duplicate key in %s',
    hex => {
      expect(() => read(hex)).toThrow(/the key "a?" occurs again in its map/)
    },
  )

  it('treats __proto__ like any other member', () => {
    const value = read('a2 695f5f70726f746f5f5f a1 6161 01 6b636f6e7374727563746f72 02')

    expect(JSON.stringify(value)).toBe('{"__proto__":{"a":1},"constructor":2}')
    expect(Object.getPrototypeOf(value)).toBe(Object.prototype)
    expect(() => read('a2 695f5f70726f746f5f5f 01 695f5f70726f746f5f5f 02')).toThrow('again')
  })
})

describe('a hostile CBOR body', () => {
  const size = 3_000_000
  const filled = (hex: string) => Buffer.alloc(size, bytesOf(hex))
  /** Returns the median of several runs in ms, so that a pause of the machine does not count. */
  const timeOf = (body: Buffer) => {
    const times = [1, 2, 3].map(() => {
      const started = processorMs()
      expect(() => readCbor(body)).toThrow(UnreadableDocument)
      return processorMs() - started
    })
    return times.toSorted((one, other) => one - other)[1]
  }

  it.each(['5b', '7b', '9b', 'bb'])('that claims the length %s ff… allocates nothing', head => {
    expect(() => read(`${head} ffffffffffffffff 00`)).toThrow(/a length of \d+, beyond the end/)
    expect(() => read(`${head} 0000000080000000 00`)).toThrow('a length of 2147483648')
    expect(() => read('a2 6161 01')).toThrow('CBOR, offset 0: a length of 2, beyond the end')
  })

  it('can nest as deep as JSON, and no deeper', () => {
    const nested = (depth: number) => Buffer.from([...Array<number>(depth).fill(0x81), 0x01])

    expect(() => readCbor(nested(depthMax))).not.toThrow()
    expect(() => readCbor(nested(depthMax + 1))).toThrow(`nested deeper than ${depthMax}`)
  })

  it.each([
    ['nested arrays', '81'],
    ['nested arrays without an end', '9f'],
    ['nested maps', 'a16161'],
    ['nested tags', 'd6'],
    ['self-described nothing', 'd9d9f7'],
    ['text without an end', '7f'],
    ['many breaks', 'ff'],
  ])('of %s is refused immediately', (_, hex) => {
    expect(timeOf(filled(hex))).toBeLessThan(500)
  })

  it.each([
    ['empty chunks of text', '7f', '60'],
    ['empty chunks of bytes', '5f', '40'],
    ['integers', '9f', '00'],
    ['short strings', '9f', '6161'],
    ['pieced strings', '9f', '7f6161ff'],
    ['empty strings', '9f', '60'],
  ])('of %s without an end is refused in bounded time', (_, head, hex) => {
    expect(timeOf(Buffer.concat([bytesOf(head), filled(hex)]))).toBeLessThan(5000)
  })
})
