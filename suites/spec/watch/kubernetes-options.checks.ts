// Options of watches as genuine servers read and refuse them.

import {
  bookmarksAreEmpty,
  oneBookmarkIsTheEnd,
} from '../../../properties/laws/watch/bookmark-shape.ts'
import { failsInStream } from '../../../properties/laws/watch/error-shape.ts'
import {
  isEmptyStream,
  isJsonLines,
  isTheObject,
  matchIsInvalid,
  negativeTimeIsOver,
  oldPath,
  tellTheSame,
  timeEndsAWatch,
  watchIsARight,
} from '../../../properties/laws/watch/options.ts'
import { opensAStream } from '../../../properties/laws/watch/opening.ts'
import { badRequest, faultsAreRefused } from '../../../properties/laws/refusals.ts'
import type { Step, Watch } from '../../../properties/dsl/scenario.ts'
import {
  faultyWatches,
  initialEventsAlone,
  matchesAlone,
} from '../../../properties/scenarios/watch/faulty-watches.ts'
import { oneWatched } from '../../../properties/scenarios/watch/watch-forms.ts'
import {
  create,
  get,
  list,
  named,
  patiently,
  raw,
  untilEnd,
  untilEvents,
  untilShown,
  untilType,
  versionOf,
  watch,
} from '../../../properties/dsl/steps.ts'
import type { WatchOptions } from '../../../properties/dsl/steps.ts'
import { example, property } from '../../check.ts'

const needs = ['feature streaming-list' as const]
const object = create('object', 'main', 'x')
const resourceVersion = versionOf('object')
const ofOneSecond = { timeoutSeconds: '1' }
const byName = { $join: ['metadata.name=', named('x')] }

/** Two objects, and a watch with bookmarks that lasts a second. */
const toItsEnd = (options: WatchOptions): Step[] => [
  object,
  create('other', 'main', 'y'),
  watch('watch', 'main', { bookmarks: true, query: ofOneSecond, ...options }),
  untilType('watch', 'BOOKMARK'),
  untilEnd('watch'),
]

const initialEvents = { initialEvents: true, match: 'NotOlderThan' }

/** The collection's path with `watch` before what is in the group. */
const oldPathOfMain: Watch = {
  watch: raw(
    'old path',
    'GET',
    {
      $join: [
        '/apis/',
        { $word: 'group', of: 'main' },
        '/',
        { $word: 'version', of: 'main' },
        '/watch/namespaces/',
        { $namespace: 0 },
        '/',
        { $word: 'resource', of: 'main' },
      ],
    },
    { query: ofOneSecond },
  ),
}

export default [
  example(
    'K8S-WATCH-019',
    faultyWatches(
      ['nothing', '-1', '1.5', `1${'0'.repeat(30)}`].map(version => ({ resourceVersion: version })),
    ),
    faultsAreRefused({
      twins: ['object', 'twin'],
      wanted: { code: 500, reason: null },
      says: 'A watch at what is no version is answered 500.',
    }),
  ),
  property(
    'K8S-WATCH-020',
    matchesAlone(),
    matchIsInvalid('A watch with a resourceVersionMatch and no sendInitialEvents is answered 422.'),
  ),
  property(
    'K8S-WATCH-021',
    initialEventsAlone(),
    matchIsInvalid('A watch with sendInitialEvents and without NotOlderThan is answered 422.'),
    { needs },
  ),
  example('K8S-WATCH-022', toItsEnd(initialEvents), oneBookmarkIsTheEnd('watch'), { needs }),
  example('K8S-WATCH-023', toItsEnd({}), oneBookmarkIsTheEnd('watch'), { needs }),
  example('K8S-WATCH-024', toItsEnd(initialEvents), bookmarksAreEmpty('watch'), { needs }),
  example(
    'K8S-WATCH-025',
    [
      object,
      watch('future', 'main', {
        ...initialEvents,
        resourceVersion: { $join: [resourceVersion, '000000'] },
      }),
      untilEvents('future', 1),
      untilEvents('future', 1),
      untilEnd('future'),
    ],
    failsInStream(
      'future',
      'future ends',
      { code: 504, reason: 'Timeout', cause: 'ResourceVersionTooLarge' },
      'Initial events of a state yet to come are answered by an ERROR event with code 504.',
    ),
    { needs },
  ),
  example(
    'K8S-WATCH-026',
    [
      object,
      watch('zero', 'main', { resourceVersion, query: { timeoutSeconds: '0' } }),
      watch('second', 'main', { resourceVersion, query: ofOneSecond }),
      patiently(untilEnd('second')),
    ],
    timeEndsAWatch,
  ),
  example(
    'K8S-WATCH-027',
    [
      object,
      // Opened first, so that what delays it delays the other too.
      watch('negative', 'main', { resourceVersion, query: { timeoutSeconds: '-1' } }),
      watch('second', 'main', { resourceVersion, query: ofOneSecond }),
      untilEnd('second'),
    ],
    negativeTimeIsOver,
  ),
  example(
    'K8S-WATCH-028',
    [
      object,
      create('other', 'main', 'y'),
      watch('state', 'main'),
      watch('limited state', 'main', { query: { limit: '1' } }),
      watch('changes', 'main', { resourceVersion }),
      watch('limited', 'main', { resourceVersion, query: { limit: '1' } }),
      watch('continued', 'main', { resourceVersion, query: { continue: 'no-token' } }),
      create('marker', 'main', 'zz-marker'),
      ...['state', 'limited state', 'changes', 'limited', 'continued'].map(label =>
        untilShown(label, 'marker'),
      ),
    ],
    tellTheSame(['state', 'limited state'], ['changes', 'limited'], ['changes', 'continued']),
  ),
  example(
    'K8S-WATCH-029',
    faultyWatches([
      { resourceVersion, query: { timeoutSeconds: 'x' } },
      { resourceVersion, query: { limit: 'x', ...ofOneSecond } },
      { resourceVersion, labelSelector: '==' },
      { resourceVersion, fieldSelector: 'touchstone.nothing=x' },
    ]),
    faultsAreRefused({
      twins: ['object', 'twin'],
      wanted: badRequest,
      says: 'A watch with an option that cannot be read is answered 400.',
    }),
  ),
  example(
    'K8S-WATCH-030',
    [
      object,
      watch('watch', 'main', { resourceVersion }),
      ...['a', 'b', 'c'].map(name => create(name, 'main', name)),
      untilShown('watch', 'c'),
    ],
    isJsonLines,
  ),
  example(
    'K8S-WATCH-031',
    [
      object,
      { watch: get('named', 'main', named('x'), { query: { watch: '1', ...ofOneSecond } }) },
      untilEvents('named', 1),
    ],
    isTheObject,
  ),
  example('K8S-WATCH-032', [object, oldPathOfMain, untilEvents('old path', 1)], oldPath),
  example(
    'K8S-WATCH-033',
    [
      object,
      watch('twin', 'main', { resourceVersion }),
      watch('nowhere', 'main', { namespace: 9, resourceVersion }),
      create('later', 'main', 'y'),
      untilShown('twin', 'later'),
    ],
    isEmptyStream,
  ),
  example(
    'K8S-WATCH-034',
    [
      object,
      list('list with list', 'main', { who: 'only-list' }),
      get('get with get', 'main', named('x'), { who: 'only-get' }),
      watch('watch with watch', 'main', { who: 'only-watch' }),
      untilShown('watch with watch', 'object'),
      watch('watch with list', 'main', { who: 'only-list', resourceVersion }),
      watch('watch with get', 'main', { who: 'only-get', fieldSelector: byName, resourceVersion }),
      list('list with watch', 'main', { who: 'only-watch' }),
    ],
    watchIsARight,
  ),
  example('K8S-WATCH-038', oneWatched('true'), opensAStream('true')),
]
