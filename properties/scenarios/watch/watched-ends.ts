// Defines fixed scenarios of limits: the removal of objects, expired versions and future versions.

import { farVersionTerm } from '../../dsl/future-version.ts'
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
  get,
  awaitEnd,
  awaitEventCount,
  awaitVersion,
  awaitEventType,
  versionFrom,
  watch,
} from '../../dsl/steps.ts'
import { patch } from '../../dsl/write-steps.ts'
import { heldByFinalizer } from '../delete-and-finalizers/finalizers.ts'

/** A write that the streams must show, and a list of the remaining objects. */
const ending = (...streams: string[]): Step[] => [
  create('marker', 'main', 'zz-marker'),
  ...streams.map(stream => awaitVersion(stream, 'marker')),
  list('final', 'main'),
]

/** An object that is removed during `watch`, and `rest`, which resumes from the removal. */
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

/**
 * Two objects with a finalizer that are deleted during `watch`. One is changed and loses its
 * finalizer by a PUT, the other loses it by a patch.
 */
export const finalizerRemovalUnderWatch: Step[] = [
  list('start', 'main'),
  watch('watch', 'main', { resourceVersion: versionFrom('start') }),
  create('object', 'main', 'x', { set: heldByFinalizer }),
  deleteObject('object', 'main', caseName('x')),
  updateFrom('object', 'main', 'object', { '/metadata/annotations': { a: 'b' } }),
  updateFrom('object', 'main', 'object', { '/metadata/finalizers': [] }),
  create('other', 'main', 'y', { set: heldByFinalizer }),
  deleteObject('other', 'main', caseName('y')),
  get('held', 'main', caseName('y')),
  patch('freed', 'main', caseName('y'), {
    type: 'merge',
    body: { metadata: { finalizers: null, resourceVersion: versionFrom('held') } },
  }),
  ...ending('watch'),
]

/** A PUT without a change, between two changes, during `watch`. */
export const noOpUpdateUnderWatch: Step[] = [
  create('object', 'main', 'x'),
  watch('watch', 'main', { resourceVersion: versionFrom('object') }),
  updateFrom('object', 'main', 'object', { '/metadata/annotations': { a: 'b' } }),
  put('object', 'main', caseName('x'), editTerm(fromAnswer('object', ''), {})),
  updateFrom('object', 'main', 'object', { '/metadata/annotations': { a: 'c' } }),
  ...ending('watch'),
]

/**
 * A watch from a far future version (`ahead`) and one from the current version, and some writes.
 */
export const watchFromFutureVersion: Step[] = [
  create('object', 'main', 'x'),
  watch('ahead', 'main', { resourceVersion: farVersionTerm(versionFrom('object')) }),
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
