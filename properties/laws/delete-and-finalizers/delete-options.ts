// Laws of the options of a delete. For the labels see scenarios/delete-options.ts.

import type { Exchange, History } from '../../history/history.ts'
import { answered, at, read, succeeded } from '../../history/history.ts'
import { holds, noted } from '../../history/observation.ts'
import type { Observation } from '../../history/observation.ts'
import { decided } from '../decisions.ts'
import { done } from '../premises.ts'

/**
 * DEL-013: each option is accepted, in the body or in the query of a delete: where they travel is
 * not said. One that is tried in the body alone says something only where a body takes others.
 */
export const optionsAreAccepted = (options: [name: string, labels: string[]][]) =>
  function* (history: History): Generator<Observation> {
    const tries: { name: string; all: Exchange[] }[] = []
    for (const [name, labels] of options) {
      const all: Exchange[] = []
      for (const label of labels) {
        yield* done(history, `object ${label}`)
        all.push(yield* decided(history, label))
      }
      tries.push({ name, all })
    }
    const takesBodies = tries.some(({ all }) => all.length > 1 && all.some(isInBody))
    for (const { name, all } of tries) {
      if (all.length === 1 && !takesBodies) continue
      yield holds(all.some(succeeded), {
        says: 'A delete may carry each of the options.',
        expected: `${name} is accepted, in the body or in the query`,
        got: all.map(one => `${one.step}: ${answered(one)}`),
        at: all[0] ?? name,
      })
    }
  }

const isInBody = (exchange: Exchange): boolean =>
  exchange.request.body !== undefined && succeeded(exchange)

/** `gone`, `marked`, or `live`, as a get of an object shows it. */
export function fateOf(reading: Exchange): string {
  if (!succeeded(reading)) return 'gone'
  return read(reading, '/metadata/deletionTimestamp') === undefined ? 'live' : 'marked'
}

/** What deletes answered, and what became of their objects (`after LABEL`). */
export function* fates(history: History, ...labels: string[]): Generator<Observation> {
  for (const label of labels) {
    const fate = fateOf(at(history, `after ${label}`))
    yield noted(`${label}: ${answered(at(history, label))}, ${fate}`)
  }
}
