// W4: each document of a stream is one whole event, and each write is told by one event at most.

import type { History } from '../../history/history.ts'
import type { Change } from '../../history/lives.ts'
import { holds } from '../../history/observation.ts'
import type { Observation } from '../../history/observation.ts'
import { documentsOf, isChange, toldText } from '../../history/streams.ts'
import { valueAt } from '../../dsl/term.ts'
import { linesOf, tellingOf } from './story.ts'
import { watchAt } from './told.ts'
import type { Watched } from './told.ts'

/** Whole events, one for a write, in these watches; they are to select nothing. */
export const tellsWholeWrites = (...labels: string[]) =>
  function* (history: History): Generator<Observation> {
    for (const label of labels) {
      const watch = yield* watchAt(history, label)
      yield* documentsAreWhole(history, watch)

      const lines = yield* linesOf(history, yield* tellingOf(history, label))
      const seen = new Set<Change>()
      for (const { told, change } of lines) {
        yield holds(!seen.has(change), {
          says: 'A write is one event.',
          expected: 'an event for another write',
          got: toldText(history, told),
          at: watch,
        })
        seen.add(change)
      }
    }
  }

const types = ['ADDED', 'MODIFIED', 'DELETED', 'BOOKMARK', 'ERROR']

function* documentsAreWhole(history: History, watch: Watched): Generator<Observation> {
  for (const told of documentsOf(watch.stream)) {
    const { type, object } = told
    const parts = ['/kind', '/apiVersion', ...(isChange(told) ? namesOfStates : [])]
    const missing = parts.find(part => typeof valueAt(object, part) !== 'string')
    yield holds(types.includes(type) && missing === undefined, {
      says: 'Each document of a watch is one event: a type and a whole object.',
      expected: `one of ${types.join(', ')}, and an object with ${parts.join(', ')}`,
      got: missing ? `${toldText(history, told)} without ${missing}` : type,
      at: watch,
    })
  }
  const { rest, end } = watch.stream
  if (end?.how !== 'ended') return
  yield holds(rest.trim() === '', {
    says: 'A watch that ends does not end within a document.',
    expected: 'nothing behind the last whole document',
    got: rest,
    at: watch,
  })
}

const namesOfStates = ['name', 'uid', 'resourceVersion'].map(name => `/metadata/${name}`)
