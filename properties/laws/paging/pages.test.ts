import { describe, expect, test } from 'vitest'
import { chunksOf } from '../../history/history.ts'
import type { History } from '../../history/history.ts'
import type { Observation } from '../../history/observation.ts'
import {
  historyOfWrites,
  listAnswer,
  listedObject,
  refusedCreate,
  refusedRead,
  acknowledgedDelete,
  observationTexts,
  acknowledgedWrite,
} from '../../history/test-writes.ts'
import {
  chunksHoldEachItemOnce,
  chunksStayWithinLimit,
  expiredTokenIs410,
  listWithinLimitIsComplete,
  listsStayWithinLimit,
  pagesShareOneSnapshot,
  pagesShareOneVersion,
  requireWholeSnapshot,
  tokensStandWhereItemsRemain,
  tokenContinuesTheList,
} from './pages.ts'

const [a, b, c] = [listedObject('a', '1'), listedObject('b', '2'), listedObject('c', '3')]
const b4 = listedObject('b', '4')

type Item = typeof a
type Chunk = { items: Item[]; token?: string; version?: string }

/** Returns a list of three objects in chunks of two, with changes after the first chunk. */
const paged = (first: Chunk, second?: Chunk): History => {
  const query = { limit: '2' }
  return historyOfWrites([
    ...[a, b, c].map(item => acknowledgedWrite(item)),
    listAnswer('page', first.items, { query, ...first }),
    acknowledgedWrite(b4, { basedOn: '2' }),
    ...(second ? [listAnswer('page#1', second.items, { query, ...second })] : []),
  ])
}

const judged = (law: (history: History) => Iterable<Observation>, history: History) =>
  observationTexts(law(history))

const good = paged({ items: [a, b], token: 'more' }, { items: [c] })

test.each([
  ['chunksKeepTheLimit', chunksStayWithinLimit],
  ['tokensStandWhereItemsRemain', tokensStandWhereItemsRemain],
  ['chunksHoldEachItemOnce', chunksHoldEachItemOnce],
  ['pagesShareOneVersion', pagesShareOneVersion],
  ['pagesShareOneSnapshot', pagesShareOneSnapshot],
])('%s holds for the chunks of one snapshot', (_name, law) => {
  expect(judged(law, good)).toEqual(['held'])
})

test('chunks that skip an item are not the whole collection', () => {
  const whole = (history: History) => requireWholeSnapshot(history, chunksOf(history, 'page'))

  expect(judged(whole, good)).toEqual([])
  expect(judged(whole, paged({ items: [a], token: 'more' }, { items: [c] }))).toEqual([
    'preconditionUnmet',
  ])
})

test('a list over the limit has no chunks to judge', () => {
  for (const law of [chunksHoldEachItemOnce, pagesShareOneSnapshot])
    expect(judged(law, paged({ items: [a, b, c] }))).toEqual(['preconditionUnmet'])
})

test('a chunk over the limit breaks PAGE-001', () => {
  expect(judged(chunksStayWithinLimit, paged({ items: [a, b, c] }))).toEqual([
    expect.stringContaining('at most'),
  ])
})

test('objects of others show that a limit is ignored only where no object can be created', () => {
  const law = listsStayWithinLimit('all')
  const all = listAnswer('all', [a, b, c], { query: { limit: '1' } })
  const of = (...written: Parameters<typeof historyOfWrites>[0]) =>
    judged(law, historyOfWrites([all, ...written]))

  expect(of(refusedCreate('d'))).toEqual([expect.stringContaining('at most')])
  const page = listAnswer('page', [a, b], { query: { limit: '2' } })
  expect(of(acknowledgedWrite(a), acknowledgedWrite(b), page)).toEqual(['held'])
  // A smaller case without creates shows nothing.
  expect(of()).toEqual(['preconditionUnmet'])
})

describe('the token', () => {
  const wanted = expect.stringContaining('if and only if')

  test('is required if items remain', () => {
    expect(judged(tokensStandWhereItemsRemain, paged({ items: [a, b] }))).toEqual([wanted])
  })

  test('may not be present if none remain', () => {
    const empty = paged({ items: [a, b, c], token: 'more' }, { items: [] })

    expect(judged(tokensStandWhereItemsRemain, empty)).toEqual([wanted, 'held'])
  })

  test('may not be present even if it does not work', () => {
    const history = historyOfWrites([
      acknowledgedWrite(a),
      listAnswer('page', [a], { token: 'more' }),
      refusedRead('page#1', 400),
    ])

    expect(judged(tokensStandWhereItemsRemain, history)).toEqual([wanted])
  })
})

test.each([
  ['missing', [a, b], []],
  ['shown twice', [a, b], [b, c]],
])('an item that is %s breaks PAGE-003', (_fault, first, second) => {
  const history = paged({ items: first, token: 'more' }, { items: second })

  expect(judged(chunksHoldEachItemOnce, history)).toEqual([expect.stringContaining('exactly once')])
})

test('another version in a later chunk breaks PAGE-004', () => {
  const history = paged({ items: [a, b], token: 'more' }, { items: [c], version: 'later' })

  expect(judged(pagesShareOneVersion, history)).toEqual([
    expect.stringContaining('share one resourceVersion'),
  ])
})

test('a visible change between the chunks breaks PAGE-005', () => {
  const history = paged({ items: [a], token: 'more' }, { items: [b4, c] })

  expect(judged(pagesShareOneSnapshot, history)).toEqual([
    expect.stringContaining('as it was when the first was read'),
  ])
})

test('a list of all namespaces that is not read to its end is inconclusive', () => {
  const history = historyOfWrites([
    acknowledgedWrite(a),
    listAnswer('page', [], { token: 'more', namespace: 'all' }),
  ])

  expect(judged(chunksHoldEachItemOnce, history)).toEqual(['preconditionUnmet'])
})

describe('a token within its lifetime', () => {
  const used = (next: ReturnType<typeof listAnswer>) =>
    historyOfWrites([
      acknowledgedWrite(a),
      acknowledgedWrite(b),
      listAnswer('first', [a], { token: 'more' }),
      acknowledgedDelete('b'),
      next,
    ])
  const worked = (history: History) =>
    observationTexts(tokenContinuesTheList(history, 'first', 'next'))

  test('returns the rest', () => {
    expect(worked(used(listAnswer('next', [b])))).toEqual(['held'])
  })

  test('may not be refused or show another state', () => {
    expect(worked(used(refusedRead('next', 410)))).toContain(
      'A continue token works until its lifetime ends.',
    )
    expect(worked(used(listAnswer('next', [])))).toContainEqual(
      expect.stringContaining('Continuation'),
    )
  })
})

describe('a list within the limit', () => {
  const query = { limit: '2' }

  test('has no token', () => {
    const list = (token?: string) =>
      historyOfWrites([
        acknowledgedWrite(a),
        listAnswer('page', [a], { query, ...(token && { token }) }),
      ])

    expect(judged(listWithinLimitIsComplete, list())).toEqual(['held'])
    expect(judged(listWithinLimitIsComplete, list('more'))).toEqual([
      expect.stringContaining('no continue token'),
      'held',
    ])
  })

  test('is inconclusive if there are more items than the limit', () => {
    expect(judged(listWithinLimitIsComplete, paged({ items: [a, b], token: 'more' }))).toEqual([
      'preconditionUnmet',
    ])
  })
})

describe('an expired token', () => {
  const query = { limit: '2', continue: 'more' }
  const after = (...late: Parameters<typeof historyOfWrites>[0]) =>
    judged(
      history => expiredTokenIs410(history, 'page', 'late'),
      historyOfWrites([
        ...[a, b, c].map(item => acknowledgedWrite(item)),
        listAnswer('page', [a, b], { query: { limit: '2' }, token: 'more' }),
        ...late,
      ]),
    )

  test('returns exactly 410', () => {
    expect(after(refusedRead('late', 410, query))).toEqual(['held'])
    expect(after(refusedRead('late', 404, query))).toEqual([expect.stringContaining('410')])
    expect(
      after(acknowledgedWrite(b4, { basedOn: '2' }), listAnswer('late', [b4, c], { query })),
    ).toEqual([expect.stringContaining('410')])
  })

  test('is inconclusive while it still works', () => {
    expect(after(listAnswer('late', [c], { query }))).toEqual(['preconditionUnmet'])
  })

  test('is inconclusive if another client writes', () => {
    expect(after(listAnswer('late', [listedObject('c', '99')], { query }))).toEqual([
      'preconditionUnmet',
    ])
  })
})

test('objects that the server creates in a namespace are part of its pages', () => {
  const token = {
    ...listedObject('token', '9'),
    metadata: { ...a.metadata, name: 'default-token' },
  }
  const withDefaults = (history: History): History => ({
    ...history,
    context: {
      ...history.context,
      types: {
        ...history.context.types,
        main: { ...history.context.types.main, namespaceDefaults: ['default-token'] },
      },
    },
  })
  const first = { items: [a, b], token: 'more' }
  const last = { items: [c, token] }

  expect(judged(tokensStandWhereItemsRemain, withDefaults(paged(first, last)))).toEqual(['held'])
  const full = historyOfWrites([
    acknowledgedWrite(a),
    acknowledgedWrite(b),
    listAnswer('page', [a, b], { token: 'more', query: { limit: '2' } }),
  ])
  expect(judged(listWithinLimitIsComplete, full)).not.toEqual([])
  expect(judged(listWithinLimitIsComplete, withDefaults(full))).toEqual([])
})
