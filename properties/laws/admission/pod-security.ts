// Judges what levels of pod security do to pods.

import { answerSummary, bodyValueAt, exchangeAt, isSuccess } from '../../history/history.ts'
import type { History } from '../../history/history.ts'
import { applicable, precondition, verify } from '../../history/observation.ts'
import type { Observation } from '../../history/observation.ts'
import { invalidLabelStep, readyStep } from '../../scenarios/admission/pod-security.ts'
import { requireDecision } from '../decisions.ts'
import { requireSuccess } from '../preconditions.ts'

/** The rules apply to servers that serve pods and evaluate the labels. */
export function* requireLevel(history: History, ...namespaces: string[]): Generator<Observation> {
  const invalid = yield* requireDecision(history, invalidLabelStep)
  yield* applicable(
    !isSuccess(invalid),
    'the server does not evaluate the labels of pod security: it accepts an unknown level',
  )
  yield* precondition(
    invalid.answer?.status === 422,
    `${invalidLabelStep} returned ${answerSummary(invalid)}`,
  )
  yield* requireSuccess(history, ...namespaces)
  for (const namespace of namespaces) {
    const ready = exchangeAt(history, `${readyStep} in ${namespace}`)
    yield* applicable(
      ![404, 405].includes(ready.answer?.status ?? 0),
      `the server serves no pods: a create returned ${answerSummary(ready)}`,
    )
    yield* precondition(
      isSuccess(ready) || isOfSecurity(ready),
      `${readyStep} returned ${answerSummary(ready)}`,
    )
    yield verify(isSuccess(ready), {
      says: 'A pod that meets all levels is admitted.',
      expected: 'success',
      got: answerSummary(ready),
      at: ready,
    })
  }
}

const isOfSecurity = (exchange: ReturnType<typeof exchangeAt>): boolean =>
  String(bodyValueAt(exchange, '/message')).includes('PodSecurity')

/** A pod is not refused for its level. */
export function* meetsLevel(history: History, label: string): Generator<Observation> {
  const write = yield* requireDecision(history, label)
  if (!isSuccess(write) && !isOfSecurity(write)) return yield* requireSuccess(history, label)
  yield verify(isSuccess(write), {
    says: 'A pod that meets the level of its namespace is admitted.',
    expected: 'success',
    got: answerSummary(write),
    at: write,
  })
}
