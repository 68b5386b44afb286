// What the health endpoints answer while all is well.

import { answered } from '../../../properties/history/history.ts'
import type { History } from '../../../properties/history/history.ts'
import {
  answers200,
  endsWith,
  failsNow,
  listsChecks,
  singlesPass,
  tellsExcluded,
  told,
} from '../../../properties/laws/health/health.ts'
import { holds } from '../../../properties/history/observation.ts'
import type { Observation } from '../../../properties/history/observation.ts'
import {
  bothUses,
  excluding,
  failed,
  failing,
  oneExcluded,
  probe,
  severalExcluded,
  singles,
  verbose,
} from '../../../properties/scenarios/health/health.ts'
import { example, property } from '../../check.ts'

const says = {
  livez: 'GET /livez answers 200 when the server is live.',
  readyz: 'GET /readyz answers 200 when the server is ready.',
  healthz: 'GET /healthz is deprecated but answers 200 when the server is healthy.',
  lists: 'A verbose answer lists one line per check, `[+]<check> ok` for a passing one.',
  last: 'A verbose answer ends with `healthz check passed`.',
  excluded: 'The line of a check that is excluded reads `[+]<check> excluded: ok`.',
  several: 'Several `exclude` parameters exclude several checks.',
  status: 'A failing check that is excluded does not make the endpoint fail.',
  single: 'The path of one check reports it by its status code.',
  names: 'The names of the verbose answer can be used in paths and in `exclude`.',
}

function* excludedIsNoFailure(history: History): Generator<Observation> {
  yield* failsNow(history)
  const exchange = yield* told(history, 'excluded')
  yield holds(exchange.answer?.status === 200, {
    says: says.status,
    expected: 200,
    got: answered(exchange),
    at: exchange,
  })
}

function* namesFitBothUses(history: History): Generator<Observation> {
  yield* singlesPass(says.names)(history)
  yield* tellsExcluded(says.names, 1)(history)
}

export default [
  example('HEALTH-001', [probe('livez', 'livez')], answers200(says.livez, 'livez')),
  example('HEALTH-002', [probe('readyz', 'readyz')], answers200(says.readyz, 'readyz')),
  example('HEALTH-003', [probe('healthz', 'healthz')], answers200(says.healthz, 'healthz')),
  example('HEALTH-006', [verbose('livez', 'livez')], listsChecks(says.lists, 'livez')),
  example('HEALTH-007', [verbose('readyz', 'readyz')], listsChecks(says.lists, 'readyz')),
  example('HEALTH-008', [verbose('healthz', 'healthz')], listsChecks(says.lists, 'healthz')),
  example(
    'HEALTH-009',
    [verbose('healthz', 'healthz')],
    endsWith(says.last, 'healthz', 'healthz check passed'),
  ),
  property('HEALTH-011', oneExcluded(), tellsExcluded(says.excluded, 1), { observationsMin: 20 }),
  property('HEALTH-012', severalExcluded(), tellsExcluded(says.several, 2), {
    observationsMin: 20,
  }),
  example(
    'HEALTH-013',
    [...failed, excluding('excluded', 'livez', [failing])],
    excludedIsNoFailure,
  ),
  property('HEALTH-016', singles('livez'), singlesPass(says.single), { observationsMin: 20 }),
  property('HEALTH-017', singles('readyz'), singlesPass(says.single), { observationsMin: 20 }),
  property('HEALTH-018', bothUses(), namesFitBothUses, { observationsMin: 40 }),
]
