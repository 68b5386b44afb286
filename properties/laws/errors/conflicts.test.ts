import { expect, test } from 'vitest'
import type { Exchange, History } from '../../history/history.ts'
import { eachVersionIsUpdatedOnce } from './conflicts.ts'

test('one of two racing updates succeeds', () => {
  const judged = judge([put('a', '1', 200, '2'), put('b', '1', 409), final('2')])

  expect(judged).toEqual(['held', 'held', 'held'])
})

test('both of two racing updates may not succeed', () => {
  const judged = judge([put('a', '1', 200, '2'), put('b', '1', 200, '3'), final('3')])

  expect(judged).toContain('Of several PUTs with the same version, at most one succeeds.')
})

test('an update from a newer version is not a competitor', () => {
  const judged = judge([put('a', '1', 200, '2'), put('b', '2', 200, '3'), final('3')])

  expect(judged).toEqual(['held', 'held', 'held', 'held'])
})

test('some update succeeds', () => {
  const judged = judge([put('a', '1', 409), put('b', '1', 409), final('1')])

  expect(judged).toContain('Of several PUTs with the stored version, one succeeds.')
})

test('an acknowledged update is not lost', () => {
  const judged = judge([put('a', '1', 200, '2'), final('1')])

  expect(judged).toContain('No acknowledged PUT is lost.')
})

test('conflicts are inconclusive if another client wrote the object', () => {
  const judged = judge([put('a', '1', 409), put('b', '1', 409), final('9')])

  expect(judged).toEqual(['another writer changed the object last'])
})

test('conflicts are inconclusive if an update has no known outcome', () => {
  const judged = judge([put('a', '1', 504), put('b', '1', 409), final('2')])

  expect(judged).toEqual(['a PUT has no known outcome'])
})

function judge(exchanges: Exchange[]): string[] {
  const history = { exchanges: [created, ...exchanges] } as History
  const said: string[] = []
  for (const observation of eachVersionIsUpdatedOnce(history, 'created', 'final')) {
    if (observation.kind === 'preconditionUnmet') return [...said, observation.because]
    said.push(observation.kind === 'violated' ? observation.says : observation.kind)
  }
  return said
}

const object = (resourceVersion?: string) => ({ metadata: { resourceVersion } })

function exchange(
  step: string,
  method: string,
  status: number,
  resourceVersion?: string,
): Exchange {
  const body = object(resourceVersion)
  return {
    step,
    request: { method, path: '/object', query: {}, headers: {}, who: 'admin' },
    sentAt: 0,
    answeredAt: 1,
    answer: { status, headers: {}, text: '', body },
  }
}

function put(step: string, base: string, status: number, resourceVersion?: string): Exchange {
  const made = exchange(step, 'PUT', status, resourceVersion)
  return { ...made, request: { ...made.request, body: JSON.stringify(object(base)) } }
}

const created = exchange('created', 'POST', 200, '1')
const final = (resourceVersion: string) => exchange('final', 'GET', 200, resourceVersion)
