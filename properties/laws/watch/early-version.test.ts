import { expect, test } from 'vitest'
import { watchEventDocument, watchExchangeOf } from '../../history/test-watches.ts'
import {
  acknowledgedWrite,
  historyOfWrites,
  listedObject,
  observationTexts,
  refusedRead,
  withStepLabel,
} from '../../history/test-writes.ts'
import { earlyVersionMissesNothing } from './early-version.ts'

/** Judges a watch from version 1 (`old`), opened after two objects were created. */
const observed = (
  old: ReturnType<typeof watchExchangeOf>,
  [first, second]: [string, string] = ['7', '8'],
) => [
  ...earlyVersionMissesNothing(['first', 'second'])(
    historyOfWrites(
      [
        withStepLabel('first', acknowledgedWrite(listedObject('a', first))),
        withStepLabel('second', acknowledgedWrite(listedObject('b', second))),
        old,
        withStepLabel('marker', acknowledgedWrite(listedObject('z', '9'))),
      ],
      { ordered: true },
    ),
  ),
]

const judged = (...given: Parameters<typeof observed>) => observationTexts(observed(...given))

const watched = (...documents: unknown[]) => watchExchangeOf('old', documents, { from: '1' })
const [a7, b8, z9] = (['a', 'b', 'z'] as const).map((name, index) =>
  watchEventDocument('ADDED', listedObject(name, String(7 + index))),
)
const gone = { type: 'ERROR', object: { kind: 'Status', code: 410 } }

test('a watch from version 1 is refused, ends with an error, or shows everything since', () => {
  expect(judged(refusedRead('old', 410))).toEqual(['held'])
  expect(judged(watched(gone))).toEqual(['held'])
  expect(judged(watched(a7, b8, z9))).toEqual(['held'])
})

test('a watch from version 1 that starts at the present breaks the rule', () => {
  const says = 'A watch from an early version delivers the changes since then, or an error.'
  expect(judged(watched(z9))).toEqual([says])
  expect(judged(watched(b8, z9))).toEqual([says])
})

test('an object at version 1 need not be shown, and a late watch is inconclusive', () => {
  expect(judged(watched(b8, z9), ['1', '8'])).toEqual(['held'])
  expect(judged(watched())).toEqual(['preconditionUnmet'])
})

test('objects whose versions are not integers are not taken for older ones', () => {
  const because = 'a version is not an integer'
  expect(observed(watched(z9), ['v7', 'v8'])).toContainEqual({ kind: 'preconditionUnmet', because })
})
