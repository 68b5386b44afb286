// Embeds the rows for the page's script, reduced to what is displayed.

import { escapeJson } from '../../fixtures/client/escape-json.ts'
import type { Failure, ShownExchange } from '../../suites/verdict.ts'
import { escapeControls, escapeControlsInLines } from '../escape.ts'
import type { ConformanceReport, RequirementRow } from '../report.ts'

// A page with hundreds of failures must still open on a phone. The full body is in the case.
const bodyLengthMax = 16_000

/** Returns JSON for a script element. It has no `<`, so nothing in it can end the element. */
export function embeddedRows(report: ConformanceReport): string {
  const sections = Object.fromEntries(report.sections.map(({ slug, title }) => [slug, title]))
  const data = { sections, rows: report.requirements.map(shownRow) }
  return escapeJson(JSON.stringify(data)).replaceAll('<', '\\u003c')
}

function shownRow({ failure, because, ...row }: RequirementRow) {
  return {
    ...row,
    ...(because === undefined ? {} : { because: escapeControlsInLines(because) }),
    ...(failure === undefined ? {} : { failure: shownFailure(failure) }),
  }
}

function shownFailure({ case: _, ...failure }: Failure) {
  return {
    ...failure,
    says: escapeControls(failure.says),
    expected: escapeControls(failure.expected),
    got: escapeControls(failure.got),
    steps: failure.steps.map(escapeControls),
    exchanges: failure.exchanges.map(shownExchange),
  }
}

function shownExchange({ step, request, answer, problem }: ShownExchange) {
  const { method, path, headers = {}, body, as } = request
  const media = Object.entries(headers).map(([name, value]) => escapeControls(`${name}: ${value}`))
  return {
    step: escapeControls(step),
    method: escapeControls(method),
    path: escapeControls(path),
    ...(as === undefined ? {} : { as: escapeControls(as) }),
    ...(media.length === 0 ? {} : { media: media.join('\n') }),
    ...(body === undefined ? {} : { sent: shownBody(body) }),
    ...(answer === undefined
      ? {}
      : {
          status: answer.status,
          ...(answer.contentType === undefined
            ? {}
            : { contentType: escapeControls(answer.contentType) }),
          milliseconds: answer.milliseconds,
          received: shownBody(answer.body),
        }),
    ...(problem === undefined ? {} : { problem: escapeControls(problem) }),
  }
}

function shownBody(body: string): string {
  const text = escapeControlsInLines(indented(body))
  if (text.length <= bodyLengthMax) return text
  return `${text.slice(0, bodyLengthMax)}\n… ${text.length - bodyLengthMax} more characters`
}

function indented(body: string): string {
  try {
    return JSON.stringify(JSON.parse(body), null, 2)
  } catch {
    // A body that is not JSON, or was cut, is shown unchanged.
    return body
  }
}
