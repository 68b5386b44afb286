import { expect, test } from 'vitest'
import type { Exchange } from '../../history/history.ts'
import { exchangeOf, historyOfExchanges } from '../../history/test-history.ts'
import { observationTexts } from '../../history/test-writes.ts'
import {
  finalizerRemovalsAreNotLost,
  nameIsFreeAfterRemovalOnly,
  otherObjectsStay,
} from './finalizer-removals.ts'

const markAt = { deletionTimestamp: '2026-01-01T00:00:00Z' }
const objectOf = (name: string, more: Record<string, unknown> = {}) => ({
  metadata: { name: `t-0-${name}`, namespace: 'own', uid: name, resourceVersion: '1', ...more },
})
const heldObject = (...finalizers: string[]) => objectOf('x', { ...markAt, finalizers })

const about = (name?: string) => ({
  about: { role: 'main', namespace: 'own', ...(name && { name: `t-0-${name}` }) } as const,
})

test('objects other than the deleted one stay unchanged', () => {
  const list = (step: string, ...items: object[]) =>
    exchangeOf(step, 200, { metadata: {}, items }, about())
  const judge = (...after: object[]): string[] =>
    observationTexts(
      otherObjectsStay(
        historyOfExchanges(
          list('before here', objectOf('a'), objectOf('b')),
          exchangeOf('deleted a', 200, {}, about('a')),
          list('after here', ...after),
        ),
      ),
    )
  const says = 'A delete changes no other object.'

  expect(judge(objectOf('b'))).toEqual(['held'])
  expect(judge(objectOf('a', markAt), objectOf('b'))).toEqual(['held'])
  expect(judge()).toContain(says)
  expect(judge(objectOf('b', { resourceVersion: '2' }))).toContain(says)
  expect(judge(objectOf('b', { resourceVersion: '2', labels: { of: 'others' } }))).toContain(
    'preconditionUnmet',
  )
})

test('a deleted object is identified by name if items have no namespace', () => {
  const bare = (name: string) => ({ metadata: { name: `t-0-${name}` } })
  const list = (step: string, ...items: object[]) =>
    exchangeOf(step, 200, { metadata: {}, items }, about())
  const judge = (...after: object[]): string[] =>
    observationTexts(
      otherObjectsStay(
        historyOfExchanges(
          list('before here', bare('a'), bare('b')),
          exchangeOf('deleted a', 200, {}, about('a')),
          list('after here', ...after),
        ),
      ),
    )

  expect(judge(bare('b'))).toEqual(['held'])
  expect(judge()).toContain('A delete changes no other object.')
})

/**
 * Judges two owners: one removes `a`, the other removes its finalizer from an object that it read
 * before.
 */
const release = (gone: Exchange, second: Exchange): string[] => {
  const body = JSON.stringify(objectOf('x', { finalizers: ['a', 'b'] }))
  return observationTexts(
    finalizerRemovalsAreNotLost(
      historyOfExchanges(
        exchangeOf('object', 200, objectOf('x'), { request: { body } }),
        exchangeOf('deleted', 200),
        exchangeOf('marked', 200, heldObject('a', 'b')),
        exchangeOf('read 0.0', 200, heldObject('a', 'b')),
        exchangeOf('taken 0.0', 200),
        exchangeOf('read 1.0', 200, heldObject('b')),
        second,
        gone,
      ),
    ),
  )
}

test('an object is removed when every finalizer has been removed, and not before', () => {
  const [all, one] = [exchangeOf('taken 1.0', 200), exchangeOf('taken 1.0', 409)]

  expect(release(exchangeOf('gone', 404), all)).toEqual(['held'])
  expect(release(exchangeOf('gone', 200, heldObject('b')), one)).toEqual(['held'])
  const waitedFor = { problem: 'still there after 5000 ms' }
  expect(release(exchangeOf('gone', 200, heldObject(), waitedFor), all)).toEqual([
    'An object is removed when several owners have removed all its finalizers.',
  ])
  expect(release(exchangeOf('gone', 200, heldObject()), all)).toEqual(['preconditionUnmet'])
  expect(release(exchangeOf('gone', 404), one)).toContain(
    'An object stays until its last finalizer is removed.',
  )
  expect(release(exchangeOf('gone', 200, heldObject('a', 'b')), one)).toContain(
    'No acknowledged removal of a finalizer is lost.',
  )
  expect(release(exchangeOf('gone', 404), exchangeOf('taken 1.0', 503))).toEqual([
    'preconditionUnmet',
  ])
})

test('a name is in use while its object is finalizing, and free afterwards', () => {
  const body = JSON.stringify(objectOf('x', { finalizers: ['a'] }))
  const judge = (early: number, late: Exchange): string[] =>
    observationTexts(
      nameIsFreeAfterRemovalOnly(
        historyOfExchanges(
          exchangeOf('object', 200, objectOf('x'), { request: { body } }),
          exchangeOf('deleted', 200),
          exchangeOf('marked', 200, heldObject('a')),
          exchangeOf('twin', 200),
          exchangeOf('early', early),
          exchangeOf('taken 0', 200),
          exchangeOf('gone', 404),
          late,
        ),
      ),
    )
  const fresh = exchangeOf('late', 201, objectOf('y'))

  expect(judge(409, fresh)).toEqual(['held'])
  expect(judge(201, fresh)).toContain(
    'An object cannot be created with the name of a finalizing object.',
  )
  expect(judge(409, exchangeOf('late', 409))).toContain(
    'An object can be created with the name of a removed object.',
  )
})
