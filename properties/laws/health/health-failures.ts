// Judges health endpoints with a failing check by the behaviour of genuine servers.

import { healthReportOf } from '../../history/health-report.ts'
import type { Exchange, History } from '../../history/history.ts'
import { answerSummary, exchangeAt } from '../../history/history.ts'
import { precondition, refusalWith, verify } from '../../history/observation.ts'
import type { Observation } from '../../history/observation.ts'
import { requireFailingCheck, requireProbeAnswer, requireHealthy } from './health.ts'

/**
 * Returns the name of the failing check, from the path of the request for it (`single`). Unmet if
 * no check fails.
 */
function* failingCheck(history: History): Generator<Observation, string> {
  yield* requireFailingCheck(history)
  const { path } = exchangeAt(history, 'single').request
  const name = decodeURIComponent(path.replace(/^\/livez\//, ''))
  yield* precondition(name !== '', 'it is not known which check fails')
  return name
}

/**
 * Answers to `/livez` are 500 with a line for each check, and the last line says that the check
 * failed.
 */
export const failureListsChecks = (says: string, ...labels: string[]) =>
  function* (history: History): Generator<Observation> {
    const name = yield* failingCheck(history)
    const before = healthReportOf(yield* requireHealthy(history, 'before'))
    for (const label of labels) {
      const exchange = yield* requireProbeAnswer(history, label)
      const { answer } = exchange
      const got = answerSummary(exchange)
      yield verify(answer?.status === 500, { says, expected: refusalWith(500), got, at: exchange })
      const { last } = healthReportOf(exchange)
      const verdict = 'livez check failed'
      yield verify(last === verdict, { says, expected: verdict, got: last, at: exchange })
      for (const { check } of before.checks) {
        const start = check === name ? `[-]${check} failed` : `]${check} `
        yield verify(
          linesIn(exchange).some(line => line.includes(start)),
          {
            says,
            expected: `a line with ${start}`,
            got: linesIn(exchange).slice(0, -1),
            at: exchange,
          },
        )
      }
    }
  }

/** Every line before the last has a form without a reason. */
export const failureWithholdsReasons = (says: string, ...labels: string[]) =>
  function* (history: History): Generator<Observation> {
    const name = yield* failingCheck(history)
    for (const label of labels) {
      const exchange = yield* requireProbeAnswer(history, label)
      const { checks, others } = healthReportOf(exchange)
      const wanted = `[-]${name} failed: reason withheld`
      const isTold = checks.some(line => line.check === name && line.says === 'failed')
      yield verify(isTold && others.length === 0, {
        says,
        expected: wanted,
        got: others[0] ?? linesIn(exchange),
        at: exchange,
      })
    }
  }

/** The path of the failing check returns 500 with a reason, that of another check (`other`) 200. */
export const onlyTheFailingCheckFails = (says: string) =>
  function* (history: History): Generator<Observation> {
    yield* requireFailingCheck(history)
    const exchange = yield* requireProbeAnswer(history, 'single')
    const text = exchange.answer?.text ?? ''
    yield verify(exchange.answer?.status === 500 && /^internal server error: ./.test(text), {
      says,
      expected: refusalWith(500, ', internal server error: <reason>'),
      got: `${answerSummary(exchange)}, ${text}`,
      at: exchange,
    })
    const other = yield* requireProbeAnswer(history, 'other')
    const got = answerSummary(other)
    yield verify(other.answer?.status === 200, { says, expected: 200, got, at: other })
  }

/** The answer is exactly `ok` as plain text. */
export const isPlainOk = (says: string, ...labels: string[]) =>
  function* (history: History): Generator<Observation> {
    for (const label of labels) {
      const exchange = yield* requireProbeAnswer(history, label)
      const { status, text = '', headers = {} } = exchange.answer ?? {}
      const type = headers['content-type'] ?? 'no content type'
      yield verify(status === 200 && text === 'ok' && /^text\/plain\b/i.test(type), {
        says,
        expected: '200, ok, text/plain',
        got: `${answerSummary(exchange)}, ${text}, ${type}`,
        at: exchange,
      })
    }
  }

const linesIn = ({ answer }: Exchange): string[] => (answer?.text ?? '').trimEnd().split('\n')
