// DEL-028: a namespace goes with all that is in it. The labels: scenarios/namespace-lives.ts.

import type { Exchange, History } from '../../history/history.ts'
import { answered, succeeded } from '../../history/history.ts'
import { holds } from '../../history/observation.ts'
import type { Observation } from '../../history/observation.ts'
import { decided } from '../decisions.ts'
import { done } from '../premises.ts'
import { uidIn, uidOf } from '../paths-and-verbs/scopes.ts'

/** The objects of the deleted namespace are gone, and those of another one are still there. */
export function* contentsGo(history: History): Generator<Observation> {
  yield* done(history, 'namespace gone', 'namespace kept', 'deleted')
  for (const made of history.exchanges.filter(({ step }) => step.startsWith('made '))) {
    const uid = yield* uidOf(made)
    const reading = yield* decided(history, made.step.slice('made '.length))
    const isThere = succeeded(reading) && uidIn(reading) === uid
    const isToGo = made.step.startsWith('made gone ')
    yield holds(isThere !== isToGo, {
      says: isToGo
        ? 'Deleting a namespace deletes the objects in it.'
        : 'Deleting a namespace leaves the objects of others.',
      expected: isToGo ? 'nothing' : `the object with uid ${uid}`,
      got: foundBy(reading),
      at: reading,
    })
  }
}

const foundBy = (reading: Exchange): string =>
  succeeded(reading) ? `an object with uid ${String(uidIn(reading))}` : answered(reading)
