import { expect, test } from 'vitest'
import { exchangeOf, historyOfExchanges } from '../history/test-history.ts'
import { observationTexts } from '../history/test-writes.ts'
import { requestsChangeNothing, requireUntouched } from './other-writers.ts'
import type { ReadPair } from './other-writers.ts'

const object = (name: string, more: object = {}) => ({
  metadata: { name: `t-0-${name}`, labels: { a: 'b', c: 'd' }, ...more },
})
const annotated = { annotations: { by: 'another' } }

const judgedReads = (...bodies: unknown[]) => {
  const exchanges = bodies.map((body, index) => exchangeOf(`${index}`, 200, body))
  const labels = exchanges.map(({ step }) => step)
  return observationTexts(requireUntouched(historyOfExchanges(...exchanges), ...labels))
}

test('an object of which only the version changed is untouched', () => {
  const moved = object('x', { resourceVersion: '2', labels: { c: 'd', a: 'b' } })

  expect(judgedReads(object('x', { resourceVersion: '1' }), moved)).not.toContain(
    'preconditionUnmet',
  )
})

test('an object or item with a new annotation shows another writer', () => {
  const list = { items: [object('y'), object('x', annotated)] }

  expect(judgedReads(object('x'), list)).toContain('preconditionUnmet')
})

const judgedEvent = (type: string, more: object) => {
  const made = exchangeOf('made', 201, object('x', { resourceVersion: '1' }), {
    request: { method: 'POST' },
  })
  const frames = [{ document: { type, object: object('x', more) }, receivedAt: 0 }]
  const stream = { frames, separators: [], rest: '' }
  const watch = exchangeOf('watch', 200, undefined, { stream })
  return observationTexts(requireUntouched(historyOfExchanges(made, watch), 'made', 'watch'))
}

test('a change at a version from no known write shows another writer', () => {
  expect(judgedEvent('MODIFIED', { ...annotated, resourceVersion: '2' })).toContain(
    'preconditionUnmet',
  )
})

test('a known version with other content is a fault of the server', () => {
  expect(judgedEvent('ADDED', { ...annotated, resourceVersion: '1' })).not.toContain(
    'preconditionUnmet',
  )
  expect(judgedEvent('ADDED', { labels: {}, resourceVersion: '1' })).not.toContain(
    'preconditionUnmet',
  )
})

test('a removal alone does not show another writer', () => {
  expect(judgedEvent('DELETED', { ...annotated, resourceVersion: '2' })).not.toContain(
    'preconditionUnmet',
  )
})

test('objects of other cases are ignored', () => {
  const foreign = (more: object) => ({ metadata: { name: 'theirs', ...more } })

  expect(judgedReads({ items: [foreign({})] }, { items: [foreign(annotated)] })).not.toContain(
    'preconditionUnmet',
  )
})

const says = 'It changes nothing.'

/**
 * Two objects with their versions before and after, and the version of one while the case left it
 * alone.
 */
const tried = (versions: {
  x: [string, string]
  y: [string, string]
  idle?: string
  size?: number
}) => {
  const { x, y, idle = x[1], size = 1 } = versions
  const read = (label: string, resourceVersion: string, of = 1) =>
    exchangeOf(label, 200, { metadata: { resourceVersion }, spec: { size: of } })
  const history = historyOfExchanges(
    read('x', x[0]),
    read('x after', x[1], size),
    read('y', y[0]),
    read('y after', y[1]),
    read('x at last', idle, size),
  )
  const both: ReadPair[] = [
    ['x', 'x after'],
    ['y', 'y after'],
  ]
  return observationTexts(
    requestsChangeNothing(history, { tried: both, idle: [['x after', 'x at last']] }, says),
  )
}

test('two unchanged objects hold', () => {
  expect(tried({ x: ['1', '1'], y: ['2', '2'] })).toEqual(['held'])
})

test('a change of both objects is not attributed to another writer', () => {
  expect(tried({ x: ['1', '3'], y: ['2', '4'] })).toContain(says)
})

test('a change of one object, or of an idle one, may be that of another writer', () => {
  expect(tried({ x: ['1', '3'], y: ['2', '2'] })).toContain('preconditionUnmet')
  expect(tried({ x: ['1', '3'], y: ['2', '4'], idle: '5' })).toContain('preconditionUnmet')
})

test('a change of a requested field is not attributed to another writer', () => {
  expect(tried({ x: ['1', '3'], y: ['2', '2'], size: 2 })).toContain(says)
})
