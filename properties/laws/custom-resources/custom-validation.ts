// Laws of field validation of custom types; for the labels see scenarios/custom-validation.ts.

import type { History } from '../../history/history.ts'
import { at, read } from '../../history/history.ts'
import { holds } from '../../history/observation.ts'
import type { Observation } from '../../history/observation.ts'
import { ownWarnings } from '../../history/warnings.ts'
import { canonical, defined, isAnswered, isCarriedOut, messageOf } from './custom-answers.ts'
import { done } from '../premises.ts'
import { refusesWith } from '../status.ts'

/**
 * The level `Strict` refuses, naming each place; with `Warn` warnings do, with `Ignore` nothing but
 * what the `twin` without faults is warned of too.
 */
function* byLevel(
  history: History,
  { complaints, wrong, twin }: { complaints: string[]; wrong: string; twin: string },
): Generator<Observation> {
  const refused = `By the level Strict ${wrong} are refused.`
  yield* refusesWith(history, 'Strict', { code: 400, reason: 'BadRequest' }, refused)
  yield* isAnswered(history, 'after Strict', 404, 'What is refused is not stored.')
  for (const level of ['Warn', 'Ignore'])
    yield* isCarriedOut(history, level, `By the level ${level} ${wrong} are taken.`)
  const heard = {
    Strict: messageOf(at(history, 'Strict')),
    Warn: ownWarnings(at(history, 'Warn'), at(history, twin)).join(', '),
  }
  for (const [level, got] of Object.entries(heard))
    for (const expected of complaints)
      yield holds(got.includes(expected), {
        says: `By the level ${level} each place of ${wrong} is named.`,
        expected,
        got,
        at: level,
      })
  const ignored = ownWarnings(at(history, 'Ignore'), at(history, twin))
  yield holds(ignored.length === 0, {
    says: `By the level Ignore ${wrong} are not warned of.`,
    expected: 'no warning',
    got: ignored,
    at: 'Ignore',
  })
}

/** K8S-CR-022: unknown fields by each level; what is stored has none. */
export const unknownAreFound = (places: string[]) =>
  function* (history: History): Generator<Observation> {
    yield* defined(history, 'gadgets')
    for (const level of ['Strict', 'Warn', 'Ignore']) yield* done(history, `sound ${level}`)
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
      yield* done(history, label)
      const after = at(history, label)
      const [expected, got] = [spec, read(after, '/spec')].map(canonical)
      const others = [read(after, '/other'), read(after, '/metadata/strange')]
      yield holds(expected === got && others.every(one => one === undefined), {
        says: 'Unknown fields are dropped, unless they are preserved.',
        expected,
        got,
        at: after,
      })
    }
  }

/** K8S-CR-023: doubled fields by each level; the last one counts. */
export function* doubledAreFound(history: History): Generator<Observation> {
  yield* defined(history, 'gadgets')
  yield* done(history, 'sound')
  yield* byLevel(history, {
    complaints: ['duplicate field "spec.color"'],
    wrong: 'doubled fields',
    twin: 'sound',
  })
  for (const label of ['after Warn', 'after Ignore']) {
    const got = read(at(history, label), '/spec/color')
    const says = 'Of doubled fields the last one is stored.'
    yield holds(got === 'blue', { says, expected: 'blue', got, at: label })
  }
}

/** K8S-CR-024: a body is of the kind and the version of its path. */
export function* refusesMisnamed(history: History): Generator<Observation> {
  yield* defined(history, 'gadgets')
  yield* done(history, 'sound')
  const says = 'A body of another kind or version than its path is refused.'
  const causes = [{ reason: 'FieldValueInvalid', field: 'kind' }]
  yield* refusesWith(history, 'other kind', { code: 422, reason: 'Invalid', causes }, says)
  yield* refusesWith(history, 'other version', { code: 400, reason: 'BadRequest' }, says)
  yield* isAnswered(history, 'after', 404, 'What is refused is not stored.')
}
