import { expect, test } from 'vitest'
import type { Answer, Exchange } from '../../history/history.ts'
import { exchangeOf, historyOfExchanges } from '../../history/test-history.ts'
import { observationTexts } from '../../history/test-writes.ts'
import { readsMatchJson } from './encodings.ts'

const kind = { apiVersion: 'node.cluster.example/v1', kind: 'RuntimeClass' }
const object = { ...kind, metadata: { name: 'a' }, handler: 'b' }

function inProtobuf(body: object, envelope: Answer['envelope']): Exchange {
  const exchange = exchangeOf('plain in protobuf', 200, body)
  const headers = { 'content-type': 'application/vnd.cluster.protobuf' }
  return exchange.answer && envelope
    ? { ...exchange, answer: { ...exchange.answer, headers, envelope } }
    : exchange
}

const judged = (read: Exchange): string[] =>
  observationTexts(
    readsMatchJson(['protobuf'])(
      historyOfExchanges(
        exchangeOf('plain', 201, object),
        exchangeOf('plain in json', 200, object),
        read,
      ),
    ),
  )

const differs = expect.stringContaining('An object in Protobuf is the same as in JSON.') as string

test('an object in Protobuf has all members of the object in JSON', () => {
  const isRead = { hasPrefix: true }

  expect(judged(inProtobuf(object, isRead))).toEqual(['held'])
  expect(judged(inProtobuf(kind, isRead))).toContainEqual(differs)
})

test('of an object whose message is unknown only the kind is compared', () => {
  const isUnread = { hasPrefix: true, isUnread: true } as const

  expect(judged(inProtobuf(kind, isUnread))).toEqual(['held'])
  expect(judged(inProtobuf({ ...kind, kind: 'Role' }, isUnread))).toContainEqual(differs)
})
