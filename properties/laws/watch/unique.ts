// W2: a stream shows no object twice at one version, and adds no object that already exists.

import type { History } from '../../history/history.ts'
import { isSuccess } from '../../history/history.ts'
import { precondition, verify } from '../../history/observation.ts'
import type { Observation } from '../../history/observation.ts'
import { ownChangeEvents, isRemovalEvent, eventText } from '../../history/watch-events.ts'
import { requireCaughtUp } from './interpreted-watch.ts'
import { requireWatch } from './watch-stream.ts'

/** None of these watches shows a state of an object twice. */
export const noStateIsDeliveredTwice = (...labels: string[]) =>
  function* (history: History): Generator<Observation> {
    for (const label of labels) {
      const watch = yield* requireWatch(history, label)
      const states = new Set<string>()
      const present = new Set<string>()
      for (const event of ownChangeEvents(history, watch.stream)) {
        const got = eventText(history, event)
        const object = `${event.key} ${String(event.object.metadata['uid'])} ${String(event.version)}`
        // A removal may show the last state, at its version. That is one delivery of the state and
        // one of its end.
        const state = isRemovalEvent(event) ? `${object} removed` : object
        const isNew = !states.has(state)
        const says = 'No object is delivered twice at one version.'
        yield verify(isNew, { says, expected: 'another object or version', got, at: watch })
        if (!isNew) continue
        states.add(state)
        if (event.type === 'ADDED')
          yield verify(!present.has(event.key), {
            says: 'No existing object is ADDED.',
            expected: `a removal of ${event.key} before it is ADDED again`,
            got,
            at: watch,
          })
        if (isRemovalEvent(event)) present.delete(event.key)
        else present.add(event.key)
      }
    }
  }

/** K8S-WATCH-012: `x`, which was updated without a change, causes only events of these types. */
export const onlyTheseTypesAreDelivered = (label: string, types: string[]) =>
  function* (history: History): Generator<Observation> {
    const watch = yield* requireWatch(history, label)
    yield* requireCaughtUp(history, `${label} shows marker`)
    const isSent = history.exchanges.every(one => one.request.method !== 'PUT' || isSuccess(one))
    yield* precondition(isSent, 'an update was not carried out')
    const events = ownChangeEvents(history, watch.stream).filter(
      ({ object }) => object.metadata['name'] === `${history.context.prefix}x`,
    )
    yield verify(events.map(({ type }) => type).join() === types.join(), {
      says: 'An update that changes nothing produces no event.',
      expected: types,
      got: events.map(one => eventText(history, one)),
      at: watch,
    })
  }
