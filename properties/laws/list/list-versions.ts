// Judges the version of a list: it is the version of the state that the list shows.

import type { History } from '../../history/history.ts'
import {
  answerSummary,
  exchangeAt,
  ownItems,
  isSuccess,
  resourceVersionOf,
} from '../../history/history.ts'
import { itemText } from '../../history/collection-model.ts'
import { precondition, verify } from '../../history/observation.ts'
import type { Observation } from '../../history/observation.ts'
import { requireLists, requireSetup } from '../preconditions.ts'

/**
 * A list (`exact`) at exactly the version of an earlier list (`seen`) shows the same objects. Not
 * judged if the server ignores the match and the list has another version, which is a fault of
 * LIST-025.
 */
export function* listCarriesItsOwnVersion(history: History): Generator<Observation> {
  yield* requireSetup(history)
  const [seen, exact] = [exchangeAt(history, 'seen'), exchangeAt(history, 'exact')]
  yield* precondition(isSuccess(exact), `exact returned ${answerSummary(exact)}`)
  yield* requireLists(history, seen, exact)
  yield* precondition(
    resourceVersionOf(exact) === exact.request.query['resourceVersion'],
    `resourceVersionMatch=Exact is ignored (LIST-025): the list is at ${String(resourceVersionOf(exact))}`,
  )
  const [wanted, got] = [seen, exact].map(list =>
    ownItems(history, list)
      .map(item => itemText(history, item))
      .toSorted(),
  )
  yield verify(JSON.stringify(got) === JSON.stringify(wanted), {
    says: 'A list has the version of the state that it returns.',
    expected: wanted,
    got,
    at: exact,
  })
}
