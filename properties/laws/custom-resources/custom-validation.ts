// Judges field validation of custom types. The labels are in scenarios/custom-validation.ts.

import type { History } from '../../history/history.ts'
import { exchangeAt, bodyValueAt } from '../../history/history.ts'
import { verify } from '../../history/observation.ts'
import type { Observation } from '../../history/observation.ts'
import { warningsBeyondControl } from '../../history/warnings.ts'
import {
  canonicalText,
  requireEstablishedTypes,
  hasStatusCode,
  requestSucceeds,
  messageIn,
} from './custom-answers.ts'
import { refusesRequest } from '../decisions.ts'
import { requireSuccess } from '../preconditions.ts'
import { refusesWith } from '../status.ts'

/**
 * `Strict` refuses and names each field. `Warn` names each field in warnings. `Ignore` gives only
 * warnings that the valid `twin` gets, too.
 */
function* byLevel(
  history: History,
  { complaints, wrong, twin }: { complaints: string[]; wrong: string; twin: string },
): Generator<Observation> {
  const refused = `At Strict, ${wrong} are refused.`
  yield* refusesWith(history, 'Strict', { code: 400, reason: 'BadRequest' }, refused)
  yield* hasStatusCode(history, 'after Strict', 404, 'A refused write stores nothing.')
  for (const level of ['Warn', 'Ignore'])
    yield* requestSucceeds(history, level, `At ${level}, ${wrong} are accepted.`)
  const heard = {
    Strict: messageIn(exchangeAt(history, 'Strict')),
    Warn: warningsBeyondControl(exchangeAt(history, 'Warn'), exchangeAt(history, twin)).join(', '),
  }
  for (const [level, got] of Object.entries(heard))
    for (const expected of complaints)
      yield verify(got.includes(expected), {
        says: `At ${level}, the paths of all ${wrong} are reported.`,
        expected,
        got,
        at: level,
      })
  const ignored = warningsBeyondControl(exchangeAt(history, 'Ignore'), exchangeAt(history, twin))
  yield verify(ignored.length === 0, {
    says: `At Ignore, ${wrong} produce no warnings.`,
    expected: 'no warning',
    got: ignored,
    at: 'Ignore',
  })
}

/** K8S-CR-022: unknown fields are handled by each level and not stored. */
export const unknownFieldsFollowLevel = (places: string[]) =>
  function* (history: History): Generator<Observation> {
    yield* requireEstablishedTypes(history, 'gadgets')
    for (const level of ['Strict', 'Warn', 'Ignore'])
      yield* requireSuccess(history, `sound ${level}`)
    const complaints = places.map(place => `unknown field "${place}"`)
    yield* byLevel(history, { complaints, wrong: 'unknown fields', twin: 'sound Ignore' })
    const spec = {
      color: 'red',
      open: { c: 1 },
      ports: [{ name: 'a' }, { name: 'b' }],
      sealed: { a: 'a' },
      size: 1,
      sizeMax: 100,
    }
    for (const label of ['after Warn', 'after Ignore']) {
      yield* requireSuccess(history, label)
      const after = exchangeAt(history, label)
      const [expected, got] = [spec, bodyValueAt(after, '/spec')].map(canonicalText)
      const others = [bodyValueAt(after, '/other'), bodyValueAt(after, '/metadata/strange')]
      yield verify(expected === got && others.every(one => one === undefined), {
        says: 'Unknown fields are dropped, unless they are preserved.',
        expected,
        got,
        at: after,
      })
    }
  }

/** K8S-CR-023: duplicate fields are handled by each level, and the last value is stored. */
export function* duplicateFieldsFollowLevel(history: History): Generator<Observation> {
  yield* requireEstablishedTypes(history, 'gadgets')
  yield* requireSuccess(history, 'sound')
  yield* byLevel(history, {
    complaints: ['duplicate field "spec.color"'],
    wrong: 'duplicate fields',
    twin: 'sound',
  })
  for (const label of ['after Warn', 'after Ignore']) {
    const got = bodyValueAt(exchangeAt(history, label), '/spec/color')
    const says = 'Of duplicate fields, the last value is stored.'
    yield verify(got === 'blue', { says, expected: 'blue', got, at: label })
  }
}

/** K8S-CR-024: a body must have the kind and the version of its path. */
export function* mismatchedKindIsRefused(history: History): Generator<Observation> {
  yield* requireEstablishedTypes(history, 'gadgets')
  yield* requireSuccess(history, 'sound')
  const says = 'A body with a different kind or version than its path is refused.'
  for (const label of ['other kind', 'other version']) yield* refusesRequest(history, label, says)
  yield* hasStatusCode(history, 'after', 404, 'A refused write stores nothing.')
}
