import { expect, test } from 'vitest'
import {
  historyOfWrites,
  withStepLabel,
  listAnswer,
  listedObject,
  acknowledgedDelete,
  observationTexts,
  acknowledgedWrite,
} from '../../history/test-writes.ts'
import { watchEventDocument, awaitExchangeOf, watchExchangeOf } from '../../history/test-watches.ts'
import { eventsShowWrittenVersions } from './written-versions.ts'

const [a1, a2, b3, end] = [
  listedObject('a', '1'),
  listedObject('a', '2'),
  listedObject('b', '3'),
  listedObject('end', '9'),
] as const

const events = [
  watchEventDocument('ADDED', a1),
  watchEventDocument('MODIFIED', a2),
  watchEventDocument('ADDED', b3),
  watchEventDocument('DELETED', listedObject('b', '4')),
  watchEventDocument('ADDED', end),
]

/** Judges a watch of the writes and another one from the version of the first write. */
const judged = (watch: unknown[], again: ReturnType<typeof watchExchangeOf>): string[] =>
  observationTexts(
    eventsShowWrittenVersions(
      historyOfWrites([
        listAnswer('start', [], { version: '0' }),
        watchExchangeOf('watch', watch, { from: '0' }),
        acknowledgedWrite(a1),
        acknowledgedWrite(a2, { basedOn: '1' }),
        acknowledgedWrite(b3),
        acknowledgedDelete('b'),
        again,
        withStepLabel('marker', acknowledgedWrite(end)),
        awaitExchangeOf('watch shows marker'),
        awaitExchangeOf('again shows marker'),
        listAnswer('final', [a2, end]),
      ]),
    ),
  )

const again = watchExchangeOf('again', events.slice(1), { from: '1' })

/** Returns a watch that was answered without a stream. */
const refused =
  (status: number): typeof again =>
  position => {
    const { stream: _, ...exchange } = again(position)
    return { ...exchange, answer: { status, headers: {}, text: '', body: undefined } }
  }

test('each write has an event with the version that it returned', () => {
  expect(judged(events, again)).toEqual(['held'])
})

test.each([
  ['an older version', watchEventDocument('MODIFIED', a1)],
  ['a version of its own', watchEventDocument('MODIFIED', listedObject('a', '8'))],
])('an event at %s breaks it', (_what, event) => {
  const shown = [events[0], event, ...events.slice(2)]
  expect(judged(shown, again)).toContain('The version that a write returns is that of its event.')
})

test('the version of a write can start a watch', () => {
  expect(judged(events, refused(400))).toContain(
    'A watch can start from the version that a write returns.',
  )
  expect(judged(events, refused(410))).toContain('preconditionUnmet')
  expect(judged(events, watchExchangeOf('again', events.slice(2), { from: '1' }))).toContainEqual(
    expect.stringContaining('A watch delivers every change'),
  )
})
