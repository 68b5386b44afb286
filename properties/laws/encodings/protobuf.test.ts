import { expect, test } from 'vitest'
import type { Answer, Exchange } from '../../history/history.ts'
import { exchangeOf, historyOfExchanges } from '../../history/test-history.ts'
import { observationTexts } from '../../history/test-writes.ts'
import { protobufIsPreferred } from './protobuf.ts'

const lease = { apiVersion: 'coordination.cluster.example/v1', kind: 'Lease' }
const list = { ...lease, kind: 'LeaseList' }

const inProtobuf: Partial<Answer> = { envelope: { hasPrefix: true } }
const inJson: Partial<Answer> = { headers: { 'content-type': 'application/json' } }

function read(step: string, status: number, body: unknown, more: Partial<Answer> = {}): Exchange {
  const exchange = exchangeOf(step, status, body)
  return exchange.answer ? { ...exchange, answer: { ...exchange.answer, ...more } } : exchange
}

const judged = (alone: Exchange, first: Exchange, all: Exchange): string[] =>
  observationTexts(
    protobufIsPreferred(historyOfExchanges(exchangeOf('plain', 201, lease), alone, first, all)),
  )

test('a type with Protobuf is returned in it even if JSON is acceptable', () => {
  const alone = read('plain in protobuf', 200, lease, inProtobuf)
  const all = read('list', 200, list, inProtobuf)

  expect(judged(alone, read('protobuf first', 200, lease, inProtobuf), all)).toEqual(['held'])
  expect(judged(alone, read('protobuf first', 200, lease, inJson), all)).toContain(
    'A type with Protobuf support returns Protobuf where JSON is only the fallback.',
  )
})

test('a type without Protobuf is returned in JSON, and not refused', () => {
  const alone = read('plain in protobuf', 406, {})
  const all = read('list', 200, list, inJson)

  expect(judged(alone, read('protobuf first', 200, lease, inJson), all)).toEqual(['held'])
  expect(judged(alone, read('protobuf first', 406, {}), all)).toContain(
    'A type without Protobuf support returns JSON where that is the fallback.',
  )
})

test('a response without a media type is judged by another rule', () => {
  const alone = read('plain in protobuf', 200, lease)

  expect(judged(alone, read('protobuf first', 200, lease), read('list', 200, list))).toEqual([
    'held',
  ])
})
