// Records a target's answers where the specification is silent, in texts that are equal in every
// run. Notes never judge.

import type { Exchange, History } from '../history/history.ts'
import { answerSummary, exchangeAt, bodyValueAt } from '../history/history.ts'
import { recordAnswer } from '../history/observation.ts'
import type { Observation } from '../history/observation.ts'

/** Records the answers to steps. A step's label is the phrase before its answer. */
export const notesAnswers = (...labels: string[]) =>
  function* (history: History): Generator<Observation> {
    for (const label of labels)
      yield recordAnswer(`${label}: ${answerOf(exchangeAt(history, label))}`)
  }

/** Records the text that `words` returns for each step. */
export const notesOf = (words: (exchange: Exchange) => string, ...labels: string[]) =>
  function* (history: History): Generator<Observation> {
    for (const label of labels) yield recordAnswer(`${label}: ${words(exchangeAt(history, label))}`)
  }

/** Records several steps with the same text together: `words: step, step`. */
export const notesGrouped = (words: (exchange: Exchange) => string, ...labels: string[]) =>
  function* (history: History): Generator<Observation> {
    const all = new Map<string, string[]>()
    for (const label of labels) {
      const what = words(exchangeAt(history, label))
      all.set(what, [...(all.get(what) ?? []), label])
    }
    for (const [what, alike] of all) yield recordAnswer(`${what}: ${alike.join(', ')}`)
  }

/** Returns the answer's status and reason. Details of problems vary and are omitted. */
const answerOf = (exchange: Exchange): string =>
  exchange.answer ? answerSummary(exchange) : 'no answer'

/** Describes the shape of an answer's body: `a Status with code, …`, `text`, `no body`. */
export function bodyShape(exchange: Exchange): string {
  const { answer } = exchange
  if (!answer) return 'no answer'
  if (answer.text === '') return 'no body'
  if (typeof answer.body !== 'object' || answer.body === null) return 'text'

  const fields = Object.keys(answer.body).sort().join(', ')
  const code =
    bodyValueAt(exchange, '/code') === answer.status ? ' (code equals the HTTP status)' : ''
  return `kind ${String(bodyValueAt(exchange, '/kind') ?? 'none')} with ${fields}${code}`
}
