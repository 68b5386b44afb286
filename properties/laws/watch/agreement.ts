// W10: two streams from one version tell alike what both are about, and in the same order.

import type { History } from '../../history/history.ts'
import { at, has, version } from '../../history/history.ts'
import { given, holds } from '../../history/observation.ts'
import type { Observation } from '../../history/observation.ts'
import { changesOf, toldText } from '../../history/streams.ts'
import type { Told } from '../../history/streams.ts'
import { differenceOf, sidesOf } from '../differences.ts'
import { caughtUp } from './story.ts'
import { isSelected, watchAt } from './told.ts'
import type { Watched } from './told.ts'

/** Two watches that were waited for (`waits`) to show the last write. */
export const agree = ([first, second]: [string, string], waits: string[]) =>
  function* (history: History): Generator<Observation> {
    const [one, other] = [yield* watchAt(history, first), yield* watchAt(history, second)]
    const starts = [one, other].map(({ request }) => request.query['resourceVersion'] ?? '')
    yield* given(starts[0] === starts[1] && starts[0] !== '', 'they do not start at one version')
    yield* caughtUp(history, ...waits)

    const [ofOne, ofOther] = [sharedBy(history, one, other), sharedBy(history, other, one)]
    const [texts, others] = [ofOne, ofOther].map(all => all.map(told => toldText(history, told)))
    yield holds(texts?.join(', ') === others?.join(', '), {
      says: 'Two watches deliver the same changes of the objects that both cover, in the same order.',
      expected: texts,
      got: others,
      at: other,
    })
    for (const [place, told] of ofOne.entries()) {
      const found = differenceOf(told.object, ofOther[place]?.object)
      yield holds(found === undefined, {
        says: 'Two watches show an object at one version alike.',
        ...sidesOf(found),
        at: other,
      })
    }
  }

/** Up to the marker: of what others write behind it one watch may have shown more. */
function sharedBy(history: History, { stream }: Watched, other: Watched): Told[] {
  const told = changesOf(history, stream).filter(({ object }) => isSelected(object, other))
  const marker = has(history, 'marker') ? version(at(history, 'marker')) : undefined
  const end = told.findIndex(one => one.version === marker)
  return end < 0 ? told : told.slice(0, end + 1)
}
