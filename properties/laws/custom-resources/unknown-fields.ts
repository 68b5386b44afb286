// Judges unknown fields of custom objects. The labels are in scenarios/custom-versions.ts.

import type { History } from '../../history/history.ts'
import type { Observation } from '../../history/observation.ts'
import { requireSuccess } from '../preconditions.ts'
import { answerIncludes, requireEstablishedTypes } from './custom-answers.ts'

const names = ['x', 'y']
const versions = ['v1', 'v1beta1']

/** K8S-CR-035: unknown fields that the schemas of all versions preserve are in every answer. */
export const unknownFieldsStay = (unknown: Record<string, unknown>) =>
  function* (history: History): Generator<Observation> {
    yield* requireEstablishedTypes(history, 'type')
    yield* requireSuccess(history, ...names.flatMap(name => [`${name} created`, `${name} changed`]))
    const says = 'Unknown fields that the schema preserves are kept in every version.'
    for (const name of names) {
      yield* answerIncludes(history, `${name} created`, openWith('a', unknown), says)
      for (const version of versions)
        yield* answerIncludes(history, `${name} in ${version}`, openWith('a', unknown), says)
      yield* answerIncludes(history, `${name} changed`, openWith('b', unknown), says)
      for (const version of versions)
        yield* answerIncludes(history, `${name} later in ${version}`, openWith('b', unknown), says)
    }
  }

const openWith = (known: string, unknown: Record<string, unknown>) => ({
  spec: { open: { known, ...unknown } },
})
