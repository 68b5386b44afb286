// W6, W12: the content of bookmarks, and the bookmark that ends the initial events.

import type { History } from '../../history/history.ts'
import { precondition, verify } from '../../history/observation.ts'
import type { Observation } from '../../history/observation.ts'
import { watchEventsOf, isBookmarkEvent } from '../../history/watch-events.ts'
import { valueAt } from '../../dsl/term.ts'
import { requireWatch } from './watch-stream.ts'

/** The first bookmark of a watch, and no later one, is annotated as the end of initial events. */
export const oneBookmarkIsTheEnd = (label: string) =>
  function* (history: History): Generator<Observation> {
    const watch = yield* requireWatch(history, label)
    const bookmarks = watchEventsOf(watch.stream).filter(isBookmarkEvent)
    yield* precondition(bookmarks.length > 0, `${label} showed no bookmark`)
    const annotation = `/metadata/annotations/${history.context.apiDomain}~1initial-events-end`
    const marks = bookmarks.map(({ object }) => valueAt(object, annotation))
    const [first, ...later] = marks
    yield verify(first === 'true' && later.every(mark => mark === undefined), {
      says: 'The first bookmark after initial events, and no other, has the initial-events-end annotation.',
      expected: ['true', ...later.map(() => 'no annotation')],
      got: marks.map(mark => mark ?? 'no annotation'),
      at: watch,
    })
  }

/** A bookmark is an object of the type with a version, and with nothing else in it. */
export const bookmarksAreEmpty = (label: string) =>
  function* (history: History): Generator<Observation> {
    const watch = yield* requireWatch(history, label)
    const bookmarks = watchEventsOf(watch.stream).filter(isBookmarkEvent)
    yield* precondition(bookmarks.length > 0, `${label} showed no bookmark`)
    const { kind } = history.context.types[watch.about?.role ?? 'main']
    for (const { object, version } of bookmarks) {
      const { kind: ofKind, apiVersion, metadata, ...content } = object
      const { resourceVersion: _, annotations: __, ...others } = metadata
      const rest = Object.entries({ ...others, ...content }).filter(([, value]) => !isEmpty(value))
      const isTyped = ofKind === kind && typeof apiVersion === 'string'
      yield verify(isTyped && typeof version === 'string' && rest.length === 0, {
        says: 'A bookmark has kind, apiVersion and resourceVersion, and no data of an object.',
        expected: `a ${kind} with a resourceVersion alone`,
        got: object,
        at: watch,
      })
    }
  }

/**
 * Reports whether a value is empty or zero. A type may have members that it always writes, such as
 * the replicas of a Deployment.
 */
const isEmpty = (value: unknown): boolean =>
  value === null ||
  value === '' ||
  value === 0 ||
  value === false ||
  (typeof value === 'object' && Object.values(value).every(isEmpty))
