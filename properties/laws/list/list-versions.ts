// The law of the version that a list carries: it is the one of the state that the list shows.

import type { History } from '../../history/history.ts'
import { answered, at, ownItems, succeeded, version } from '../../history/history.ts'
import { itemText } from '../../history/model.ts'
import { given, holds } from '../../history/observation.ts'
import type { Observation } from '../../history/observation.ts'
import { listed, prepared } from '../premises.ts'

/**
 * A list of exactly the version that an earlier list carried (`exact`, `seen`) shows the same. Not
 * judged where the match is ignored and the list is at another version: that is LIST-025's fault.
 */
export function* carriesItsOwnVersion(history: History): Generator<Observation> {
  yield* prepared(history)
  const [seen, exact] = [at(history, 'seen'), at(history, 'exact')]
  yield* given(succeeded(exact), `exact answered ${answered(exact)}`)
  yield* listed(history, seen, exact)
  yield* given(
    version(exact) === exact.request.query['resourceVersion'],
    `resourceVersionMatch=Exact is ignored (LIST-025): the list is at ${String(version(exact))}`,
  )
  const [wanted, got] = [seen, exact].map(list =>
    ownItems(history, list)
      .map(item => itemText(history, item))
      .toSorted(),
  )
  yield holds(JSON.stringify(got) === JSON.stringify(wanted), {
    says: 'A list carries the version of the state that it shows.',
    expected: wanted,
    got,
    at: exact,
  })
}
