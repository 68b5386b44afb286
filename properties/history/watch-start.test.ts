import { describe, expect, test } from 'vitest'
import { exchangeAt } from './history.ts'
import type { History } from './history.ts'
import { objectTimelinesOf } from './object-timelines.ts'
import { watchStartOf } from './watch-start.ts'
import type { StartSide } from './watch-start.ts'
import {
  getAnswer,
  historyOfWrites,
  listAnswer,
  listedObject,
  acknowledgedDelete,
  acknowledgedWrite,
} from './test-writes.ts'
import { watchEventDocument, watchExchangeOf } from './test-watches.ts'

function startIn(history: History) {
  const judging = objectTimelinesOf(history, 'main')
  let next = judging.next()
  while (!next.done) next = judging.next()
  const timelines = next.value
  return {
    timelines,
    start: watchStartOf(history, exchangeAt(history, 'watch'), timelines),
  }
}

/** Returns on which side of the watch's start each change of an object is. */
function sides(history: History, name: string): StartSide[] {
  const { timelines, start } = startIn(history)
  if (start.begins !== 'after') throw new Error('the watch begins with a state')
  return (timelines.byKey.get(`n/own-${name}`) ?? []).map(start.side)
}

const [a1, a2, b3] = [listedObject('a', '1'), listedObject('a', '2'), listedObject('b', '3')]

describe('a watch from the version of a write', () => {
  const after = (...more: Parameters<typeof historyOfWrites>[0]) =>
    historyOfWrites([
      acknowledgedWrite(a1),
      acknowledgedWrite(a2, { basedOn: '1' }),
      watchExchangeOf('watch', [], { from: '2' }),
      ...more,
    ])

  test('starts after that write and the ones before it', () => {
    expect(sides(after(), 'a')).toEqual(['before', 'before'])
  })

  test('starts before the writes that come later', () => {
    expect(sides(after(acknowledgedWrite(b3), acknowledgedDelete('a')), 'b')).toEqual(['after'])
    expect(sides(after(acknowledgedWrite(b3), acknowledgedDelete('a')), 'a')).toEqual([
      'before',
      'before',
      'after',
    ])
  })

  test('has an unknown start among concurrent writes of other objects', () => {
    const history = historyOfWrites([
      acknowledgedWrite(a1, { times: [0, 50] }),
      acknowledgedWrite(b3, { times: [0, 50] }),
      watchExchangeOf('watch', [], { from: '1' }),
    ])
    expect(sides(history, 'b')).toEqual(['unknown'])
  })
})

describe('a watch from the version of a list', () => {
  const start = (item: typeof a1, query: Record<string, string> = {}) =>
    listAnswer('start', [item], { version: 'list', query, times: [20, 60] })

  test('starts after the writes acknowledged before the list, and those it shows', () => {
    const history = historyOfWrites([
      acknowledgedWrite(a1, { times: [0, 5] }),
      acknowledgedWrite(a2, { basedOn: '1', times: [10, 50] }),
      start(a2),
      watchExchangeOf('watch', [], { from: 'list' }),
    ])
    expect(sides(history, 'a')).toEqual(['before', 'before'])
  })

  test('shows writes that were sent after the list', () => {
    const history = historyOfWrites([
      acknowledgedWrite(a1, { times: [0, 5] }),
      start(a1),
      watchExchangeOf('watch', [], { from: 'list' }),
      acknowledgedWrite(a2, { basedOn: '1', times: [70, 80] }),
    ])
    expect(sides(history, 'a')).toEqual(['before', 'after'])
  })

  test('0 starts no later than the state the list shows', () => {
    const history = historyOfWrites([
      acknowledgedWrite(a1, { times: [0, 5] }),
      acknowledgedWrite(a2, { basedOn: '1', times: [6, 9] }),
      start(a1, { resourceVersion: '0' }),
      watchExchangeOf('watch', [], { from: 'list' }),
    ])
    expect(sides(history, 'a')).toEqual(['before', 'unknown'])
  })
})

test('a watch from a bookmark shows writes that were sent after it was received', () => {
  const history = historyOfWrites([
    acknowledgedWrite(a1),
    watchExchangeOf('first', [
      watchEventDocument('BOOKMARK', { metadata: { resourceVersion: 'mark' } }),
    ]),
    watchExchangeOf('watch', [], { from: 'mark' }),
    acknowledgedWrite(a2, { basedOn: '1' }),
  ])
  expect(sides(history, 'a')).toEqual(['unknown', 'after'])
})

test('versions show which writes come first only if they are ordered', () => {
  const written = [
    acknowledgedWrite(a1, { times: [0, 50] }),
    acknowledgedWrite(b3, { times: [0, 50] }),
    getAnswer('later', b3),
    watchExchangeOf('watch', [], { from: '2' }),
  ]
  expect(sides(historyOfWrites(written), 'b')).toEqual(['unknown'])
  expect(sides(historyOfWrites(written, { ordered: true }), 'b')).toEqual(['after'])
  expect(sides(historyOfWrites(written, { ordered: true }), 'a')).toEqual(['before'])
})

test.each([
  ['no version', {}, true],
  ['version 0', { resourceVersion: '0' }, false],
  ['initial events', { resourceVersion: '5', sendInitialEvents: 'true' }, false],
])('a watch with %s starts with an initial state', (_name, query, isNew) => {
  const { start } = startIn(historyOfWrites([watchExchangeOf('watch', [], { query })]))
  expect(start).toEqual({ begins: 'state', isNew })
})
