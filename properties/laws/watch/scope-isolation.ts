// W9: a watch tells only of what lies in its namespace and matches its selectors.

import type { History } from '../../history.ts'
import { holds } from '../../observation.ts'
import type { Observation } from '../../observation.ts'
import { changesOf, isRemoval, toldText } from '../../streams.ts'
import type { Told } from '../../streams.ts'
import { isSelected, watchAt } from './told.ts'

/** Every event of these watches is about an object that was asked for. */
export const staysInScope = (...labels: string[]) =>
  function* (history: History): Generator<Observation> {
    for (const label of labels) {
      const watch = yield* watchAt(history, label)
      const { labelSelector = '', fieldSelector = '' } = watch.request.query
      const events = changesOf(history, watch.stream)
      for (const [place, told] of events.entries()) {
        const isKnown = endsAKnownMatch(told, events.slice(0, place))
        yield holds(isKnown || isSelected(told.object, watch), {
          says: 'A watch delivers only objects of its namespace that match its selectors.',
          expected: `${watch.about?.namespace ?? 'all namespaces'} ${labelSelector}${fieldSelector}`,
          got: `${toldText(history, told)} of ${told.key}`,
          at: watch,
        })
      }
    }
  }

/** What was delivered before is removed from sight: which state that shows is for K8S-WATCH-007. */
const endsAKnownMatch = (told: Told, before: Told[]): boolean =>
  isRemoval(told) && before.some(({ key, type }) => key === told.key && type !== 'DELETED')
