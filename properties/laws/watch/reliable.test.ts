import { describe, expect, test } from 'vitest'
import {
  historyOfWrites,
  listAnswer,
  listedObject,
  acknowledgedDelete,
  observationTexts,
  acknowledgedWrite,
} from '../../history/test-writes.ts'
import { watchEventDocument, awaitExchangeOf, watchExchangeOf } from '../../history/test-watches.ts'
import { watchDeliversEveryChange } from './reliable.ts'

const [a1, a2, a3, a4] = ['1', '2', '3', '4'].map(version => listedObject('a', version)) as [
  ReturnType<typeof listedObject>,
  ReturnType<typeof listedObject>,
  ReturnType<typeof listedObject>,
  ReturnType<typeof listedObject>,
]
const b5 = listedObject('b', '5')
const end = listedObject('end', '7')

const before = [acknowledgedWrite(a1), acknowledgedWrite(a2, { basedOn: '1' })]
const after = [
  acknowledgedWrite(a3, { basedOn: '2' }),
  acknowledgedWrite(a4, { basedOn: '3' }),
  acknowledgedWrite(b5),
  acknowledgedDelete('b'),
  acknowledgedWrite(end),
]

const everything = [
  watchEventDocument('MODIFIED', a3),
  watchEventDocument('MODIFIED', a4),
  watchEventDocument('ADDED', b5),
  watchEventDocument('DELETED', listedObject('b', '6')),
  watchEventDocument('ADDED', end),
]

type Options = { from?: string; problem?: string; final?: (typeof a1)[] }

/** Judges a watch that showed these events, by default from version 2. */
const judged = (events: unknown[], { from = '2', problem, final = [a4, end] }: Options = {}) =>
  observationTexts(
    watchDeliversEveryChange({ parts: ['watch'], waits: ['wait'], marker: 'write-7' })(
      historyOfWrites([
        ...before,
        watchExchangeOf('watch', events, from === '' ? {} : { from }),
        ...after,
        awaitExchangeOf('wait', problem),
        listAnswer('final', final),
      ]),
    ),
  )

test('a watch holds that shows each change after its start once, in order', () => {
  expect(judged(everything)).toEqual(['held'])
})

test('events of different objects may be in any order', () => {
  const [first, second, third, ...rest] = everything
  expect(judged([third, first, second, ...rest])).toEqual(['held'])
})

test.each([
  ['a change at the start', [watchEventDocument('MODIFIED', a2), ...everything], 'at or before it'],
  ['nothing of the first change', everything.slice(1), 'after its start'],
  [
    'nothing of an object',
    everything.filter((_, index) => index !== 2 && index !== 3),
    'before a later',
  ],
  ['nothing of a removal', everything.filter((_, index) => index !== 3), 'before a later one'],
  ['one change twice', [everything[0], ...everything], 'delivered twice'],
  ['changes the other way round', [...everything.slice(1), everything[0]], 'after its start'],
  [
    'a version that no write gave',
    [watchEventDocument('MODIFIED', listedObject('a', '8'))],
    'as a write left it',
  ],
])('a watch that shows %s breaks it', (_what, events, says) => {
  expect(judged(events)).toContainEqual(expect.stringContaining(says))
})

test('a gap between two events breaks it', () => {
  const gap = [
    watchEventDocument('MODIFIED', a2),
    watchEventDocument('MODIFIED', a4),
    ...everything.slice(2),
  ]
  expect(judged(gap, { from: '1' })).toContainEqual(expect.stringContaining('between two'))
})

test('a change that the stream has not reached yet is not lost', () => {
  expect(judged([everything[0]], { problem: 'nothing came for 5 ms' })).toEqual([
    'preconditionUnmet',
  ])
})

test('writes of others are inconclusive', () => {
  const a8 = listedObject('a', '8')
  expect(
    judged([...everything, watchEventDocument('MODIFIED', a8)], { final: [a8, end] }),
  ).toContain('preconditionUnmet')
})

describe('a watch without a version', () => {
  test('starts with the newest state', () => {
    expect(judged([watchEventDocument('ADDED', a2), ...everything], { from: '' })).toEqual(['held'])
  })

  test('may omit an object created and removed before its start, but no existing one', () => {
    const state = [watchEventDocument('ADDED', a4), watchEventDocument('ADDED', end)]
    expect(judged(state, { from: '' })).toEqual(['held'])
    expect(judged(state, { from: '2' })).not.toEqual(['held'])
    expect(judged(state.slice(1), { from: '' })).toContainEqual(
      expect.stringContaining('before a later one'),
    )
  })

  test('breaks it by a state older than a write acknowledged before', () => {
    const stale = [
      watchEventDocument('ADDED', a1),
      watchEventDocument('MODIFIED', a2),
      ...everything,
    ]
    expect(judged(stale, { from: '' })).toContainEqual(expect.stringContaining('as new as'))
  })

  test('may start with any state if it requests version 0', () => {
    const stale = [
      watchEventDocument('ADDED', a1),
      watchEventDocument('MODIFIED', a2),
      ...everything,
    ]
    expect(judged(stale, { from: '0' })).toEqual(['held'])
  })
})

describe('a watch that is continued', () => {
  const continued = (first: unknown[], rest: unknown[], from = '3') =>
    observationTexts(
      watchDeliversEveryChange({ parts: ['watch', 'rest'], waits: ['wait'], marker: 'write-7' })(
        historyOfWrites([
          ...before,
          watchExchangeOf('watch', first, { from: '2' }),
          ...after,
          watchExchangeOf('rest', rest, { from }),
          awaitExchangeOf('wait'),
          listAnswer('final', [a4, end]),
        ]),
      ),
    )

  test('shows every change once, in one part or the other', () => {
    expect(continued(everything.slice(0, 1), everything.slice(1))).toEqual(['held'])
  })

  test('breaks it by repeating the last event or omitting the next', () => {
    expect(continued(everything.slice(0, 1), everything)).toContainEqual(
      expect.stringContaining('delivered twice'),
    )
    expect(continued(everything.slice(0, 1), everything.slice(2))).toContainEqual(
      expect.stringContaining('before a later one'),
    )
  })

  test('may repeat changes after the version that a removal event showed', () => {
    const first = (version: string) => [
      ...everything.slice(0, 3),
      watchEventDocument('DELETED', listedObject('b', version)),
    ]
    const rest = (version: string) => [
      watchEventDocument('DELETED', listedObject('b', version)),
      everything[4],
    ]
    expect(continued(first('5'), rest('5'), '5')).toEqual(['held'])
    expect(continued(first('6'), rest('6'), '6')).toContainEqual(
      expect.stringContaining('delivered twice'),
    )
  })

  test('is not judged by events that the earlier part shows after it was resumed', () => {
    const [first, ...rest] = everything
    const earlier = [first, ...rest].map((document, index) => ({
      receivedAt: index === 0 ? 30 : 900,
      document,
    }))
    const goingOn = (position: number) => {
      const watch = watchExchangeOf('watch', [], { from: '2' })(position)
      return { ...watch, stream: { separators: [], rest: '', frames: earlier } }
    }
    expect(
      observationTexts(
        watchDeliversEveryChange({ parts: ['watch', 'rest'], waits: ['wait'], marker: 'write-7' })(
          historyOfWrites([
            ...before,
            goingOn,
            ...after,
            watchExchangeOf('rest', rest, { from: '3' }),
            awaitExchangeOf('wait'),
            listAnswer('final', [a4, end]),
          ]),
        ),
      ),
    ).toEqual(['held'])
  })
})
