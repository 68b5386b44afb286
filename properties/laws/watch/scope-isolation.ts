// W9: a watch tells only of what lies in its namespace and matches its selectors.

import type { History } from '../../history/history.ts'
import { given, holds } from '../../history/observation.ts'
import type { Observation } from '../../history/observation.ts'
import { changesOf, isRemoval, toldText } from '../../history/streams.ts'
import type { Told } from '../../history/streams.ts'
import { isSelected, watchAt } from './told.ts'

/**
 * Every event of these watches is about an object that was asked for. An object that names no
 * namespace is of none that is known, which breaks the rules of an object's fields and not this one.
 */
export const staysInScope = (...labels: string[]) =>
  function* (history: History): Generator<Observation> {
    let unnamed: Told | undefined
    for (const label of labels) {
      const watch = yield* watchAt(history, label)
      const { labelSelector = '', fieldSelector = '' } = watch.request.query
      const namespace = watch.about?.namespace
      const events = changesOf(history, watch.stream)
      for (const [place, told] of events.entries()) {
        const isNamed = namespace === undefined || 'namespace' in told.object.metadata
        const isKnown = endsAKnownMatch(told, events.slice(0, place))
        if (!isNamed) unnamed ??= told
        else
          yield holds(isKnown || isSelected(told.object, watch), {
            says: 'A watch delivers only objects of its namespace that match its selectors.',
            expected: `${namespace ?? 'all namespaces'} ${labelSelector}${fieldSelector}`,
            got: `${toldText(history, told)} of ${told.key}`,
            at: watch,
          })
      }
    }
    const text = unnamed && toldText(history, unnamed)
    yield* given(text === undefined, `the object of an event names no namespace: ${text}`)
  }

/** What was delivered before is removed from sight: which state that shows is for K8S-WATCH-007. */
const endsAKnownMatch = (told: Told, before: Told[]): boolean =>
  isRemoval(told) && before.some(({ key, type }) => key === told.key && type !== 'DELETED')
