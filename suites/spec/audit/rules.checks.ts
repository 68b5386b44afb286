// Checks which requests a server records by the rules of its policy (suites/setups/audit.ts). Users
// have no rights, and what is refused is recorded as well.

import fc from 'fast-check'
import { auditedGroup, auditedName } from '../../../fixtures/objects/audit.ts'
import type { RequestStep } from '../../../properties/dsl/scenario.ts'
import { scenarioWith } from '../../../properties/dsl/steps.ts'
import type { Term } from '../../../properties/dsl/term.ts'
import {
  isRecordedOrNot,
  records,
  requireEvents,
} from '../../../properties/laws/audit/recorded-events.ts'
import {
  audited,
  configMap,
  configMaps,
  controlOfEverything,
  controls,
  getMap,
  getOf,
  listMaps,
  lookAt,
  marker,
  readEvents,
  whoAmI,
  stranger,
} from '../../../properties/scenarios/audit/audited-requests.ts'
import { example, property } from '../../check.ts'
import type { Check } from '../../check.ts'
import type { Id } from '../../generated/catalogue.ts'

/**
 * Requests that one rule records, and similar ones that it does not, about types that are served.
 */
type Requests = { recorded: RequestStep[]; unrecorded: RequestStep[]; served?: RequestStep[] }

const labelsOf = (steps: readonly RequestStep[]): string[] => steps.map(({ as }) => as)

/** Those that are recorded come last, so that the events of all others have come before. */
const sending = ({ recorded, unrecorded, served = [] }: Requests) => [
  ...controls,
  ...served,
  ...unrecorded,
  ...recorded,
  readEvents(marker, ...labelsOf(recorded)),
]

const judgeOf = (says: string, { recorded, unrecorded }: Requests) =>
  records(says, { recorded: labelsOf(recorded), unrecorded: labelsOf(unrecorded) })

const recording = (id: Id, says: string, requests: Requests): Check =>
  example(id, sending(requests), judgeOf(says, requests))

/** The same in any order. */
const recordingInAnyOrder = (id: Id, says: string, requests: Requests): Check =>
  property(
    id,
    fc
      .tuple(anyOrder(requests.recorded), anyOrder(requests.unrecorded))
      .map(([recorded, unrecorded]) =>
        scenarioWith(...sending({ ...requests, recorded, unrecorded })),
      ),
    judgeOf(says, requests),
    { scenariosMax: 3 },
  )

const anyOrder = <Step>(steps: Step[]): fc.Arbitrary<Step[]> =>
  fc.shuffledSubarray(steps, { minLength: steps.length })

const pods = '/api/v1/namespaces/one/pods'
const leases: Term = {
  $join: ['/apis/', { $group: 'coordination' }, '/v1/namespaces/one/leases'],
}
const node = '/api/v1/nodes/x'
const served = {
  pods: lookAt('pods', pods),
  leases: lookAt('leases', leases),
  nodes: lookAt('nodes', '/api/v1/nodes'),
}
const everything = { on: 'ofEverything' } as const

export default [
  // Of requests that are sent one after the other, the events of the last one come last.
  example(
    'AUDIT-029',
    [...controls, whoAmI('last', 'marker'), readEvents(marker, 'last')],
    function* (history) {
      yield* requireEvents(history, marker, 'last')
      yield* isRecordedOrNot(history, 'A request that no rule matches is not recorded.', {
        recorded: [],
        unrecorded: [stranger],
      })
    },
  ),
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
  recordingInAnyOrder('AUDIT-037', 'A request must match every field of a rule.', {
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
  recordingInAnyOrder(
    'AUDIT-041',
    'A rule with verbs is about those verbs only; without them about all.',
    {
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
    },
  ),
  recordingInAnyOrder(
    'AUDIT-042',
    'A rule with resources is about those only; without them about all.',
    {
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
      served: [served.pods, served.leases],
    },
  ),
  recordingInAnyOrder(
    'AUDIT-043',
    'A rule with namespaces is about those only; without them about all.',
    {
      recorded: [
        getMap('listed', 'namespaces'),
        getOf('also listed', 'namespaces', configMaps('two')),
        getOf('any', 'all-namespaces', configMaps('three')),
      ],
      unrecorded: [
        getOf('unlisted', 'namespaces', configMaps('three')),
        getOf('of the cluster', 'namespaces', node),
      ],
    },
  ),
  recording('AUDIT-044', 'The empty namespace matches requests without a namespace.', {
    recorded: [getOf('of the cluster', 'no-namespace', node)],
    unrecorded: [getMap('in a namespace', 'no-namespace')],
    served: [served.nodes],
  }),
  recording('AUDIT-045', 'A rule with paths is about those paths only.', {
    recorded: [getOf('listed', 'paths', '/livez')],
    unrecorded: [
      getOf('unlisted', 'paths', '/readyz'),
      getOf('below', 'paths', '/livez/ping'),
      getMap('resource', 'paths'),
    ],
  }),
  recording('AUDIT-048', 'A rule names the group of its resources; the empty one is core.', {
    recorded: [getMap('core', 'core-group'), getOf('named', 'named-group', leases)],
    unrecorded: [getOf('not core', 'core-group', leases), getMap('not named', 'named-group')],
    served: [served.leases],
  }),
  property(
    'AUDIT-049',
    fc.constantFrom('log', 'status', 'binding').map(subresource => {
      const below = `${pods}/x/${subresource}`
      return scenarioWith(
        ...controls,
        served.pods,
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
    records('A list of resources names types and subresources; an empty one matches all.', {
      recorded: ['any', 'any subresource', 'listed', 'listed subresource'],
      unrecorded: ['unlisted subresource', 'unlisted', 'unlisted parent'],
    }),
    { scenariosMax: 3 },
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
    { scenariosMax: 3 },
  ),
]
