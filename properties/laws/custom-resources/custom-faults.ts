// Judges invalid definitions. The labels are in scenarios/custom-faults.ts.

import type { History } from '../../history/history.ts'
import { answerSummary, exchangeAt } from '../../history/history.ts'
import { refusalWith, verify } from '../../history/observation.ts'
import type { Observation } from '../../history/observation.ts'
import { valueAt } from '../../dsl/term.ts'
import { hasStatusCode } from './custom-answers.ts'
import { requireFinalAnswer, statusCauses } from '../status.ts'
import { requireSuccess } from '../preconditions.ts'

type Fault = { name: string; field: string }

const tried = ({ exchanges }: History): string[] =>
  exchanges.flatMap(({ step }) =>
    step.startsWith('broken ') ? [step.slice('broken '.length)] : [],
  )

/** K8S-CR-010: invalid definitions are refused and not stored. */
export function* invalidDefinitionsAreRefused(history: History): Generator<Observation> {
  yield* requireSuccess(history, 'twin')
  for (const name of tried(history)) {
    const exchange = yield* requireFinalAnswer(history, `broken ${name}`)
    yield verify(exchange.answer?.status === 422, {
      says: 'An invalid CRD is refused with 422.',
      expected: refusalWith(422, `for ${name}`),
      got: answerSummary(exchange),
      at: exchange,
    })
    yield* hasStatusCode(history, `after ${name}`, 404, 'A refused CRD is not stored.')
  }
}

/** K8S-CR-011: the refusal names the invalid field. */
export const refusalsNameTheFields = (faults: Fault[]) =>
  function* (history: History): Generator<Observation> {
    yield* requireSuccess(history, 'twin')
    for (const name of tried(history)) {
      const field = faults.find(one => one.name === name)?.field
      const exchange = exchangeAt(history, `broken ${name}`)
      if (exchange.answer?.status !== 422 || field === undefined) continue
      const got = statusCauses(exchange).map(cause => hoisted(String(valueAt(cause, '/field'))))
      yield verify(got.includes(hoisted(field)), {
        says: 'The causes of a refused CRD name the invalid field.',
        expected: `${field} for ${name}`,
        got,
        at: exchange,
      })
    }
  }

/** Returns the top-level name of a field of the first version. A server may report either name. */
const hoisted = (field: string): string =>
  field
    .replace(/^spec\.versions\[0\]\.schema/, 'spec.validation')
    .replace(/^spec\.versions\[0\]\.(?=additional|subresources|selectable)/, 'spec.')
