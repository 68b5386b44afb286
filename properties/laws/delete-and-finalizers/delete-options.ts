// Judges the options of a delete. The labels are in scenarios/delete-options.ts.

import type { Exchange, History } from '../../history/history.ts'
import {
  answerSummary,
  exchangeAt,
  bodyValueAt,
  isSuccess,
  rolesIn,
} from '../../history/history.ts'
import { verify, recordAnswer } from '../../history/observation.ts'
import type { Observation } from '../../history/observation.ts'
import { writableRoles } from '../../scenarios/updates.ts'
import { requireDecision } from '../decisions.ts'
import { requireSuccess } from '../preconditions.ts'

/**
 * DEL-013: each option is accepted in the body or in the query of a delete, because the
 * specification does not say where. An option that is tried only in the body is judged only if the
 * server accepts other options in a body.
 */
export const optionsAreAccepted = (options: [name: string, labels: string[]][]) =>
  function* (history: History): Generator<Observation> {
    const tries: { name: string; all: Exchange[] }[] = []
    for (const [name, labels] of options) {
      const all: Exchange[] = []
      for (const label of labels) {
        yield* requireSuccess(history, `object ${label}`)
        all.push(yield* requireDecision(history, label))
      }
      tries.push({ name, all })
    }
    const takesBodies = tries.some(({ all }) => all.length > 1 && all.some(isInBody))
    for (const { name, all } of tries) {
      if (all.length === 1 && !takesBodies) continue
      yield verify(all.some(isSuccess), {
        says: 'A DELETE accepts each of the delete options.',
        expected: `${name} is accepted, in the body or in the query`,
        got: all.map(one => `${one.step}: ${answerSummary(one)}`),
        at: all[0] ?? name,
      })
    }
  }

const isInBody = (exchange: Exchange): boolean =>
  exchange.request.body !== undefined && isSuccess(exchange)

/** Returns `gone`, `being deleted` or `live` for a get of an object. */
export function deletionStateOf(reading: Exchange): string {
  if (!isSuccess(reading)) return 'gone'
  return bodyValueAt(reading, '/metadata/deletionTimestamp') === undefined
    ? 'live'
    : 'being deleted'
}

/** Records the answers to deletes and the state of their objects (`after LABEL`). */
export function* deletionOutcomes(history: History, ...labels: string[]): Generator<Observation> {
  for (const label of labels) {
    const fate = deletionStateOf(exchangeAt(history, `after ${label}`))
    yield recordAnswer(`${label}: ${answerSummary(exchangeAt(history, label))}, ${fate}`)
  }
}

/** K8S-DEL-016: a delete with dryRun in its body leaves the object as it is. */
export function* dryRunInBodyDeletesNothing(history: History): Generator<Observation> {
  for (const role of rolesIn(history, writableRoles)) {
    yield* requireSuccess(history, `object ${role}`, `other ${role}`, `twin ${role}`)
    yield* requireSuccess(history, `dry run ${role}`)
    const after = yield* requireDecision(history, `after ${role}`)
    const uid = bodyValueAt(exchangeAt(history, `object ${role}`), '/metadata/uid')
    const isSame = bodyValueAt(after, '/metadata/uid') === uid
    yield verify(isSame && deletionStateOf(after) === 'live', {
      says: 'A DELETE with dryRun in its body deletes nothing.',
      expected: 'the object',
      got: isSame ? deletionStateOf(after) : answerSummary(after),
      at: `dry run ${role}`,
    })
  }
}
