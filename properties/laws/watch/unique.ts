// W2: a stream shows no object twice at one version, and adds none that is there already.

import type { History } from '../../history.ts'
import { holds } from '../../observation.ts'
import type { Observation } from '../../observation.ts'
import { changesOf, isRemoval, toldText } from '../../streams.ts'
import { watchAt } from './told.ts'

/** No state of an object is told twice by any of these watches. */
export const tellsNothingTwice = (...labels: string[]) =>
  function* (history: History): Generator<Observation> {
    for (const label of labels) {
      const watch = yield* watchAt(history, label)
      const states = new Set<string>()
      const present = new Set<string>()
      for (const told of changesOf(history, watch.stream)) {
        const got = toldText(history, told)
        const state = `${String(told.object.metadata['uid'])} ${String(told.version)}`
        const isNew = !states.has(state)
        const says = 'No object is told twice at one version.'
        yield holds(isNew, { says, expected: 'another object or version', got, at: watch })
        if (!isNew) continue
        states.add(state)
        if (told.type === 'ADDED')
          yield holds(!present.has(told.key), {
            says: 'No object is added that is there already.',
            expected: `a removal of ${told.key} before it is added again`,
            got,
            at: watch,
          })
        if (isRemoval(told)) present.delete(told.key)
        else present.add(told.key)
      }
    }
  }
