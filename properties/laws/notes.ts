// What a target answers where the specification is silent, in words that stay the same from run
// to run. Notes never judge.

import type { Exchange, History } from '../history/history.ts'
import { answered, at, read } from '../history/history.ts'
import { noted } from '../history/observation.ts'
import type { Observation } from '../history/observation.ts'

/** Notes the answers to steps; a step's label is the phrase that stands before its answer. */
export const notesAnswers = (...labels: string[]) =>
  function* (history: History): Generator<Observation> {
    for (const label of labels) yield noted(`${label}: ${answerOf(at(history, label))}`)
  }

/** Notes of a step whatever `words` say of its exchange. */
export const notesOf = (words: (exchange: Exchange) => string, ...labels: string[]) =>
  function* (history: History): Generator<Observation> {
    for (const label of labels) yield noted(`${label}: ${words(at(history, label))}`)
  }

/** Notes of several steps with the same words in one breath: `words: step, step`. */
export const notesAlike = (words: (exchange: Exchange) => string, ...labels: string[]) =>
  function* (history: History): Generator<Observation> {
    const all = new Map<string, string[]>()
    for (const label of labels) {
      const what = words(at(history, label))
      all.set(what, [...(all.get(what) ?? []), label])
    }
    for (const [what, alike] of all) yield noted(`${what}: ${alike.join(', ')}`)
  }

/** The answer's status and reason; problems without their changing details. */
const answerOf = (exchange: Exchange): string =>
  exchange.answer ? answered(exchange) : 'no answer'

/** `a Status with code, …`, `text`, `no body`: the shape of an answer's body. */
export function shapeOf(exchange: Exchange): string {
  const { answer } = exchange
  if (!answer) return 'no answer'
  if (answer.text === '') return 'no body'
  if (typeof answer.body !== 'object' || answer.body === null) return 'text'

  const fields = Object.keys(answer.body).sort().join(', ')
  const code = read(exchange, '/code') === answer.status ? ' (code is the status)' : ''
  return `kind ${String(read(exchange, '/kind') ?? 'none')} with ${fields}${code}`
}
