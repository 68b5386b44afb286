// Judges samples of built-in types (scenarios/sampled-types.ts).

import type { Exchange, History } from '../../history/history.ts'
import { answerSummary, exchangeAt, isFinalRefusal, isSuccess } from '../../history/history.ts'
import { applicable, precondition, recordAnswer } from '../../history/observation.ts'
import type { Observation } from '../../history/observation.ts'
import type { Law } from './field-validation.ts'

/**
 * Applies laws with the precondition that the unmodified sample was accepted, so that faults are
 * due to the modification. The rule does not apply to a type whose sample is refused. K8S-VALID-008
 * records it.
 */
export const withSampleControl = (...laws: Law[]): Law =>
  function* (history) {
    const twin = exchangeAt(history, 'twin')
    const isRefused = isFinalRefusal(twin) && twin.answer?.status !== 429
    yield* applicable(
      !isRefused,
      'the server accepts none of the samples of built-in types that the run tried',
    )
    yield* precondition(isSuccess(twin), `the sample returned ${answerSummary(twin)}`)
    for (const law of laws) yield* law(history)
  }

/** Records which types have no accepted sample, and why. */
export function* notesTypesWithoutSample({ exchanges }: History): Generator<Observation> {
  const rest = exchanges.filter(exchange => !isSuccess(exchange))
  const acceptedText = `${exchanges.length - rest.length} of ${exchanges.length} samples are accepted`
  yield recordAnswer([acceptedText, ...rest.map(withoutSample)].join('; '))
}

const withoutSample = (exchange: Exchange): string => `${exchange.step}: ${answerSummary(exchange)}`
