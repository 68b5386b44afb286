import { expect, test } from 'vitest'
import type { Answer, Exchange } from '../../history/history.ts'
import { exchangeOf, historyOfExchanges } from '../../history/test-history.ts'
import { observationTexts } from '../../history/test-writes.ts'
import { layoutOf, prettyChangesNoData } from './negotiation-pretty.ts'
import { bodiesMatchContentType } from './negotiation-types.ts'

const object = (content: string) => ({
  metadata: { name: 't-0-x', resourceVersion: '7', annotations: { a: content, b: content } },
})
const list = (...items: unknown[]) => ({ kind: 'LeaseList', metadata: {}, items })

const labels = ['create', 'get', 'update', 'patch'].flatMap(one => [
  `${one} plain`,
  `${one} pretty`,
])

/** Judges all operations with and without the flag. `others` replace some of the exchanges. */
const lived = (...others: Exchange[]) =>
  observationTexts(
    prettyChangesNoData(
      historyOfExchanges(
        ...others,
        ...[...labels, 'read', 'read again'].map(step => exchangeOf(step, 200, object('same'))),
        ...['list', 'list again'].map(step => exchangeOf(step, 200, list(object('same')))),
        exchangeOf('watch', 200),
        ...['delete plain', 'delete pretty'].map(step => exchangeOf(step, 200, {})),
        ...['gone plain', 'gone pretty'].map(step => exchangeOf(step, 404, {})),
      ),
    ),
  )

const wrong = [expect.stringContaining('pretty')]

test('a lifecycle with the pretty flag equals one without it', () => {
  expect(lived()).toEqual(['held'])
})

test('the flag is never refused, and changes nothing', () => {
  const others = [
    exchangeOf('update pretty', 400, { kind: 'Status' }),
    exchangeOf('watch', 400, { kind: 'Status' }),
    exchangeOf('read', 200, object('other')),
    exchangeOf('list', 200, list()),
    exchangeOf('gone pretty', 200, object('same')),
  ]

  for (const other of others)
    expect(
      lived(other).filter(verdict => verdict !== 'held'),
      other.step,
    ).toEqual(wrong)
})

test('the flag is not judged while a delete is slow', () => {
  expect(lived(exchangeOf('gone plain', 200, object('same')))).toEqual([
    'held',
    'preconditionUnmet',
  ])
})

test('a layout is recognized by its first lines and its end', () => {
  const laidOut = (value: unknown, indent: number, end: string) =>
    layoutOf(exchangeOf('get', 200, JSON.stringify(value, null, indent) + end))

  expect(laidOut(object('x'), 0, '\n')).toBe('one line, a newline at the end')
  expect(laidOut(object('x'), 2, '')).toBe('lines indented by 2, no newline at the end')
})

const typed = (type: string | undefined, text: string, more: Partial<Answer> = {}) => {
  const headers = type === undefined ? {} : { 'content-type': type }
  const exchange = exchangeOf('get', 200, text)
  const answer = exchange.answer && { ...exchange.answer, headers, ...more }
  return observationTexts(
    bodiesMatchContentType(
      historyOfExchanges({ ...exchangeOf('object', 201) }, { ...exchange, answer } as Exchange),
    ),
  )
}

test('a body has the format of its Content-Type', () => {
  expect(typed('text/plain', 'ok')).toEqual(['held'])
  expect(typed('application/json', '{}', { body: {} })).toEqual(['held'])
  expect(typed(undefined, '')).toEqual([])
  expect(typed(undefined, 'ok')).toEqual([expect.stringContaining('has a Content-Type'), 'held'])
  expect(typed('application/json', 'ok', { undecodable: 'no JSON' })[1]).toContain(
    'the format of its',
  )
  expect(typed('text/plain', '{}', { body: { kind: 'Status' } })[1]).toContain('the format of its')
})
