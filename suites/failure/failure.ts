// Builds the report of a shrunk failure, with its case file and its script.

import { redactBody } from '../../fixtures/client/redact.ts'
import type { Exchange, History } from '../../properties/history/history.ts'
import type { Violation } from '../../properties/history/observation.ts'
import type { Scenario } from '../../properties/dsl/scenario.ts'
import { curlScript } from '../../properties/perform/curl.ts'
import type { ScriptAccess } from '../../properties/perform/curl.ts'
import { stepLines } from '../../properties/dsl/step-text.ts'
import { caseOf } from './case.ts'
import type { ScenarioOrigin } from './shrink.ts'
import type { Failure, ShownExchange } from '../verdict.ts'

type ShownScenario = ScenarioOrigin & {
  scenario: Scenario
  broken: Violation
  /** A history in which the rule was broken. */
  history: History
  reruns: { failed: number; of: number }
  /** For the script: the address of the server and the files of credentials. */
  access?: ScriptAccess | undefined
}

// A list of hundreds of objects is unreadable in full.
const bodyCharactersMax = 4_000

export const buildFailure = ({
  check,
  root,
  drawIndex,
  scenario,
  broken,
  history,
  reruns,
  access = { url: 'http://127.0.0.1:8001' },
}: ShownScenario): Failure => ({
  says: broken.says,
  expected: valueInWords(broken.expected),
  ...(broken.expectedRefusal && { expectedRefusal: broken.expectedRefusal }),
  got: valueInWords(broken.got),
  steps: stepLines(scenario),
  at: broken.at,
  exchanges: history.exchanges.map(toReportedExchange),
  reruns,
  case: caseOf({ id: check.id, says: broken.says, scenario, seed: root, drawIndex }),
  curl: curlScript(history, access, {
    ...broken,
    expected: valueInWords(broken.expected),
    got: valueInWords(broken.got),
  }),
})

/** An empty value would be unreadable in a sentence. */
const valueInWords = (text: string): string => (text.trim() === '' ? 'nothing' : text)

/** An exchange without credentials and Secret data, with shortened bodies. */
export function toReportedExchange(exchange: Exchange): ShownExchange {
  const { method, path, body, who, endpoint } = exchange.request
  const headers = mediaTypesOf(exchange.request)
  return {
    step: exchange.step,
    request: {
      method,
      path,
      ...(Object.keys(headers).length === 0 ? {} : { headers }),
      ...(body === undefined ? {} : { body: cut(redactBody(body, path)) }),
      ...(who === 'admin' ? {} : { as: who }),
      ...(endpoint === undefined ? {} : { endpoint }),
    },
    ...(exchange.answer
      ? {
          answer: {
            status: exchange.answer.status,
            ...contentTypeOf(exchange.answer),
            body: cut(bodyOf(exchange)),
            milliseconds: Math.round((exchange.answeredAt - exchange.sentAt) * 10) / 10,
          },
        }
      : {}),
    ...(exchange.problem === undefined ? {} : { problem: exchange.problem }),
  }
}

/** The headers with media types and encodings that a scenario has set. */
function mediaTypesOf({ headers }: Exchange['request']): Record<string, string> {
  const entries = Object.entries(headers).flatMap(([name, value]): [string, string][] => {
    const isOfMedia = ['accept', 'accept-encoding', 'content-type'].includes(name.toLowerCase())
    return isOfMedia ? [[name.toLowerCase(), value ?? '(none)']] : []
  })
  return Object.fromEntries(entries)
}

function contentTypeOf({ headers }: NonNullable<Exchange['answer']>): { contentType?: string } {
  const contentType = headers['content-type']
  return contentType === undefined || contentType === 'application/json'
    ? {}
    : { contentType: cut(contentType) }
}

/** The body of an answer, or the documents of a stream, one per line. */
function bodyOf({ request, answer, stream }: Exchange): string {
  if (!stream) return redactBody(textOf(answer), request.path)
  const lines = stream.frames.map(({ document }) =>
    redactBody(JSON.stringify(document), request.path),
  )
  const end = stream.end && stream.end.how !== 'closed' ? [`(${stream.end.how})`] : []
  return [
    ...lines,
    ...(stream.rest === '' ? [] : [redactBody(stream.rest, request.path)]),
    ...end,
  ].join('\n')
}

/** The text of an answer. If it is binary, the decoded value, or else the bytes in base64. */
function textOf(answer: Exchange['answer']): string {
  const { text = '', base64, body, undecodable } = answer ?? {}
  if (base64 === undefined) return text
  const read = body === undefined ? `${base64} (base64)` : JSON.stringify(body)
  return undecodable === undefined ? read : `${read} (${undecodable})`
}

const cut = (text: string): string =>
  text.length > bodyCharactersMax
    ? `${text.slice(0, bodyCharactersMax)} … (${text.length} characters)`
    : text
