import { expect, test } from 'vitest'
import {
  historyOf,
  labelled,
  listed,
  object,
  removed,
  verdictsOf,
  wrote,
} from '../../history/written.ts'
import { told, waited, watched } from '../../history/written-watch.ts'
import { eventsShowTheVersions } from './written-versions.ts'

const [a1, a2, b3, end] = [
  object('a', '1'),
  object('a', '2'),
  object('b', '3'),
  object('end', '9'),
] as const

const events = [
  told('ADDED', a1),
  told('MODIFIED', a2),
  told('ADDED', b3),
  told('DELETED', object('b', '4')),
  told('ADDED', end),
]

/** What the law says of a watch of the writes, and of another from the first of them. */
const judged = (watch: unknown[], again: ReturnType<typeof watched>): string[] =>
  verdictsOf(
    eventsShowTheVersions(
      historyOf([
        listed('start', [], { version: '0' }),
        watched('watch', watch, { from: '0' }),
        wrote(a1),
        wrote(a2, { basedOn: '1' }),
        wrote(b3),
        removed('b'),
        again,
        labelled('marker', wrote(end)),
        waited('watch shows marker'),
        waited('again shows marker'),
        listed('final', [a2, end]),
      ]),
    ),
  )

const again = watched('again', events.slice(1), { from: '1' })

/** A watch that was answered without a stream. */
const refused =
  (status: number): typeof again =>
  position => {
    const { stream: _, ...exchange } = again(position)
    return { ...exchange, answer: { status, headers: {}, text: '', body: undefined } }
  }

test('each write has an event with the version that it answered', () => {
  expect(judged(events, again)).toEqual(['held'])
})

test.each([
  ['an older version', told('MODIFIED', a1)],
  ['a version of its own', told('MODIFIED', object('a', '8'))],
])('an event at %s breaks it', (_what, event) => {
  const shown = [events[0], event, ...events.slice(2)]
  expect(judged(shown, again)).toContain(
    'The version that a write answers is the one that its event shows.',
  )
})

test('the version of a write starts a watch', () => {
  expect(judged(events, refused(400))).toContain(
    'The version that a write answers can start a watch.',
  )
  expect(judged(events, refused(410))).toContain('unmet')
  expect(judged(events, watched('again', events.slice(2), { from: '1' }))).toContainEqual(
    expect.stringContaining('A watch delivers every change'),
  )
})
