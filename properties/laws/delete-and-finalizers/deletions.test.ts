import { describe, expect, test } from 'vitest'
import type { Exchange } from '../../history/history.ts'
import { exchangeOf, historyOfExchanges } from '../../history/test-history.ts'
import { observationTexts } from '../../history/test-writes.ts'
import {
  finalizersGoInAnyOrder,
  lastFinalizerRemovesTheObject,
  deletionMarksBeforeRemoval,
  objectIsRemoved,
  undeletedObjectStays,
  objectStaysWhileHeld,
} from './deletions.ts'

const deletionTimestamp = '2026-01-01T00:00:00Z'
const objectOf = (version: string, more: Record<string, unknown> = {}) => ({
  metadata: { name: 't-0-x', namespace: 'own', uid: 'u', resourceVersion: version, ...more },
})
const marked = (version: string, ...finalizers: string[]) =>
  objectOf(version, { deletionTimestamp, finalizers })

/** Returns a history of an object that loses finalizer `a` and then `b`. `more` replaces steps. */
const history = (more: Record<string, Exchange> = {}) => {
  const body = JSON.stringify(objectOf('', { finalizers: ['a', 'b'] }))
  const steps = [
    exchangeOf('object', 200, objectOf('1', { finalizers: ['a', 'b'] }), { request: { body } }),
    exchangeOf('deleted', 200),
    exchangeOf('marked', 200, marked('2', 'a', 'b')),
    exchangeOf('read 0', 200, marked('2', 'a', 'b')),
    exchangeOf('list 0', 200, { metadata: {}, items: [marked('2')] }),
    exchangeOf('taken 0', 200),
    exchangeOf('read 1', 200, marked('3', 'b')),
    exchangeOf('list 1', 200, { metadata: {}, items: [marked('3')] }),
    exchangeOf('taken 1', 200),
    exchangeOf('gone', 404),
    exchangeOf('rest', 200, { metadata: {}, items: [] }),
  ]
  return historyOfExchanges(
    ...steps
      .map(one => more[one.step] ?? one)
      .map((one, index) => ({ ...one, sentAt: 10 * index, answeredAt: 10 * index + 5 })),
  )
}

const at = (step: string, status: number, body?: unknown, problem?: string) => ({
  [step]: exchangeOf(step, status, body, problem === undefined ? {} : { problem }),
})

test('an object that passes through both phases holds', () => {
  for (const law of [
    deletionMarksBeforeRemoval,
    objectStaysWhileHeld,
    finalizersGoInAnyOrder,
    lastFinalizerRemovesTheObject,
  ])
    expect(observationTexts(law(history()))).toEqual(['held'])
})

test.each([
  ['gone at once', at('marked', 404)],
  ['not marked', at('marked', 200, objectOf('1'))],
  ['another one', at('marked', 200, { metadata: { uid: 'other' } })],
])('a deleted object that is %s breaks the rule', (_, more) => {
  expect(observationTexts(deletionMarksBeforeRemoval(history(more)))).not.toEqual(['held'])
})

test('an object that is removed before its last finalizer breaks the rule', () => {
  const says = 'A finalizing object stays as long as it has finalizers.'
  const empty = { metadata: {}, items: [] }

  expect(observationTexts(objectStaysWhileHeld(history(at('read 1', 404))))).toContain(says)
  expect(observationTexts(objectStaysWhileHeld(history(at('list 1', 200, empty))))).toContain(says)
})

test('a refused removal of a finalizer breaks the rule, unless another writer changed the object first', () => {
  const says = 'The finalizers of a finalizing object may be removed in any order.'
  const stays = at('read 1', 200, marked('2', 'a', 'b'))

  expect(
    observationTexts(finalizersGoInAnyOrder(history({ ...at('taken 0', 422), ...stays }))),
  ).toContain(says)
  expect(observationTexts(finalizersGoInAnyOrder(history(at('taken 0', 409))))).toContain(
    'preconditionUnmet',
  )
})

test('only removals by served patch types are judged', () => {
  const judge = (...more: Record<string, Exchange>[]): string[] =>
    observationTexts(finalizersGoInAnyOrder(history(Object.assign({}, ...more))))
  const first = at('taken 0', 415)
  const last = at('taken 1', 415)
  const stays = at('gone', 200, marked('3', 'b'), 'it is still there')

  expect(judge(first)).toEqual(['held'])
  expect(judge(first, stays)).toContain('An object whose last finalizer was removed is removed.')
  expect(judge(last, stays)).toEqual(['held'])
  expect(judge(last, at('read 1', 404))).toContain(
    'A finalizing object stays until its last finalizer is removed.',
  )
  expect(judge(first, last)).toContain('preconditionUnmet')
})

test('the last removal is not judged if its patch type is not served', () => {
  const judge = (method: string) =>
    observationTexts(
      lastFinalizerRemovesTheObject(
        history({ 'taken 1': exchangeOf('taken 1', 415, undefined, { request: { method } }) }),
      ),
    )

  expect(judge('PATCH')).toEqual([])
  expect(judge('PUT')).toEqual(['preconditionUnmet'])
})

test('an object with finalizers of others is inconclusive', () => {
  const more = at('marked', 200, marked('2', 'a', 'b', 'foreign'))

  expect(observationTexts(lastFinalizerRemovesTheObject(history(more)))).toEqual([
    'preconditionUnmet',
  ])
})

describe('a removed object', () => {
  const says = 'It goes.'
  const judge = (more: Record<string, Exchange>): string[] =>
    observationTexts(objectIsRemoved(history(more), says))

  test('is not found by get or list', () => {
    expect(judge({})).toEqual(['held'])
    expect(
      judge(at('gone', 200, marked('4'), 'the expected answer did not come within 5000 ms')),
    ).toContain(says)
    expect(judge(at('rest', 200, { metadata: {}, items: [marked('4')] }))).toContain(says)
  })

  test('may have a successor of the same name', () => {
    expect(judge(at('gone', 200, { metadata: { uid: 'new' } }))).toEqual(['held'])
  })

  test('is inconclusive if its removal was not awaited', () => {
    expect(judge(at('gone', 200, marked('4')))).toEqual(['preconditionUnmet'])
  })
})

test('a live object remains without finalizers', () => {
  const judge = (after: Exchange): string[] =>
    observationTexts(
      undeletedObjectStays(
        historyOfExchanges(
          exchangeOf('object', 200, objectOf('1', { finalizers: ['a'] })),
          exchangeOf('read', 200, objectOf('1', { finalizers: ['a'] })),
          exchangeOf('taken', 200),
          after,
        ),
      ),
    )

  expect(judge(exchangeOf('after', 200, objectOf('2')))).toEqual(['held'])
  expect(judge(exchangeOf('after', 404))).toContain(
    'A live object stays when its finalizers are removed.',
  )
  // Another law judges an update that changes the uid.
  expect(judge(exchangeOf('after', 200, objectOf('2', { uid: 'v' })))).toEqual([
    'held',
    'preconditionUnmet',
  ])
  expect(judge(exchangeOf('after', 200, marked('2')))).toContain(
    'A live object gets no deletionTimestamp when its finalizers are removed.',
  )
})

test('a live object whose patch type is not served is judged after a PUT', () => {
  const judge = (put: number, after: Exchange): string[] =>
    observationTexts(
      undeletedObjectStays(
        historyOfExchanges(
          exchangeOf('object', 200, objectOf('1', { finalizers: ['a'] })),
          exchangeOf('read', 200, objectOf('1', { finalizers: ['a'] })),
          exchangeOf('taken', 415),
          exchangeOf('after', 200, objectOf('1', { finalizers: ['a'] })),
          exchangeOf('taken by put', put),
          after,
        ),
      ),
    )

  expect(judge(200, exchangeOf('after put', 200, objectOf('2')))).toEqual(['held'])
  expect(judge(200, exchangeOf('after put', 404))).toContain(
    'A live object stays when its finalizers are removed.',
  )
  expect(judge(415, exchangeOf('after put', 200, objectOf('1')))).toEqual(['preconditionUnmet'])
})
