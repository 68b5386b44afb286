// ENV-014 to ENV-016: the members of every document of a watch.

import { apiVersionOf } from '../../../fixtures/objects/tested-types.ts'
import type { Exchange, History, Stream } from '../../history/history.ts'
import { precondition, verify } from '../../history/observation.ts'
import type { Observation } from '../../history/observation.ts'
import { watchesOf } from '../../history/watch-events.ts'
import { valueAt } from '../../dsl/term.ts'
import { requireCaughtUp, interpretWatch } from './interpreted-watch.ts'

/** ENV-014: the type of an event is a string. The rule does not list the types. */
export function* eventTypesAreStrings(history: History): Generator<Observation> {
  for (const { watch, document } of yield* documentsIn(history)) {
    const type = valueAt(document, '/type')
    yield verify(typeof type === 'string' && type !== '', {
      says: 'Each event of a watch has a type that is a string.',
      expected: 'a text',
      got: type,
      at: watch,
    })
  }
}

/** ENV-015: an event has an object. Added and modified objects have the kind of the type. */
export function* eventObjectsAreOfTheKind(history: History): Generator<Observation> {
  for (const { watch, document } of yield* documentsIn(history)) {
    const object = valueAt(document, '/object')
    yield verify(typeof object === 'object' && object !== null, {
      says: 'Each event of a watch has an object.',
      expected: 'an object',
      got: object,
      at: watch,
    })
    const type = watch.about && history.context.types[watch.about.role]
    if (!type || !['ADDED', 'MODIFIED'].includes(String(valueAt(document, '/type')))) continue
    const wanted = { apiVersion: apiVersionOf(type), kind: type.kind }
    const got = { apiVersion: valueAt(object, '/apiVersion'), kind: valueAt(object, '/kind') }
    yield verify(got.kind === wanted.kind && got.apiVersion === wanted.apiVersion, {
      says: 'The object of ADDED and MODIFIED is of the kind that is watched.',
      expected: wanted,
      got,
      at: watch,
    })
    yield verify(typeof valueAt(object, '/metadata/name') === 'string', {
      says: 'The object of ADDED and MODIFIED has its metadata.',
      expected: 'metadata with a name',
      got: valueAt(object, '/metadata'),
      at: watch,
    })
  }
}

/** Returns the documents of all watches. The first of them must have shown the marker. */
function* documentsIn(
  history: History,
): Generator<Observation, { watch: Exchange; document: unknown }[]> {
  yield* interpretWatch(history, 'watch')
  yield* requireCaughtUp(history, 'watch shows marker')
  return watchesOf(history).flatMap(watch =>
    watch.stream.frames.map(({ document }) => ({ watch, document })),
  )
}

/** ENV-016: a bookmark contains a version and no data of any object. */
export function* bookmarksHoldOnlyAVersion(history: History): Generator<Observation> {
  const all = watchesOf(history).flatMap(watch =>
    bookmarkObjects(watch.stream).map(object => ({ watch, object })),
  )
  yield* precondition(all.length > 0, 'the target sends no bookmark')
  for (const { watch, object } of all) {
    const version = valueAt(object, '/metadata/resourceVersion')
    yield verify(typeof version === 'string' && version !== '', {
      says: 'The object of a bookmark has a version.',
      expected: 'a text',
      got: JSON.stringify(version),
      at: watch,
    })
    yield verify(!holdsMore(object), {
      says: 'The object of a bookmark has only a resourceVersion.',
      expected: 'metadata.resourceVersion alone',
      got: object,
      at: watch,
    })
  }
}

/** Returns the objects of the bookmarks of a stream. */
export const bookmarkObjects = ({ frames }: Stream): unknown[] =>
  frames
    .filter(({ document }) => valueAt(document, '/type') === 'BOOKMARK')
    .map(({ document }) => valueAt(document, '/object'))

/**
 * Reports whether a bookmark contains more than a version. ENV-017 permits type fields, zero values
 * and the annotation that ends the initial events.
 */
function holdsMore(object: unknown): boolean {
  const { kind: _, apiVersion: __, metadata, ...content } = fieldsOf(object)
  const { resourceVersion: ___, annotations, ...more } = fieldsOf(metadata)
  const marks = Object.keys(fieldsOf(annotations))
  return (
    !isZero(content) || !isZero(more) || !marks.every(mark => mark.endsWith('/initial-events-end'))
  )
}

const fieldsOf = (value: unknown): Record<string, unknown> =>
  typeof value === 'object' && value !== null ? { ...value } : {}

const isZero = (value: unknown): boolean =>
  typeof value === 'object' && value !== null
    ? Object.values(value).every(isZero)
    : value === undefined || value === null || value === '' || value === 0 || value === false
