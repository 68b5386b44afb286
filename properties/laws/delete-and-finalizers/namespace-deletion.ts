// DEL-028: a deleted namespace is removed with all its contents. The labels are in
// scenarios/namespace-deletions.ts.

import type { Exchange, History } from '../../history/history.ts'
import { answerSummary, isSuccess } from '../../history/history.ts'
import { verify } from '../../history/observation.ts'
import type { Observation } from '../../history/observation.ts'
import { requireDecision } from '../decisions.ts'
import { requireSuccess } from '../preconditions.ts'
import { identityShown, isObject, requireIdentity, requireShownPlaces } from '../identity.ts'
import type { Identity } from '../identity.ts'

/** The objects of the deleted namespace are gone, and those of another namespace still exist. */
export function* namespaceContentsAreDeleted(history: History): Generator<Observation> {
  yield* requireSuccess(history, 'namespace gone', 'namespace kept', 'deleted')
  for (const made of history.exchanges.filter(({ step }) => step.startsWith('made '))) {
    const identity = yield* requireIdentity(history, made)
    const reading = yield* requireDecision(history, made.step.slice('made '.length))
    yield* requireShownPlaces(history, identity, reading)
    const isThere = isObject(identity, reading)
    const isToGo = made.step.startsWith('made gone ')
    yield verify(isThere !== isToGo, {
      says: isToGo
        ? 'Deleting a namespace deletes the objects in it.'
        : 'Deleting a namespace does not delete objects in other namespaces.',
      expected: isToGo ? 'nothing' : `the object ${identity.text}`,
      got: foundBy(identity, reading),
      at: reading,
    })
  }
}

const foundBy = (identity: Identity, reading: Exchange): string =>
  isSuccess(reading)
    ? `the object ${String(identityShown(identity, reading.answer?.body))}`
    : answerSummary(reading)
