// Laws of samples of built-in types (scenarios/sampled-types.ts).

import type { Exchange, History } from '../../history/history.ts'
import { answerSummary, exchangeAt, isFinalRefusal, isSuccess } from '../../history/history.ts'
import { precondition, recordAnswer } from '../../history/observation.ts'
import type { Observation } from '../../history/observation.ts'
import type { Law } from './field-validation.ts'

/**
 * The sample itself was taken, so that whatever is found is found in what was set in it. A type
 * whose sample is refused is not judged: K8S-VALID-008 notes it.
 */
export const withSampleControl = (...laws: Law[]): Law =>
  function* (history) {
    const twin = exchangeAt(history, 'twin')
    if (isFinalRefusal(twin) && twin.answer?.status !== 429) return
    yield* precondition(isSuccess(twin), `the sample returned ${answerSummary(twin)}`)
    for (const law of laws) yield* law(history)
  }

/** Notes which types have no sample, and why. */
export function* notesTypesWithoutSample({ exchanges }: History): Generator<Observation> {
  const rest = exchanges.filter(exchange => !isSuccess(exchange))
  const acceptedText = `${exchanges.length - rest.length} of ${exchanges.length} samples are accepted`
  yield recordAnswer([acceptedText, ...rest.map(withoutSample)].join('; '))
}

const withoutSample = (exchange: Exchange): string => `${exchange.step}: ${answerSummary(exchange)}`
