// Laws of samples of built-in types (scenarios/sampled-types.ts).

import type { Exchange, History } from '../history.ts'
import { answered, at, succeeded } from '../history.ts'
import { given, noted } from '../observation.ts'
import type { Observation } from '../observation.ts'
import type { Law } from './field-validation.ts'

/** The sample itself was taken, so that whatever is found is found in what was set in it. */
export const besideSample = (...laws: Law[]): Law =>
  function* (history) {
    const twin = at(history, 'twin')
    const path = twin.request.path.split('?')[0]
    yield* given(succeeded(twin), `no sample for ${path}: ${answered(twin)}`)
    for (const law of laws) yield* law(history)
  }

/** Notes which types have no sample, and why. */
export function* notesTheRest({ exchanges }: History): Generator<Observation> {
  const rest = exchanges.filter(exchange => !succeeded(exchange))
  const taken = `${exchanges.length - rest.length} of ${exchanges.length} samples are taken`
  yield noted([taken, ...rest.map(withoutSample)].join('; '))
}

const withoutSample = (exchange: Exchange): string => `${exchange.step}: ${answered(exchange)}`
