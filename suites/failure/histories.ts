// Recorded histories as JSON lines. They can be judged again without a server, so that a changed
// law is tried on the answers of genuine servers.

import {
  isSecretsPath,
  redactBody,
  redactedJson,
  redactValue,
} from '../../fixtures/client/redact.ts'
import { escapeJson } from '../../fixtures/client/escape-json.ts'
import { isOwnItem, itemsOf, isSuccess } from '../../properties/history/history.ts'
import type { Exchange, History, Item, Stream } from '../../properties/history/history.ts'
import { isJsonObject, valueAt } from '../../properties/dsl/term.ts'
import type { Check } from '../check.ts'
import { CaseProblem } from './case.ts'
import { judgementOfScenario } from '../judge/judge.ts'
import type { Judgement } from '../judge/judge.ts'

/** One line of a file: a history, and the requirement for whose judge it was recorded. */
export type RecordedHistory = { id: string; history: History }

/**
 * Formats the line of a recorded history, without credentials that the server echoed and without
 * the data of Secrets that the run did not create.
 */
export function historyLine({ id, history }: RecordedHistory): string {
  const exchanges = history.exchanges.map(exchange => withoutOtherSecrets(exchange, history))
  return `${escapeJson(redactedJson({ id, history: { ...history, exchanges } }))}\n`
}

/** A list across namespaces contains Secrets of others, which no judge reads. */
function withoutOtherSecrets(exchange: Exchange, history: History): Exchange {
  const { answer, request, stream } = exchange
  if (!answer || !isSuccess(exchange) || !isSecretsPath(request.path)) return exchange
  if (stream) return { ...exchange, stream: withoutOtherEvents(stream, exchange, history) }
  // The bytes in another encoding than JSON contain the same data again.
  const { base64: _, ...shown } = answer
  if (answer.body === undefined)
    return { ...exchange, answer: { ...shown, text: redactBody(answer.text, request.path) } }

  const hidden = (item: Item) => (isOwnItem(history, item) ? item : redactValue(item, request.path))
  const items = itemsOf(exchange)
  const isOne = items === undefined && isOwnObject(history, answer.body)
  const body = items
    ? { ...(answer.body as object), items: items.map(hidden) }
    : isOne
      ? answer.body
      : redactValue(answer.body, request.path)
  if (isOne && answer.base64 !== undefined) return exchange
  return { ...exchange, answer: { ...shown, body, text: JSON.stringify(body) } }
}

function withoutOtherEvents(stream: Stream, { request }: Exchange, history: History): Stream {
  const frames = stream.frames.map(frame =>
    isOwnObject(history, valueAt(frame.document, '/object'))
      ? frame
      : { ...frame, document: redactValue(frame.document, request.path) },
  )
  return { ...stream, frames, rest: redactBody(stream.rest, request.path) }
}

const isOwnObject = (history: History, body: unknown): boolean =>
  String(valueAt(body, '/metadata/name')).startsWith(history.context.prefix)

/** Parses the recorded histories of a file. @throws CaseProblem that names the line */
export const parseHistories = (text: string, file: string): RecordedHistory[] =>
  text
    .split('\n')
    .flatMap((line, index) => (line === '' ? [] : [parseLine(line, `${file}:${index + 1}`)]))

function parseLine(line: string, where: string): RecordedHistory {
  let value: unknown
  try {
    value = JSON.parse(line)
  } catch (cause) {
    throw new CaseProblem(
      `${where}: expected a recorded history in JSON, got ${(cause as Error).message}`,
      { cause },
    )
  }
  const record = withNewNames(value)
  if (isRecorded(record)) return record
  throw new CaseProblem(`${where}: expected {id, history}, got ${line.slice(0, 60)}`)
}

/** Gives the members of a history of an earlier version their new names. */
function withNewNames(value: unknown): unknown {
  const history = valueAt(value, '/history')
  if (!isJsonObject(history)) return value
  if ('words' in history) {
    history['context'] = history['words']
    delete history['words']
  }
  for (const exchange of Array.isArray(history['exchanges']) ? history['exchanges'] : []) {
    const request = valueAt(exchange, '/request') as Record<string, unknown> | undefined
    const former = ['door', 'alternate'].find(name => typeof request?.[name] === 'string')
    if (!request || former === undefined) continue
    request['server'] = request[former]
    delete request[former]
  }
  return value
}

function isRecorded(value: unknown): value is RecordedHistory {
  const exchanges = valueAt(value, '/history/exchanges')
  return (
    typeof valueAt(value, '/id') === 'string' &&
    typeof valueAt(value, '/history/context/prefix') === 'string' &&
    Array.isArray(exchanges) &&
    exchanges.every(
      one =>
        typeof valueAt(one, '/step') === 'string' &&
        typeof valueAt(one, '/request/path') === 'string',
    )
  )
}

/** Judges recorded histories with the judges of their requirements. */
export const rejudgeHistories = (
  recorded: RecordedHistory[],
  checks: Check[],
): { id: string; judgement: Judgement }[] =>
  recorded.flatMap(({ id, history }) => {
    const check = checks.find(one => one.id === id)
    return check ? [{ id, judgement: judgementOfScenario(check, history).judgement }] : []
  })
