// Judges watches in alternative forms against a watch of the same objects in the ordinary form.

import { isDeepStrictEqual } from 'node:util'
import type { History } from '../../history/history.ts'
import { precondition, verify } from '../../history/observation.ts'
import type { Observation } from '../../history/observation.ts'
import { watchEventsOf } from '../../history/watch-events.ts'
import type { WatchEvent } from '../../history/watch-events.ts'
import { valueAt } from '../../dsl/term.ts'
import { differenceSides, firstDifference } from '../../models/json-differences.ts'
import { rowCells, tableRows } from './tables-notes.ts'
import { tableColumns, metaVersion } from './tables.ts'
import { requireVersionKept, requireWatch } from '../watch/watch-stream.ts'

type Twin = { plain: WatchEvent; other: WatchEvent }

/**
 * Returns the events of two watches from the same version, paired, as far as both have delivered.
 */
function* toldInBoth(history: History, label: string): Generator<Observation, Twin[]> {
  yield* requireVersionKept(history, label, 'plain watch')
  const others = watchEventsOf((yield* requireWatch(history, label)).stream)
  const plains = watchEventsOf((yield* requireWatch(history, 'plain watch')).stream)
  const twins = plains.flatMap((plain, index) => {
    const other = others[index]
    return other ? [{ plain, other }] : []
  })
  yield* precondition(twins.length > 0, 'one of the watches has delivered nothing')
  return twins
}

/** K8S-TABLE-015: the object of an event of a Table watch is a Table with one row. */
export function* eventsAreTablesOfOneRow(history: History): Generator<Observation> {
  for (const { plain, other } of yield* toldInBoth(history, 'Table watch')) {
    const { kind, apiVersion } = other.object
    const isOne = kind === 'Table' && apiVersion === metaVersion(history)
    yield verify(isOne && other.type === plain.type, {
      says: 'An event of a Table watch has the same type, and its object is a Table.',
      expected: `${plain.type} Table of ${metaVersion(history)}`,
      got: `${other.type} ${String(kind)} of ${String(apiVersion)}`,
      at: 'Table watch',
    })
    const objects = tableRows(other.object).map(row => valueAt(row, '/object/metadata'))
    yield verify(isDeepStrictEqual(objects, [plain.object.metadata]), {
      says: 'The Table of an event has one row, for the object of the event.',
      expected: [plain.object.metadata],
      got: objects,
      at: 'Table watch',
    })
    yield verify(other.version === plain.version, {
      says: 'The Table of an event has the version of its object.',
      expected: plain.version,
      got: other.version,
      at: 'Table watch',
    })
  }
}

/** K8S-TABLE-016: only the first Table of a watch defines the columns. */
export function* columnsComeOnce(history: History): Generator<Observation> {
  yield* requireVersionKept(history, 'Table watch')
  const [first, ...later] = watchEventsOf((yield* requireWatch(history, 'Table watch')).stream)
  yield* precondition(
    first !== undefined && later.length > 0,
    'the watch has not delivered two changes',
  )
  const columns = tableColumns(first?.object)
  yield verify(columns.length > 0, {
    says: 'The first Table of a watch defines its columns.',
    expected: 'columns',
    got: first?.object['columnDefinitions'],
    at: 'Table watch',
  })
  for (const { object } of later) {
    const again = object['columnDefinitions'] ?? null
    yield verify(again === null, {
      says: 'The later Tables of a watch do not define the columns again.',
      expected: 'columnDefinitions: null',
      got: again,
      at: 'Table watch',
    })
    const cells = tableRows(object).map(row => rowCells(row).length)
    yield verify(
      cells.every(count => count === columns.length),
      {
        says: 'The rows of later Tables have as many cells as the first Table has columns.',
        expected: columns.length,
        got: cells,
        at: 'Table watch',
      },
    )
  }
}

const endMark = '/rows/0/object/metadata/annotations/k8s.io~1initial-events-end'

/**
 * K8S-TABLE-017: the annotation that ends the initial events is present although rows contain no
 * objects.
 */
export function* bookmarksAreTables(history: History): Generator<Observation> {
  const events = watchEventsOf((yield* requireWatch(history, 'Table watch')).stream)
  const bookmark = events.find(({ type }) => type === 'BOOKMARK')
  yield* precondition(bookmark !== undefined, 'the initial events are not complete')
  if (bookmark === undefined) return

  for (const { object } of events.slice(0, events.indexOf(bookmark))) {
    const carried = tableRows(object).map(row => valueAt(row, '/object') ?? null)
    yield verify(isDeepStrictEqual(carried, [null]), {
      says: 'With includeObject=None, the row of an event has no object.',
      expected: [null],
      got: carried,
      at: 'Table watch',
    })
  }
  const { object, version } = bookmark
  const isTable = object['kind'] === 'Table' && typeof version === 'string' && version !== ''
  yield verify(isTable, {
    says: 'A bookmark is a Table with a version.',
    expected: 'a Table with a version',
    got: object,
    at: 'Table watch',
  })
  yield verify(tableRows(object).length === 1 && valueAt(object, endMark) === 'true', {
    says: 'The row of the bookmark after the initial events has the initial-events-end annotation.',
    expected: 'one row whose object has the annotation k8s.io/initial-events-end',
    got: tableRows(object),
    at: 'Table watch',
  })
}

/** K8S-TABLE-020: an event of a PartialObjectMetadata watch has only the metadata of its object. */
export function* eventsShowMetadata(history: History): Generator<Observation> {
  for (const { plain, other } of yield* toldInBoth(history, 'PartialObjectMetadata watch')) {
    const expected = {
      type: plain.type,
      kind: 'PartialObjectMetadata',
      apiVersion: metaVersion(history),
      metadata: plain.object.metadata,
    }
    const difference = firstDifference(expected, { type: other.type, ...other.object })
    yield verify(difference === undefined, {
      says: 'An event of a PartialObjectMetadata watch has only the metadata of its object.',
      ...differenceSides(difference),
      at: 'PartialObjectMetadata watch',
    })
  }
}
