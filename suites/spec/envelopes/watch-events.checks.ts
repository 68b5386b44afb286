// Checks the contents of watch events.

import type { Exchange } from '../../../properties/history/history.ts'
import { notesOf } from '../../../properties/laws/notes.ts'
import {
  bookmarksHoldOnlyAVersion,
  bookmarkObjects,
  eventObjectsAreOfTheKind,
  eventTypesAreStrings,
} from '../../../properties/laws/watch/event-envelope.ts'
import { streamingListOptions } from '../../../properties/scenarios/watch/streaming-lists.ts'
import { watchFromVersions } from '../../../properties/scenarios/watch/watched.ts'
import { create, list, awaitEventType, versionFrom, watch } from '../../../properties/dsl/steps.ts'
import { valueAt } from '../../../properties/dsl/term.ts'
import { example, property } from '../../check.ts'

// Genuine servers send a bookmark shortly before the end of the watch.
const shortly = { timeoutSeconds: '3' }

/**
 * Describes the members of the object in the first bookmark of a stream, and those of its metadata.
 */
function membersOf({ stream }: Exchange): string {
  const [object] = stream ? bookmarkObjects(stream) : []
  if (object === undefined) return 'no bookmark'
  const members = Object.keys(object as object).sort()
  const inMetadata = Object.keys(valueAt(object, '/metadata') ?? {}).sort()
  const marks = Object.keys(valueAt(object, '/metadata/annotations') ?? {}).sort()
  const marked = marks.length > 0 ? `, annotated ${marks.join(', ')}` : ''
  return `${members.join(', ')}; its metadata has ${inMetadata.join(', ')}${marked}`
}

export default [
  property('ENV-014', watchFromVersions(), eventTypesAreStrings, {
    observationsMin: 20,
    allowsClusterScope: true,
  }),
  property('ENV-015', watchFromVersions(), eventObjectsAreOfTheKind, {
    observationsMin: 20,
    allowsClusterScope: true,
  }),
  example(
    'ENV-016',
    [
      create('object', 'main', 'a', { set: { '/metadata/labels/shade': 'dark' } }),
      list('start', 'main'),
      watch('initial', 'main', streamingListOptions),
      watch('regular', 'main', {
        resourceVersion: versionFrom('start'),
        bookmarks: true,
        query: shortly,
      }),
      awaitEventType('initial', 'BOOKMARK'),
      awaitEventType('regular', 'BOOKMARK'),
    ],
    bookmarksHoldOnlyAVersion,
    { needs: ['feature streaming-list'] },
  ),
  example(
    'ENV-017',
    [
      create('object', 'main', 'a'),
      watch('the bookmark after initial events', 'main', streamingListOptions),
      awaitEventType('the bookmark after initial events', 'BOOKMARK'),
    ],
    notesOf(membersOf, 'the bookmark after initial events'),
  ),
]
