import { describe, expect, test } from 'vitest'
import { exchangeAt } from '../../history/history.ts'
import type { History } from '../../history/history.ts'
import {
  historyOfWrites,
  listAnswer,
  unansweredWrite,
  listedObject,
  refusedCreate,
  refusedRead,
  acknowledgedDelete,
  observationTexts,
  acknowledgedWrite,
} from '../../history/test-writes.ts'
import {
  listIsRefusedUnlikeControl,
  listShowsAnyState,
  listShowsExactVersion,
  listShowsMostRecent,
  listShowsNextChunkOf,
  listShowsNotOlderThan,
} from './lists.ts'
import type { ListLaw } from './lists.ts'

const a1 = listedObject('a', '1')
const b2 = listedObject('b', '2')
const a3 = listedObject('a', '3')
const c4 = listedObject('c', '4')

/** Creates a, creates b, changes a, deletes b. */
const before = [
  acknowledgedWrite(a1),
  acknowledgedWrite(b2),
  acknowledgedWrite(a3, { basedOn: '1' }),
  acknowledgedDelete('b'),
]

const judged = (law: ListLaw, history: History) =>
  observationTexts(law(history, exchangeAt(history, 'list')))

const broken = (words: string) => [expect.stringContaining(words)]

describe('Most Recent', () => {
  test('holds for the newest state', () => {
    expect(
      judged(listShowsMostRecent, historyOfWrites([...before, listAnswer('list', [a3])])),
    ).toEqual(['held'])
  })

  test.each([
    ['an older version', [a1]],
    ['what was deleted', [a3, b2]],
    ['nothing', []],
    ['an object twice', [a3, a3]],
  ])('is broken by %s', (_fault, items) => {
    const history = historyOfWrites([...before, listAnswer('list', items)])

    expect(judged(listShowsMostRecent, history)).toEqual(broken('Most Recent'))
  })

  test('is violated by a refusal, but not by a failure or missing rights', () => {
    const answeredWith = (status: number) =>
      judged(listShowsMostRecent, historyOfWrites([...before, refusedRead('list', status)]))

    expect(answeredWith(400)[0]).toContain('returns a list')
    expect(answeredWith(503)).toEqual(['preconditionUnmet'])
    expect(answeredWith(403)).toEqual(['preconditionUnmet'])
  })

  test('holds for either state during a write', () => {
    const during = (items: (typeof a1)[]) =>
      historyOfWrites([
        acknowledgedWrite(a1, { times: [0, 1] }),
        acknowledgedWrite(c4, { times: [10, 30] }),
        listAnswer('list', items, { times: [15, 20] }),
      ])

    expect(judged(listShowsMostRecent, during([a1]))).toEqual(['held'])
    expect(judged(listShowsMostRecent, during([a1, c4]))).toEqual(['held'])
    expect(judged(listShowsMostRecent, during([c4]))).toEqual(broken('Most Recent'))
  })

  test('holds for part of a state if the list continues', () => {
    const chunk = (items: (typeof a1)[]) =>
      historyOfWrites([
        ...before,
        acknowledgedWrite(c4),
        listAnswer('list', items, { token: 'more' }),
      ])

    expect(judged(listShowsMostRecent, chunk([a3]))).toEqual(['held'])
    expect(judged(listShowsMostRecent, chunk([a1]))).toEqual(broken('Most Recent'))
  })

  test('is inconclusive if a write was lost or another client writes', () => {
    const lost = historyOfWrites([...before, unansweredWrite('c'), listAnswer('list', [a3])])
    const foreign = historyOfWrites([...before, listAnswer('list', [listedObject('a', '99')])])

    expect(judged(listShowsMostRecent, lost)).toEqual(['preconditionUnmet'])
    expect(judged(listShowsMostRecent, foreign)).toEqual(['preconditionUnmet'])
  })

  test('is inconclusive for a collection that could not be filled', () => {
    const history = historyOfWrites([refusedCreate('a'), listAnswer('list', [])])

    expect(judged(listShowsMostRecent, history)).toEqual(['preconditionUnmet'])
  })
})

describe('Any', () => {
  const query = { resourceVersion: '0' }

  test.each([[[]], [[a1]], [[a1, b2]], [[a3, b2]], [[a3]]])(
    'holds for the past state %j',
    items => {
      expect(
        judged(
          listShowsAnyState,
          historyOfWrites([...before, listAnswer('list', items, { query })]),
        ),
      ).toEqual(['held'])
    },
  )

  test.each([[[b2]], [[a1, a3]]])('is violated by %j, which never existed', items => {
    const history = historyOfWrites([...before, listAnswer('list', items, { query })])

    expect(judged(listShowsAnyState, history)).toEqual(broken('Any'))
  })

  test('is violated by 410, since the newest state is allowed', () => {
    const history = historyOfWrites([...before, refusedRead('list', 410, query)])

    expect(judged(listShowsAnyState, history)[0]).toContain('returns a list')
  })
})

describe('Not older than', () => {
  const query = { resourceVersion: '3' }
  const at3 = (items: (typeof a1)[], version = 'list') =>
    historyOfWrites([...before, listAnswer('list', items, { query, version })])

  test('holds for the state at the version and for later ones', () => {
    expect(judged(listShowsNotOlderThan, at3([a3, b2], '3'))).toEqual(['held'])
    expect(judged(listShowsNotOlderThan, at3([a3]))).toEqual(['held'])
  })

  test('is broken by an older state or an older version', () => {
    expect(judged(listShowsNotOlderThan, at3([a1, b2]))).toEqual([...broken('one state'), 'held'])
    expect(judged(listShowsNotOlderThan, at3([a3], '2'))).toEqual([
      'held',
      ...broken('the version of'),
    ])
  })

  test('uses the version of an earlier list as the state that it showed', () => {
    const history = (items: (typeof a1)[]) =>
      historyOfWrites([
        acknowledgedWrite(a1),
        acknowledgedWrite(b2),
        listAnswer('then', [a1, b2], { version: 'v' }),
        acknowledgedDelete('b'),
        listAnswer('list', items, { query: { resourceVersion: 'v' } }),
      ])

    expect(judged(listShowsNotOlderThan, history([a1, b2]))).toEqual(['held'])
    expect(judged(listShowsNotOlderThan, history([]))).toEqual([...broken('one state'), 'held'])
  })

  test('is inconclusive for an expired version', () => {
    const history = historyOfWrites([...before, refusedRead('list', 410, query)])

    expect(judged(listShowsNotOlderThan, history)).toEqual(['preconditionUnmet'])
  })
})

describe('Exact', () => {
  const query = { resourceVersion: '2' }
  const at2 = (items: (typeof a1)[], version: string) =>
    historyOfWrites([...before, listAnswer('list', items, { query, version })])

  test('holds for the state and the version', () => {
    expect(judged(listShowsExactVersion, at2([a1, b2], '2'))).toEqual(['held'])
  })

  test('is broken by another state or another version', () => {
    expect(judged(listShowsExactVersion, at2([a3, b2], '2'))).toEqual([
      ...broken('the state'),
      'held',
    ])
    expect(judged(listShowsExactVersion, at2([a1, b2], '3'))).toEqual([
      'held',
      ...broken('has the given'),
    ])
  })
})

describe('Continuation', () => {
  const goesOn = listShowsNextChunkOf('first')
  const next = (items: (typeof a1)[], token?: string) =>
    historyOfWrites([
      acknowledgedWrite(a1),
      acknowledgedWrite(b2),
      acknowledgedWrite(c4),
      listAnswer('first', [a1], { token: 'more' }),
      acknowledgedDelete('b'),
      listAnswer('list', items, { query: { continue: 'more' }, ...(token && { token }) }),
    ])

  test('holds for the rest of the first state, or part of it with a token', () => {
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
  const isRefused = listIsRefusedUnlikeControl('twin')
  const answeredWith = (status: number) =>
    historyOfWrites([
      listAnswer('twin', []),
      refusedRead('list', status, { resourceVersionMatch: 'Exact' }),
    ])

  test('holds for any refusal, or for the code that is required', () => {
    expect(judged(isRefused, answeredWith(422))).toEqual(['held'])
    expect(judged(listIsRefusedUnlikeControl('twin', 400), answeredWith(400))).toEqual(['held'])
    expect(judged(listIsRefusedUnlikeControl('twin', 400), answeredWith(422))).toEqual(
      broken('is refused'),
    )
  })

  test('is broken by a list', () => {
    const history = historyOfWrites([listAnswer('twin', []), listAnswer('list', [])])

    expect(judged(isRefused, history)).toEqual(broken('is refused'))
  })

  test('is inconclusive if the twin is refused too', () => {
    const history = historyOfWrites([refusedRead('twin', 400), refusedRead('list', 400)])

    expect(judged(isRefused, history)).toEqual(['preconditionUnmet'])
  })
})
