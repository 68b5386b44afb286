// Fixed scenes around the ends of things: of an object, of what is kept, of what has happened.

import type { Step } from '../../dsl/scenario.ts'
import {
  change,
  create,
  edited,
  expire,
  lastVersionOf,
  leave,
  list,
  named,
  put,
  remove,
  seen,
  untilEnd,
  untilEvents,
  untilShown,
  untilType,
  versionOf,
  watch,
} from '../../dsl/steps.ts'
import { held } from '../delete-and-finalizers/finalizers.ts'

/** A write that the streams are waited to show, and what is then left. */
const ending = (...streams: string[]): Step[] => [
  create('marker', 'main', 'zz-marker'),
  ...streams.map(stream => untilShown(stream, 'marker')),
  list('final', 'main'),
]

/** An object that is removed under a `watch`, and `rest`, which goes on from the removal. */
export const removedAndResumed: Step[] = [
  create('object', 'main', 'x'),
  watch('watch', 'main', { resourceVersion: versionOf('object') }),
  create('other', 'main', 'y'),
  remove('removed', 'main', named('x')),
  untilType('watch', 'DELETED'),
  leave('watch'),
  watch('rest', 'main', { resourceVersion: lastVersionOf('watch') }),
  ...ending('rest'),
]

/** An object that is deleted while a finalizer holds it, changed, and freed, under a `watch`. */
export const heldAndFreed: Step[] = [
  list('start', 'main'),
  watch('watch', 'main', { resourceVersion: versionOf('start') }),
  create('object', 'main', 'x', { set: held }),
  remove('object', 'main', named('x')),
  change('object', 'main', 'object', { '/metadata/annotations': { a: 'b' } }),
  change('object', 'main', 'object', { '/metadata/finalizers': [] }),
  ...ending('watch'),
]

/** An object that is sent back as it is, between two changes, under a `watch`. */
export const sentBackAsItIs: Step[] = [
  create('object', 'main', 'x'),
  watch('watch', 'main', { resourceVersion: versionOf('object') }),
  change('object', 'main', 'object', { '/metadata/annotations': { a: 'b' } }),
  put('object', 'main', named('x'), edited(seen('object', ''), {})),
  change('object', 'main', 'object', { '/metadata/annotations': { a: 'c' } }),
  ...ending('watch'),
]

/** A watch from far ahead (`ahead`) beside one from now, and some writes. */
export const watchedFromTheFuture: Step[] = [
  create('object', 'main', 'x'),
  watch('ahead', 'main', { resourceVersion: { $join: [versionOf('object'), '000000'] } }),
  watch('now', 'main', { resourceVersion: versionOf('object') }),
  ...['a', 'b', 'c'].map(name => create(name, 'main', name)),
  ...ending('now'),
  leave('ahead'),
]

/** A watch (`old`) from a version that has expired, the `list` after it, and `rest` from there. */
export const watchedFromTooOld: Step[] = [
  create('object', 'main', 'x'),
  list('before', 'main'),
  change('lost', 'main', 'object', { '/metadata/annotations': { a: 'b' } }),
  expire('expired'),
  watch('old', 'main', { resourceVersion: versionOf('before') }),
  untilEvents('old', 1),
  list('list', 'main'),
  watch('rest', 'main', { resourceVersion: versionOf('list') }),
  ...ending('rest'),
  untilEnd('old'),
]
