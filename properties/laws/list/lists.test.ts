import { describe, expect, test } from 'vitest'
import { at } from '../../history/history.ts'
import type { History } from '../../history/history.ts'
import {
  historyOf,
  listed,
  lostWrite,
  object,
  refusedCreate,
  refusedRead,
  removed,
  verdictsOf,
  wrote,
} from '../../history/written.ts'
import {
  isRefusedUnlike,
  showsAny,
  showsExactly,
  showsMostRecent,
  showsNextChunkOf,
  showsNotOlderThan,
} from './lists.ts'
import type { ListLaw } from './lists.ts'

const a1 = object('a', '1')
const b2 = object('b', '2')
const a3 = object('a', '3')
const c4 = object('c', '4')

/** a is created, then b; a is changed; b is deleted. */
const before = [wrote(a1), wrote(b2), wrote(a3, { basedOn: '1' }), removed('b')]

const judged = (law: ListLaw, history: History) => verdictsOf(law(history, at(history, 'list')))

const broken = (words: string) => [expect.stringContaining(words)]

describe('Most Recent', () => {
  test('holds for the newest state', () => {
    expect(judged(showsMostRecent, historyOf([...before, listed('list', [a3])]))).toEqual(['held'])
  })

  test.each([
    ['an older version', [a1]],
    ['what was deleted', [a3, b2]],
    ['nothing', []],
    ['an object twice', [a3, a3]],
  ])('is broken by %s', (_fault, items) => {
    const history = historyOf([...before, listed('list', items)])

    expect(judged(showsMostRecent, history)).toEqual(broken('Most Recent'))
  })

  test('is broken by a refusal, but not by a failure or a lack of rights', () => {
    const answeredWith = (status: number) =>
      judged(showsMostRecent, historyOf([...before, refusedRead('list', status)]))

    expect(answeredWith(400)[0]).toContain('is answered with a list')
    expect(answeredWith(503)).toEqual(['unmet'])
    expect(answeredWith(403)).toEqual(['unmet'])
  })

  test('takes either state while a write is on its way', () => {
    const during = (items: (typeof a1)[]) =>
      historyOf([
        wrote(a1, { at: [0, 1] }),
        wrote(c4, { at: [10, 30] }),
        listed('list', items, { at: [15, 20] }),
      ])

    expect(judged(showsMostRecent, during([a1]))).toEqual(['held'])
    expect(judged(showsMostRecent, during([a1, c4]))).toEqual(['held'])
    expect(judged(showsMostRecent, during([c4]))).toEqual(broken('Most Recent'))
  })

  test('takes part of a state where the list goes on', () => {
    const chunk = (items: (typeof a1)[]) =>
      historyOf([...before, wrote(c4), listed('list', items, { token: 'more' })])

    expect(judged(showsMostRecent, chunk([a3]))).toEqual(['held'])
    expect(judged(showsMostRecent, chunk([a1]))).toEqual(broken('Most Recent'))
  })

  test('says nothing when a write was lost or another writer is at work', () => {
    const lost = historyOf([...before, lostWrite('c'), listed('list', [a3])])
    const foreign = historyOf([...before, listed('list', [object('a', '99')])])

    expect(judged(showsMostRecent, lost)).toEqual(['unmet'])
    expect(judged(showsMostRecent, foreign)).toEqual(['unmet'])
  })

  test('says nothing of a collection that could not be filled', () => {
    const history = historyOf([refusedCreate('a'), listed('list', [])])

    expect(judged(showsMostRecent, history)).toEqual(['unmet'])
  })
})

describe('Any', () => {
  const query = { resourceVersion: '0' }

  test.each([[[]], [[a1]], [[a1, b2]], [[a3, b2]], [[a3]]])(
    'holds for the past state %j',
    items => {
      expect(judged(showsAny, historyOf([...before, listed('list', items, { query })]))).toEqual([
        'held',
      ])
    },
  )

  test.each([[[b2]], [[a1, a3]]])('is broken by %j, which never was', items => {
    const history = historyOf([...before, listed('list', items, { query })])

    expect(judged(showsAny, history)).toEqual(broken('Any'))
  })

  test('is broken by 410, for the newest state would do', () => {
    const history = historyOf([...before, refusedRead('list', 410, query)])

    expect(judged(showsAny, history)[0]).toContain('is answered with a list')
  })
})

describe('Not older than', () => {
  const query = { resourceVersion: '3' }
  const at3 = (items: (typeof a1)[], version = 'list') =>
    historyOf([...before, listed('list', items, { query, version })])

  test('holds for the state of the version and for later ones', () => {
    expect(judged(showsNotOlderThan, at3([a3, b2], '3'))).toEqual(['held'])
    expect(judged(showsNotOlderThan, at3([a3]))).toEqual(['held'])
  })

  test('is broken by an older state or an older version', () => {
    expect(judged(showsNotOlderThan, at3([a1, b2]))).toEqual([...broken('one state'), 'held'])
    expect(judged(showsNotOlderThan, at3([a3], '2'))).toEqual(['held', ...broken('the version of')])
  })

  test('takes the version of an earlier list for the state that it showed', () => {
    const history = (items: (typeof a1)[]) =>
      historyOf([
        wrote(a1),
        wrote(b2),
        listed('then', [a1, b2], { version: 'v' }),
        removed('b'),
        listed('list', items, { query: { resourceVersion: 'v' } }),
      ])

    expect(judged(showsNotOlderThan, history([a1, b2]))).toEqual(['held'])
    expect(judged(showsNotOlderThan, history([]))).toEqual([...broken('one state'), 'held'])
  })

  test('says nothing of an expired version', () => {
    const history = historyOf([...before, refusedRead('list', 410, query)])

    expect(judged(showsNotOlderThan, history)).toEqual(['unmet'])
  })
})

describe('Exact', () => {
  const query = { resourceVersion: '2' }
  const at2 = (items: (typeof a1)[], version: string) =>
    historyOf([...before, listed('list', items, { query, version })])

  test('holds for the state and the version', () => {
    expect(judged(showsExactly, at2([a1, b2], '2'))).toEqual(['held'])
  })

  test('is broken by another state or another version', () => {
    expect(judged(showsExactly, at2([a3, b2], '2'))).toEqual([...broken('the state'), 'held'])
    expect(judged(showsExactly, at2([a1, b2], '3'))).toEqual(['held', ...broken('carries')])
  })
})

describe('Continuation', () => {
  const goesOn = showsNextChunkOf('first')
  const next = (items: (typeof a1)[], token?: string) =>
    historyOf([
      wrote(a1),
      wrote(b2),
      wrote(c4),
      listed('first', [a1], { token: 'more' }),
      removed('b'),
      listed('list', items, { query: { continue: 'more' }, ...(token && { token }) }),
    ])

  test('holds for the rest of the first state, or for a part of it with a token', () => {
    expect(judged(goesOn, next([b2, c4]))).toEqual(['held'])
    expect(judged(goesOn, next([b2], 'further'))).toEqual(['held'])
  })

  test.each([
    ['the newest state', [c4]],
    ['the first chunk again', [a1]],
    ['an overlap', [a1, b2, c4]],
    ['an early end', [b2]],
  ])('is broken by %s', (_fault, items) => {
    expect(judged(goesOn, next(items))).toEqual(broken('Continuation'))
  })
})

describe('Invalid', () => {
  const isRefused = isRefusedUnlike('twin')
  const answeredWith = (status: number) =>
    historyOf([listed('twin', []), refusedRead('list', status, { resourceVersionMatch: 'Exact' })])

  test('holds for any refusal, or for the one that the table names', () => {
    expect(judged(isRefused, answeredWith(422))).toEqual(['held'])
    expect(judged(isRefusedUnlike('twin', 400), answeredWith(400))).toEqual(['held'])
    expect(judged(isRefusedUnlike('twin', 400), answeredWith(422))).toEqual(broken('is refused'))
  })

  test('is broken by a list', () => {
    const history = historyOf([listed('twin', []), listed('list', [])])

    expect(judged(isRefused, history)).toEqual(broken('is refused'))
  })

  test('says nothing when the twin is refused too', () => {
    const history = historyOf([refusedRead('twin', 400), refusedRead('list', 400)])

    expect(judged(isRefused, history)).toEqual(['unmet'])
  })
})
