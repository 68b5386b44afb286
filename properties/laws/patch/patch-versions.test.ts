import { expect, test } from 'vitest'
import type { Exchange } from '../../history/history.ts'
import { exchangeOf, historyOfExchanges } from '../../history/test-history.ts'
import { observationTexts } from '../../history/test-writes.ts'
import {
  currentPatchesApply,
  onePatchOfATestApplies,
  stalePatchHasNoEffect,
  stalePatchIsConflict,
  unversionedAllApply,
} from './patch-versions.ts'

const object = (resourceVersion: string, annotations: Record<string, string> = {}) => ({
  metadata: { uid: 'u', resourceVersion, annotations },
})

const patch = (step: string, status: number): Exchange =>
  exchangeOf(step, status, object('9'), {
    about: { role: 'main' },
    request: { method: 'PATCH', body: '{}' },
  })

const stale = (status: number, after = object('2'), read = '1') =>
  historyOfExchanges(
    exchangeOf('read', 200, object(read)),
    exchangeOf('before', 200, object('2')),
    patch('stale', status),
    exchangeOf('after', 200, after),
    patch('twin', 200),
  )

const raced = (final: Record<string, string>, ...statuses: number[]) =>
  historyOfExchanges(
    exchangeOf('object', 201, object('1')),
    ...statuses.map((status, lane) => patch(`patch ${lane}`, status)),
    exchangeOf('final', 200, object('9', final)),
  )

test('a stale patch is refused and changes nothing', () => {
  const says = 'A patch with a stale version changes nothing.'

  expect(observationTexts(stalePatchHasNoEffect(stale(409)))).toEqual(['held'])
  expect(observationTexts(stalePatchHasNoEffect(stale(412)))).toEqual(['held'])
  expect(observationTexts(stalePatchHasNoEffect(stale(200)))).toContain(says)
  expect(
    observationTexts(stalePatchHasNoEffect(stale(409, object('3', { a: 'stale' })))),
  ).toContain(says)
  expect(observationTexts(stalePatchHasNoEffect(stale(409, object('3', { z: 'other' }))))).toEqual([
    'held',
    'preconditionUnmet',
  ])
})

test('a stale patch returns 409', () => {
  const says = 'A PATCH with a stale version is refused with 409.'

  expect(observationTexts(stalePatchIsConflict()(stale(409)))).toEqual(['held'])
  expect(observationTexts(stalePatchIsConflict()(stale(412)))).toEqual([says])
  expect(observationTexts(stalePatchIsConflict()(stale(429)))).toEqual(['preconditionUnmet'])
  expect(observationTexts(stalePatchIsConflict()(stale(200, object('2'), '2')))).toEqual([
    'preconditionUnmet',
  ])
})

test('one of several patches at the same version is applied', () => {
  const won = { 'lane-0': 'set' }

  expect(observationTexts(stalePatchHasNoEffect(raced(won, 200, 409)))).toEqual(['held'])
  expect(observationTexts(stalePatchHasNoEffect(raced(won, 200, 200)))).toContain(
    'Of several patches with the same version, at most one is applied.',
  )
  expect(
    observationTexts(stalePatchHasNoEffect(raced({ ...won, 'lane-1': 'set' }, 200, 409))),
  ).toContain('A patch that was refused for its version changes nothing.')
  expect(observationTexts(stalePatchHasNoEffect(raced(won, 409, 409)))).toContain(
    'A patch that was refused for its version changes nothing.',
  )
  expect(observationTexts(stalePatchHasNoEffect(raced({}, 405, 405)))).toEqual([
    'preconditionUnmet',
  ])
})

test('all patches without a version are applied', () => {
  const all = { 'lane-0': 'set', 'lane-1': 'set' }

  expect(observationTexts(unversionedAllApply(raced(all, 200, 200)))).toEqual(['held'])
  expect(observationTexts(unversionedAllApply(raced({ 'lane-0': 'set' }, 200, 200)))).toContain(
    'Of concurrent patches without a version, none is lost.',
  )
  expect(observationTexts(unversionedAllApply(raced({ 'lane-0': 'set' }, 200, 409)))).toContain(
    'A patch without a version is not refused because of other writes.',
  )
  expect(observationTexts(unversionedAllApply(raced(all, 200, 503)))).toEqual(['preconditionUnmet'])
})

test('concurrent patches of types that are not served are not judged', () => {
  const won = { 'lane-1': 'set' }

  expect(observationTexts(unversionedAllApply(raced(won, 415, 200)))).toEqual(['held'])
  expect(observationTexts(unversionedAllApply(raced(won, 415, 200, 200)))).toContain(
    'Of concurrent patches without a version, none is lost.',
  )
  expect(observationTexts(unversionedAllApply(raced({}, 415, 415)))).toEqual(['preconditionUnmet'])
  expect(observationTexts(stalePatchHasNoEffect(raced(won, 415, 200, 200)))).toContain(
    'Of several patches with the same version, at most one is applied.',
  )
})

test('of patches that test and replace a value, one is applied', () => {
  const judge = (a: string, ...statuses: number[]) =>
    observationTexts(
      onePatchOfATestApplies(
        historyOfExchanges(
          exchangeOf('object', 201, object('1')),
          exchangeOf('before', 200, object('1', { a: 'one' })),
          ...statuses.map((status, lane) => patch(`patch ${lane}`, status)),
          exchangeOf('final', 200, object('9', { a })),
        ),
      ),
    )

  expect(judge('lane 0', 200, 422, 409)).toEqual(['held'])
  expect(judge('lane 1', 200, 200, 422)).toContain(
    'Of concurrent JSON patches that test a value and replace it, one is applied.',
  )
  expect(judge('lane 0', 200, 404)).toContain(
    'A JSON patch whose test fails because of another write is refused with 422 or 409.',
  )
  expect(judge('lane 1', 200, 422)).toContain(
    'The value of a JSON patch whose test failed is not stored.',
  )
  expect(judge('one', 422, 422)).toEqual(['preconditionUnmet'])
  expect(judge('one', 415, 415)).toEqual(['preconditionUnmet'])
})

test('a patch at the stored version is applied, unless it was overtaken', () => {
  const judge = (status: number, after: ReturnType<typeof object>) =>
    observationTexts(
      currentPatchesApply(
        historyOfExchanges(
          exchangeOf('look 0', 200, object('1')),
          patch('patch 0', status),
          exchangeOf('look 1', 200, after),
        ),
        [''],
      ),
    )

  expect(judge(200, object('2', { a: 'current' }))).toEqual(['held'])
  expect(judge(409, object('1'))).toContain('A patch with the stored version is applied.')
  expect(judge(409, object('2', { z: 'other' }))).toEqual(['preconditionUnmet'])
})
