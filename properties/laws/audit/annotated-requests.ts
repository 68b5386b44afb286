// Judges the annotations of a webhook in audit events (scenarios/audit/annotating-webhook.ts).

import type { History } from '../../history/history.ts'
import { answerSummary, exchangeAt, isFinalRefusal } from '../../history/history.ts'
import { precondition } from '../../history/observation.ts'
import type { Observation } from '../../history/observation.ts'
import { lastEventOf, requireEvents, requireSuccess } from './recorded-events.ts'
import { isJsonObject } from '../../dsl/term.ts'

/** A webhook has annotated a request where the level is Metadata. */
export function* requireAnnotated(history: History): Generator<Observation> {
  yield* requireSuccess(history, 'namespace metadata', 'registration')
  const refused = exchangeAt(history, 'in-force')
  yield* precondition(
    isFinalRefusal(refused) || (refused.answer?.status ?? 0) === 500,
    `the webhook is not called: ${answerSummary(refused)}`,
  )
  // A server without dry runs refuses the request itself.
  yield* precondition(
    refused.answer?.status !== 400,
    `the server refuses the dry run: ${answerSummary(refused)}`,
  )
  yield* requireSuccess(history, 'annotated')
  yield* requireEvents(history, 'annotated')
}

/** Returns the annotations of the request. */
export const annotationsOf = (history: History): [string, unknown][] => {
  const found = lastEventOf(history, 'annotated')?.['annotations']
  return isJsonObject(found) ? Object.entries(found) : []
}
