// Judges the documents of a watch: one for each change, with its type and its object.

import type { History } from '../../history/history.ts'
import { precondition, verify } from '../../history/observation.ts'
import type { Observation } from '../../history/observation.ts'
import { eventText } from '../../history/watch-events.ts'
import { isJsonObject, valueAt } from '../../dsl/term.ts'
import {
  requireNoForeignItems,
  requireCaughtUp,
  matchedEventsOf,
  timelinesInScope,
  interpretWatch,
} from './interpreted-watch.ts'
import { requireWatch } from './watch-stream.ts'

/**
 * Reports whether a document is `{type, object}` with a string and an object, not an array or a
 * list of changes.
 */
export function isEventDocument(document: unknown): boolean {
  const object = valueAt(document, '/object')
  return (
    typeof valueAt(document, '/type') === 'string' &&
    isJsonObject(object) &&
    !Array.isArray(valueAt(object, '/items'))
  )
}

/**
 * There are as many documents as changes. The order of the writes is known, and the stream showed
 * the last one.
 */
export const eachDocumentIsOneChange = ({ stream, wait }: { stream: string; wait: string }) =>
  function* (history: History): Generator<Observation> {
    for (const { document } of (yield* requireWatch(history, stream)).stream.frames)
      yield verify(isEventDocument(document), {
        says: 'Each document of a watch describes one change.',
        expected: 'a document with a type and an object',
        got: document,
        at: stream,
      })
    yield* requireNoForeignItems(history)
    const record = yield* interpretWatch(history, stream)
    yield* requireCaughtUp(history, wait)
    const { start } = record
    const changes = [...timelinesInScope(record).values()].flat()
    const isSure = start.begins === 'after' && changes.every(one => start.side(one) !== 'unknown')
    yield* precondition(isSure, 'it is not known which changes come after the start')
    const due = changes.filter(one => start.begins === 'after' && start.side(one) === 'after')
    const lines = yield* matchedEventsOf(history, record)
    yield verify(lines.length === due.length, {
      says: 'A watch delivers one document for each change.',
      expected: `${due.length} documents of changes`,
      got: lines.map(({ event }) => eventText(history, event)),
      at: stream,
    })
  }
