import protobuf, { type Writer } from 'protobufjs/minimal.js'
import { describe, expect, it } from 'vitest'
import { UnreadableDocument } from './codec.ts'
import { protobufCodec } from './protobuf-codec.ts'
import { protobufDepthMax, protobufMessagesMax } from './protobuf-source.ts'

const mediaType = 'application/vnd.kubernetes.protobuf'
const codec = protobufCodec({ mediaType, apiDomain: 'k8s.io' })

const magic = Buffer.from('6b387300', 'hex')

const written = (write: (writer: Writer) => void): Buffer => {
  const writer = protobuf.Writer.create()
  write(writer)
  return Buffer.from(writer.finish())
}

const member = (tag: number, bytes: Buffer | string): Buffer =>
  written(writer => writer.uint32(tag).bytes(Buffer.from(bytes)))

const typed = (apiVersion: string, kind: string): Buffer =>
  member(0x0a, Buffer.concat([member(0x0a, apiVersion), member(0x12, kind)]))

/**
 * Returns a document of a kind with these bytes as its message, followed by further envelope
 * fields.
 */
const enveloped = (raw: Buffer, type = typed('v1', 'ConfigMap'), ...more: Buffer[]): Buffer =>
  Buffer.concat([magic, type, member(0x12, raw), ...more])

const hex = (text: string): Buffer => enveloped(Buffer.from(text.replaceAll(' ', ''), 'hex'))

const configMap = { apiVersion: 'v1', kind: 'ConfigMap' }

describe('a hostile body', () => {
  it.each([
    ['is empty', Buffer.alloc(0), 'expected the prefix 6b387300, got nothing'],
    ['is shorter than the prefix', Buffer.from('k8'), 'got 6b38'],
    ['has another prefix', Buffer.from('k8t\0\n'), 'got 6b387400'],
    ['is JSON', Buffer.from('{"kind":"ConfigMap"}'), 'got 7b226b69'],
    ['has nothing behind the prefix', magic, 'typeMeta'],
    ['ends within a tag', hex('ff'), 'Protobuf'],
    ['has a tag without an end', hex('ff ff ff ff ff ff ff ff ff ff ff 01'), 'Protobuf'],
    ['ends within a number', hex('20 ff'), 'Protobuf'],
    ['has a number without an end', hex('f8 07 ff ff ff ff ff ff ff ff ff ff ff'), 'Protobuf'],
    ['has a length of 2 GiB', hex('12 ff ff ff ff 07'), 'expected 2147483647 bytes, got 0'],
    ['has a length of 2 GiB in an unknown field', hex('fa 07 ff ff ff ff 07'), 'Protobuf'],
    ['has a length beyond that', hex('12 ff ff ff ff ff ff ff ff 7f'), 'Protobuf'],
    ['has a string longer than its message', hex('0a 03 0a 02 61'), 'Protobuf'],
    ['has a message longer than the one around it', hex('0a 02 5a 05 00 00 00'), 'got 0'],
    ['begins a group', hex('7b 7c'), 'wire type 3'],
    ['ends a group', hex('7c'), 'wire type 4'],
    ['has a field of a wire type that there is not', hex('7e'), 'wire type 6'],
    ['has a field with the number 0', hex('02 00'), 'number 0'],
    ['has a number for a message', hex('08 01'), 'expected wire type 2, got 0'],
    ['has bytes for a boolean', hex('22 01 01'), 'expected wire type 0, got 2'],
    ['has a string that is not UTF-8', hex('0a 04 0a 02 61 ff'), 'not UTF-8'],
    ['has half a surrogate pair', hex('0a 05 0a 03 ed a0 80'), 'not UTF-8'],
    ['has a key that is not UTF-8', hex('12 03 0a 01 80'), 'not UTF-8'],
    ['is of a type that there is not', enveloped(Buffer.alloc(0), typed('a/v1', 'B')), 'B of a/v1'],
    ['is of a table', enveloped(Buffer.alloc(0), typed('meta.k8s.io/v1', 'Table')), 'Table'],
    ['is compressed', enveloped(Buffer.alloc(0), undefined, member(0x1a, 'gzip')), 'gzip'],
    ['is in another form', enveloped(Buffer.alloc(0), undefined, member(0x22, 'text/x')), 'text/x'],
    ['says JSON but is not', enveloped(magic, undefined, member(0x22, 'application/json')), 'JSON'],
  ])('is refused when it %s', (_, bytes, because) => {
    const reading = () => codec.read(bytes)

    expect(reading).toThrow(UnreadableDocument)
    expect(reading).toThrow(because)
  })

  it('is refused if it is truncated at any byte', () => {
    const lease = { apiVersion: 'coordination.k8s.io/v1', kind: 'Lease' }
    const whole = codec.write({ ...lease, metadata: { name: 'a' }, spec: { leaseTransitions: 3 } })
    // The last four bytes are two optional fields of the envelope. The object is optional, too.
    const needed = whole.length - 4
    const typeAlone = magic.length + typed(lease.apiVersion, lease.kind).length

    for (let length = 0; length < needed; length += 1) {
      if (length === typeAlone) continue
      expect(() => codec.read(whole.subarray(0, length))).toThrow(UnreadableDocument)
    }
    expect(codec.read(whole.subarray(0, needed))).toEqual(codec.read(whole))
  })

  it('is refused immediately when it nests too deep', () => {
    const nested = (levels: number) => {
      let schema: Buffer = Buffer.alloc(0)
      // A schema whose `not` is a schema, nested.
      for (let level = 0; level < levels; level += 1) schema = member((28 << 3) | 2, schema)
      const version = member((4 << 3) | 2, member(0x0a, schema))
      const type = typed('apiextensions.k8s.io/v1', 'CustomResourceDefinition')
      return enveloped(member(0x12, member((7 << 3) | 2, version)), type)
    }

    expect(() => codec.read(nested(protobufDepthMax))).toThrow(
      `nested deeper than ${protobufDepthMax}`,
    )
    expect(() => codec.read(nested(1000))).toThrow(UnreadableDocument)
    expect(() => codec.read(nested(50))).not.toThrow()
  })

  it('cannot create more objects than a document needs', () => {
    const pods = (count: number) =>
      enveloped(member(0x12, Buffer.from('1200'.repeat(count), 'hex')), typed('v1', 'Pod'))

    expect(() => codec.read(pods(protobufMessagesMax))).toThrow(
      `more than ${protobufMessagesMax} messages`,
    )
    expect(() => codec.read(pods(1000))).not.toThrow()
  })

  it('cannot change the prototypes of objects', () => {
    const entry = Buffer.concat([member(0x0a, '__proto__'), member(0x12, 'x')])

    const { value } = codec.read(enveloped(member(0x12, entry)))

    const { data } = value as { data: object }
    expect(Object.keys(data)).toEqual(['__proto__'])
    expect(Object.getPrototypeOf(data)).toBe(Object.prototype)
    expect(codec.read(codec.write(value)).value).toEqual(value)
  })
})

describe('a valid body may', () => {
  it.each([
    ['leave out the object', Buffer.concat([magic, typed('v1', 'ConfigMap')]), {}],
    [
      'have fields of every wire type that are unknown',
      hex('f80701 f907 0000000000000000 fa070161 fd07 00000000'),
      {},
    ],
    [
      'split a message',
      hex('0a03 0a0161 0a03 120162'),
      { metadata: { name: 'a', generateName: 'b' } },
    ],
    [
      'repeat a field, of which the last one counts',
      hex('0a06 0a0161 0a0162'),
      { metadata: { name: 'b' } },
    ],
    ['end with a zero what it said before', hex('0a05 0a0161 0a00'), { metadata: {} }],
    [
      'repeat a key, of which the last one counts',
      hex('1206 0a0161 120162 1206 0a0161 120163'),
      { data: { a: 'c' } },
    ],
    ['leave out a value or a key', hex('1203 0a0161 1203 120162'), { data: { a: '', '': 'b' } }],
    ['name its own media type', enveloped(Buffer.alloc(0), undefined, member(0x22, mediaType)), {}],
  ])('%s', (_, bytes, fields) => {
    expect(codec.read(bytes).value).toEqual({ ...configMap, metadata: {}, ...fields })
  })

  it('omit its type, or a part of it, which the path then determines (ENC-016)', () => {
    const raw = member(0x12, member(0x0a, Buffer.from('0a0161', 'hex')))
    const kindAlone = member(0x0a, member(0x12, 'ConfigMap'))

    for (const type of [Buffer.alloc(0), kindAlone]) {
      const { value } = codec.read(Buffer.concat([magic, type, raw]), configMap)
      expect(value).toEqual({ ...configMap, metadata: { name: 'a' } })
    }
    // The type in the document takes precedence.
    const secret = codec.write({ apiVersion: 'v1', kind: 'Secret', metadata: { name: 'a' } })
    expect(codec.read(secret, configMap).value).toMatchObject({ kind: 'Secret' })
  })

  it('contain DeleteOptions of any version', () => {
    const options = { kind: 'DeleteOptions', dryRun: ['All'] }

    for (const apiVersion of ['v1', 'apps/v1', 'meta.k8s.io/v1', 'example.com/v1']) {
      const sent = codec.write({ ...options, apiVersion })
      expect(codec.read(sent).value).toEqual({ ...options, apiVersion })
    }
  })

  it('contain JSON if its content type says so', () => {
    const object = { ...configMap, metadata: { name: 'a' } }
    const raw = Buffer.from(JSON.stringify(object))

    const { value } = codec.read(enveloped(raw, undefined, member(0x22, 'application/json')))

    expect(value).toEqual(object)
  })

  it('pack repeated numbers', () => {
    const groups = member((4 << 3) | 2, Buffer.from([1, 2, 0x80, 1]))
    const pod = member(0x12, member((14 << 3) | 2, groups))

    const { value } = codec.read(enveloped(pod, typed('v1', 'Pod')))

    expect(value).toMatchObject({ spec: { securityContext: { supplementalGroups: [1, 2, 128] } } })
  })
})

const lease = (time: Buffer) =>
  enveloped(member(0x12, member((4 << 3) | 2, time)), typed('coordination.k8s.io/v1', 'Lease'))
const time = (seconds: number, nanos: number) =>
  written(writer => writer.uint32(8).int64(seconds).uint32(16).int32(nanos))

describe('a time', () => {
  it.each([
    [Buffer.alloc(0), null],
    [time(0, 0), '1970-01-01T00:00:00.000000Z'],
    [time(-1, 999_999_999), '1969-12-31T23:59:59.999999Z'],
    [time(253_402_300_799, 5000), '9999-12-31T23:59:59.000005Z'],
    [time(-62_135_596_800, 0), null],
  ])('with the bytes %j is read as %s', (bytes, renewTime) => {
    expect(codec.read(lease(bytes)).value).toMatchObject({ spec: { renewTime } })
  })

  it.each([
    [253_402_300_800, 0],
    [Number.MAX_SAFE_INTEGER, 0],
    [-Number.MAX_SAFE_INTEGER, 0],
    [0, -1000],
    [0, 1_000_000_000],
  ])('with %d s and %d ns is refused', (seconds, nanos) => {
    expect(() => codec.read(lease(time(seconds, nanos)))).toThrow(UnreadableDocument)
  })
})

it('an IntOrString of an unknown type is refused', () => {
  const port = member(0x0a, member((4 << 3) | 2, Buffer.from([8, 2])))

  expect(() => codec.read(enveloped(member(0x12, port), typed('v1', 'Service')))).toThrow(
    'expected type 0 or 1',
  )
})
