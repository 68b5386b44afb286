// Judges the health endpoints of a healthy server.

import { healthCheckLine, healthReportOf } from '../../history/health-report.ts'
import type { Exchange, History } from '../../history/history.ts'
import { answerSummary, exchangeAt } from '../../history/history.ts'
import { applicable, precondition, verify } from '../../history/observation.ts'
import type { Observation } from '../../history/observation.ts'

/**
 * The precondition that a probe was answered. An answer with Retry-After may come from a proxy and
 * is no evidence. Any other code is an answer, since it may mean that the server is unhealthy.
 */
export function* requireProbeAnswer(
  history: History,
  label: string,
): Generator<Observation, Exchange> {
  const exchange = exchangeAt(history, label)
  const isPostponed = exchange.answer?.headers['retry-after'] !== undefined
  yield* precondition(
    exchange.answer !== undefined && !isPostponed,
    `${label} returned ${answerSummary(exchange)}`,
  )
  return exchange
}

/** The precondition that an endpoint reports success. */
export function* requireHealthy(history: History, label: string): Generator<Observation, Exchange> {
  const exchange = yield* requireProbeAnswer(history, label)
  yield* precondition(
    exchange.answer?.status === 200,
    `${label} did not succeed: ${answerSummary(exchange)}`,
  )
  return exchange
}

/** These probes are answered with 200. */
export const answers200 = (says: string, ...labels: string[]) =>
  function* (history: History): Generator<Observation> {
    for (const label of labels) {
      const exchange = yield* requireProbeAnswer(history, label)
      const got = answerSummary(exchange)
      yield verify(exchange.answer?.status === 200, { says, expected: 200, got, at: exchange })
    }
  }

/** Every line of a verbose answer except the last is that of one passing check, each once. */
export const listsChecks = (says: string, label: string) =>
  function* (history: History): Generator<Observation> {
    const exchange = yield* requireHealthy(history, label)
    const { checks, others, last } = healthReportOf(exchange)
    const isBare = checks.length + others.length === 0
    yield* precondition(
      !isBare || !last.endsWith(' check passed'),
      `${label} lists no check at all`,
    )
    const strange = isBare ? last : (others[0] ?? checks.find(line => line.says !== 'ok')?.check)
    const expected = '[+]<check> ok'
    yield verify(strange === undefined, { says, expected, got: strange, at: exchange })
    const names = checks.map(line => line.check)
    const twice = names.find((name, index) => names.indexOf(name) !== index)
    yield verify(twice === undefined, { says, expected: 'each once', got: twice, at: exchange })
  }

/** The last line of a verbose answer is `wanted`. */
export const endsWithLine = (says: string, label: string, wanted: string) =>
  function* (history: History): Generator<Observation> {
    const exchange = yield* requireHealthy(history, label)
    const { last } = healthReportOf(exchange)
    yield verify(last === wanted, { says, expected: wanted, got: last, at: exchange })
  }

const countedChecks = (count: number): string => `${count} ${count === 1 ? 'check' : 'checks'}`

/** Returns the checks that a request excludes. */
const excludedIn = ({ request }: Exchange): string[] =>
  new URLSearchParams(request.path.split('?')[1] ?? '').getAll('exclude')

/**
 * In the steps `excluded…` the lines of the excluded checks say excluded, and those of other checks
 * do not.
 */
export const listsExcludedChecks = (says: string, distinctMin: number) =>
  function* (history: History): Generator<Observation> {
    const before = healthReportOf(yield* requireHealthy(history, 'all'))
    for (const { step } of history.exchanges.filter(one => one.step.startsWith('excluded'))) {
      const exchange = yield* requireProbeAnswer(history, step)
      const names = new Set(excludedIn(exchange))
      yield* applicable(
        before.checks.length >= distinctMin,
        `the endpoint lists only ${countedChecks(before.checks.length)}`,
      )
      yield* precondition(names.size >= distinctMin, `${names.size} of the checks were left out`)
      for (const line of before.checks) yield linesUp(line.check, names, { says, at: exchange })
    }
  }

/** The line of a check says excluded if the request excludes it, and ok or failed otherwise. */
function linesUp(check: string, excluded: Set<string>, rule: { says: string; at: Exchange }) {
  const said = healthCheckLine(healthReportOf(rule.at), check)?.says
  const isExcluded = said === 'excluded'
  const got =
    said === undefined ? `no such line (${answerSummary(rule.at)})` : `${check} is ${said}`
  return excluded.has(check)
    ? verify(isExcluded, { ...rule, expected: `[+]${check} excluded: ok`, got })
    : verify(said !== undefined && !isExcluded, { ...rule, expected: `[+]${check} ok`, got })
}

/** Returns the name of the check in the path of a request. */
const singleIn = ({ request }: Exchange): string =>
  request.path
    .replace(/^\/[a-z]+\//, '')
    .split('/')
    .map(decodeURIComponent)
    .join('/')

/** Checks that pass in the list (`all`) also pass at their own paths (`single…`). */
export const singleChecksPass = (says: string) =>
  function* (history: History): Generator<Observation> {
    const before = healthReportOf(yield* requireHealthy(history, 'all'))
    for (const { step } of history.exchanges.filter(one => one.step.startsWith('single'))) {
      const exchange = yield* requireProbeAnswer(history, step)
      const isListed = healthCheckLine(before, singleIn(exchange))?.says === 'ok'
      yield* precondition(isListed, `${step}: ${singleIn(exchange)} was not listed`)
      const got = answerSummary(exchange)
      yield verify(exchange.answer?.status === 200, { says, expected: 200, got, at: exchange })
    }
  }

/** The precondition that a check was made to fail and that the endpoint shows this (`failed`). */
export function* requireFailingCheck(history: History): Generator<Observation, Exchange> {
  yield* requireHealthy(history, 'before')
  const exchange = exchangeAt(history, 'failed')
  const status = exchange.answer?.status ?? 200
  yield* precondition(status !== 200, `the endpoint does not fail: ${answerSummary(exchange)}`)
  return exchange
}
