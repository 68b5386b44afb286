import { describe, expect, test } from 'vitest'
import { at } from './history.ts'
import type { History } from './history.ts'
import { livesOf } from './lives.ts'
import { startOf } from './watch-start.ts'
import type { Side } from './watch-start.ts'
import { got, historyOf, listed, object, removed, wrote } from './written.ts'
import { told, watched } from './written-watch.ts'

function startIn(history: History) {
  const judging = livesOf(history, 'main')
  let next = judging.next()
  while (!next.done) next = judging.next()
  const lives = next.value
  return { lives, start: startOf(history, at(history, 'watch'), lives) }
}

/** On which side of the start the changes of an object are. */
function sides(history: History, name: string): Side[] {
  const { lives, start } = startIn(history)
  if (start.begins !== 'after') throw new Error('the watch begins with a state')
  return (lives.byKey.get(`n/own-${name}`) ?? []).map(start.side)
}

const [a1, a2, b3] = [object('a', '1'), object('a', '2'), object('b', '3')]

describe('a watch from the version of a write', () => {
  const after = (...more: Parameters<typeof historyOf>[0]) =>
    historyOf([
      wrote(a1),
      wrote(a2, { basedOn: '1' }),
      watched('watch', [], { from: '2' }),
      ...more,
    ])

  test('begins after that write and those before it', () => {
    expect(sides(after(), 'a')).toEqual(['before', 'before'])
  })

  test('has before it the writes that come later', () => {
    expect(sides(after(wrote(b3), removed('a')), 'b')).toEqual(['after'])
    expect(sides(after(wrote(b3), removed('a')), 'a')).toEqual(['before', 'before', 'after'])
  })

  test('knows nothing of other objects that were written at the same time', () => {
    const history = historyOf([
      wrote(a1, { at: [0, 50] }),
      wrote(b3, { at: [0, 50] }),
      watched('watch', [], { from: '1' }),
    ])
    expect(sides(history, 'b')).toEqual(['unknown'])
  })
})

describe('a watch from the version of a list', () => {
  const start = (item: typeof a1, query: Record<string, string> = {}) =>
    listed('start', [item], { version: 'list', query, at: [20, 60] })

  test('begins after what was acknowledged before the list, and after what it shows', () => {
    const history = historyOf([
      wrote(a1, { at: [0, 5] }),
      wrote(a2, { basedOn: '1', at: [10, 50] }),
      start(a2),
      watched('watch', [], { from: 'list' }),
    ])
    expect(sides(history, 'a')).toEqual(['before', 'before'])
  })

  test('tells what is written when the list is answered', () => {
    const history = historyOf([
      wrote(a1, { at: [0, 5] }),
      start(a1),
      watched('watch', [], { from: 'list' }),
      wrote(a2, { basedOn: '1', at: [70, 80] }),
    ])
    expect(sides(history, 'a')).toEqual(['before', 'after'])
  })

  test('of any age begins after no more than what the list shows', () => {
    const history = historyOf([
      wrote(a1, { at: [0, 5] }),
      wrote(a2, { basedOn: '1', at: [6, 9] }),
      start(a1, { resourceVersion: '0' }),
      watched('watch', [], { from: 'list' }),
    ])
    expect(sides(history, 'a')).toEqual(['before', 'unknown'])
  })
})

test('a watch from a bookmark tells what is written after it was received', () => {
  const history = historyOf([
    wrote(a1),
    watched('first', [told('BOOKMARK', { metadata: { resourceVersion: 'mark' } })]),
    watched('watch', [], { from: 'mark' }),
    wrote(a2, { basedOn: '1' }),
  ])
  expect(sides(history, 'a')).toEqual(['unknown', 'after'])
})

test('numbers tell the side only where versions are ordered', () => {
  const written = [
    wrote(a1, { at: [0, 50] }),
    wrote(b3, { at: [0, 50] }),
    got('later', b3),
    watched('watch', [], { from: '2' }),
  ]
  expect(sides(historyOf(written), 'b')).toEqual(['unknown'])
  expect(sides(historyOf(written, { ordered: true }), 'b')).toEqual(['after'])
  expect(sides(historyOf(written, { ordered: true }), 'a')).toEqual(['before'])
})

test.each([
  ['no version', {}, true],
  ['version 0', { resourceVersion: '0' }, false],
  ['initial events', { resourceVersion: '5', sendInitialEvents: 'true' }, false],
])('a watch with %s begins with a state', (_name, query, isNew) => {
  const { start } = startIn(historyOf([watched('watch', [], { query })]))
  expect(start).toEqual({ begins: 'state', isNew })
})
