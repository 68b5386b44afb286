// Checks the order of rules, and what a policy omits (suites/setups/audit.ts).

import fc from 'fast-check'
import { auditNamespaces } from '../../../fixtures/objects/audit.ts'
import { scenarioWith } from '../../../properties/dsl/steps.ts'
import type { History } from '../../../properties/history/history.ts'
import { precondition, verify } from '../../../properties/history/observation.ts'
import type { Observation } from '../../../properties/history/observation.ts'
import { hasManagedFields, omits, stagesOf } from '../../../properties/laws/audit/omissions.ts'
import {
  allEvents,
  eachEvent,
  eventsOf,
  requireEvents,
  requireRules,
  requireWatch,
} from '../../../properties/laws/audit/recorded-events.ts'
import {
  audited,
  controlOfEverything,
  controls,
  createAuditNamespace,
  createIn,
  getMap,
  listMaps,
  marker,
  readEvents,
  readEventsWith,
  whoAmI,
} from '../../../properties/scenarios/audit/audited-requests.ts'
import { example, property } from '../../check.ts'

/** The level of a request is that of the rule that counts. */
function* hasLevel(history: History, label: string, expected: string): Generator<Observation> {
  yield* eachEvent(
    history,
    [label],
    'The first rule that matches gives the level.',
    ({ level }) => ({ ok: level === expected, expected, got: level }),
  )
}

const first = 'RequestReceived'
const middle = 'ResponseStarted'

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
    { scenariosMax: 3 },
  ),
  example(
    'AUDIT-031',
    [
      ...controlOfEverything,
      getMap('get', 'stranger', everything),
      createIn('keeping', 'write', everything),
      whoAmI('control', 'marker'),
      readEventsWith(first, 'control', marker, 'get', 'write'),
    ],
    function* (history) {
      yield* precondition(
        stagesOf(history, 'control').includes(first),
        `another policy, which omits no stage, has no event of the stage ${first}`,
      )
      for (const label of [marker, 'get', 'write']) yield* omits(history, label, first)
      const control = new Set(eventsOf(history, 'control'))
      const others = allEvents(history).filter(
        event => event['stage'] === first && !control.has(event),
      )
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
      yield* requireWatch(history, 'watch')
      yield* requireEvents(history, 'watch', 'other watch')
      yield* precondition(
        stagesOf(history, 'other watch').includes(middle),
        `a watch in another namespace has no event of the stage ${middle}`,
      )
      yield* omits(history, 'watch', first, middle)
    },
    { scenariosMax: 2 },
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
    { scenariosMax: 3 },
  ),
  example(
    'AUDIT-047',
    [
      ...controls,
      whoAmI('omitted', 'stages'),
      whoAmI('kept', 'marker'),
      readEventsWith(first, 'kept', marker, 'omitted'),
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
]
