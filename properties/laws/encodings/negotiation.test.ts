import { expect, test } from 'vitest'
import type { Exchange } from '../../history/history.ts'
import { exchangeOf, historyOfExchanges } from '../../history/test-history.ts'
import { observationTexts } from '../../history/test-writes.ts'
import {
  acceptIsIndependentOfContentType,
  acceptedFallbackIsServed,
  answerIsOfAcceptedType,
  jsonIsTheDefault,
  gatedBodyIsRefused,
  jsonServesEveryType,
} from './negotiation.ts'

const lease = (holderIdentity: string) => ({
  kind: 'Lease',
  metadata: {},
  spec: { holderIdentity },
})

/** Returns an exchange with an Accept header, a Content-Type and a body. */
function answer(
  step: string,
  status: number,
  type: string,
  more: { accept?: string; sent?: unknown; undecodable?: string } = {},
): Exchange {
  const { accept, sent, undecodable } = more
  const exchange = exchangeOf(step, status, lease('unnamed'), {
    request: {
      headers: accept === undefined ? {} : { accept },
      ...(sent === undefined ? {} : { body: JSON.stringify(sent) }),
    },
    about: { role: 'main' },
  })
  const headers = { 'content-type': type }
  const fault = undecodable === undefined ? {} : { undecodable }
  return exchange.answer
    ? { ...exchange, answer: { ...exchange.answer, headers, ...fault } }
    : exchange
}

const json = 'application/json'
const yaml = 'application/yaml'
const ways = (...types: string[]) =>
  types.map(type => answer(`way ${type.slice(12)} plain`, 200, type, { accept: type }))
const object = answer('object', 201, json)

test('without Accept a response is JSON, and a body without a type is read as JSON', () => {
  const silently = (list: string, unnamed: number) =>
    observationTexts(
      jsonIsTheDefault(
        historyOfExchanges(
          object,
          answer('get', 200, json),
          answer('list', 200, list),
          answer('unnamed', unnamed, json),
        ),
      ),
    )

  expect(silently('Application/JSON; charset=utf-8', 201)).toEqual(['held'])
  expect(silently(yaml, 415)).toEqual([
    'held',
    expect.stringContaining('Without Accept'),
    expect.stringContaining('without Content-Type'),
  ])
})

test('a response has one of the accepted types', () => {
  const judged = (type: string, accept: string) =>
    observationTexts(
      answerIsOfAcceptedType(
        historyOfExchanges(object, ...ways(json, yaml), answer('read 0', 200, type, { accept })),
      ),
    )

  expect(judged(yaml, `${json}, ${yaml}`)).toEqual(['held'])
  expect(judged(json, `text/html, ${yaml}`)).toEqual([
    'held',
    expect.stringContaining('listed in Accept'),
  ])
  expect(judged('text/html', '*/*')).toEqual(['held'])
})

test('a response to a request that accepts nothing that is served should have been 406', () => {
  const accept = 'text/html,,application/x-unknown'
  const read = answer('read 0', 200, json, { accept })
  const found = [...answerIsOfAcceptedType(historyOfExchanges(object, ...ways(json), read))]

  expect(found.at(-1)).toMatchObject({ kind: 'violated', expected: `406 for ${accept}` })
})

test('a response of another type than the only accepted one violates the rule', () => {
  const history = historyOfExchanges(
    object,
    ...ways(json),
    answer('way yaml plain', 200, json, { accept: yaml }),
  )

  expect(observationTexts(answerIsOfAcceptedType(history))).toEqual([
    'held',
    expect.stringContaining('the only media type'),
  ])
})

test('an Accept list with a served type is not refused', () => {
  const judged = (status: number, accept: string) =>
    observationTexts(
      acceptedFallbackIsServed(
        historyOfExchanges(object, ...ways(json), answer('read 0', status, json, { accept })),
      ),
    )

  expect(judged(200, `text/html, ${json}`)).toEqual(['held'])
  expect(judged(406, `text/html, ${json}`)).toEqual([
    expect.stringContaining('is not refused with 406'),
  ])
  expect(judged(406, 'text/html')).toEqual([])
  expect(judged(406, yaml)).toEqual([])
  expect(judged(503, json)).toEqual(['preconditionUnmet'])
})

test('a body in one encoding can be answered in another, with the same content', () => {
  const crossed = (type: string, sent: string, undecodable?: string) =>
    observationTexts(
      acceptIsIndependentOfContentType(
        historyOfExchanges(
          answer('twin', 201, json),
          answer('read', 200, yaml),
          ...['cross create', 'cross update'].map(step =>
            answer(step, 200, type, {
              accept: yaml,
              sent: lease(sent),
              ...(undecodable === undefined ? {} : { undecodable }),
            }),
          ),
        ),
      ),
    )

  expect(crossed(yaml, 'unnamed')).toEqual(['held'])
  expect(crossed(json, 'unnamed')[0]).toContain('has the accepted encoding')
  expect(crossed(yaml, 'unnamed', 'a tab')[0]).toContain('has the accepted encoding')
  expect(crossed(yaml, 'something else')[1]).toContain('has the object that was sent')
})

test('a type whose Protobuf message is unknown shows nothing about two encodings', () => {
  const read = answer('read', 200, 'application/vnd.kubernetes.protobuf')
  const envelope = { hasPrefix: true, isUnread: true } as const

  // The run stops at this observation.
  const [first] = acceptIsIndependentOfContentType(
    historyOfExchanges(answer('twin', 201, json), {
      ...read,
      ...(read.answer && { answer: { ...read.answer, envelope } }),
    }),
  )

  expect(first?.kind).toBe('notApplicable')
})

test('a refused body is not stored', () => {
  const tracesLeftBy = (write: number, created: number) =>
    observationTexts(
      gatedBodyIsRefused(
        historyOfExchanges(
          answer('twin', 201, json),
          answer('create', write, json),
          answer('update', write, json),
          answer('created', created, json),
          answer('updated', 200, json),
        ),
      ),
    )

  expect(tracesLeftBy(415, 404)).toEqual(['held'])
  expect(tracesLeftBy(201, 200)).toEqual([
    expect.stringContaining('is refused while'),
    expect.stringContaining('creates nothing'),
    'held',
  ])
})

test.each([
  [404, []],
  [422, []],
  [500, []],
  [415, ['A built-in type is read and written as JSON.']],
])('a type without a role whose requests return %i', (status, broken) => {
  const json = 'application/json'
  const sent = lease('a')
  const created = answer('create', 201, json, { sent })
  const { about: _, ...other } = answer('cronjobs', status, 'text/plain')
  const read = answer('get', 200, json)
  const texts = observationTexts(
    jsonServesEveryType(historyOfExchanges(created, other, read)),
  ).filter(text => text !== 'held')

  expect(texts.filter(text => text.startsWith('A built-in'))).toEqual(broken)
})
