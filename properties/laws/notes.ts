// What a target answers where the specification is silent, in words that stay the same from run
// to run. Notes never judge.

import type { Exchange, History } from '../history/history.ts'
import { answerSummary, exchangeAt, bodyValueAt } from '../history/history.ts'
import { recordAnswer } from '../history/observation.ts'
import type { Observation } from '../history/observation.ts'

/** Notes the answers to steps; a step's label is the phrase that stands before its answer. */
export const notesAnswers = (...labels: string[]) =>
  function* (history: History): Generator<Observation> {
    for (const label of labels)
      yield recordAnswer(`${label}: ${answerOf(exchangeAt(history, label))}`)
  }

/** Notes of a step whatever `words` say of its exchange. */
export const notesOf = (words: (exchange: Exchange) => string, ...labels: string[]) =>
  function* (history: History): Generator<Observation> {
    for (const label of labels) yield recordAnswer(`${label}: ${words(exchangeAt(history, label))}`)
  }

/** Notes of several steps with the same words in one breath: `words: step, step`. */
export const notesGrouped = (words: (exchange: Exchange) => string, ...labels: string[]) =>
  function* (history: History): Generator<Observation> {
    const all = new Map<string, string[]>()
    for (const label of labels) {
      const what = words(exchangeAt(history, label))
      all.set(what, [...(all.get(what) ?? []), label])
    }
    for (const [what, alike] of all) yield recordAnswer(`${what}: ${alike.join(', ')}`)
  }

/** The answer's status and reason; problems without their changing details. */
const answerOf = (exchange: Exchange): string =>
  exchange.answer ? answerSummary(exchange) : 'no answer'

/** `a Status with code, …`, `text`, `no body`: the shape of an answer's body. */
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
