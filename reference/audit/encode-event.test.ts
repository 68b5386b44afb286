import fc from 'fast-check'
import { expect, it } from 'vitest'

import { runToEnd } from '../lib/event-loop.ts'
import { EncodedJson, encodeEvent, joinPieces } from './encode-event.ts'
import { onOneLine } from './on-one-line.ts'
import { withoutEncodedManagedFields } from './without-encoded-managed-fields.ts'
import { withoutManagedFields } from './without-managed-fields.ts'

const member = fc.constantFrom('metadata', 'managedFields', 'items', 'rows', 'object', 'a"\\,é')

const json = fc.letrec(tie => ({
  value: fc.oneof(
    { depthSize: 'medium' },
    fc.constantFrom(null, true, 1.5, '', '"', '\\', '\\"', ',}]', 'a\n "managedFields":[', 'é'),
    fc.array(tie('value'), { maxLength: 3 }),
    fc.dictionary(member, tie('value'), { maxKeys: 4 }),
  ),
})).value

const documents = fc.dictionary(member, json, { maxKeys: 4 })

/** Divides bytes at some places. */
const divided = (text: string, size: number): Buffer[] => {
  const bytes = Buffer.from(text)
  const count = Math.ceil(bytes.length / size)
  return Array.from({ length: count }, (_, nth) => bytes.subarray(nth * size, (nth + 1) * size))
}

it('writes a document on one line, for any batch boundaries', () => {
  fc.assert(
    fc.property(
      documents,
      fc.integer({ min: 1, max: 20 }),
      fc.constantFrom(0, 2),
      (value, size, indent) => {
        const batches = divided(`${JSON.stringify(value, null, indent)}\n`, size)
        const text = Buffer.concat(runToEnd(onOneLine(batches))).toString()
        expect(text).not.toContain('\n')
        expect(JSON.parse(text)).toEqual(value)
      },
    ),
  )
})

it('removes managed fields from encoded documents too', () => {
  fc.assert(
    fc.property(
      documents,
      fc.integer({ min: 1, max: 20 }),
      fc.constantFrom(0, 2),
      (value, size, indent) => {
        const line = runToEnd(onOneLine(divided(JSON.stringify(value, null, indent), size)))
        const text = Buffer.concat(runToEnd(withoutEncodedManagedFields(line))).toString()
        expect(JSON.parse(text)).toEqual(JSON.parse(JSON.stringify(withoutManagedFields(value))))
      },
    ),
    { numRuns: 2000 },
  )
})

it('removes managed fields that are first, in the middle, last or alone', () => {
  const metadata = [
    '{"managedFields":[{"a":"}"}],"name":"n"}',
    '{"name":"n","managedFields":[],"uid":"u"}',
    '{"name":"n","managedFields":[]}',
    '{"managedFields":[]}',
  ]
  const items = metadata.map(one => `{"metadata":${one}}`).join(',')
  const pieces = [Buffer.from(`{"kind":"L","items":[${items}]}`)]

  const text = Buffer.concat(runToEnd(withoutEncodedManagedFields(pieces))).toString()

  expect(JSON.parse(text)).toEqual({
    kind: 'L',
    items: [{ name: 'n' }, { name: 'n', uid: 'u' }, { name: 'n' }, {}].map(one => ({
      metadata: one,
    })),
  })
})

it('encodes an event with the bytes of a document', () => {
  const responseObject = new EncodedJson([Buffer.from('{"é":'), Buffer.from('1}')])
  const events = [
    { responseObject },
    { a: 1, responseObject, b: [2], c: undefined },
    { a: 'é', c: 2n ** 60n },
    {},
  ]

  const texts = events.map(event => {
    const { pieces, bytes } = encodeEvent(event)
    expect(bytes).toBe(Buffer.concat(pieces).length)
    return Buffer.concat(pieces).toString()
  })

  expect(texts).toEqual([
    '{"responseObject":{"é":1}}',
    '{"a":1,"responseObject":{"é":1},"b":[2]}',
    '{"a":"é","c":1152921504606846976}',
    '{}',
  ])
})

it('joins short pieces and keeps long ones separate', () => {
  const long = Buffer.alloc(100_000)
  const joined = joinPieces([Buffer.from('a'), Buffer.from('b'), long, Buffer.from('c')])

  expect(joined.map(({ length }) => length)).toEqual([2, 100_000, 1])
  expect(joined[1]).toBe(long)
})
