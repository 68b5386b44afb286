import { describe, expect, test } from 'vitest'
import { historyOf, listed, object, removed, verdictsOf, wrote } from '../../history/written.ts'
import { told, waited, watched } from '../../history/written-watch.ts'
import { tellsEveryChange } from './reliable.ts'

const [a1, a2, a3, a4] = ['1', '2', '3', '4'].map(version => object('a', version)) as [
  ReturnType<typeof object>,
  ReturnType<typeof object>,
  ReturnType<typeof object>,
  ReturnType<typeof object>,
]
const b5 = object('b', '5')
const end = object('end', '7')

const before = [wrote(a1), wrote(a2, { basedOn: '1' })]
const after = [
  wrote(a3, { basedOn: '2' }),
  wrote(a4, { basedOn: '3' }),
  wrote(b5),
  removed('b'),
  wrote(end),
]

const everything = [
  told('MODIFIED', a3),
  told('MODIFIED', a4),
  told('ADDED', b5),
  told('DELETED', object('b', '6')),
  told('ADDED', end),
]

type Options = { from?: string; problem?: string; final?: (typeof a1)[] }

/** What the law says of a watch that told these events, by default from version 2. */
const judged = (events: unknown[], { from = '2', problem, final = [a4, end] }: Options = {}) =>
  verdictsOf(
    tellsEveryChange({ parts: ['watch'], waits: ['wait'], marker: 'write-7' })(
      historyOf([
        ...before,
        watched('watch', events, from === '' ? {} : { from }),
        ...after,
        waited('wait', problem),
        listed('final', final),
      ]),
    ),
  )

test('every change after the start, each once and in order, is what a watch tells', () => {
  expect(judged(everything)).toEqual(['held'])
})

test('events of different objects may come in any order', () => {
  const [first, second, third, ...rest] = everything
  expect(judged([third, first, second, ...rest])).toEqual(['held'])
})

test.each([
  ['a change at the start', [told('MODIFIED', a2), ...everything], 'at or before it'],
  ['nothing of the first change', everything.slice(1), 'after its start'],
  ['nothing of an object', everything.filter((_, at) => at !== 2 && at !== 3), 'before a later'],
  ['nothing of a removal', everything.filter((_, at) => at !== 3), 'before a later one'],
  ['one change twice', [everything[0], ...everything], 'delivered twice'],
  ['changes the other way round', [...everything.slice(1), everything[0]], 'after its start'],
  ['a version that no write gave', [told('MODIFIED', object('a', '8'))], 'as a write left it'],
])('a watch that tells %s breaks it', (_what, events, says) => {
  expect(judged(events)).toContainEqual(expect.stringContaining(says))
})

test('a gap between two events breaks it', () => {
  const gap = [told('MODIFIED', a2), told('MODIFIED', a4), ...everything.slice(2)]
  expect(judged(gap, { from: '1' })).toContainEqual(expect.stringContaining('between two'))
})

test('what a stream has not shown yet is not lost', () => {
  expect(judged([everything[0]], { problem: 'nothing came for 5 ms' })).toEqual(['unmet'])
})

test('what others wrote says nothing', () => {
  const a8 = object('a', '8')
  expect(judged([...everything, told('MODIFIED', a8)], { final: [a8, end] })).toContain('unmet')
})

describe('a watch without a version', () => {
  test('begins with the newest state', () => {
    expect(judged([told('ADDED', a2), ...everything], { from: '' })).toEqual(['held'])
  })

  test('may begin after an object has come and gone, but not after what is there', () => {
    const state = [told('ADDED', a4), told('ADDED', end)]
    expect(judged(state, { from: '' })).toEqual(['held'])
    expect(judged(state, { from: '2' })).not.toEqual(['held'])
    expect(judged(state.slice(1), { from: '' })).toContainEqual(
      expect.stringContaining('before a later one'),
    )
  })

  test('breaks it with a state older than a write acknowledged before', () => {
    const stale = [told('ADDED', a1), told('MODIFIED', a2), ...everything]
    expect(judged(stale, { from: '' })).toContainEqual(expect.stringContaining('as new as'))
  })

  test('may begin with any state when it asks for version 0', () => {
    const stale = [told('ADDED', a1), told('MODIFIED', a2), ...everything]
    expect(judged(stale, { from: '0' })).toEqual(['held'])
  })
})

describe('a watch that is continued', () => {
  const continued = (first: unknown[], rest: unknown[], from = '3') =>
    verdictsOf(
      tellsEveryChange({ parts: ['watch', 'rest'], waits: ['wait'], marker: 'write-7' })(
        historyOf([
          ...before,
          watched('watch', first, { from: '2' }),
          ...after,
          watched('rest', rest, { from }),
          waited('wait'),
          listed('final', [a4, end]),
        ]),
      ),
    )

  test('tells every change once, in one part or the other', () => {
    expect(continued(everything.slice(0, 1), everything.slice(1))).toEqual(['held'])
  })

  test('breaks it when it repeats the last event, or leaves out the next', () => {
    expect(continued(everything.slice(0, 1), everything)).toContainEqual(
      expect.stringContaining('delivered twice'),
    )
    expect(continued(everything.slice(0, 1), everything.slice(2))).toContainEqual(
      expect.stringContaining('before a later one'),
    )
  })

  test('may repeat what came after the earlier change whose version a removal showed', () => {
    const first = (version: string) => [
      ...everything.slice(0, 3),
      told('DELETED', object('b', version)),
    ]
    const rest = (version: string) => [told('DELETED', object('b', version)), everything[4]]
    expect(continued(first('5'), rest('5'), '5')).toEqual(['held'])
    expect(continued(first('6'), rest('6'), '6')).toContainEqual(
      expect.stringContaining('delivered twice'),
    )
  })

  test('is not judged by what the earlier part shows once it is resumed', () => {
    const [first, ...rest] = everything
    const earlier = [first, ...rest].map((document, index) => ({
      receivedAt: index === 0 ? 30 : 900,
      document,
    }))
    const goingOn = (position: number) => {
      const watch = watched('watch', [], { from: '2' })(position)
      return { ...watch, stream: { separators: [], rest: '', frames: earlier } }
    }
    expect(
      verdictsOf(
        tellsEveryChange({ parts: ['watch', 'rest'], waits: ['wait'], marker: 'write-7' })(
          historyOf([
            ...before,
            goingOn,
            ...after,
            watched('rest', rest, { from: '3' }),
            waited('wait'),
            listed('final', [a4, end]),
          ]),
        ),
      ),
    ).toEqual(['held'])
  })
})
