// W9: a watch tells only of what lies in its namespace and matches its selectors.

import type { History } from '../../history.ts'
import { holds } from '../../observation.ts'
import type { Observation } from '../../observation.ts'
import { changesOf, toldText } from '../../streams.ts'
import { isSelected, watchAt } from './told.ts'

/** Every event of these watches is about an object that was asked for. */
export const staysInScope = (...labels: string[]) =>
  function* (history: History): Generator<Observation> {
    for (const label of labels) {
      const watch = yield* watchAt(history, label)
      const { labelSelector = '', fieldSelector = '' } = watch.request.query
      for (const told of changesOf(history, watch.stream)) {
        yield holds(isSelected(told.object, watch), {
          says: 'A watch delivers only objects of its namespace that match its selectors.',
          expected: `${watch.about?.namespace ?? 'all namespaces'} ${labelSelector}${fieldSelector}`,
          got: `${toldText(history, told)} of ${told.key}`,
          at: watch,
        })
      }
    }
  }
