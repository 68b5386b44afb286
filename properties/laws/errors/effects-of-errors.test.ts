import { expect, test } from 'vitest'
import { runLabel } from '../../../fixtures/objects/tested-types.ts'
import type { Exchange, History } from '../../history/history.ts'
import { refusalsChangeNothing } from './effects-of-errors.ts'

const a = { metadata: { name: 'case-a', namespace: 'ns', resourceVersion: '1' } }
const annotated = {
  metadata: { ...a.metadata, resourceVersion: '2', annotations: { by: 'another' } },
}
const stray = { metadata: { name: 'undefined', namespace: 'ns', labels: { [runLabel]: 'r' } } }

const sound = twin(200)

test('a refusal that changes nothing holds', () => {
  expect(judge(sound, look(0, [a]), fault(400), look(1, [a]))).toEqual(['held', 'held', 'held'])
})

test('a refusal may not change an object', () => {
  const changed = { metadata: { ...a.metadata, resourceVersion: '2' } }

  expect(judge(sound, look(0, [a]), fault(409), look(1, [changed]))).toContain(
    'A request that fails changes nothing.',
  )
})

test('a refusal may not store an object under an unknown name', () => {
  expect(judge(sound, look(0, [a]), fault(422), look(1, [a, stray]))).toContain(
    'A request that fails creates nothing under another name.',
  )
})

test('objects of an earlier case may disappear', () => {
  expect(judge(sound, look(0, [a, stray]), fault(422), look(1, [a]))).toEqual([
    'held',
    'held',
    'held',
  ])
})

test('a refusal may not remove an object', () => {
  expect(judge(sound, look(0, [a]), fault(409), look(1, []))).toContain(
    'A request that fails changes nothing.',
  )
})

test.each([
  ['a fault that is accepted', [sound, look(0, [a]), fault(200), look(1, [])]],
  ['a failure of the server', [sound, look(0, [a]), fault(500), look(1, [])]],
])('%s is not judged', (_, parts) => {
  expect(judge(...parts)).toEqual([])
})

test.each([
  ['another writer', [sound, look(0, [a]), fault(409), look(1, [annotated])]],
  ['a server that asks to come again', [sound, look(0, [a]), fault(503), look(1, [])]],
  ['a fault whose sound twin is refused', [twin(403), look(0, [a]), fault(403), look(1, [])]],
  ['a history that lacks a look', [sound, look(0, [a]), fault(400)]],
])('%s is inconclusive', (_, parts) => {
  expect(judge(...parts).at(-1)).toBe('preconditionUnmet')
})

function judge(...parts: Exchange[][]): string[] {
  const context = { prefix: 'case-', namespaces: ['ns'], types: {} }
  const history = { exchanges: parts.flat(), context } as unknown as History
  const said: string[] = []
  for (const observation of refusalsChangeNothing(history)) {
    said.push(observation.kind === 'violated' ? observation.says : observation.kind)
    if (observation.kind === 'preconditionUnmet') break
  }
  return said
}

function exchange(step: string, status: number, body: unknown = {}): Exchange {
  return {
    step,
    request: { method: 'GET', path: '/objects', query: {}, headers: {}, who: 'admin' },
    sentAt: 0,
    answeredAt: 1,
    answer: { status, headers: {}, text: '', body },
  }
}

function look(number: number, items: unknown[]): Exchange[] {
  return [
    exchange(`look ${number}.0`, 200, { items }),
    exchange(`look ${number}.1`, 200, { items: null }),
  ]
}

function fault(status: number): Exchange[] {
  return [exchange('fault 0', status)]
}

function twin(status: number): Exchange[] {
  return [exchange('twin 0', status)]
}
