import { expect, test } from 'vitest'
import { patchMediaTypes } from '../../dsl/write-steps.ts'
import type { Exchange } from '../../history/history.ts'
import { exchangeOf, historyOfExchanges } from '../../history/test-history.ts'
import { observationTexts } from '../../history/test-writes.ts'
import { badRequestRefusal } from '../refusals.ts'
import { faultyPatchesAreRefused, undecodableResultsAreRefused } from './faulty-patches.ts'
import {
  laterPatchesFail,
  mediaTypeSelectsPatchKind,
  noOpPatchKeepsVersion,
  patchAnswersTheStoredObject,
  patchKeepsIdentity,
} from './patched-objects.ts'
import { patchesOfServedTypes, servedPatches } from './served-patch-types.ts'

type Type = 'json' | 'merge'
const patchOf = (type: Type, step: string, status: number, shown?: unknown, body?: unknown) =>
  exchangeOf(step, status, shown, {
    request: {
      method: 'PATCH',
      headers: { 'content-type': patchMediaTypes[type] },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    },
  })

const object = (resourceVersion: string, a = 'one') => ({
  metadata: { uid: 'u', creationTimestamp: 't', resourceVersion, annotations: { a } },
})
const first = object('1')
const second = object('2', 'two')
const look = (index: number, shown: unknown) => exchangeOf(`look ${index}`, 200, shown)

const created = exchangeOf('object', 201, first)

test('the labels of patches of served types are returned', () => {
  const history = (json: number, merge: number) =>
    historyOfExchanges(
      patchOf('json', 'twin json', json),
      patchOf('merge', 'twin merge', merge),
      patchOf('json', 'fault json', 400),
      patchOf('merge', 'fault merge', 400),
    )
  const all = {
    controls: ['twin json', 'twin merge'],
    tested: ['fault json', 'fault merge'],
  }
  const onlyMerge = { controls: ['twin merge'], tested: ['fault merge'] }

  expect(patchesOfServedTypes(history(200, 200), all)).toEqual(all)
  expect(patchesOfServedTypes(history(415, 200), all)).toEqual(onlyMerge)
  expect(patchesOfServedTypes(history(500, 200), all)).toEqual(onlyMerge)
  expect(patchesOfServedTypes(history(500, 422), all)).toEqual(all)
  expect(patchesOfServedTypes(history(422, 200), all)).toEqual(all)
  expect(patchesOfServedTypes(history(415, 415), all)).toEqual(all)
  const ofJson = { ...all, tested: ['fault json'] }
  expect(patchesOfServedTypes(history(415, 200), ofJson)).toEqual(ofJson)
  expect(servedPatches(history(415, 200), all.controls)).toEqual(['twin merge'])
  expect(servedPatches(history(501, 200), all.controls)).toEqual(all.controls)
  expect(servedPatches(history(415, 415), all.controls)).toEqual(all.controls)
  const mixed = historyOfExchanges(
    patchOf('json', 'json main', 500),
    patchOf('json', 'json core', 200),
    patchOf('merge', 'merge core', 200),
  )
  expect(servedPatches(mixed, ['json main', 'json core', 'merge core'])).toHaveLength(3)
})

test.each([
  ['refused with a wrong code', 422, 'It is refused.'],
  ['refused as expected', 400, 'held'],
])('faulty patches of a served type that are %s are judged', (_, code, expected) => {
  const wanted = { ...badRequestRefusal, code: 400 }
  const judge = (twinMerge: number) =>
    observationTexts(
      faultyPatchesAreRefused({ wanted, says: 'It is refused.' })(
        historyOfExchanges(
          created,
          patchOf('json', 'twin json', 415),
          patchOf('merge', 'twin merge', twinMerge),
          patchOf('json', 'fault json 0', 415),
          patchOf('merge', 'fault merge 0', code, { reason: 'BadRequest' }),
        ),
      ),
    )

  expect(judge(200)).toEqual([expected])
  expect(judge(415)[0]).toBe('preconditionUnmet')
})

test('results that cannot be decoded are judged for served types', () => {
  const wanted = { code: 422, reason: 'Invalid' }
  const judge = (twinMerge: number, code: number) =>
    observationTexts(
      undecodableResultsAreRefused({ wanted, says: 'It is refused.' })(
        historyOfExchanges(
          created,
          patchOf('json', 'twin json', 415),
          patchOf('merge', 'twin merge', twinMerge),
          patchOf('json', 'fault json 0', 415),
          patchOf('merge', 'fault merge 0', code, { reason: 'Invalid' }),
        ),
      ),
    )

  expect(judge(200, 422)).toEqual(['held'])
  expect(judge(200, 409)).toContain('It is refused.')
  expect(judge(200, 400)).toContain('notApplicable')
  expect(judge(415, 415)[0]).toBe('preconditionUnmet')
})

test('the Content-Type is judged for the served types', () => {
  const body = { metadata: { annotations: { a: 'two' } } }
  const judge = (ofArray: number, merge: number, json = 415) =>
    observationTexts(
      mediaTypeSelectsPatchKind(
        historyOfExchanges(
          created,
          look(0, first),
          patchOf('merge', 'patch 0', ofArray, undefined, []),
          look(1, ofArray === 200 ? second : first),
          patchOf('json', 'patch 1', json, undefined, []),
          look(2, first),
          patchOf('json', 'patch 2', json, undefined, body),
          look(3, first),
          patchOf('merge', 'patch 3', merge, second, body),
          look(4, second),
        ),
      ),
    )

  expect(judge(400, 200)).toEqual(['held'])
  expect(judge(200, 200)).toContain(
    'The Content-Type of a patch determines its effect, whatever its body looks like.',
  )
  expect(judge(415, 415)).toEqual(['preconditionUnmet'])
  expect(judge(400, 200, 422)).toEqual(['preconditionUnmet'])
})

const twoPatches = (merge: Exchange, later: Exchange) =>
  historyOfExchanges(
    created,
    look(0, first),
    patchOf('json', 'patch 0', 415),
    look(1, first),
    merge,
    look(2, second),
    patchOf('json', 'patch 2', 415),
    look(3, second),
    later,
    look(4, second),
  )

test('later patches of served types must fail', () => {
  const judge = (merge: number, later: number) =>
    observationTexts(
      laterPatchesFail('It fails.', { twins: 2 })(
        twoPatches(
          patchOf('merge', 'patch 1', merge, second),
          patchOf('merge', 'patch 3', later, second),
        ),
      ),
    )

  expect(judge(200, 422)).toEqual(['held'])
  expect(judge(200, 200)).toContain('It fails.')
  expect(judge(415, 415)).toEqual(['preconditionUnmet'])
})

test('the identity after a patch is judged for the served types', () => {
  const judge = (status: number, shown: unknown) =>
    observationTexts(
      patchKeepsIdentity(
        twoPatches(patchOf('merge', 'patch 1', status, shown), patchOf('merge', 'patch 3', 415)),
        '',
      ),
    )

  expect(judge(200, second)).toEqual(['held'])
  expect(judge(200, first)).toContain('A patch that changes an object gives it a new version.')
  expect(judge(415, undefined)).toEqual(['preconditionUnmet'])
})

test('patches without changes are judged for the served types', () => {
  const judge = (merge: number, shown: unknown) =>
    observationTexts(
      noOpPatchKeepsVersion(
        historyOfExchanges(
          created,
          patchOf('merge', 'before', merge, first),
          patchOf('merge', 'again merge', merge, shown),
          patchOf('merge', 'again empty', merge, first),
          patchOf('json', 'again json', 415),
          patchOf('json', 'again none', 415),
        ),
      ),
    )

  expect(judge(200, first)).toEqual(['held'])
  expect(judge(200, object('2'))).toContain(
    'A patch that changes nothing keeps the version of its object.',
  )
  expect(judge(415, undefined)).toEqual(['preconditionUnmet'])
})

test('the answers of patches are judged for the served types', () => {
  const says = 'The response to a write is the object as stored.'
  const judge = ([json, merge]: [number, number], shown: unknown, stored: unknown = shown) =>
    observationTexts(
      patchAnswersTheStoredObject(
        historyOfExchanges(
          patchOf('merge', 'merge core', merge, shown),
          exchangeOf('merged core', 200, stored),
          patchOf('json', 'json core', json, shown),
          exchangeOf('patched core', 200, stored),
          exchangeOf('by put core', 200, first),
          patchOf('json', 'by json core', json, first),
          patchOf('merge', 'by merge core', merge, first),
        ),
        'core',
      ),
    )

  expect(judge([415, 200], first)).toEqual(['held'])
  expect(judge([200, 415], first)).toEqual(['held'])
  expect(judge([415, 200], first, object('1', 'other'))).toContain(says)
  expect(judge([415, 415], first)).toEqual(['preconditionUnmet'])
})
