import { expect, it } from 'vitest'
import type { Item } from '../../history/history.ts'
import {
  annotate,
  annotated,
  createRequest,
  createHeldRequest,
  getRequest,
  heldMetadata,
  judgeSequence,
  markedMetadata,
  mergeBody,
  sentObject,
  buildRequest,
  storedObject,
} from './test-requests.ts'

const shows = 'The response to a write has the object that results from the write.'
const reads = 'A read shows each object as the last write left it, and nothing else.'
const moves = 'A change gives its object a new version.'

it('allows a collection delete to remove only what its selector matches', () => {
  const list = (...items: Item[]) => ({ metadata: {}, items })
  const all = (shade: string, answer: object) =>
    buildRequest('DELETE', 200, answer, {
      name: null,
      query: { labelSelector: `shade=t-0-${shade}` },
    })

  expect(
    judgeSequence([
      createHeldRequest,
      all('light', list()),
      all('dark', list(storedObject('1', heldMetadata))),
      getRequest(storedObject('2', markedMetadata)),
    ]),
  ).toEqual(['held'])
  expect(
    judgeSequence([
      createHeldRequest,
      all('dark', list(storedObject('1', heldMetadata))),
      getRequest(storedObject('1', heldMetadata)),
    ]),
  ).toContain(reads)
  expect(
    judgeSequence([createHeldRequest, all('light', list(storedObject('1', heldMetadata)))]),
  ).toContain('The deletion of a collection returns what it deletes.')
})

it('finds an order of concurrent patches, unless one was lost', () => {
  const during: [number, number] = [10, 20]
  const patches = (first: Item, second: Item) => [
    createRequest,
    buildRequest(
      'PATCH',
      200,
      first,
      mergeBody({ metadata: { annotations: { a: 'a' } } }, { times: during }),
    ),
    buildRequest(
      'PATCH',
      200,
      second,
      mergeBody({ metadata: { annotations: { b: 'b' } } }, { times: during }),
    ),
  ]
  const [a, b, both] = [{ a: 'a' }, { b: 'b' }, { a: 'a', b: 'b' }].map(annotations => ({
    annotations,
  }))

  expect(judgeSequence(patches(storedObject('3', both), storedObject('2', b)))).toEqual(['held'])
  expect(judgeSequence(patches(storedObject('2', a), storedObject('3', both)))).toEqual(['held'])
  expect(judgeSequence(patches(storedObject('2', a), storedObject('3', b)))).toContain(shows)
})

it('follows versions if they are ordered', () => {
  const during: [number, number] = [10, 20]
  const late = buildRequest('PATCH', 200, storedObject('8', annotated('one')), annotate('one'))
  const versions = (first: string, second: string) => [
    buildRequest('POST', 201, storedObject('1'), { body: sentObject() }),
    buildRequest('PATCH', 200, storedObject(first, annotated('one')), {
      ...annotate('one'),
      times: during,
    }),
    buildRequest('PATCH', 200, storedObject(second, annotated('two')), {
      ...annotate('two'),
      times: during,
    }),
  ]

  expect(judgeSequence(versions('9', '8'), { ordered: true })).toEqual(['held'])
  expect(judgeSequence([...versions('9', '10'), late], { ordered: true })).toContain(moves)
  expect(judgeSequence([...versions('9', '10'), late])).toEqual(['held'])
})

it('allows a garbage collector to remove an object that waits for it', () => {
  const waiting = {
    finalizers: ['orphan'],
    deletionTimestamp: 'now',
    deletionGracePeriodSeconds: 0,
  }
  const orphaned = buildRequest('DELETE', 200, storedObject('2', waiting), {
    body: { propagationPolicy: 'Orphan' },
  })

  expect(
    judgeSequence([
      createRequest,
      orphaned,
      getRequest(storedObject('2', waiting)),
      buildRequest('GET', 404, {}),
    ]),
  ).toEqual(['held'])
  expect(
    judgeSequence([
      createRequest,
      orphaned,
      buildRequest('GET', 404, {}),
      getRequest(storedObject('2', waiting)),
    ]),
  ).toContain(reads)
})

it('allows removal of a concurrently changed object only on servers known for it', () => {
  const during: [number, number] = [10, 20]
  const lost = [
    createRequest,
    buildRequest(
      'PATCH',
      200,
      storedObject('2', heldMetadata),
      mergeBody({ metadata: heldMetadata }, { times: during }),
    ),
    buildRequest('DELETE', 200, { kind: 'Status' }, { times: during }),
    buildRequest('GET', 404, {}),
  ]

  expect(judgeSequence(lost)).toContain('A write to a missing object is refused.')
  expect(judgeSequence(lost, { removesBlindly: true })).toEqual(['held'])
})

it('is inconclusive if the outcome of a write is unknown', () => {
  expect(judgeSequence([createRequest, buildRequest('DELETE', 0, undefined)])).toEqual([
    'preconditionUnmet',
  ])
})
