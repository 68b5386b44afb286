// Laws of definitions that are wrong; for the labels see scenarios/custom-faults.ts.

import type { History } from '../../history/history.ts'
import { answered, at } from '../../history/history.ts'
import { holds } from '../../history/observation.ts'
import type { Observation } from '../../history/observation.ts'
import { valueAt } from '../../dsl/term.ts'
import { isAnswered } from './custom-answers.ts'
import { answeredForGood, causesOf } from '../status.ts'
import { done } from '../premises.ts'

type Fault = { name: string; field: string }

const tried = ({ exchanges }: History): string[] =>
  exchanges.flatMap(({ step }) =>
    step.startsWith('broken ') ? [step.slice('broken '.length)] : [],
  )

/** K8S-CR-010: what is wrong is refused, and not stored. */
export function* refusesDefinitions(history: History): Generator<Observation> {
  yield* done(history, 'twin')
  for (const name of tried(history)) {
    const exchange = yield* answeredForGood(history, `broken ${name}`)
    yield holds(exchange.answer?.status === 422, {
      says: 'A definition that is wrong is refused with 422.',
      expected: `422 for ${name}`,
      got: answered(exchange),
      at: exchange,
    })
    yield* isAnswered(history, `after ${name}`, 404, 'A definition that is refused is not stored.')
  }
}

/** K8S-CR-011: and the refusal names the place. */
export const namesPlaces = (faults: Fault[]) =>
  function* (history: History): Generator<Observation> {
    yield* done(history, 'twin')
    for (const name of tried(history)) {
      const field = faults.find(one => one.name === name)?.field
      const exchange = at(history, `broken ${name}`)
      if (exchange.answer?.status !== 422 || field === undefined) continue
      const got = causesOf(exchange).map(cause => hoisted(String(valueAt(cause, '/field'))))
      yield holds(got.includes(hoisted(field)), {
        says: 'The causes of a refused definition name the place that is wrong.',
        expected: `${field} for ${name}`,
        got,
        at: exchange,
      })
    }
  }

/** What a definition of one version says of it may be named as said of the whole type. */
const hoisted = (field: string): string =>
  field
    .replace(/^spec\.versions\[0\]\.schema/, 'spec.validation')
    .replace(/^spec\.versions\[0\]\.(?=additional|subresources|selectable)/, 'spec.')
