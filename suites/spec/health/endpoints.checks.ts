// Checks the answers of the health endpoints while all checks pass.

import { answerSummary } from '../../../properties/history/history.ts'
import type { History } from '../../../properties/history/history.ts'
import {
  answers200,
  endsWithLine,
  requireFailingCheck,
  listsChecks,
  singleChecksPass,
  listsExcludedChecks,
  requireProbeAnswer,
} from '../../../properties/laws/health/health.ts'
import { verify } from '../../../properties/history/observation.ts'
import type { Observation } from '../../../properties/history/observation.ts'
import {
  probeAloneAndExcluded,
  probeExcluding,
  probeFailedCheck,
  failingCheckName,
  probeOneExcluded,
  probe,
  probeSeveralExcluded,
  probeSingleChecks,
  probeVerbose,
} from '../../../properties/scenarios/health/health.ts'
import { example, property } from '../../check.ts'

const says = {
  livez: 'GET /livez returns 200 when the server is live.',
  readyz: 'GET /readyz returns 200 when the server is ready.',
  healthz: 'GET /healthz is deprecated but returns 200 when the server is healthy.',
  lists: 'A verbose response lists one line per check, `[+]<check> ok` for a passing one.',
  last: 'A verbose response ends with `healthz check passed`.',
  excluded: 'The line of a check that is excluded reads `[+]<check> excluded: ok`.',
  several: 'Several `exclude` parameters exclude several checks.',
  status: 'A failing check that is excluded does not make the endpoint fail.',
  single: 'The path of one check reports it by its status code.',
  names: 'The names in the verbose response can be used in paths and in `exclude`.',
}

function* excludedIsNoFailure(history: History): Generator<Observation> {
  yield* requireFailingCheck(history)
  const exchange = yield* requireProbeAnswer(history, 'excluded')
  yield verify(exchange.answer?.status === 200, {
    says: says.status,
    expected: 200,
    got: answerSummary(exchange),
    at: exchange,
  })
}

function* namesFitBothUses(history: History): Generator<Observation> {
  yield* singleChecksPass(says.names)(history)
  yield* listsExcludedChecks(says.names, 1)(history)
}

export default [
  example('HEALTH-001', [probe('livez', 'livez')], answers200(says.livez, 'livez')),
  example('HEALTH-002', [probe('readyz', 'readyz')], answers200(says.readyz, 'readyz')),
  example('HEALTH-003', [probe('healthz', 'healthz')], answers200(says.healthz, 'healthz')),
  example('HEALTH-006', [probeVerbose('livez', 'livez')], listsChecks(says.lists, 'livez')),
  example('HEALTH-007', [probeVerbose('readyz', 'readyz')], listsChecks(says.lists, 'readyz')),
  example('HEALTH-008', [probeVerbose('healthz', 'healthz')], listsChecks(says.lists, 'healthz')),
  example(
    'HEALTH-009',
    [probeVerbose('healthz', 'healthz')],
    endsWithLine(says.last, 'healthz', 'healthz check passed'),
  ),
  property('HEALTH-011', probeOneExcluded(), listsExcludedChecks(says.excluded, 1), {
    observationsMin: 20,
  }),
  property('HEALTH-012', probeSeveralExcluded(), listsExcludedChecks(says.several, 2), {
    observationsMin: 20,
  }),
  example(
    'HEALTH-013',
    [...probeFailedCheck, probeExcluding('excluded', 'livez', [failingCheckName])],
    excludedIsNoFailure,
  ),
  property('HEALTH-016', probeSingleChecks('livez'), singleChecksPass(says.single), {
    observationsMin: 20,
  }),
  property('HEALTH-017', probeSingleChecks('readyz'), singleChecksPass(says.single), {
    observationsMin: 20,
  }),
  property('HEALTH-018', probeAloneAndExcluded(), namesFitBothUses, { observationsMin: 40 }),
]
