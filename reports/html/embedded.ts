// The rows as the page's script shows them: what is displayed and no more.

import { visibleJson } from '../../fixtures/client/visible-json.ts'
import type { Failure, ShownExchange } from '../../suites/verdict.ts'
import { visible, visibleLines } from '../escape.ts'
import type { ConformanceReport, Row } from '../report.ts'

// A page with hundreds of failures must still open on a phone; the whole body is in the case.
const bodyLengthMax = 16_000

/** JSON for a script element: no `<` in it, so that nothing in it can end the element. */
export function embedded(report: ConformanceReport): string {
  const sections = Object.fromEntries(report.sections.map(({ slug, title }) => [slug, title]))
  const data = { sections, rows: report.requirements.map(shownRow) }
  return visibleJson(JSON.stringify(data)).replaceAll('<', '\\u003c')
}

function shownRow({ failure, because, ...row }: Row) {
  return {
    ...row,
    ...(because === undefined ? {} : { because: visibleLines(because) }),
    ...(failure === undefined ? {} : { failure: shownFailure(failure) }),
  }
}

function shownFailure({ case: _, ...failure }: Failure) {
  return {
    ...failure,
    says: visible(failure.says),
    expected: visible(failure.expected),
    got: visible(failure.got),
    steps: failure.steps.map(visible),
    exchanges: failure.exchanges.map(shownExchange),
  }
}

function shownExchange({ step, request, answer, problem }: ShownExchange) {
  const { method, path, body, as } = request
  return {
    step: visible(step),
    method: visible(method),
    path: visible(path),
    ...(as === undefined ? {} : { as: visible(as) }),
    ...(body === undefined ? {} : { sent: shownBody(body) }),
    ...(answer === undefined
      ? {}
      : {
          status: answer.status,
          milliseconds: answer.milliseconds,
          received: shownBody(answer.body),
        }),
    ...(problem === undefined ? {} : { problem: visible(problem) }),
  }
}

function shownBody(body: string): string {
  const text = visibleLines(indented(body))
  if (text.length <= bodyLengthMax) return text
  return `${text.slice(0, bodyLengthMax)}\n… ${text.length - bodyLengthMax} more characters`
}

function indented(body: string): string {
  try {
    return JSON.stringify(JSON.parse(body), null, 2)
  } catch {
    // A body that is not JSON, or was cut, is shown as it came.
    return body
  }
}
