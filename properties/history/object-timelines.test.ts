import { expect, test } from 'vitest'
import type { History } from './history.ts'
import { isWrittenByCaseAlone, objectTimelinesOf } from './object-timelines.ts'
import type { ObjectTimelines } from './object-timelines.ts'
import {
  historyOfWrites,
  listAnswer,
  unansweredWrite,
  listedObject,
  acknowledgedDelete,
  acknowledgedWrite,
} from './test-writes.ts'

/** Returns the timelines of a history, and the preconditions that were not met. */
function timelinesIn(history: History): { timelines: ObjectTimelines; unmet: string[] } {
  const judging = objectTimelinesOf(history, 'main')
  const unmet: string[] = []
  for (let next = judging.next(); ; next = judging.next()) {
    if (next.done) return { timelines: next.value, unmet }
    if (next.value.kind === 'preconditionUnmet') unmet.push(next.value.because)
  }
}

const versions = ({ byKey }: ObjectTimelines, name: string) =>
  byKey
    .get(`n/own-${name}`)
    ?.map(({ before, version }) => [before?.metadata['resourceVersion'], version])

const a1 = listedObject('a', '1')
const a2 = listedObject('a', '2')

test('a timeline contains the creation, changes and removal of an object', () => {
  const { timelines, unmet } = timelinesIn(
    historyOfWrites([
      acknowledgedWrite(a1),
      acknowledgedWrite(a2, { basedOn: '1' }),
      acknowledgedDelete('a'),
    ]),
  )
  expect(unmet).toEqual([])
  expect(versions(timelines, 'a')).toEqual([
    [undefined, '1'],
    ['1', '2'],
    ['2', undefined],
  ])
})

test('concurrent writes are ordered by the versions they are based on', () => {
  const history = historyOfWrites([
    acknowledgedWrite(listedObject('a', '3'), { basedOn: '2', times: [10, 40] }),
    acknowledgedWrite(a2, { basedOn: '1', times: [10, 40] }),
    acknowledgedWrite(a1, { times: [0, 5] }),
  ])
  const { timelines } = timelinesIn(history)
  expect(versions(timelines, 'a')?.map(([, version]) => version)).toEqual(['1', '2', '3'])
})

test('timelines are unknown if the order of concurrent writes to one object is', () => {
  const history = historyOfWrites([
    acknowledgedWrite(a1),
    acknowledgedWrite(a2, { basedOn: '1', times: [10, 40] }),
    acknowledgedDelete('a', { times: [10, 40] }),
  ])
  expect(timelinesIn(history).unmet).toEqual([expect.stringContaining('order')])
})

test('timelines are unknown if the outcome of a write is', () => {
  expect(timelinesIn(historyOfWrites([acknowledgedWrite(a1), unansweredWrite('a')])).unmet).toEqual(
    [expect.stringContaining('outcome')],
  )
})

const isUntouchedIn = (history: History): boolean =>
  isWrittenByCaseAlone(history, timelinesIn(history).timelines.byKey.get('n/own-a') ?? [], [
    'final',
  ])

test('an object is untouched if the last list shows the result of the last write', () => {
  expect(isUntouchedIn(historyOfWrites([acknowledgedWrite(a1), listAnswer('final', [a1])]))).toBe(
    true,
  )
  expect(
    isUntouchedIn(
      historyOfWrites([acknowledgedWrite(a1), acknowledgedDelete('a'), listAnswer('final', [])]),
    ),
  ).toBe(true)
})

test('an object that the last list shows at another version was written by others', () => {
  expect(isUntouchedIn(historyOfWrites([acknowledgedWrite(a1), listAnswer('final', [a2])]))).toBe(
    false,
  )
})

test('a change based on a version from no known write shows another writer', () => {
  const a3 = listedObject('a', '3')
  const history = historyOfWrites([
    acknowledgedWrite(a1),
    acknowledgedWrite(a3, { basedOn: '2' }),
    listAnswer('final', [a3]),
  ])
  expect(isUntouchedIn(history)).toBe(false)
})
