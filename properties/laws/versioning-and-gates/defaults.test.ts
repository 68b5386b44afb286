import { expect, test } from 'vitest'

import type { Exchange, Frame } from '../../history/history.ts'
import { exchangeOf, historyOfExchanges } from '../../history/test-history.ts'
import { observationTexts } from '../../history/test-writes.ts'
import { chunksAreOn, dryRunsAreOn, initialEventsAreOn, strictIsOn } from './defaults.ts'

const says = 'It is on.'

test('a dry run succeeds and stores nothing (GATE-007)', () => {
  const judged = (dry: number, after: number, twin = 201) =>
    observationTexts(
      dryRunsAreOn(says)(
        historyOfExchanges(
          exchangeOf('twin', twin),
          exchangeOf('dry', dry),
          exchangeOf('after', after),
        ),
      ),
    )

  expect(judged(201, 404)).toEqual(['held'])
  expect(judged(400, 404)).toEqual([says, 'held'])
  expect(judged(500, 404)).toEqual([says, 'held'])
  expect(judged(201, 200)).toEqual(['held', says])
  expect(judged(400, 404, 400)).toEqual(['preconditionUnmet'])
})

test('a chunk holds as many items as the limit, and another one follows (GATE-008)', () => {
  const chunk = (step: string, items: number, token?: string) =>
    exchangeOf(step, 200, {
      metadata: { continue: token },
      items: Array.from({ length: items }, () => ({ metadata: {} })),
    })
  const judged = (...chunks: Exchange[]) =>
    observationTexts(
      chunksAreOn(says)(
        historyOfExchanges(exchangeOf('one', 201), exchangeOf('two', 201), ...chunks),
      ),
    )

  expect(judged(chunk('first', 1, 'x'), chunk('second', 1))).toEqual(['held'])
  expect(judged(chunk('first', 2), exchangeOf('second', 0))).toContain(says)
  expect(judged(chunk('first', 1), exchangeOf('second', 0))).toContain(says)
  expect(judged(chunk('first', 1, 'x'), exchangeOf('second', 400))).toEqual(['held', says])
})

test('a watch shows the existing objects (GATE-009)', () => {
  const object = exchangeOf('object', 201, { metadata: { name: 'a' } })
  const frame = (type: string): Frame => ({
    receivedAt: 2,
    document: { type, object: { metadata: { name: 'a' } } },
  })
  const judged = (how: 'closed' | 'ended', ...frames: Frame[]) => {
    const stream = { frames, separators: [], rest: '', end: { at: 3, how } }
    const watch = exchangeOf('watch', 200, undefined, { stream })
    return observationTexts(initialEventsAreOn(says)(historyOfExchanges(object, watch)))
  }

  expect(judged('closed', frame('ADDED'))).toEqual(['held'])
  expect(judged('ended', frame('ADDED'))).toEqual(['held'])
  expect(judged('closed', frame('BOOKMARK'))).toEqual(['held', says])
  expect(judged('closed')).toEqual(['held', says])
  expect(judged('ended')).toEqual(['held', 'preconditionUnmet'])
})

test('Strict refuses unknown fields only (GATE-010)', () => {
  const judged = (twin: number, faulty: number, plain = 201) =>
    observationTexts(
      strictIsOn(says)(
        historyOfExchanges(
          exchangeOf('plain', plain),
          exchangeOf('twin', twin),
          exchangeOf('faulty', faulty),
        ),
      ),
    )

  expect(judged(201, 400)).toEqual(['held'])
  expect(judged(201, 201)).toEqual(['held', says])
  expect(judged(400, 400)).toEqual([says, 'held'])
  expect(judged(500, 500)).toEqual([says, 'preconditionUnmet'])
  expect(judged(400, 400, 400)).toEqual(['preconditionUnmet'])
})
