// Fixed scenes around the ends of things: of an object, of what is kept, of what has happened.

import type { Step } from '../../dsl/scenario.ts'
import {
  updateFrom,
  create,
  editTerm,
  expireVersions,
  lastStreamVersion,
  closeStream,
  list,
  caseName,
  put,
  deleteObject,
  fromAnswer,
  awaitEnd,
  awaitEventCount,
  awaitVersion,
  awaitEventType,
  versionFrom,
  watch,
} from '../../dsl/steps.ts'
import { heldByFinalizer } from '../delete-and-finalizers/finalizers.ts'

/** A write that the streams are waited to show, and what is then left. */
const ending = (...streams: string[]): Step[] => [
  create('marker', 'main', 'zz-marker'),
  ...streams.map(stream => awaitVersion(stream, 'marker')),
  list('final', 'main'),
]

/** An object that is removed under a `watch`, and `rest`, which goes on from the removal. */
export const resumeAfterRemoval: Step[] = [
  create('object', 'main', 'x'),
  watch('watch', 'main', { resourceVersion: versionFrom('object') }),
  create('other', 'main', 'y'),
  deleteObject('removed', 'main', caseName('x')),
  awaitEventType('watch', 'DELETED'),
  closeStream('watch'),
  watch('rest', 'main', { resourceVersion: lastStreamVersion('watch') }),
  ...ending('rest'),
]

/** An object that is deleted while a finalizer holds it, changed, and freed, under a `watch`. */
export const finalizerRemovalUnderWatch: Step[] = [
  list('start', 'main'),
  watch('watch', 'main', { resourceVersion: versionFrom('start') }),
  create('object', 'main', 'x', { set: heldByFinalizer }),
  deleteObject('object', 'main', caseName('x')),
  updateFrom('object', 'main', 'object', { '/metadata/annotations': { a: 'b' } }),
  updateFrom('object', 'main', 'object', { '/metadata/finalizers': [] }),
  ...ending('watch'),
]

/** An object that is sent back as it is, between two changes, under a `watch`. */
export const noOpUpdateUnderWatch: Step[] = [
  create('object', 'main', 'x'),
  watch('watch', 'main', { resourceVersion: versionFrom('object') }),
  updateFrom('object', 'main', 'object', { '/metadata/annotations': { a: 'b' } }),
  put('object', 'main', caseName('x'), editTerm(fromAnswer('object', ''), {})),
  updateFrom('object', 'main', 'object', { '/metadata/annotations': { a: 'c' } }),
  ...ending('watch'),
]

/** A watch from far ahead (`ahead`) beside one from now, and some writes. */
export const watchFromFutureVersion: Step[] = [
  create('object', 'main', 'x'),
  watch('ahead', 'main', { resourceVersion: { $join: [versionFrom('object'), '000000'] } }),
  watch('now', 'main', { resourceVersion: versionFrom('object') }),
  ...['a', 'b', 'c'].map(name => create(name, 'main', name)),
  ...ending('now'),
  closeStream('ahead'),
]

/** A watch (`old`) from a version that has expired, the `list` after it, and `rest` from there. */
export const watchFromExpiredVersion: Step[] = [
  create('object', 'main', 'x'),
  list('before', 'main'),
  updateFrom('lost', 'main', 'object', { '/metadata/annotations': { a: 'b' } }),
  expireVersions('expired'),
  watch('old', 'main', { resourceVersion: versionFrom('before') }),
  awaitEventCount('old', 1),
  list('list', 'main'),
  watch('rest', 'main', { resourceVersion: versionFrom('list') }),
  ...ending('rest'),
  awaitEnd('old'),
]
