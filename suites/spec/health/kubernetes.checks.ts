// Checks the health endpoints of genuine servers where the specification is silent.

import { healthCheckLine, healthReportOf } from '../../../properties/history/health-report.ts'
import type { HealthCheckLine } from '../../../properties/history/health-report.ts'
import { answerSummary } from '../../../properties/history/history.ts'
import type { History } from '../../../properties/history/history.ts'
import {
  onlyTheFailingCheckFails,
  failureListsChecks,
  isPlainOk,
  failureWithholdsReasons,
} from '../../../properties/laws/health/health-failures.ts'
import {
  answers200,
  requireFailingCheck,
  requireProbeAnswer,
  requireHealthy,
} from '../../../properties/laws/health/health.ts'
import {
  applicable,
  expectedCode,
  precondition,
  verify,
} from '../../../properties/history/observation.ts'
import type { Observation } from '../../../properties/history/observation.ts'
import type { RequestStep } from '../../../properties/dsl/scenario.ts'
import {
  probeExcluding,
  probeFailedCheck,
  failingCheckName,
  probe,
  probeSingleCheck,
  probeVerbose,
} from '../../../properties/scenarios/health/health.ts'
import { rawRequest } from '../../../properties/dsl/steps.ts'
import type { Term } from '../../../properties/dsl/term.ts'
import { example } from '../../check.ts'

const endpoints = ['healthz', 'livez', 'readyz'] as const
const listed: Term = { $check: 'all', nth: 0 }
const methods = ['POST', 'PUT', 'DELETE', 'OPTIONS']

/** The last line of a verbose answer names the endpoint. */
function* lastLinesNameEndpoints(history: History): Generator<Observation> {
  for (const endpoint of endpoints) {
    const exchange = yield* requireHealthy(history, endpoint)
    const expected = `${endpoint} check passed`
    const { last } = healthReportOf(exchange)
    const says = 'A verbose response ends with the name of its endpoint and `check passed`.'
    yield verify(last === expected, { says, expected, got: last, at: exchange })
  }
}

/** The probes with these labels are answered with a status code. */
const answer = (says: string, code: number, ...labels: string[]) =>
  function* (history: History): Generator<Observation> {
    for (const label of labels) {
      const exchange = yield* requireProbeAnswer(history, label)
      const got = answerSummary(exchange)
      yield verify(exchange.answer?.status === code, {
        says,
        expected: expectedCode(code),
        got,
        at: exchange,
      })
    }
  }

function* warnsOfUnknown(history: History): Generator<Observation> {
  const says = 'Unknown names only add a warning before the last line.'
  const before = healthReportOf(yield* requireHealthy(history, 'all'))
  const exchange = yield* requireProbeAnswer(history, 'excluded')
  const report = healthReportOf(exchange)
  const expected =
    'warn: some health checks cannot be excluded: no matches for "no-such-a","no-such-b"'
  const got = report.others
  yield verify(got.length === 1 && got[0] === expected, { says, expected, got, at: exchange })
  for (const line of before.checks) {
    const said = healthCheckLine(report, line.check)?.says
    yield verify(said === 'ok', { says, expected: `[+]${line.check} ok`, got: said, at: exchange })
  }
  yield* isPlainOk(says, 'plain')(history)
}

function* olderIsCovered(history: History): Generator<Observation> {
  const names = []
  for (const endpoint of ['livez', 'readyz'])
    for (const { check } of yield* checksListed(history, endpoint)) names.push(check)
  for (const { check } of yield* checksListed(history, 'healthz'))
    yield verify(names.includes(check), {
      says: 'Every check of healthz is one of livez or readyz.',
      expected: check,
      got: names,
      at: 'healthz',
    })
}

/** Returns the checks of a verbose response, with the precondition that it lists any. */
function* checksListed(
  history: History,
  endpoint: string,
): Generator<Observation, HealthCheckLine[]> {
  const { checks } = healthReportOf(yield* requireHealthy(history, endpoint))
  yield* precondition(checks.length > 0, `${endpoint} lists no check`)
  return checks
}

/** The answers with these labels have a line for each check, whatever the value of `verbose`. */
const isVerbose = (...labels: string[]) =>
  function* (history: History): Generator<Observation> {
    for (const label of labels) {
      const exchange = yield* requireHealthy(history, label)
      yield verify(healthReportOf(exchange).checks.length > 0, {
        says: '`verbose` applies when present, whatever its value.',
        expected: 'one line per check',
        got: exchange.answer?.text,
        at: exchange,
      })
    }
  }

function* commasDoNotSeparate(history: History): Generator<Observation> {
  const before = healthReportOf(yield* requireHealthy(history, 'all'))
  const exchange = yield* requireProbeAnswer(history, 'excluded')
  yield* applicable(before.checks.length > 1, 'the endpoint lists fewer than two checks')
  for (const { check } of before.checks.slice(0, 2))
    yield verify(healthCheckLine(healthReportOf(exchange), check)?.says === 'ok', {
      says: 'Commas do not separate the names in a value of exclude.',
      expected: `[+]${check} ok`,
      got: exchange.answer?.text,
      at: exchange,
    })
}

function* excludedWithoutVerbose(history: History): Generator<Observation> {
  yield* requireFailingCheck(history)
  yield* isPlainOk('Without verbose, an excluded failing check is ignored.', 'excluded')(history)
}

function* anyMethod(history: History): Generator<Observation> {
  const says = 'Any method on a health endpoint returns the same as GET.'
  yield* isPlainOk(says, ...methods)(history)
  yield* answers200(says, 'HEAD')(history)
}

const says = {
  plain: 'A healthy endpoint or check returns `ok` as plain text.',
  list: 'A failing endpoint returns 500 with the whole list, which ends with the failure.',
  withheld: 'A list shows that a check fails, but not the reason.',
  alone: 'The path of a failing check returns 500, and the paths of other checks do not.',
  unknown: 'The path of a check that the endpoint does not have returns 404.',
  public: 'A client without permissions may read the endpoints.',
  checks: 'A client without permissions may not read a single check, whether it exists or not.',
}

const limited = (request: RequestStep): RequestStep => ({ ...request, who: 'limited' })
const unknown = [
  ...endpoints.map(endpoint =>
    probeSingleCheck(`unknown of ${endpoint}`, endpoint, 'no-such-check'),
  ),
  probeSingleCheck('one of readyz alone', 'livez', 'shutdown'),
]

export default [
  example(
    'K8S-HEALTH-001',
    [
      ...endpoints.map(endpoint => probe(endpoint, endpoint)),
      probeVerbose('all', 'livez'),
      probeSingleCheck('one check', 'livez', listed),
    ],
    isPlainOk(says.plain, ...endpoints, 'one check'),
  ),
  example(
    'K8S-HEALTH-002',
    endpoints.map(endpoint => probeVerbose(endpoint, endpoint)),
    lastLinesNameEndpoints,
  ),
  example(
    'K8S-HEALTH-003',
    [
      ...probeFailedCheck,
      probeVerbose('failed verbosely', 'livez'),
      probeSingleCheck('single', 'livez', failingCheckName),
    ],
    failureListsChecks(says.list, 'failed', 'failed verbosely'),
  ),
  example(
    'K8S-HEALTH-004',
    [
      ...probeFailedCheck,
      probeVerbose('failed verbosely', 'livez'),
      probeSingleCheck('single', 'livez', failingCheckName),
    ],
    failureWithholdsReasons(says.withheld, 'failed', 'failed verbosely'),
  ),
  example(
    'K8S-HEALTH-005',
    [
      ...probeFailedCheck,
      probeSingleCheck('single', 'livez', failingCheckName),
      probeSingleCheck('other', 'livez', 'ping'),
    ],
    onlyTheFailingCheckFails(says.alone),
  ),
  example('K8S-HEALTH-006', unknown, answer(says.unknown, 404, ...unknown.map(({ as }) => as))),
  example(
    'K8S-HEALTH-007',
    [
      probeVerbose('all', 'livez'),
      probeExcluding('excluded', 'livez', ['no-such-b', 'no-such-a', 'no-such-b']),
      probeExcluding('plain', 'livez', ['no-such-b'], ''),
    ],
    warnsOfUnknown,
  ),
  example(
    'K8S-HEALTH-008',
    endpoints.map(endpoint => probeVerbose(endpoint, endpoint)),
    olderIsCovered,
  ),
  example(
    'K8S-HEALTH-009',
    [
      probe('empty', 'livez', '?verbose='),
      probe('false', 'livez', '?verbose=false'),
      probe('zero', 'readyz', '?verbose=0'),
    ],
    isVerbose('empty', 'false', 'zero'),
  ),
  example(
    'K8S-HEALTH-010',
    [
      probeVerbose('all', 'livez'),
      probeExcluding('excluded', 'livez', [{ $join: [listed, ',', { $check: 'all', nth: 1 }] }]),
    ],
    commasDoNotSeparate,
  ),
  example(
    'K8S-HEALTH-011',
    [...probeFailedCheck, probeExcluding('excluded', 'livez', [failingCheckName], '')],
    excludedWithoutVerbose,
  ),
  example(
    'K8S-HEALTH-012',
    ['HEAD', ...methods].map(method => rawRequest(method, method, '/livez')),
    anyMethod,
  ),
  example(
    'K8S-HEALTH-013',
    [
      probeVerbose('all', 'livez'),
      ...endpoints.map(endpoint => limited(probeVerbose(endpoint, endpoint))),
      limited(probeSingleCheck('one check', 'livez', listed)),
      limited(probeSingleCheck('no check', 'livez', 'no-such-check')),
    ],
    function* (history) {
      yield* answer(says.public, 200, ...endpoints)(history)
      yield* answer(says.checks, 403, 'one check', 'no check')(history)
    },
  ),
]
