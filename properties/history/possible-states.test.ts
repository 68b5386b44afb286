import { describe, expect, test } from 'vitest'
import {
  statesOfMostRecentRead,
  statesAtWrite,
  statesUpToAnswer,
  stateHistoryOf,
} from './possible-states.ts'
import type { PossibleState, StateHistory } from './possible-states.ts'
import type { Exchange, History } from './history.ts'
import { stateTexts } from './collection-model.ts'
import type { Observation } from './observation.ts'
import {
  historyOfWrites,
  listAnswer,
  unansweredWrite,
  listedObject,
  acknowledgedDelete,
  acknowledgedWrite,
} from './test-writes.ts'

const a1 = listedObject('a', '1')
const a2 = listedObject('a', '2')
const b1 = listedObject('b', '3')

function pastIn(history: History): StateHistory {
  const judging = stateHistoryOf(history, 'main')
  let step = judging.next()
  const unmet: Observation[] = []
  for (; !step.done; step = judging.next()) unmet.push(step.value)
  if (unmet.length > 0) throw new Error(JSON.stringify(unmet))
  return step.value
}

const textsOf = (history: History, states: PossibleState[]) =>
  states.map(({ state }) => stateTexts(history, state.values()).join(', ')).toSorted()

const last = (history: History): Exchange => history.exchanges.at(-1) as Exchange

describe('the possible states of a history', () => {
  test('are one after each write if no writes are concurrent', () => {
    const history = historyOfWrites([
      acknowledgedWrite(a1),
      acknowledgedWrite(b1),
      acknowledgedDelete('a'),
    ])

    expect(textsOf(history, pastIn(history).states)).toEqual([
      '',
      'a at 1',
      'a at 1, b at 3',
      'b at 3',
    ])
  })

  test('are those of every order of two concurrent writes', () => {
    const history = historyOfWrites([
      acknowledgedWrite(a1, { times: [0, 10] }),
      acknowledgedWrite(b1, { times: [5, 15] }),
    ])

    expect(textsOf(history, pastIn(history).states)).toEqual([
      '',
      'a at 1',
      'a at 1, b at 3',
      'b at 3',
    ])
  })

  test('are fewer if versions are ordered', () => {
    const history = historyOfWrites(
      [acknowledgedWrite(a1, { times: [0, 10] }), acknowledgedWrite(b1, { times: [5, 15] })],
      {
        ordered: true,
      },
    )

    expect(textsOf(history, pastIn(history).states)).toEqual(['', 'a at 1', 'a at 1, b at 3'])
  })

  test.each([
    ['a write was lost', [acknowledgedWrite(a1), unansweredWrite('b')]],
    [
      'two writes to one object have no order',
      [
        acknowledgedWrite(a1),
        acknowledgedWrite(a2, { times: [20, 30] }),
        acknowledgedDelete('a', { times: [25, 35] }),
      ],
    ],
    [
      'a version goes down',
      [
        acknowledgedWrite(listedObject('a', '5'), { times: [0, 1] }),
        acknowledgedWrite(listedObject('b', '4'), { times: [2, 3] }),
      ],
      true,
    ],
  ])('are unknown when %s', (_case, written, ordered = false) => {
    expect(() => pastIn(historyOfWrites(written, { ordered }))).toThrow('preconditionUnmet')
  })
})

describe('the states that a read may show', () => {
  const history = historyOfWrites([
    acknowledgedWrite(a1, { times: [0, 1] }),
    acknowledgedWrite(a2, { times: [10, 30], basedOn: '1' }),
    acknowledgedWrite(b1, { times: [50, 60] }),
    listAnswer('list', [], { times: [20, 40] }),
  ])

  test('contain all writes acknowledged before, and none sent after', () => {
    const states = statesOfMostRecentRead(pastIn(history), last(history))

    expect(textsOf(history, states)).toEqual(['a at 1', 'a at 2'])
  })

  test('include the initial state for a read of any version', () => {
    const states = statesUpToAnswer(pastIn(history), last(history))

    expect(textsOf(history, states)).toEqual(['', 'a at 1', 'a at 2'])
  })

  test('are those without a later write for an exact version', () => {
    const past = pastIn(history)
    const [, second] = past.writes as [unknown, StateHistory['writes'][0]]

    expect(textsOf(history, statesAtWrite(past, second))).toEqual(['a at 2'])
  })
})
