// Checks where a server finds the configuration of an admission plug-in: limits of events show
// which one is in force (suites/setups/event-limits.ts).

import fc from 'fast-check'
import { eventLimitsOf } from '../../../fixtures/objects/event-limits.ts'
import type { LimitingSetup } from '../../../fixtures/objects/event-limits.ts'
import { eventsFollowLimits } from '../../../properties/laws/event-rate-limit/limited-events.ts'
import {
  createEvents,
  createNamespace,
} from '../../../properties/scenarios/event-rate-limit/limited-events.ts'
import type { EventOptions } from '../../../properties/scenarios/event-rate-limit/limited-events.ts'
import type { History } from '../../../properties/history/history.ts'
import { precondition } from '../../../properties/history/observation.ts'
import type { Observation } from '../../../properties/history/observation.ts'
import type { Step } from '../../../properties/dsl/scenario.ts'
import { inTurn } from '../../../properties/laws/in-turn.ts'
import { scenarioWith } from '../../../properties/dsl/steps.ts'
import { example, property } from '../../check.ts'

/** As many events as show the limit of a namespace, whichever of the two it is. */
const eventsAtOnce = (options: EventOptions): Step[] => [
  createNamespace(options),
  ...createEvents(`${labelOf(options)} in ${options.namespace ?? 'a'}:`, 11, options),
]

const labelOf = ({ isOld }: EventOptions): string => (isOld ? oldEvent : event)
const event = 'event'
const oldEvent = 'old version'

const areLimited = (setup: LimitingSetup, says: string, label = event) =>
  eventsFollowLimits({
    setup,
    says,
    judged: label,
    evidence: { admissible: eventLimitsOf[setup][0].burst, refused: 1 },
  })

/** The server with the older version has the limits that the other server is shown to have. */
const isEqualInOldVersion = (setup: LimitingSetup) =>
  function* (history: History): Generator<Observation> {
    const says = 'Both versions of the AdmissionConfiguration have the same meaning.'
    const control = [...areLimited(setup, says)(history)]
    yield* precondition(
      control.every(({ kind }) => kind === 'held'),
      `the server with version v1 does not have the ${setup}`,
    )
    yield* areLimited(setup, says, oldEvent)(history)
  }

const inFile = 'limits in a file'
const embedded = 'embedded limits'

export default [
  example(
    'ADM-038',
    eventsAtOnce({ setup: inFile }),
    areLimited(inFile, 'The file at `path` configures the plug-in.'),
  ),
  example(
    'ADM-039',
    eventsAtOnce({ setup: embedded }),
    areLimited(embedded, 'An embedded configuration is used in place of the file at `path`.'),
  ),
  property(
    'ADM-041',
    fc
      .shuffledSubarray(
        [
          { setup: inFile, namespace: 'a' },
          { setup: inFile, namespace: 'b', isOld: true },
          { setup: embedded, namespace: 'c' },
          { setup: embedded, namespace: 'd', isOld: true },
        ] satisfies EventOptions[],
        { minLength: 4 },
      )
      .map(servers => scenarioWith(...servers.flatMap(eventsAtOnce))),
    inTurn(isEqualInOldVersion(inFile), isEqualInOldVersion(embedded)),
    { scenariosMax: 1 },
  ),
]
