// Lists as genuine servers refuse them, order them and select from them.

import fc from 'fast-check'
import type { Arbitrary } from 'fast-check'
import type { Role } from '../../../fixtures/objects/probe-types.ts'
import { answered, at, itemsOf, keyOf, ownItems, succeeded } from '../../../properties/history.ts'
import type { History } from '../../../properties/history.ts'
import { carriesItsOwnVersion } from '../../../properties/laws/list-versions.ts'
import { created, done, listed } from '../../../properties/laws/premises.ts'
import { selectsWhatMatches } from '../../../properties/laws/selectors.ts'
import { answeredForGood, isTooLarge, refusesWith } from '../../../properties/laws/status.ts'
import type { Cause, Refusal } from '../../../properties/laws/status.ts'
import { holds } from '../../../properties/observation.ts'
import type { Observation } from '../../../properties/observation.ts'
import type { Request, Scenario } from '../../../properties/scenario.ts'
import { filled } from '../../../properties/scenarios/collections.ts'
import { listThenItsVersion } from '../../../properties/scenarios/list-versions.ts'
import { listsByFields, listsByLabels } from '../../../properties/scenarios/selectors.ts'
import { created as createdAt, someObjects } from '../../../properties/scenarios/spread.ts'
import {
  change,
  create,
  expire,
  list,
  named,
  steps,
  tokenOf,
  versionOf,
} from '../../../properties/steps.ts'
import type { ListOptions } from '../../../properties/steps.ts'
import { example, property } from '../../check.ts'

const someRole: Arbitrary<Role> = fc.constantFrom('main', 'core')
const badRequest: Refusal = { code: 400, reason: 'BadRequest' }

/** Two objects, a first chunk of them that gives a version and a token, and the list itself. */
const listAfterChunk = (role: Role, twin: ListOptions, fault: ListOptions): Scenario =>
  steps(
    ...filled(role, ['a', 'b']),
    list('chunk', role, { limit: 1 }),
    list('twin', role, twin),
    list('fault', role, fault),
  )

/** Combinations of options that the list table has no meaning for. */
const forbiddenOptions = (): Arbitrary<Scenario> =>
  fc
    .record({
      role: someRole,
      limit: fc.constantFrom({}, { limit: 1 }),
      fault: fc.constantFrom<ListOptions>(
        { match: 'Exact' },
        { match: 'NotOlderThan' },
        { match: 'Exact', resourceVersion: '' },
        { match: 'Exact', resourceVersion: '0' },
        { match: 'Exact', resourceVersion: versionOf('chunk'), continue: tokenOf('chunk') },
        { match: 'NotOlderThan', resourceVersion: '0', continue: tokenOf('chunk') },
        { match: 'NotOlderThan', continue: tokenOf('chunk') },
      ),
    })
    .map(({ role, limit, fault }) => {
      const twin = { match: fault.match ?? '', resourceVersion: versionOf('chunk') }
      return listAfterChunk(role, { ...limit, ...twin }, { ...limit, ...fault })
    })

/** Values of `resourceVersionMatch` that are none. */
const unknownMatches = (): Arbitrary<Scenario> =>
  fc
    .record({
      role: someRole,
      match: fc.constantFrom('exact', 'EXACT', 'notOlderThan', 'Any', 'nothing', '0'),
      resourceVersion: fc.constantFrom('0', versionOf('chunk')),
    })
    .map(({ role, match, resourceVersion }) =>
      listAfterChunk(role, { match: 'NotOlderThan', resourceVersion }, { match, resourceVersion }),
    )

/** The list `fault` is refused for its options, as a Status of the kind ListOptions. */
const optionsAreInvalid = (cause: Cause, says: string) =>
  function* (history: History): Generator<Observation> {
    yield* done(history, 'chunk', 'twin')
    const details = { group: `meta.${history.words.apiDomain}`, kind: 'ListOptions' }
    const wanted = { code: 422, reason: 'Invalid', details, causes: [cause] }
    yield* refusesWith(history, 'fault', wanted, says)
  }

/** Lists whose labels start with `fault`, beside a sound one, are refused alike. */
const faultsAreRefused = (wanted: Refusal, says: string) =>
  function* (history: History): Generator<Observation> {
    yield* done(history, 'twin')
    for (const { step } of history.exchanges)
      if (step.startsWith('fault')) yield* refusesWith(history, step, wanted, says)
  }

const faultyLists = (faults: ListOptions[]): Request[] =>
  faults.map((options, index) => list(`fault ${index}`, 'main', options))

const someFaultyLists = (faults: ListOptions[], twin: ListOptions): Arbitrary<Scenario> =>
  fc
    .record({ role: someRole, chosen: fc.shuffledSubarray(faults, { minLength: 3, maxLength: 3 }) })
    .map(({ role, chosen }) =>
      steps(
        create('object', role, 'x'),
        list('twin', role, twin),
        ...chosen.map((options, index) => list(`fault ${index}`, role, options)),
      ),
    )

const faultyLabelSelectors = [
  'a b',
  '=',
  'a=1=2',
  'a in (1',
  'a in 1',
  'a (1)',
  '!',
  ',',
  'a=1,',
  'a/b/c=1',
  '-a=1',
  'a=-',
  '#',
  'EXAMPLE.com/a',
  'a'.repeat(64),
  `a=${'b'.repeat(64)}`,
]

/** An object that changes after a version was given, so that the version can expire. */
const expiredVersion: Parameters<typeof example>[1] = [
  create('object', 'main', 'x'),
  list('before', 'main'),
  change('later', 'main', 'object', { '/metadata/annotations': { a: 'b' } }),
  list('twin', 'main', { match: 'Exact', resourceVersion: versionOf('before') }),
  expire('expired'),
  list('fault exact', 'main', { match: 'Exact', resourceVersion: versionOf('before') }),
  list('fault chunk', 'main', { limit: 1, resourceVersion: versionOf('before') }),
]

const beyond = { resourceVersion: { $join: [versionOf('object'), '0000'] } }

/** Lists of namespaces whose names begin alike. */
const listsEverywhere = (): Arbitrary<Scenario> =>
  fc
    .record({ role: someRole, objects: someObjects(4, 7) })
    .map(({ role, objects }) =>
      steps(
        ...objects.map(object => createdAt(role, object)),
        list('list one', role),
        list('list all', role, { namespace: 'all' }),
      ),
    )

function* itemsStandInOrder(history: History): Generator<Observation> {
  yield* created(history)
  for (const label of ['list one', 'list all']) {
    const list = at(history, label)
    yield* listed(history, list)
    const keys = ownItems(history, list).map(keyOf)
    yield holds(keys.join(' ') === keys.toSorted().join(' '), {
      says: 'Items of a list stand in the order of their namespaces and names.',
      expected: keys.toSorted().join(' '),
      got: keys.join(' '),
      at: list,
    })
  }
}

/** Lists show what the list `twin` shows. */
const showsTheSame = (labels: string[], says: string) =>
  function* (history: History): Generator<Observation> {
    const namesIn = (label: string) =>
      ownItems(history, at(history, label)).map(keyOf).toSorted().join(' ')
    yield* created(history)
    yield* done(history, 'twin')
    for (const label of labels) {
      const list = yield* answeredForGood(history, label)
      yield holds(succeeded(list) && namesIn(label) === namesIn('twin'), {
        says,
        expected: namesIn('twin'),
        got: succeeded(list) ? namesIn(label) : answered(list),
        at: list,
      })
    }
  }

export default [
  property(
    'K8S-LIST-001',
    forbiddenOptions(),
    optionsAreInvalid(
      { reason: 'FieldValueForbidden', field: 'resourceVersionMatch' },
      'A resourceVersionMatch without a version, with version 0 or with a token is answered 422.',
    ),
  ),
  property(
    'K8S-LIST-002',
    unknownMatches(),
    optionsAreInvalid(
      { reason: 'FieldValueNotSupported', field: 'resourceVersionMatch' },
      'A resourceVersionMatch of an unknown value is answered 422.',
    ),
  ),
  property(
    'K8S-LIST-003',
    fc
      .record({ role: someRole, sendInitialEvents: fc.constantFrom('true', 'false') })
      .map(({ role, sendInitialEvents }) =>
        listAfterChunk(role, {}, { query: { sendInitialEvents } }),
      ),
    optionsAreInvalid(
      { reason: 'FieldValueForbidden', field: 'sendInitialEvents' },
      'A list with sendInitialEvents is answered 422.',
    ),
  ),
  example(
    'K8S-LIST-004',
    listAfterChunk(
      'main',
      { continue: tokenOf('chunk') },
      { continue: tokenOf('chunk'), resourceVersion: versionOf('chunk') },
    ).steps,
    faultsAreRefused(badRequest, 'A continue token beside a resourceVersion is answered 400.'),
  ),
  property(
    'K8S-LIST-005',
    someFaultyLists(
      ['nothing', '-1', '1.5', '0x1', '18446744073709551616'].flatMap(resourceVersion => [
        { resourceVersion },
        { resourceVersion, match: 'Exact' },
        { resourceVersion, match: 'NotOlderThan' },
      ]),
      { resourceVersion: versionOf('object') },
    ),
    faultsAreRefused(badRequest, 'A list at what is no version is answered 400.'),
  ),
  example('K8S-LIST-006', expiredVersion, function* (history) {
    yield* done(history, 'later')
    const says = 'A list of exactly a version that is no longer kept is answered 410.'
    yield* faultsAreRefused({ code: 410, reason: 'Expired' }, says)(history)
  }),
  example(
    'K8S-LIST-007',
    [
      create('object', 'main', 'x'),
      list('twin', 'main', { resourceVersion: versionOf('object') }),
      list('future', 'main', beyond),
    ],
    function* (history) {
      yield* done(history, 'object', 'twin')
      yield* isTooLarge(history, 'future')
    },
  ),
  example(
    'K8S-LIST-008',
    [
      create('object', 'main', 'x'),
      list('twin', 'main', { match: 'Exact', resourceVersion: versionOf('object') }),
      list('future', 'main', { match: 'Exact', ...beyond }),
    ],
    function* (history) {
      yield* done(history, 'object', 'twin')
      yield* isTooLarge(history, 'future')
    },
  ),
  property('K8S-LIST-009', listsEverywhere(), itemsStandInOrder),
  example(
    'K8S-LIST-010',
    [
      ...filled('main', ['a', 'b', 'c']),
      list('twin', 'main'),
      list('zero', 'main', { limit: 0 }),
      list('negative', 'main', { limit: -1 }),
    ],
    showsTheSame(['zero', 'negative'], 'A limit of zero or less is no limit.'),
  ),
  example(
    'K8S-LIST-011',
    [
      list('twin', 'main', { limit: 1 }),
      ...faultyLists(['', 'nothing', '1.5', '9223372036854775808'].map(limit => ({ limit }))),
    ],
    faultsAreRefused(badRequest, 'A limit that is no integer is answered 400.'),
  ),
  example(
    'K8S-LIST-012',
    [
      ...filled('main', ['a', 'b']),
      list('twin', 'main'),
      list('empty', 'main', { resourceVersion: '' }),
      list('all empty', 'main', { resourceVersion: '', match: '', continue: '' }),
    ],
    showsTheSame(['empty', 'all empty'], 'An empty list option is the same as none.'),
  ),
  property('K8S-LIST-013', listsByLabels(), selectsWhatMatches),
  property(
    'K8S-LIST-014',
    someFaultyLists(
      faultyLabelSelectors.map(labelSelector => ({ labelSelector })),
      { labelSelector: 'a in (1,2),b!=c' },
    ),
    faultsAreRefused(badRequest, 'A label selector that cannot be read is answered 400.'),
  ),
  property('K8S-LIST-015', listsByFields(), selectsWhatMatches),
  example(
    'K8S-LIST-016',
    [
      list('twin', 'main', { fieldSelector: 'metadata.name=x' }),
      ...faultyLists([
        { fieldSelector: 'touchstone.nothing=x' },
        { fieldSelector: 'metadata.name=x,metadata.nothing=y' },
      ]),
    ],
    faultsAreRefused(badRequest, 'A field selector by an unknown field is answered 400.'),
  ),
  example(
    'K8S-LIST-017',
    [
      create('object', 'main', 'x'),
      list('one', 'main', { fieldSelector: { $join: ['metadata.name=', named('x')] } }),
      list('none', 'main', { fieldSelector: { $join: ['metadata.name=', named('y')] } }),
    ],
    function* (history) {
      yield* done(history, 'object')
      for (const [label, count] of [
        ['one', 1],
        ['none', 0],
      ] as const) {
        const list = yield* answeredForGood(history, label)
        yield holds(succeeded(list) && (itemsOf(list)?.length ?? 0) === count, {
          says: 'A list by name shows one object or none, and is never answered 404.',
          expected: `${count} items`,
          got: succeeded(list) ? `${itemsOf(list)?.length} items` : answered(list),
          at: list,
        })
      }
    },
  ),
  example(
    'K8S-LIST-018',
    [create('object', 'main', 'x'), list('nowhere', 'main', { namespace: 9 })],
    function* (history) {
      yield* done(history, 'object')
      const list = yield* answeredForGood(history, 'nowhere')
      yield holds(succeeded(list) && (itemsOf(list) ?? []).length === 0, {
        says: 'A list in a namespace that is not there is an empty list.',
        expected: 'no items',
        got: succeeded(list) ? `${itemsOf(list)?.length} items` : answered(list),
        at: list,
      })
    },
  ),
  property('K8S-LIST-019', listThenItsVersion(), carriesItsOwnVersion),
]
