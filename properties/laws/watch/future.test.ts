import { expect, test } from 'vitest'
import { gaveUp } from '../../../fixtures/client/client.ts'
import {
  historyOfWrites,
  listedObject,
  refusedRead,
  observationTexts,
} from '../../history/test-writes.ts'
import { watchEventDocument, awaitExchangeOf, watchExchangeOf } from '../../history/test-watches.ts'
import { futureWatchIsSilent } from './future.ts'

const judged = (
  ahead: ReturnType<typeof watchExchangeOf>,
  { ordered = true, problem }: { ordered?: boolean; problem?: string } = {},
) =>
  observationTexts(
    futureWatchIsSilent(
      'ahead',
      'wait',
    )(historyOfWrites([ahead, awaitExchangeOf('wait', problem)], { ordered })),
  )

const from = (...versions: string[]) =>
  watchExchangeOf(
    'ahead',
    versions.map(version => watchEventDocument('ADDED', listedObject('a', version))),
    { from: '1000' },
  )

test('a watch from a future version is silent, is refused, or shows later changes', () => {
  expect(judged(from())).toEqual(['held'])
  expect(judged(refusedRead('ahead', 504, { resourceVersion: '1000' }))).toEqual(['held'])
  expect(judged(from('1001'))).toEqual(['held'])
})

test('a server that does not answer yet delivers nothing', () => {
  const unanswered =
    (problem: string): ReturnType<typeof from> =>
    position => {
      const { answer: _, stream: __, ...sent } = from()(position)
      return { ...sent, problem }
    }

  expect(judged(unanswered(gaveUp))).toEqual(['held'])
  expect(judged(unanswered('ECONNRESET'))).toEqual(['preconditionUnmet'])
})

test.each(['7', '1000'])('a change at %s is not after 1000', version => {
  expect(judged(from(version))).toEqual([
    'A watch from a future version delivers no change at or before it.',
  ])
})

const late = { problem: 'nothing came for 5 ms' }

test('unordered versions are inconclusive, as is silence without the marker', () => {
  expect(judged(from('7'), { ordered: false })).toEqual(['preconditionUnmet'])
  expect(judged(from(), late)).toEqual(['preconditionUnmet'])
})

test('an old change is a violation although the marker is late', () => {
  expect(judged(from('7'), late)).toEqual([
    'A watch from a future version delivers no change at or before it.',
  ])
})

test('a version that is not an integer is neither before nor after 1000', () => {
  expect(judged(from('v1001'))).toEqual(['preconditionUnmet'])
})
