import { expect, test } from 'vitest'
import { exchangeOf, historyOfExchanges } from '../../history/test-history.ts'
import { observationTexts } from '../../history/test-writes.ts'
import {
  allWaysGiveTheSameObject,
  patchCreatesNothing,
  patchKeepsIdentity,
  noOpPatchKeepsVersion,
  laterPatchesFail,
} from './patched-objects.ts'

const object = (resourceVersion: string, annotations: Record<string, string> = {}, uid = 'u') => ({
  metadata: { uid, creationTimestamp: 't', resourceVersion, annotations },
})
type Shown = ReturnType<typeof object>

const two = (...[first, second, third]: [Shown, Shown, Shown]) =>
  historyOfExchanges(
    exchangeOf('look 0', 200, first),
    exchangeOf('patch 0', 200, second),
    exchangeOf('look 1', 200, second),
    exchangeOf('patch 1', 200, third),
    exchangeOf('look 2', 200, third),
  )

test('a patched object is the same instance at a new version', () => {
  const judge = (...shown: [Shown, Shown, Shown]) =>
    observationTexts(patchKeepsIdentity(two(...shown), ''))

  expect(judge(object('1'), object('2'), object('3'))).toEqual(['held'])
  expect(judge(object('1'), object('2'), object('2'))).toContain(
    'A patch that changes an object gives it a new version.',
  )
  expect(judge(object('1'), object('2'), object('3', {}, 'v'))).toContain(
    'A patch keeps uid and creationTimestamp.',
  )
})

test('the same change by different methods gives the same object', () => {
  const judge = (a: string, b: string) =>
    observationTexts(
      allWaysGiveTheSameObject(
        historyOfExchanges(
          exchangeOf('put', 200, object('1', { a })),
          exchangeOf('merge', 200, object('2', { a: b, 'house.example/seen': 'yes' }, 'v')),
        ),
        'put',
        'merge',
      ),
    )

  expect(judge('x', 'x')).toEqual(['held'])
  expect(judge('x', 'y')).toHaveLength(1)
})

test('a patch of a missing object creates nothing', () => {
  const judge = (patch: number, look: number) =>
    observationTexts(
      patchCreatesNothing(
        historyOfExchanges(
          exchangeOf('twin', 200),
          exchangeOf('patch', patch),
          exchangeOf('look', look),
        ),
        '',
      ),
    )

  expect(judge(404, 404)).toEqual(['held'])
  expect(judge(200, 200)).toEqual(['A patch of a missing object creates nothing.'])
  expect(judge(404, 503)).toEqual(['preconditionUnmet'])
})

test('patches after the valid ones fail', () => {
  const judge = (status: number, after: Shown) =>
    observationTexts(
      laterPatchesFail('It fails.', { twins: 1 })(
        historyOfExchanges(
          exchangeOf('object', 201),
          exchangeOf('patch 0', 200),
          exchangeOf('look 1', 200, object('1')),
          exchangeOf('patch 1', status),
          exchangeOf('look 2', 200, after),
        ),
      ),
    )

  expect(judge(415, object('1'))).toEqual(['held'])
  expect(judge(200, object('1'))).toContain('It fails.')
  expect(judge(415, object('2', { a: 'x' }))).toContain('It fails.')
})

test('a patch without changes keeps the version', () => {
  const judge = (again: { metadata: Partial<Shown['metadata']> & { generation?: number } }) =>
    observationTexts(
      noOpPatchKeepsVersion(
        historyOfExchanges(
          exchangeOf('object', 201),
          exchangeOf('before', 200, object('1')),
          exchangeOf('again', 200, again),
        ),
      ),
    )

  expect(judge(object('1'))).toEqual(['held'])
  expect(judge(object('2'))).toHaveLength(1)
  const { metadata } = object('2')
  expect(judge({ metadata: { ...metadata, generation: 2 } })).toEqual([
    'A patch that changes nothing keeps the version of its object.',
  ])
  expect(judge(object('2', { 'house.example/seen': 'yes' }))).toEqual(['preconditionUnmet'])
  expect(judge(object('1', {}, 'v'))).toEqual(['preconditionUnmet'])
  expect(judge({ metadata: { annotations: {} } })).toEqual([
    'A patch that changes nothing keeps the uid and the version of its object.',
  ])
})
