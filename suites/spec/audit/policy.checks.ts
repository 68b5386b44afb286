// Checks which requests a server records by the rules of its policy (suites/setups/audit.ts). Users
// have no rights, and what is refused is recorded as well.

import fc from 'fast-check'
import { auditedGroup, auditedName, auditNamespaces } from '../../../fixtures/objects/audit.ts'
import type { RequestStep } from '../../../properties/dsl/scenario.ts'
import { scenarioWith } from '../../../properties/dsl/steps.ts'
import type { Term } from '../../../properties/dsl/term.ts'
import { exchangeAt, isSuccess } from '../../../properties/history/history.ts'
import type { History } from '../../../properties/history/history.ts'
import { precondition, verify } from '../../../properties/history/observation.ts'
import type { Observation } from '../../../properties/history/observation.ts'
import {
  allEvents,
  eachEvent,
  eventsOf,
  isRecordedOrNot,
  lastEventOf,
  memberOf,
  records,
  requireEvents,
  requireRules,
  requireSuccess,
} from '../../../properties/laws/audit/recorded-events.ts'
import {
  audited,
  type AuditedOptions,
  configMap,
  configMaps,
  controlOfEverything,
  controls,
  createAuditNamespace,
  createIn,
  marker,
  readEvents,
  stranger,
  whoAmI,
} from '../../../properties/scenarios/audit/audited-requests.ts'
import { example, property } from '../../check.ts'
import type { Check } from '../../check.ts'
import type { Id } from '../../generated/catalogue.ts'

const getOf = (as: string, user: string, path: Term): RequestStep =>
  audited(as, 'GET', path, { user })

/** A GET of one config map. */
const getMap = (as: string, user: string, more: AuditedOptions = {}, name = 'x'): RequestStep =>
  audited(as, 'GET', configMaps('one', name), { user, ...more })

/** Requests that one rule records, and similar ones that it does not. */
const recording = (
  id: Id,
  says: string,
  { recorded, unrecorded }: { recorded: RequestStep[]; unrecorded: RequestStep[] },
): Check => {
  const labels = (steps: RequestStep[]) => steps.map(({ as }) => as)
  return example(
    id,
    // Those that are recorded come last, so that the events of all others have come before.
    [...controls, ...unrecorded, ...recorded, readEvents(marker, ...labels(recorded))],
    records(says, { recorded: labels(recorded), unrecorded: labels(unrecorded) }),
  )
}

const pods = '/api/v1/namespaces/one/pods'
const leases: Term = {
  $join: ['/apis/', { $group: 'coordination' }, '/v1/namespaces/one/leases'],
}
const node = '/api/v1/nodes/x'
const listMaps = (as: string, user: string): RequestStep =>
  audited(as, 'GET', configMaps('one'), { user })

/** The level of a request is that of the rule that counts. */
function* hasLevel(history: History, label: string, expected: string): Generator<Observation> {
  yield* eachEvent(
    history,
    [label],
    'The first rule that matches gives the level.',
    ({ level }) => ({ ok: level === expected, expected, got: level }),
  )
}

/** The stages of the events of a request. */
const stagesOf = (history: History, label: string): unknown[] =>
  eventsOf(history, label).map(({ stage }) => stage)

const first = 'RequestReceived'
const middle = 'ResponseStarted'

/** Events of a stage are omitted, and those of another stage are not. */
function* omits(history: History, label: string, ...stages: string[]): Generator<Observation> {
  yield* requireEvents(history, label)
  for (const stage of stages)
    yield verify(!stagesOf(history, label).includes(stage), {
      says: 'There is no event of an omitted stage.',
      expected: `no event of the stage ${stage}`,
      got: stagesOf(history, label),
      at: exchangeAt(history, label),
    })
}

/** Whether the object in a recorded response has managed fields. The response itself must have. */
function* hasManagedFields(
  history: History,
  label: string,
  isExpected: boolean,
): Generator<Observation> {
  yield* requireSuccess(history, label)
  yield* requireEvents(history, label)
  const sent = memberOf(exchangeAt(history, label).answer?.body, 'metadata')
  yield* precondition(
    memberOf(sent, 'managedFields') !== undefined,
    'responses of the server have no managed fields',
  )
  const recorded = memberOf(lastEventOf(history, label), 'responseObject')
  yield* precondition(
    memberOf(recorded, 'metadata') !== undefined,
    'the response is not recorded, although the level says so',
  )
  const found = memberOf(memberOf(recorded, 'metadata'), 'managedFields')
  yield verify((found !== undefined) === isExpected, {
    says: isExpected
      ? 'Objects are recorded with managed fields unless the policy omits them.'
      : 'Objects are recorded without managed fields if the policy omits them.',
    expected: isExpected ? 'managed fields' : 'no managed fields',
    got: found ?? 'none',
    at: exchangeAt(history, label),
  })
}

const everything = { on: 'ofEverything' } as const
const watchQuery = { query: { watch: 'true', timeoutSeconds: '1' } }

export default [
  property(
    'AUDIT-028',
    fc
      .shuffledSubarray(['get-first get', 'get-first list', 'all-first get', 'all-first list'], {
        minLength: 4,
      })
      .map(labels =>
        scenarioWith(
          ...controls,
          ...labels.map(label => {
            const [user = '', verb] = label.split(' ')
            return verb === 'get' ? getMap(label, user) : listMaps(label, user)
          }),
          readEvents(marker, ...labels),
        ),
      ),
    function* (history) {
      yield* requireRules(history)
      for (const { step } of history.exchanges)
        if (/^(get|all)-first/.test(step))
          yield* hasLevel(history, step, step === 'get-first get' ? 'Metadata' : 'Request')
    },
    { runsMax: 3 },
  ),
  example('AUDIT-029', [...controls, readEvents(marker)], function* (history) {
    yield* requireEvents(history, marker)
    yield* isRecordedOrNot(history, 'A request that no rule matches is not recorded.', {
      recorded: [],
      unrecorded: [stranger],
    })
  }),
  example(
    'AUDIT-030',
    [
      ...controlOfEverything,
      getMap('resource', 'stranger', everything),
      audited('path', 'GET', '/livez', { user: 'stranger', ...everything }),
      readEvents(marker, 'resource', 'path'),
    ],
    function* (history) {
      yield* requireEvents(history, marker)
      yield* isRecordedOrNot(
        history,
        'A last rule without conditions records all other requests.',
        {
          recorded: ['resource', 'path'],
          unrecorded: [],
        },
      )
    },
  ),
  example(
    'AUDIT-031',
    [
      ...controlOfEverything,
      getMap('get', 'stranger', everything),
      createIn('keeping', 'write', everything),
      readEvents(marker, 'get', 'write'),
    ],
    function* (history) {
      for (const label of [marker, 'get', 'write']) yield* omits(history, label, first)
      const others = allEvents(history).filter(({ stage }) => stage === first)
      yield verify(others.length === 0, {
        says: 'There is no event of a stage that the policy omits.',
        expected: `no event of the stage ${first}`,
        got: others[0],
        at: marker,
      })
    },
  ),
  property(
    'AUDIT-032',
    fc.constantFrom('configmaps', 'secrets').map(resource =>
      scenarioWith(
        ...controlOfEverything,
        createAuditNamespace('stages', 'ofEverything'),
        audited('watch', 'GET', `/api/v1/namespaces/${auditNamespaces.stages}/${resource}`, {
          ...everything,
          ...watchQuery,
        }),
        audited('other watch', 'GET', `/api/v1/namespaces/default/${resource}`, {
          ...everything,
          ...watchQuery,
        }),
        readEvents(marker, 'watch', 'other watch'),
      ),
    ),
    function* (history) {
      yield* precondition(isSuccess(exchangeAt(history, 'watch')), 'the watch was refused')
      yield* requireEvents(history, 'watch', 'other watch')
      yield* precondition(
        stagesOf(history, 'other watch').includes(middle),
        `a watch in another namespace has no event of the stage ${middle}`,
      )
      yield* omits(history, 'watch', first, middle)
    },
    { runsMax: 2 },
  ),
  example(
    'AUDIT-033',
    [
      ...controlOfEverything,
      createAuditNamespace('response', 'ofEverything'),
      createIn('response', 'object', everything),
      readEvents('object'),
    ],
    history => hasManagedFields(history, 'object', false),
  ),
  property(
    'AUDIT-034',
    fc
      .shuffledSubarray(
        [
          ['byRules', 'omitting', false],
          ['byRules', 'keeping', true],
          ['ofEverything', 'omitting', false],
          ['ofEverything', 'keeping', true],
        ] as const,
        { minLength: 2 },
      )
      .map(all =>
        scenarioWith(
          ...all.flatMap(([on, of, isKept]) => [
            createAuditNamespace(of, on),
            createIn(of, `${isKept ? 'kept' : 'omitted'}-${on === 'byRules' ? 'a' : 'b'}`, { on }),
          ]),
          readEvents(
            ...all.map(
              ([on, , isKept]) => `${isKept ? 'kept' : 'omitted'}-${on === 'byRules' ? 'a' : 'b'}`,
            ),
          ),
        ),
      ),
    function* (history) {
      for (const { step } of history.exchanges)
        if (/^(kept|omitted)-/.test(step))
          yield* hasManagedFields(history, step, step.startsWith('kept'))
    },
    { runsMax: 3 },
  ),
  recording('AUDIT-037', 'A request must match every field of a rule.', {
    recorded: [getMap('all match', 'intersected')],
    unrecorded: [
      listMaps('other verb', 'intersected'),
      getOf('other namespace', 'intersected', configMaps('two', 'x')),
      getMap('other user', 'stranger'),
      getOf('no namespace', 'intersected', node),
    ],
  }),
  recording('AUDIT-038', 'A rule with users is about those users only.', {
    recorded: [getMap('listed', 'marker')],
    unrecorded: [getMap('unlisted', 'Marker'), getMap('longer', 'marker-2')],
  }),
  recording('AUDIT-039', 'A rule with groups is about members of those groups only.', {
    recorded: [
      getMap('member', 'stranger', { groups: [auditedGroup] }),
      getMap('member of two', 'stranger', { groups: ['others', auditedGroup] }),
    ],
    unrecorded: [
      getMap('no member', 'stranger', { groups: ['others'] }),
      getMap('of that name', auditedGroup),
    ],
  }),
  recording('AUDIT-041', 'A rule with verbs is about those verbs only; without them about all.', {
    recorded: [
      getMap('listed', 'verbs'),
      audited('also listed', 'POST', configMaps('one'), { user: 'verbs', body: configMap('x') }),
      getMap('get', 'all-verbs'),
      audited('delete', 'DELETE', configMaps('one', 'x'), { user: 'all-verbs' }),
    ],
    unrecorded: [
      listMaps('unlisted', 'verbs'),
      audited('also unlisted', 'DELETE', configMaps('one', 'x'), { user: 'verbs' }),
    ],
  }),
  recording('AUDIT-042', 'A rule with resources is about those only; without them about all.', {
    recorded: [
      getMap('listed', 'resources'),
      getOf('any', 'all-resources', pods),
      getOf('any group', 'all-resources', leases),
    ],
    unrecorded: [
      getOf('unlisted', 'resources', pods),
      getOf('other group', 'resources', leases),
      getOf('path', 'resources', '/livez'),
    ],
  }),
  recording('AUDIT-043', 'A rule with namespaces is about those only; without them about all.', {
    recorded: [
      getMap('listed', 'namespaces'),
      getOf('also listed', 'namespaces', configMaps('two')),
      getOf('any', 'all-namespaces', configMaps('three')),
    ],
    unrecorded: [
      getOf('unlisted', 'namespaces', configMaps('three')),
      getOf('of the cluster', 'namespaces', node),
    ],
  }),
  recording('AUDIT-044', 'The empty namespace stands for what has no namespace.', {
    recorded: [getOf('of the cluster', 'no-namespace', node)],
    unrecorded: [getMap('in a namespace', 'no-namespace')],
  }),
  recording('AUDIT-045', 'A rule with paths is about those paths only.', {
    recorded: [getOf('listed', 'paths', '/livez')],
    unrecorded: [
      getOf('unlisted', 'paths', '/readyz'),
      getOf('below', 'paths', '/livez/ping'),
      getMap('resource', 'paths'),
    ],
  }),
  example(
    'AUDIT-047',
    [
      ...controls,
      whoAmI('omitted', 'stages'),
      whoAmI('kept', 'marker'),
      readEvents(marker, 'omitted', 'kept'),
    ],
    function* (history) {
      yield* requireRules(history)
      yield* requireEvents(history, 'omitted', 'kept')
      yield* omits(history, 'omitted', first)
      yield verify(stagesOf(history, 'kept').includes(first), {
        says: 'Stages that one rule omits stay with other rules.',
        expected: `an event of the stage ${first}`,
        got: stagesOf(history, 'kept'),
        at: 'kept',
      })
    },
  ),
  recording('AUDIT-048', 'A rule names the group of its resources; the empty one is core.', {
    recorded: [getMap('core', 'core-group'), getOf('named', 'named-group', leases)],
    unrecorded: [getOf('not core', 'core-group', leases), getMap('not named', 'named-group')],
  }),
  property(
    'AUDIT-049',
    fc.constantFrom('log', 'status', 'binding').map(subresource => {
      const below = `${pods}/x/${subresource}`
      return scenarioWith(
        ...controls,
        getOf('unlisted subresource', 'listed-resources', below),
        getMap('unlisted', 'listed-resources'),
        getOf('unlisted parent', 'listed-subresources', `${pods}/x`),
        getOf('any', 'core-group', `${pods}/x`),
        getOf('any subresource', 'core-group', below),
        getOf('listed', 'listed-resources', `${pods}/x`),
        getOf('listed subresource', 'listed-subresources', `${pods}/x/log`),
        readEvents(marker, 'any', 'any subresource', 'listed', 'listed subresource'),
      )
    }),
    records('A list of resources names types and subresources; none stands for all.', {
      recorded: ['any', 'any subresource', 'listed', 'listed subresource'],
      unrecorded: ['unlisted subresource', 'unlisted', 'unlisted parent'],
    }),
    { runsMax: 3 },
  ),
  property(
    'AUDIT-052',
    fc
      .constantFrom('x', `${auditedName}-2`, auditedName.slice(0, -1))
      .map(other =>
        scenarioWith(
          ...controls,
          getMap('unlisted', 'names', {}, other),
          listMaps('no name', 'names'),
          getMap('listed', 'names', {}, auditedName),
          getMap('any', 'all-names', {}, other),
          readEvents(marker, 'listed', 'any'),
        ),
      ),
    records('A rule with names is about those objects only; without them about all.', {
      recorded: ['listed', 'any'],
      unrecorded: ['unlisted', 'no name'],
    }),
    { runsMax: 3 },
  ),
]
