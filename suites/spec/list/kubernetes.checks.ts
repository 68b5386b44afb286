// Checks how genuine servers refuse, order and select lists.

import {
  futureListVersionAsksToRetry,
  itemsAreSorted,
  listOptionsAreInvalid,
  listsHaveCounts,
  listsMatchControl,
} from '../../../properties/laws/list/list-answers.ts'
import { listCarriesItsOwnVersion } from '../../../properties/laws/list/list-versions.ts'
import { badRequestRefusal, faultsAreRefused } from '../../../properties/laws/refusals.ts'
import { listVersionsNeverGoBack } from '../../../properties/laws/version-order.ts'
import { listSelectsWhatMatches } from '../../../properties/laws/list/selectors.ts'
import { createAll } from '../../../properties/scenarios/collections.ts'
import {
  listsWithInitialEvents,
  expireAListVersion,
  faultyLists,
  faultySelectors,
  faultyVersions,
  forbiddenOptions,
  listsAtFutureVersion,
  tokenBesideVersion,
  unknownMatches,
} from '../../../properties/scenarios/list/faulty-lists.ts'
import {
  listThenItsVersion,
  listsUntilEmpty,
} from '../../../properties/scenarios/list/list-versions.ts'
import {
  listsAfterLabelChanges,
  listsByFields,
  listsByLabels,
} from '../../../properties/scenarios/list/selectors.ts'
import { listsOfOneAndAll } from '../../../properties/scenarios/labelled-objects.ts'
import { create, list, caseName } from '../../../properties/dsl/steps.ts'
import { example, property } from '../../check.ts'

const areBadRequests = (says: string) =>
  faultsAreRefused({ twins: ['twin'], wanted: badRequestRefusal, says })

export default [
  property(
    'K8S-LIST-001',
    forbiddenOptions(),
    listOptionsAreInvalid(
      { reason: 'FieldValueForbidden', field: 'resourceVersionMatch' },
      'A resourceVersionMatch without a version, with version 0 or with a token is refused with 422.',
    ),
  ),
  property(
    'K8S-LIST-002',
    unknownMatches(),
    listOptionsAreInvalid(
      { reason: 'FieldValueNotSupported', field: 'resourceVersionMatch' },
      'An unknown resourceVersionMatch is refused with 422.',
    ),
  ),
  property(
    'K8S-LIST-003',
    listsWithInitialEvents(),
    listOptionsAreInvalid(
      { reason: 'FieldValueForbidden', field: 'sendInitialEvents' },
      'A list with sendInitialEvents is refused with 422.',
    ),
  ),
  example(
    'K8S-LIST-004',
    tokenBesideVersion,
    areBadRequests('A continue token with a resourceVersion is refused with 400.'),
  ),
  property(
    'K8S-LIST-005',
    faultyVersions(),
    areBadRequests('A list with an invalid version is refused with 400.'),
  ),
  example(
    'K8S-LIST-006',
    expireAListVersion,
    faultsAreRefused({
      twins: ['later', 'twin'],
      wanted: { code: 410, reason: 'Expired' },
      says: 'A list at exactly an expired version is refused with 410.',
    }),
  ),
  example('K8S-LIST-007', listsAtFutureVersion({}), futureListVersionAsksToRetry),
  example('K8S-LIST-008', listsAtFutureVersion({ match: 'Exact' }), futureListVersionAsksToRetry),
  property('K8S-LIST-009', listsOfOneAndAll(), itemsAreSorted, { allowsClusterScope: true }),
  example(
    'K8S-LIST-010',
    [
      ...createAll('main', ['a', 'b', 'c']),
      list('twin', 'main'),
      list('zero', 'main', { limit: 0 }),
      list('negative', 'main', { limit: -1 }),
    ],
    listsMatchControl(['zero', 'negative'], 'A limit of zero or less is no limit.'),
  ),
  example(
    'K8S-LIST-011',
    [
      list('twin', 'main', { limit: 1 }),
      ...faultyLists(['', 'nothing', '1.5', '9223372036854775808'].map(limit => ({ limit }))),
    ],
    areBadRequests('A limit that is not an integer is refused with 400.'),
  ),
  example(
    'K8S-LIST-012',
    [
      ...createAll('main', ['a', 'b']),
      list('twin', 'main'),
      list('empty', 'main', { resourceVersion: '' }),
      list('all empty', 'main', { resourceVersion: '', match: '', continue: '' }),
    ],
    listsMatchControl(['empty', 'all empty'], 'An empty list option is the same as none.'),
  ),
  property('K8S-LIST-013', listsByLabels(), listSelectsWhatMatches),
  property('K8S-LIST-022', listsAfterLabelChanges(), listSelectsWhatMatches),
  property(
    'K8S-LIST-014',
    faultySelectors(),
    areBadRequests('An invalid label selector is refused with 400.'),
  ),
  property('K8S-LIST-015', listsByFields(), listSelectsWhatMatches, { allowsClusterScope: true }),
  example(
    'K8S-LIST-016',
    [
      list('twin', 'main', { fieldSelector: 'metadata.name=x' }),
      ...faultyLists([
        { fieldSelector: 'touchstone.nothing=x' },
        { fieldSelector: 'metadata.name=x,metadata.nothing=y' },
      ]),
    ],
    areBadRequests('A field selector with an unsupported field is refused with 400.'),
  ),
  example(
    'K8S-LIST-017',
    [
      create('object', 'main', 'x'),
      list('one', 'main', { fieldSelector: { $join: ['metadata.name=', caseName('x')] } }),
      list('none', 'main', { fieldSelector: { $join: ['metadata.name=', caseName('y')] } }),
    ],
    listsHaveCounts(
      { one: 1, none: 0 },
      'A list by name returns one object or none, and never 404.',
    ),
  ),
  example(
    'K8S-LIST-018',
    [create('object', 'main', 'x'), list('nowhere', 'main', { namespace: 9 })],
    listsHaveCounts({ nowhere: 0 }, 'A list in a missing namespace is empty.'),
  ),
  property('K8S-LIST-019', listThenItsVersion(), listCarriesItsOwnVersion),
  property('K8S-LIST-021', listsUntilEmpty(), listVersionsNeverGoBack, { observationsMin: 40 }),
]
