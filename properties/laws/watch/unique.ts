// W2: a stream shows no object twice at one version, and adds none that is there already.

import type { History } from '../../history/history.ts'
import { succeeded } from '../../history/history.ts'
import { given, holds } from '../../history/observation.ts'
import type { Observation } from '../../history/observation.ts'
import { changesOf, isRemoval, toldText } from '../../history/streams.ts'
import { caughtUp } from './story.ts'
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
        const says = 'No object is delivered twice at one version.'
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

/** K8S-WATCH-012: of `x`, which was sent back as it is, these events are told alone. */
export const tellsNoMoreThan = (label: string, types: string[]) =>
  function* (history: History): Generator<Observation> {
    const watch = yield* watchAt(history, label)
    yield* caughtUp(history, `${label} shows marker`)
    const isSent = history.exchanges.every(one => one.request.method !== 'PUT' || succeeded(one))
    yield* given(isSent, 'an update was not carried out')
    const told = changesOf(history, watch.stream).filter(
      ({ object }) => object.metadata['name'] === `${history.words.prefix}x`,
    )
    yield holds(told.map(({ type }) => type).join() === types.join(), {
      says: 'An update that changes nothing is no event.',
      expected: types,
      got: told.map(one => toldText(history, one)),
      at: watch,
    })
  }
