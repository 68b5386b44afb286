import { expect, test } from 'vitest'
import type { Answer, Exchange } from '../../history/history.ts'
import { exchangeOf, historyOfExchanges } from '../../history/test-history.ts'
import { observationTexts } from '../../history/test-writes.ts'
import {
  compressionBytesMin,
  answersAreNotCompressed,
  compressedAnswerIsEqual,
} from './negotiation-compression.ts'

const long = 'x'.repeat(compressionBytesMin)
const object = (content: string, resourceVersion = '7') => ({
  kind: 'Lease',
  metadata: { name: 't-0-x', resourceVersion },
  content,
})

function read(step: string, body: unknown, more: Partial<Answer> = {}): Exchange {
  const exchange = exchangeOf(step, 200, body)
  return exchange.answer ? { ...exchange, answer: { ...exchange.answer, ...more } } : exchange
}

const gzip = {
  headers: { 'content-encoding': 'gzip', 'content-type': 'application/json' },
  gzip: { length: 300, isSingle: true },
}

const judged = (plain: Exchange, packed: Exchange) =>
  observationTexts(compressedAnswerIsEqual(historyOfExchanges(plain, packed)))

test('a long response is compressed and has the same content', () => {
  const plain = read('plain', object(long))

  expect(judged(plain, read('packed', object(long), gzip))).toEqual(['held'])
  expect(judged(plain, read('packed', object(long)))).toEqual([
    expect.stringContaining('is compressed'),
    'held',
  ])
  expect(judged(plain, read('packed', object('other'), gzip))).toEqual([
    'held',
    expect.stringContaining('the same as without gzip'),
  ])
})

test('a response that is compressed twice differs after one decompression', () => {
  const twice = { ...gzip, body: undefined, undecodable: 'no JSON' }

  expect(judged(read('plain', object(long)), read('packed', '', twice))).toEqual([
    'held',
    expect.stringContaining('Decompressed once'),
  ])
})

test('bodies that cannot be decoded without gzip either are not compared', () => {
  const unknown = { body: undefined, undecodable: 'no message is known' }

  expect(
    judged(read('plain', object(long), unknown), read('packed', '', { ...gzip, ...unknown })),
  ).toEqual(['held'])
})

test('short responses, and objects that others changed, are inconclusive', () => {
  expect(judged(read('plain', object('x')), read('packed', object('x')))).toEqual([
    'preconditionUnmet',
  ])
  expect(judged(read('plain', object(long)), read('packed', object('y', '8'), gzip))).toEqual([
    'held',
    'preconditionUnmet',
  ])
})

test('a refusal of the accepted type is not judged as a compression fault', () => {
  expect(judged(exchangeOf('plain', 406, {}), exchangeOf('packed', 406, {}))).toEqual([])
})

test('only the objects of the case are compared in a list', () => {
  const list = (...items: unknown[]) => ({ kind: 'LeaseList', metadata: {}, items })
  const foreign = { metadata: { name: 'another' } }
  const plain = read('plain', list(object(long)))

  expect(judged(plain, read('packed', list(foreign, object(long)), gzip))).toEqual(['held'])
  expect(judged(plain, read('packed', list(object('z')), gzip))).toEqual([
    'held',
    expect.stringContaining('the same as without gzip'),
  ])
})

test('a response is not compressed unless requested', () => {
  const law = answersAreNotCompressed('Plain.', 'read')

  expect(observationTexts(law(historyOfExchanges(read('read', object('x')))))).toEqual(['held'])
  expect(observationTexts(law(historyOfExchanges(read('read', object('x'), gzip))))).toEqual([
    'Plain.',
  ])
})
