import { expect, test } from 'vitest'
import type { Exchange, History } from '../../history/history.ts'
import { versionsMoveWithTheirObjects } from './versions.ts'

const moved = 'Each modification gives an object a resourceVersion that it never had.'
const kept = 'An object that is not modified keeps its resourceVersion.'

test('a modification changes the version, and a read shows it', () => {
  expect(judge([write('1', 'one'), write('2', 'two'), read('2', 'two')])).toEqual(['held', 'held'])
})

test('an earlier version may not return with its state', () => {
  expect(judge([write('1', 'one'), write('2', 'two'), write('1', 'one')])).toEqual(['held', moved])
})

test('a write without changes may keep or change the version', () => {
  expect(judge([write('1', 'one'), write('1', 'one'), write('2', 'one')])).toEqual([])
})

test('a version that changes between two reads needs another state', () => {
  expect(judge([write('1', 'one'), read('3', 'one')])).toEqual([kept])
  expect(judge([write('1', 'one'), read('3', 'other')])).toEqual([
    'another writer changed the object',
  ])
})

function judge(exchanges: Exchange[]): string[] {
  const said: string[] = []
  for (const observation of versionsMoveWithTheirObjects({ exchanges } as History)) {
    if (observation.kind === 'preconditionUnmet') return [...said, observation.because]
    said.push(observation.kind === 'violated' ? observation.says : observation.kind)
  }
  return said
}

const write = (version: string, change: string): Exchange => exchange('PUT', version, change)
const read = (version: string, change: string): Exchange => exchange('GET', version, change)

function exchange(method: string, resourceVersion: string, change: string): Exchange {
  const body = { metadata: { name: 'x', resourceVersion, annotations: { change } } }
  const answer = { status: 200, headers: {}, text: JSON.stringify(body), body }
  const request = { method, path: '/', query: {}, headers: {}, who: 'admin' as const }
  const about = { role: 'main' as const, name: 'x' }
  return { step: method, request, about, sentAt: 0, answeredAt: 1, answer }
}
