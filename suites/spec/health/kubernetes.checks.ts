// What genuine servers say of their health where the specification leaves it open.

import { lineOf, reportOf } from '../../../properties/history/health-report.ts'
import { answered } from '../../../properties/history/history.ts'
import type { History } from '../../../properties/history/history.ts'
import {
  failsAlone,
  failsWithList,
  isPlainOk,
  withholdsReasons,
} from '../../../properties/laws/health/health-failures.ts'
import { answers200, failsNow, told, well } from '../../../properties/laws/health/health.ts'
import { given, holds } from '../../../properties/history/observation.ts'
import type { Observation } from '../../../properties/history/observation.ts'
import type { Request } from '../../../properties/dsl/scenario.ts'
import {
  excluding,
  failed,
  failing,
  probe,
  single,
  verbose,
} from '../../../properties/scenarios/health/health.ts'
import { raw } from '../../../properties/dsl/steps.ts'
import type { Term } from '../../../properties/dsl/term.ts'
import { example } from '../../check.ts'

const endpoints = ['healthz', 'livez', 'readyz'] as const
const listed: Term = { $check: 'all', nth: 0 }
const methods = ['POST', 'PUT', 'DELETE', 'OPTIONS']

/** The endpoint's own name stands in the last line. */
function* lastLinesNameEndpoints(history: History): Generator<Observation> {
  for (const endpoint of endpoints) {
    const exchange = yield* well(history, endpoint)
    const expected = `${endpoint} check passed`
    const { last } = reportOf(exchange)
    const says = 'A verbose answer ends with the name of its endpoint and `check passed`.'
    yield holds(last === expected, { says, expected, got: last, at: exchange })
  }
}

/** Labelled probes are answered with a code. */
const answer = (says: string, code: number, ...labels: string[]) =>
  function* (history: History): Generator<Observation> {
    for (const label of labels) {
      const exchange = yield* told(history, label)
      const got = answered(exchange)
      yield holds(exchange.answer?.status === code, { says, expected: code, got, at: exchange })
    }
  }

function* warnsOfUnknown(history: History): Generator<Observation> {
  const says = 'Names that are unknown are warned of before the last line, and change nothing else.'
  const before = reportOf(yield* well(history, 'all'))
  const exchange = yield* told(history, 'excluded')
  const report = reportOf(exchange)
  const expected =
    'warn: some health checks cannot be excluded: no matches for "no-such-a","no-such-b"'
  const got = report.others
  yield holds(got.length === 1 && got[0] === expected, { says, expected, got, at: exchange })
  for (const line of before.checks) {
    const said = lineOf(report, line.check)?.says
    yield holds(said === 'ok', { says, expected: `[+]${line.check} ok`, got: said, at: exchange })
  }
  yield* isPlainOk(says, 'plain')(history)
}

function* olderIsCovered(history: History): Generator<Observation> {
  const names = []
  for (const endpoint of ['livez', 'readyz'])
    names.push(...reportOf(yield* well(history, endpoint)).checks.map(line => line.check))
  const older = yield* well(history, 'healthz')
  for (const { check } of reportOf(older).checks)
    yield holds(names.includes(check), {
      says: 'Every check of healthz is one of livez or readyz.',
      expected: check,
      got: names,
      at: older,
    })
}

/** Verbose whatever the value: with lines of checks. */
const isVerbose = (...labels: string[]) =>
  function* (history: History): Generator<Observation> {
    for (const label of labels) {
      const exchange = yield* well(history, label)
      yield holds(reportOf(exchange).checks.length > 0, {
        says: 'The presence of `verbose` counts, whatever its value.',
        expected: 'a line a check',
        got: exchange.answer?.text,
        at: exchange,
      })
    }
  }

function* commasDoNotSeparate(history: History): Generator<Observation> {
  const before = reportOf(yield* well(history, 'all'))
  const exchange = yield* told(history, 'excluded')
  yield* given(before.checks.length > 1, 'there are no two checks')
  for (const { check } of before.checks.slice(0, 2))
    yield holds(lineOf(reportOf(exchange), check)?.says === 'ok', {
      says: 'Commas do not separate the names in a value of exclude.',
      expected: `[+]${check} ok`,
      got: exchange.answer?.text,
      at: exchange,
    })
}

function* excludedWithoutVerbose(history: History): Generator<Observation> {
  yield* failsNow(history)
  yield* isPlainOk(
    'Without verbose a failing check that is excluded does not count.',
    'excluded',
  )(history)
}

function* anyMethod(history: History): Generator<Observation> {
  const says = 'Any method on a health endpoint is answered like GET.'
  yield* isPlainOk(says, ...methods)(history)
  yield* answers200(says, 'HEAD')(history)
}

const says = {
  plain: 'Healthy is answered `ok`, as plain text.',
  list: 'An endpoint that fails is answered 500 with the whole list, and says so at its end.',
  withheld: 'A list names a failing check, and withholds the reason.',
  alone: 'A failing check is answered 500 at its own path, and no other one is.',
  unknown: 'A check that the endpoint does not have is answered 404.',
  public: 'Who has no rights may read the endpoints.',
  checks: 'Who has no rights may read no single check, whether it exists or not.',
}

const limited = (request: Request): Request => ({ ...request, who: 'limited' })
const unknown = [
  ...endpoints.map(endpoint => single(`unknown of ${endpoint}`, endpoint, 'no-such-check')),
  single('one of readyz alone', 'livez', 'shutdown'),
]

export default [
  example(
    'K8S-HEALTH-001',
    [
      ...endpoints.map(endpoint => probe(endpoint, endpoint)),
      verbose('all', 'livez'),
      single('one check', 'livez', listed),
    ],
    isPlainOk(says.plain, ...endpoints, 'one check'),
  ),
  example(
    'K8S-HEALTH-002',
    endpoints.map(endpoint => verbose(endpoint, endpoint)),
    lastLinesNameEndpoints,
  ),
  example(
    'K8S-HEALTH-003',
    [...failed, verbose('failed verbosely', 'livez'), single('single', 'livez', failing)],
    failsWithList(says.list, 'failed', 'failed verbosely'),
  ),
  example(
    'K8S-HEALTH-004',
    [...failed, verbose('failed verbosely', 'livez'), single('single', 'livez', failing)],
    withholdsReasons(says.withheld, 'failed', 'failed verbosely'),
  ),
  example(
    'K8S-HEALTH-005',
    [...failed, single('single', 'livez', failing), single('other', 'livez', 'ping')],
    failsAlone(says.alone),
  ),
  example('K8S-HEALTH-006', unknown, answer(says.unknown, 404, ...unknown.map(({ as }) => as))),
  example(
    'K8S-HEALTH-007',
    [
      verbose('all', 'livez'),
      excluding('excluded', 'livez', ['no-such-b', 'no-such-a', 'no-such-b']),
      excluding('plain', 'livez', ['no-such-b'], ''),
    ],
    warnsOfUnknown,
  ),
  example(
    'K8S-HEALTH-008',
    endpoints.map(endpoint => verbose(endpoint, endpoint)),
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
      verbose('all', 'livez'),
      excluding('excluded', 'livez', [{ $join: [listed, ',', { $check: 'all', nth: 1 }] }]),
    ],
    commasDoNotSeparate,
  ),
  example(
    'K8S-HEALTH-011',
    [...failed, excluding('excluded', 'livez', [failing], '')],
    excludedWithoutVerbose,
  ),
  example(
    'K8S-HEALTH-012',
    ['HEAD', ...methods].map(method => raw(method, method, '/livez')),
    anyMethod,
  ),
  example(
    'K8S-HEALTH-013',
    [
      verbose('all', 'livez'),
      ...endpoints.map(endpoint => limited(verbose(endpoint, endpoint))),
      limited(single('one check', 'livez', listed)),
      limited(single('no check', 'livez', 'no-such-check')),
    ],
    function* (history) {
      yield* answer(says.public, 200, ...endpoints)(history)
      yield* answer(says.checks, 403, 'one check', 'no check')(history)
    },
  ),
]
