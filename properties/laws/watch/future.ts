// W11: a watch from a version that is yet to come tells nothing of what was before it.

import type { History } from '../../history/history.ts'
import { at } from '../../history/history.ts'
import { given, holds } from '../../history/observation.ts'
import type { Observation } from '../../history/observation.ts'
import { orderOf } from '../../history/order.ts'
import { changesOf, toldText } from '../../history/streams.ts'
import { caughtUp } from './story.ts'

/** A watch from far ahead is silent while another one shows the writes. */
export const tellsNothingYet = (label: string, ...waits: string[]) =>
  function* (history: History): Generator<Observation> {
    yield* given(history.words.ordered, 'the resource versions of this target are not ordered')
    yield* caughtUp(history, ...waits)
    const watch = at(history, label)
    yield* given(watch.answer !== undefined, `${label}: ${watch.problem}`)
    const { compare } = orderOf([], true)
    const start = watch.request.query['resourceVersion']
    const told = watch.stream ? changesOf(history, watch.stream) : []
    const old = told.filter(one => compare(start, one.version) !== 'before')
    yield holds(old.length === 0, {
      says: 'A watch from a future version delivers no change at or before it.',
      expected: `nothing at or before ${String(start)}`,
      got: old.map(one => toldText(history, one)),
      at: watch,
    })
  }
