// Checks how genuine servers interpret and refuse options of watches.

import { farVersionTerm } from '../../../properties/dsl/future-version.ts'
import {
  bookmarksAreEmpty,
  oneBookmarkIsTheEnd,
} from '../../../properties/laws/watch/bookmark-shape.ts'
import { earlyVersionMissesNothing } from '../../../properties/laws/watch/early-version.ts'
import { watchFailsInStream } from '../../../properties/laws/watch/error-shape.ts'
import {
  absentNamespaceIsAnEmptyStream,
  streamIsJsonLines,
  namedWatchPathAnswersTheObject,
  invalidVersionIsRefused,
  watchMatchIsInvalid,
  negativeTimeoutEndsAtOnce,
  deprecatedWatchPathIsServed,
  watchesDeliverTheSame,
  timeoutEndsTheWatch,
  watchNeedsItsOwnRight,
} from '../../../properties/laws/watch/options.ts'
import { requestOpensAStream } from '../../../properties/laws/watch/opening.ts'
import {
  regularBookmarkLosesNothing,
  bookmarksNeverGoBack,
  regularBookmarksAreEmpty,
} from '../../../properties/laws/watch/bookmarkable.ts'
import { badRequestRefusal, faultsAreRefused } from '../../../properties/laws/refusals.ts'
import { inTurn } from '../../../properties/laws/in-turn.ts'
import type { Step, WatchStep } from '../../../properties/dsl/scenario.ts'
import {
  faultyWatches,
  watchesWithInitialEventsAlone,
  watchesWithMatchAlone,
} from '../../../properties/scenarios/watch/faulty-watches.ts'
import {
  resumeFromRegularBookmark,
  watchEmptyState,
} from '../../../properties/scenarios/watch/streaming-lists.ts'
import { watchOneCreate } from '../../../properties/scenarios/watch/watch-forms.ts'
import {
  create,
  get,
  list,
  caseName,
  waitLonger,
  rawRequest,
  awaitEnd,
  awaitEventCount,
  awaitVersion,
  awaitEventType,
  versionFrom,
  watch,
} from '../../../properties/dsl/steps.ts'
import type { WatchStepOptions } from '../../../properties/dsl/steps.ts'
import { example, property } from '../../check.ts'

const needs = ['feature streaming-list' as const]
const object = create('object', 'main', 'x')
const resourceVersion = versionFrom('object')
const ofOneSecond = { timeoutSeconds: '1' }
const byName = { $join: ['metadata.name=', caseName('x')] }

/** Creates two objects, and watches with bookmarks for one second. */
const toItsEnd = (options: WatchStepOptions): Step[] => [
  object,
  create('other', 'main', 'y'),
  watch('watch', 'main', { bookmarks: true, query: ofOneSecond, ...options }),
  awaitEventType('watch', 'BOOKMARK'),
  awaitEnd('watch'),
]

const initialEvents = { initialEvents: true, match: 'NotOlderThan' }

/** The deprecated path of a watch, with `watch` between the group version and the resource. */
const oldPathOfMain: WatchStep = {
  watch: rawRequest(
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
  // Without initial events. Servers without these can send bookmarks, too.
  example('K8S-WATCH-039', resumeFromRegularBookmark, regularBookmarkLosesNothing),
  example('K8S-WATCH-040', resumeFromRegularBookmark, regularBookmarksAreEmpty),
  example('K8S-WATCH-041', resumeFromRegularBookmark, bookmarksNeverGoBack),
  example(
    'K8S-WATCH-042',
    [
      create('first', 'main', 'a'),
      create('second', 'main', 'b'),
      watch('old', 'main', { resourceVersion: '1' }),
      create('marker', 'main', 'z'),
      awaitVersion('old', 'marker'),
    ],
    earlyVersionMissesNothing(['first', 'second']),
  ),
  example(
    'K8S-WATCH-019',
    faultyWatches(
      ['nothing', '-1', '1.5', `1${'0'.repeat(30)}`].map(version => ({ resourceVersion: version })),
    ),
    invalidVersionIsRefused('A watch with an invalid version is refused with a 4xx or 500.'),
  ),
  property(
    'K8S-WATCH-020',
    watchesWithMatchAlone(),
    watchMatchIsInvalid(
      'A watch with resourceVersionMatch and without sendInitialEvents is refused with 422.',
    ),
  ),
  property(
    'K8S-WATCH-021',
    watchesWithInitialEventsAlone(),
    watchMatchIsInvalid(
      'A watch with sendInitialEvents and without NotOlderThan is refused with 422.',
    ),
    { needs },
  ),
  example('K8S-WATCH-022', toItsEnd(initialEvents), oneBookmarkIsTheEnd('watch'), { needs }),
  example(
    'K8S-WATCH-043',
    watchEmptyState,
    inTurn(oneBookmarkIsTheEnd('main'), oneBookmarkIsTheEnd('other')),
    { needs },
  ),
  example('K8S-WATCH-023', toItsEnd({}), oneBookmarkIsTheEnd('watch'), { needs }),
  example('K8S-WATCH-024', toItsEnd(initialEvents), bookmarksAreEmpty('watch'), { needs }),
  example(
    'K8S-WATCH-025',
    [
      object,
      watch('future', 'main', {
        ...initialEvents,
        resourceVersion: farVersionTerm(resourceVersion),
      }),
      awaitEventCount('future', 1),
      awaitEventCount('future', 1),
      awaitEnd('future'),
    ],
    watchFailsInStream(
      'future',
      'future ends',
      { code: 504, reason: 'Timeout', cause: 'ResourceVersionTooLarge' },
      'A watch with initial events at a future version returns an ERROR event with code 504.',
    ),
    { needs },
  ),
  example(
    'K8S-WATCH-026',
    [
      object,
      watch('zero', 'main', { resourceVersion, query: { timeoutSeconds: '0' } }),
      watch('second', 'main', { resourceVersion, query: ofOneSecond }),
      waitLonger(awaitEnd('second')),
    ],
    timeoutEndsTheWatch,
  ),
  example(
    'K8S-WATCH-027',
    [
      object,
      // This watch is opened first, so that a delay of the server affects the second one too.
      watch('negative', 'main', { resourceVersion, query: { timeoutSeconds: '-1' } }),
      watch('second', 'main', { resourceVersion, query: ofOneSecond }),
      awaitEnd('second'),
    ],
    negativeTimeoutEndsAtOnce,
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
        awaitVersion(label, 'marker'),
      ),
    ],
    watchesDeliverTheSame(
      ['state', 'limited state'],
      ['changes', 'limited'],
      ['changes', 'continued'],
    ),
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
      wanted: badRequestRefusal,
      says: 'A watch with an invalid option is refused with 400.',
    }),
  ),
  example(
    'K8S-WATCH-030',
    [
      object,
      watch('watch', 'main', { resourceVersion }),
      ...['a', 'b', 'c'].map(name => create(name, 'main', name)),
      awaitVersion('watch', 'c'),
    ],
    streamIsJsonLines,
  ),
  example(
    'K8S-WATCH-031',
    [
      object,
      { watch: get('named', 'main', caseName('x'), { query: { watch: '1', ...ofOneSecond } }) },
      awaitEventCount('named', 1),
    ],
    namedWatchPathAnswersTheObject,
  ),
  example(
    'K8S-WATCH-032',
    [object, oldPathOfMain, awaitEventCount('old path', 1)],
    deprecatedWatchPathIsServed,
  ),
  example(
    'K8S-WATCH-033',
    [
      object,
      watch('twin', 'main', { resourceVersion }),
      watch('nowhere', 'main', { namespace: 9, resourceVersion }),
      create('later', 'main', 'y'),
      awaitVersion('twin', 'later'),
    ],
    absentNamespaceIsAnEmptyStream,
  ),
  example(
    'K8S-WATCH-034',
    [
      object,
      list('list with list', 'main', { who: 'only-list' }),
      get('get with get', 'main', caseName('x'), { who: 'only-get' }),
      watch('watch with watch', 'main', { who: 'only-watch' }),
      awaitVersion('watch with watch', 'object'),
      watch('watch with list', 'main', { who: 'only-list', resourceVersion }),
      watch('watch with get', 'main', { who: 'only-get', fieldSelector: byName, resourceVersion }),
      list('list with watch', 'main', { who: 'only-watch' }),
    ],
    watchNeedsItsOwnRight,
  ),
  example('K8S-WATCH-038', watchOneCreate('true'), requestOpensAStream('true')),
]
