import { describe, expect, test } from 'vitest'
import { momentsDuring, momentsOfWrite, momentsUpTo, pastOf } from './moments.ts'
import type { Moment, Past } from './moments.ts'
import type { Exchange, History } from './history.ts'
import { stateTexts } from './model.ts'
import type { Observation } from './observation.ts'
import { historyOf, listed, lostWrite, object, removed, wrote } from './written.ts'

const a1 = object('a', '1')
const a2 = object('a', '2')
const b1 = object('b', '3')

function pastIn(history: History): Past {
  const judging = pastOf(history, 'main')
  let step = judging.next()
  const unmet: Observation[] = []
  for (; !step.done; step = judging.next()) unmet.push(step.value)
  if (unmet.length > 0) throw new Error(JSON.stringify(unmet))
  return step.value
}

const textsOf = (history: History, moments: Moment[]) =>
  moments.map(({ state }) => stateTexts(history, state.values()).join(', ')).toSorted()

const last = (history: History): Exchange => history.exchanges.at(-1) as Exchange

describe('the moments of a history', () => {
  test('are one after each write when nothing happens at the same time', () => {
    const history = historyOf([wrote(a1), wrote(b1), removed('a')])

    expect(textsOf(history, pastIn(history).moments)).toEqual([
      '',
      'a at 1',
      'a at 1, b at 3',
      'b at 3',
    ])
  })

  test('are every order of two writes at the same time', () => {
    const history = historyOf([wrote(a1, { at: [0, 10] }), wrote(b1, { at: [5, 15] })])

    expect(textsOf(history, pastIn(history).moments)).toEqual([
      '',
      'a at 1',
      'a at 1, b at 3',
      'b at 3',
    ])
  })

  test('are fewer where versions are ordered', () => {
    const history = historyOf([wrote(a1, { at: [0, 10] }), wrote(b1, { at: [5, 15] })], {
      ordered: true,
    })

    expect(textsOf(history, pastIn(history).moments)).toEqual(['', 'a at 1', 'a at 1, b at 3'])
  })

  test.each([
    ['a write was lost', [wrote(a1), lostWrite('b')]],
    [
      'two writes to one object have no order',
      [wrote(a1), wrote(a2, { at: [20, 30] }), removed('a', { at: [25, 35] })],
    ],
    [
      'a version goes down',
      [wrote(object('a', '5'), { at: [0, 1] }), wrote(object('b', '4'), { at: [2, 3] })],
      true,
    ],
  ])('are not told when %s', (_case, written, ordered = false) => {
    expect(() => pastIn(historyOf(written, { ordered }))).toThrow('unmet')
  })
})

describe('the moments that a read can show', () => {
  const history = historyOf([
    wrote(a1, { at: [0, 1] }),
    wrote(a2, { at: [10, 30], basedOn: '1' }),
    wrote(b1, { at: [50, 60] }),
    listed('list', [], { at: [20, 40] }),
  ])

  test('hold what was acknowledged before, and nothing that was sent after', () => {
    const moments = momentsDuring(pastIn(history), last(history))

    expect(textsOf(history, moments)).toEqual(['a at 1', 'a at 2'])
  })

  test('reach back to the beginning for a read of any version', () => {
    const moments = momentsUpTo(pastIn(history), last(history))

    expect(textsOf(history, moments)).toEqual(['', 'a at 1', 'a at 2'])
  })

  test('are those without a later write for one version', () => {
    const past = pastIn(history)
    const [, second] = past.writes as [unknown, Past['writes'][0]]

    expect(textsOf(history, momentsOfWrite(past, second))).toEqual(['a at 2'])
  })
})
