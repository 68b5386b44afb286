import { describe, expect, test } from 'vitest'
import { at } from '../../history/history.ts'
import type { Exchange, History } from '../../history/history.ts'
import type { Observation } from '../../history/observation.ts'
import {
  got,
  historyOf,
  object,
  refusedRead,
  removed,
  verdictsOf,
  wrote,
} from '../../history/written.ts'
import { findsAny, findsMostRecent, findsNotOlderThan } from './gets.ts'

const a1 = object('a', '1')
const a2 = object('a', '2')
const a3 = object('a', '3')
const changes = [wrote(a1), wrote(a2, { basedOn: '1' })]

type GetLaw = (history: History, get: Exchange) => Iterable<Observation>

const judged = (law: GetLaw, history: History) => verdictsOf(law(history, at(history, 'get')))

describe('a get without a version', () => {
  test('shows what the last write left', () => {
    expect(judged(findsMostRecent, historyOf([...changes, got('get', a2)]))).toEqual(['held'])
    expect(judged(findsMostRecent, historyOf([wrote(a1), removed('a'), got('get', 'a')]))).toEqual([
      'held',
    ])
  })

  test('never shows an older version or nothing', () => {
    const wanted = [expect.stringContaining('without a version')]

    expect(judged(findsMostRecent, historyOf([...changes, got('get', a1)]))).toEqual(wanted)
    expect(judged(findsMostRecent, historyOf([...changes, got('get', 'a')]))).toEqual(wanted)
  })

  test('may show a write that is on its way', () => {
    const history = (found: typeof a1) =>
      historyOf([
        wrote(a1, { at: [0, 1] }),
        wrote(a2, { at: [10, 30], basedOn: '1' }),
        got('get', found, { at: [15, 20] }),
      ])

    expect(judged(findsMostRecent, history(a1))).toEqual(['held'])
    expect(judged(findsMostRecent, history(a2))).toEqual(['held'])
    expect(judged(findsMostRecent, history(a3))).toEqual(['unmet'])
  })
})

describe('a get at version 0', () => {
  const query = { resourceVersion: '0' }

  test('shows any version that the object had, or nothing', () => {
    for (const found of [a1, a2, 'a'])
      expect(judged(findsAny, historyOf([...changes, got('get', found, { query })]))).toEqual([
        'held',
      ])
  })

  test('is not refused', () => {
    const history = historyOf([...changes, refusedRead('get', 400, query)])

    expect(judged(findsAny, history)[0]).toContain('answered with the object')
  })

  test('does not show what is written later', () => {
    const history = historyOf([wrote(a1), got('get', a2, { query }), wrote(a2, { basedOn: '1' })])

    expect(judged(findsAny, history)).toEqual([expect.stringContaining('at some time')])
  })
})

describe('a get at a version', () => {
  const query = { resourceVersion: '2' }
  const history = (found: typeof a1 | string) =>
    historyOf([...changes, wrote(a3, { basedOn: '2' }), got('get', found, { query })])

  test('shows that version or a later one', () => {
    expect(judged(findsNotOlderThan, history(a2))).toEqual(['held'])
    expect(judged(findsNotOlderThan, history(a3))).toEqual(['held'])
  })

  test('shows neither an older one nor nothing', () => {
    const wanted = [expect.stringContaining('that version or a later one')]

    expect(judged(findsNotOlderThan, history(a1))).toEqual(wanted)
    expect(judged(findsNotOlderThan, history('a'))).toEqual(wanted)
  })
})
