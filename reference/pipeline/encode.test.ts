import fc from 'fast-check'
import { describe, expect, it } from 'vitest'

import type { ApiObject } from '../api/object.ts'
import type { EncodeContext } from '../parts/parts.ts'
import { isSameJson } from '../api/same-json.ts'
import type { Key, Revision, StoredEntry } from '../api/store.ts'
import { encodeList, encodeObject } from './encode.ts'
import { encodeStored, decodeStored } from './stored-object.ts'
import { jsonFormat } from './test-format.ts'

const resource = { group: 'g', version: 'v1', kind: 'Thing', listKind: 'ThingList' }

const wanted = (batchBytes = 100_000): EncodeContext =>
  ({
    resource,
    negotiation: { answer: jsonFormat },
    parts: { limits: { batchBytes, yieldAfterMs: 1000 } },
    // The encoder uses no other members of a type or a server.
  }) as unknown as EncodeContext

const object = (name: string, fields: object = {}): ApiObject => ({
  kind: 'Thing',
  apiVersion: 'g/v1',
  metadata: { name, resourceVersion: '7' },
  ...fields,
})

const entryOf = (thing: ApiObject): StoredEntry => ({
  key: `g/things//${thing.metadata.name}` as Key,
  revision: '7' as Revision,
  value: encodeStored(thing),
})

describe('keep and recall', () => {
  it('are inverse to each other for any fields', () => {
    const fields = fc.dictionary(
      fc.string().filter(member => !['kind', 'apiVersion', 'metadata'].includes(member)),
      fc.jsonValue(),
    )
    fc.assert(
      fc.property(fields, given => {
        const thing = object('a', JSON.parse(JSON.stringify(given)) as object)
        expect(isSameJson(decodeStored(entryOf(thing), resource), thing)).toBe(true)
      }),
    )
  })
})

describe('encodeObject', () => {
  it('writes the kind, apiVersion and version before the stored bytes', () => {
    const thing = object('a', { data: { b: 'c' } })
    expect(encodeObject(entryOf(thing), wanted()).toString()).toBe(
      '{"kind":"Thing","apiVersion":"g/v1",' +
        '"metadata":{"resourceVersion":"7","name":"a"},"data":{"b":"c"}}\n',
    )
  })
})

describe('encodeList', () => {
  const page = (entries: StoredEntry[]) => ({ revision: '9' as Revision, entries, remaining: 4 })

  it('omits the token and count of a complete list, and writes an empty array', () => {
    const bytes = encodeList({ page: page([]), token: '' }, wanted())
    expect(String(bytes)).toBe(
      '{"kind":"ThingList","apiVersion":"g/v1","metadata":{"resourceVersion":"9"},"items":[]}\n',
    )
  })

  it('produces the same document for any batch size', () => {
    const entries = ['a', 'b', 'c'].map(name => entryOf(object(name, { data: 'x'.repeat(99) })))
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 1000 }), batchBytes => {
        const bytes = encodeList({ page: page(entries), token: 't' }, wanted(batchBytes))
        const batches = Buffer.isBuffer(bytes) ? [bytes] : [...bytes]
        expect(JSON.parse(Buffer.concat(batches).toString())).toEqual({
          kind: 'ThingList',
          apiVersion: 'g/v1',
          metadata: { resourceVersion: '9', continue: 't', remainingItemCount: 4 },
          items: ['a', 'b', 'c'].map(name => ({
            metadata: { resourceVersion: '7', name },
            data: 'x'.repeat(99),
          })),
        })
      }),
    )
  })
})
