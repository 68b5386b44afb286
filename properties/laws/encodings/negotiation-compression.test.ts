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

test('a long answer comes compressed and says the same', () => {
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

test('what is compressed twice is not the same after it was unpacked once', () => {
  const twice = { ...gzip, body: undefined, undecodable: 'no JSON' }

  expect(judged(read('plain', object(long)), read('packed', '', twice))).toEqual([
    'held',
    expect.stringContaining('Decompressed once'),
  ])
})

test('short answers, and objects that somebody else changed, say nothing', () => {
  expect(judged(read('plain', object('x')), read('packed', object('x')))).toEqual([
    'preconditionUnmet',
  ])
  expect(judged(read('plain', object(long)), read('packed', object('y', '8'), gzip))).toEqual([
    'held',
    'preconditionUnmet',
  ])
})

test('a refusal of what is accepted is not held against compression', () => {
  expect(judged(exchangeOf('plain', 406, {}), exchangeOf('packed', 406, {}))).toEqual([])
})

test('of a list only the objects of the case are compared', () => {
  const list = (...items: unknown[]) => ({ kind: 'LeaseList', metadata: {}, items })
  const foreign = { metadata: { name: 'another' } }
  const plain = read('plain', list(object(long)))

  expect(judged(plain, read('packed', list(foreign, object(long)), gzip))).toEqual(['held'])
  expect(judged(plain, read('packed', list(object('z')), gzip))).toEqual([
    'held',
    expect.stringContaining('the same as without gzip'),
  ])
})

test('nothing is compressed where it was not asked for', () => {
  const law = answersAreNotCompressed('Plain.', 'read')

  expect(observationTexts(law(historyOfExchanges(read('read', object('x')))))).toEqual(['held'])
  expect(observationTexts(law(historyOfExchanges(read('read', object('x'), gzip))))).toEqual([
    'Plain.',
  ])
})
