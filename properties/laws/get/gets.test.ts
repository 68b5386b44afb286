import { describe, expect, test } from 'vitest'
import { exchangeAt } from '../../history/history.ts'
import type { Exchange, History } from '../../history/history.ts'
import type { Observation } from '../../history/observation.ts'
import {
  getAnswer,
  historyOfWrites,
  listedObject,
  refusedRead,
  acknowledgedDelete,
  observationTexts,
  acknowledgedWrite,
} from '../../history/test-writes.ts'
import { getShowsAnyState, getShowsMostRecent, getShowsNotOlderThan } from './gets.ts'

const a1 = listedObject('a', '1')
const a2 = listedObject('a', '2')
const a3 = listedObject('a', '3')
const changes = [acknowledgedWrite(a1), acknowledgedWrite(a2, { basedOn: '1' })]

type GetLaw = (history: History, get: Exchange) => Iterable<Observation>

const judged = (law: GetLaw, history: History) =>
  observationTexts(law(history, exchangeAt(history, 'get')))

describe('a get without a version', () => {
  test('shows the result of the last write', () => {
    expect(judged(getShowsMostRecent, historyOfWrites([...changes, getAnswer('get', a2)]))).toEqual(
      ['held'],
    )
    expect(
      judged(
        getShowsMostRecent,
        historyOfWrites([acknowledgedWrite(a1), acknowledgedDelete('a'), getAnswer('get', 'a')]),
      ),
    ).toEqual(['held'])
  })

  test('never shows an older version or nothing', () => {
    const wanted = [expect.stringContaining('without a version')]

    expect(judged(getShowsMostRecent, historyOfWrites([...changes, getAnswer('get', a1)]))).toEqual(
      wanted,
    )
    expect(
      judged(getShowsMostRecent, historyOfWrites([...changes, getAnswer('get', 'a')])),
    ).toEqual(wanted)
  })

  test('may show a concurrent write', () => {
    const history = (found: typeof a1) =>
      historyOfWrites([
        acknowledgedWrite(a1, { times: [0, 1] }),
        acknowledgedWrite(a2, { times: [10, 30], basedOn: '1' }),
        getAnswer('get', found, { times: [15, 20] }),
      ])

    expect(judged(getShowsMostRecent, history(a1))).toEqual(['held'])
    expect(judged(getShowsMostRecent, history(a2))).toEqual(['held'])
    expect(judged(getShowsMostRecent, history(a3))).toEqual(['preconditionUnmet'])
  })
})

describe('a get at version 0', () => {
  const query = { resourceVersion: '0' }

  test('shows any version that the object had, or nothing', () => {
    for (const found of [a1, a2, 'a'])
      expect(
        judged(getShowsAnyState, historyOfWrites([...changes, getAnswer('get', found, { query })])),
      ).toEqual(['held'])
  })

  test('may not be refused', () => {
    const history = historyOfWrites([...changes, refusedRead('get', 400, query)])

    expect(judged(getShowsAnyState, history)[0]).toContain('returns the object')
  })

  test('does not show later writes', () => {
    const history = historyOfWrites([
      acknowledgedWrite(a1),
      getAnswer('get', a2, { query }),
      acknowledgedWrite(a2, { basedOn: '1' }),
    ])

    expect(judged(getShowsAnyState, history)).toEqual([expect.stringContaining('at some time')])
  })
})

describe('a get at a version', () => {
  const query = { resourceVersion: '2' }
  const history = (found: typeof a1 | string) =>
    historyOfWrites([
      ...changes,
      acknowledgedWrite(a3, { basedOn: '2' }),
      getAnswer('get', found, { query }),
    ])

  test('shows that version or a later one', () => {
    expect(judged(getShowsNotOlderThan, history(a2))).toEqual(['held'])
    expect(judged(getShowsNotOlderThan, history(a3))).toEqual(['held'])
  })

  test('shows neither an older one nor nothing', () => {
    const wanted = [expect.stringContaining('that version or a later one')]

    expect(judged(getShowsNotOlderThan, history(a1))).toEqual(wanted)
    expect(judged(getShowsNotOlderThan, history('a'))).toEqual(wanted)
  })
})
